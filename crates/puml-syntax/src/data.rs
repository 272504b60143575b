//! Data inside diagrams: values with their places, and a reader for JSON that says where and why it stops.

mod json;

use crate::TextRange;

pub use json::read_json;

/// A value and the text that says so.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The scalar, list or mapping itself.
    pub kind: ValueKind,
    /// From its first to its last character.
    pub range: TextRange,
}

/// A value with everything below it.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// As it is written: large numbers keep all their digits.
    Number(String),
    /// With its escapes resolved.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Values by name, in order. A name may be there twice.
    Map(Vec<Entry>),
}

/// A named value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its name, with its escapes resolved.
    pub key: String,
    /// The text of the name, quotes included.
    pub key_range: TextRange,
    /// The value that the key names.
    pub value: Value,
}

/// Why a text is no data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The text that is wrong.
    pub range: TextRange,
    /// The message for the user.
    pub message: String,
    /// How to go on.
    pub hint: Option<&'static str>,
    /// A title, what it replaces and by what.
    pub fix: Option<(String, TextRange, String)>,
}

impl Flaw {
    /// A flaw without advice.
    pub fn new(range: TextRange, message: impl Into<String>) -> Self {
        Self { range, message: message.into(), hint: None, fix: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn with_hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The same with a replacement that repairs it.
    #[must_use]
    pub fn with_fix(
        mut self,
        title: impl Into<String>,
        range: TextRange,
        text: impl Into<String>,
    ) -> Self {
        self.fix = Some((title.into(), range, text.into()));
        self
    }
}

/// Lines of a source as one text, with the way back to the source.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    text: String,
    /// Where each line begins: in the text and in the source.
    starts: Vec<(usize, u32)>,
}

impl Gathered {
    /// Adds a line that begins at this offset of the source.
    pub fn push(&mut self, line: &str, start: u32) {
        self.starts.push((self.text.len(), start));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The lines, each with a line end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a part of the text in the source; a part of several lines reaches over what is between them.
    pub fn range(&self, from: usize, to: usize) -> TextRange {
        let source = |at: usize| {
            let line = self.starts.partition_point(|it| it.0 <= at).saturating_sub(1);
            self.starts.get(line).map_or(0, |it| it.1 + (at - it.0.min(at)) as u32)
        };
        let start = source(from);
        let end = if to > from { source(to - 1) + 1 } else { start };
        TextRange::new(start, end.max(start))
    }

    /// The end of the last line that says something.
    pub fn end(&self) -> TextRange {
        let end = self.text.trim_end().len();
        let range = self.range(end.saturating_sub(1), end);
        TextRange::at(range.end)
    }
}
