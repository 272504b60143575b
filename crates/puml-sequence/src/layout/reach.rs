//! How far something reaches to both sides, before anybody knows where the columns stand.

use scene::Interval;

use super::columns::Columns;

/// The outermost columns of a thing and how many pixels it stands out beyond them.
///
/// Whatever stands beside a column is kept clear of the next one, so the outermost column alone decides an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reach {
    /// The leftmost column.
    pub(super) lo: usize,
    /// Pixels to the left of it.
    pub(super) left: f64,
    /// The rightmost column.
    pub(super) hi: usize,
    /// Pixels to the right of it.
    pub(super) right: f64,
}

impl Reach {
    /// Beside one column.
    pub(super) fn at(column: usize, left: f64, right: f64) -> Self {
        Self { lo: column, left, hi: column, right }
    }

    /// The least reach around both.
    pub(super) fn cover(self, other: Self) -> Self {
        let (lo, left) = match self.lo.cmp(&other.lo) {
            std::cmp::Ordering::Less => (self.lo, self.left),
            std::cmp::Ordering::Equal => (self.lo, self.left.max(other.left)),
            std::cmp::Ordering::Greater => (other.lo, other.left),
        };
        let (hi, right) = match self.hi.cmp(&other.hi) {
            std::cmp::Ordering::Greater => (self.hi, self.right),
            std::cmp::Ordering::Equal => (self.hi, self.right.max(other.right)),
            std::cmp::Ordering::Less => (other.hi, other.right),
        };
        Self { lo, left, hi, right }
    }

    /// The same with `pad` more on both sides.
    pub(super) fn padded(self, pad: f64) -> Self {
        Self { left: self.left + pad, right: self.right + pad, ..self }
    }

    /// From the left to the right edge, once the columns stand.
    pub(super) fn edges(self, columns: &Columns) -> Interval {
        Interval::new(columns.x(self.lo) - self.left, columns.x(self.hi) + self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_column_decides_an_edge() {
        let wide = Reach::at(2, 100.0, 3.0);
        let outer = Reach { lo: 1, left: 4.0, hi: 2, right: 9.0 };
        assert_eq!(wide.cover(outer), Reach { lo: 1, left: 4.0, hi: 2, right: 9.0 });
        assert_eq!(wide.cover(outer), outer.cover(wide));
    }
}
