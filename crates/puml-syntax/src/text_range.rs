//! Byte ranges of the parsed text, without the source they count in.

use diag::{SourceId, Span};

/// A half-open byte range of the text that was parsed. Offsets lie on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TextRange {
    /// The first byte.
    pub start: u32,
    /// One past the last byte; never before `start`.
    pub end: u32,
}

impl TextRange {
    /// The range from `start` up to, not including, `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub const fn at(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// The number of bytes covered.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether nothing is covered.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The covered bytes as they stand in the source: continuations are still in there.
    pub fn slice(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// The range without the white space at its ends.
    #[must_use]
    pub fn trimmed(self, text: &str) -> Self {
        let raw = self.slice(text);
        let start = self.start + (raw.len() - raw.trim_start().len()) as u32;
        Self::new(start, start + raw.trim().len() as u32)
    }

    /// Whether `offset` lies inside or at the end: where a cursor would touch the range.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// The range as a place in a source.
    pub const fn in_source(self, source: SourceId) -> Span {
        Span::new(source, self.start, self.end)
    }
}
