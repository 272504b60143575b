//! Places in sources: half-open byte ranges.

/// A source within one [`Sources`](crate::Sources); meaningless in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(pub u32);

/// A half-open byte range of one source. Offsets lie on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The source the offsets count in.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { source, start, end }
    }

    /// The empty range at `offset`: where something is missing.
    pub const fn at(source: SourceId, offset: u32) -> Self {
        Self::new(source, offset, offset)
    }

    /// The number of bytes covered.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span marks a point between two bytes.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both; both must be of one source.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        debug_assert_eq!(self.source, other.source, "spans of two sources cannot be joined");
        Self::new(self.source, self.start.min(other.start), self.end.max(other.end))
    }

    /// The covered part of the source's own text.
    pub fn slice(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Whether `offset` lies inside or at the end: where a cursor would touch the span.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }
}
