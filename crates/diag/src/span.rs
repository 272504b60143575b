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

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: SourceId = SourceId(1);

    #[test]
    fn a_span_covers_its_bytes_and_a_cursor_touches_both_ends() {
        let span = Span::new(HERE, 2, 5);
        assert_eq!((span.len(), span.is_empty()), (3, false));
        assert_eq!((Span::at(HERE, 2).len(), Span::at(HERE, 2).is_empty()), (0, true));
        assert_eq!(span.slice("abcdefg"), "cde");
        let touched: Vec<u32> = (0..8).filter(|&it| span.touches(it)).collect();
        assert_eq!(touched, [2, 3, 4, 5]);
    }

    #[test]
    fn the_cover_of_two_spans_holds_both_in_any_order() {
        let (left, right) = (Span::new(HERE, 1, 2), Span::new(HERE, 6, 9));
        assert_eq!(left.cover(right), Span::new(HERE, 1, 9));
        assert_eq!(right.cover(left), Span::new(HERE, 1, 9));
    }
}
