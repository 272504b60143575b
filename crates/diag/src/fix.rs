//! Repairs as text edits, and applying them.

use std::fmt;

use crate::{SourceId, Sources, Span};

/// Replaces one span by a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// What goes away; empty for an insertion.
    pub span: Span,
    /// What comes instead; empty for a deletion.
    pub text: String,
}

impl TextEdit {
    /// Puts `text` in place of the span.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Puts `text` before the byte at `offset`.
    pub fn insert(source: SourceId, offset: u32, text: impl Into<String>) -> Self {
        Self::replace(Span::at(source, offset), text)
    }

    /// Takes the span away.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }
}

/// Whether a fix may be applied unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Safety {
    /// Keeps the evident meaning; `--fix` applies it.
    Safe,
    /// A guess that somebody should look at.
    Suggested,
}

/// A titled list of edits that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative: "replace with `participant`".
    pub title: String,
    /// Edits that do not overlap, in any order.
    pub edits: Vec<TextEdit>,
    /// Whether it may be applied unseen.
    pub safety: Safety,
}

impl Fix {
    /// A fix that may be applied unseen.
    pub fn safe(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self { title: title.into(), edits, safety: Safety::Safe }
    }

    /// A fix that somebody should look at first.
    pub fn suggested(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self { title: title.into(), edits, safety: Safety::Suggested }
    }
}

/// Two edits want the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The edit that comes first.
    pub first: Span,
    /// The edit that begins before the first has ended.
    pub second: Span,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two edits overlap at byte {}", self.second.start)
    }
}

impl std::error::Error for Conflict {}

/// The source's text with those edits applied that belong to it.
pub fn apply(sources: &Sources, source: SourceId, edits: &[TextEdit]) -> Result<String, Conflict> {
    let own: Vec<_> = edits.iter().filter(|it| it.span.source == source).collect();
    apply_sorted(sources.source(source).text(), own)
}

/// `text` with all edits applied; their spans count in `text`. Insertions at one place keep their order.
pub fn apply_to(text: &str, edits: &[TextEdit]) -> Result<String, Conflict> {
    apply_sorted(text, edits.iter().collect())
}

fn apply_sorted(text: &str, mut edits: Vec<&TextEdit>) -> Result<String, Conflict> {
    edits.sort_by_key(|it| (it.span.start, it.span.end));
    for pair in edits.windows(2) {
        if pair[1].span.start < pair[0].span.end {
            return Err(Conflict { first: pair[0].span, second: pair[1].span });
        }
    }
    let added: usize = edits.iter().map(|it| it.text.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut done = 0;
    for edit in edits {
        out.push_str(&text[done..edit.span.start as usize]);
        out.push_str(&edit.text);
        done = edit.span.end as usize;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, text: &str) -> TextEdit {
        TextEdit::replace(Span::new(SourceId(0), start, end), text)
    }

    #[test]
    fn edits_apply_in_text_order_whatever_their_order() {
        let edits = [edit(4, 5, "E"), edit(0, 1, "A"), edit(2, 2, "-"), edit(2, 2, "+")];
        assert_eq!(apply_to("abcde", &edits).unwrap(), "Ab-+cdE");
    }

    #[test]
    fn only_the_edits_of_a_source_change_it() {
        let mut sources = Sources::default();
        let first = sources.add("a", "abc");
        let second = sources.add("b", "xyz");
        let edits = [
            TextEdit::delete(Span::new(first, 0, 1)),
            TextEdit::insert(second, 3, "!"),
            TextEdit::replace(Span::new(second, 0, 1), "X"),
        ];
        assert_eq!(apply(&sources, first, &edits).unwrap(), "bc");
        assert_eq!(apply(&sources, second, &edits).unwrap(), "Xyz!");
    }

    #[test]
    fn edits_that_touch_do_not_overlap() {
        assert_eq!(apply_to("abcde", &[edit(2, 4, "+"), edit(0, 2, "-")]).unwrap(), "-+e");
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let conflict = apply_to("abcde", &[edit(0, 3, ""), edit(2, 4, "")]).unwrap_err();
        assert_eq!(conflict.to_string(), "two edits overlap at byte 2");
    }
}
