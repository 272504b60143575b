//! The texts that spans point into.

use std::sync::Arc;

use crate::{LineIndex, SourceId, Span};

/// One text with the name it is reported under and its line index.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: Arc<str>,
    lines: LineIndex,
}

impl Source {
    /// What the text is called in reports: a path as the user wrote it, or `<stdin>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text; shared, so that stages can keep it without copying.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Where the lines start.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }
}

/// All texts of one run. Ids are handed out in order and never change.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Takes a text in and gives it an id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let text = text.into();
        let lines = LineIndex::new(&text);
        self.all.push(Source { name: name.into(), text, lines });
        SourceId(self.all.len() as u32 - 1)
    }

    /// The source behind an id of this set; another set's id is a bug.
    pub fn source(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// The text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        span.slice(self.source(span.source).text())
    }

    /// All sources in the order they came in.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.all.iter().enumerate().map(|(idx, source)| (SourceId(idx as u32), source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_keep_their_ids_names_and_texts() {
        let mut sources = Sources::default();
        let first = sources.add("a", "one\ntwo");
        let second = sources.add("b", "three");
        assert_eq!(sources.slice(Span::new(first, 4, 7)), "two");
        assert_eq!(sources.slice(Span::new(second, 0, 5)), "three");
        let all: Vec<_> = sources
            .iter()
            .map(|(id, it)| (id, it.name(), &**it.text(), it.lines().line_count()))
            .collect();
        assert_eq!(all, [(first, "a", "one\ntwo", 2), (second, "b", "three", 1)]);
    }
}
