//! The outline of a subtree on one side: how far it reaches across, piece by piece along the direction of growth.

/// Pieces in order along the direction of growth; they do not overlap.
#[derive(Debug, Clone, Default)]
pub(super) struct Contour {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    from: f64,
    to: f64,
    reach: f64,
}

impl Contour {
    /// One piece.
    pub(super) fn of(from: f64, to: f64, reach: f64) -> Self {
        Self { pieces: vec![Piece { from, to, reach }] }
    }

    /// Moves it along and across.
    #[must_use]
    pub(super) fn moved(mut self, along: f64, across: f64) -> Self {
        for piece in &mut self.pieces {
            piece.from += along;
            piece.to += along;
            piece.reach += across;
        }
        self
    }

    /// How far `other` must move across so that it stands `gap` beyond this one wherever both have something.
    pub(super) fn push(&self, other: &Self, gap: f64) -> f64 {
        let mut least = f64::NEG_INFINITY;
        let (mut one, mut two) = (0, 0);
        while let (Some(a), Some(b)) = (self.pieces.get(one), other.pieces.get(two)) {
            if a.from < b.to && b.from < a.to {
                least = least.max(a.reach + gap - b.reach);
            }
            if a.to < b.to { one += 1 } else { two += 1 }
        }
        least
    }

    /// Covers another outline: where both have something, `wins` says which reach counts.
    pub(super) fn cover(&mut self, other: &Self, wins: impl Fn(f64, f64) -> f64) {
        let mut marks: Vec<f64> =
            self.pieces.iter().chain(&other.pieces).flat_map(|it| [it.from, it.to]).collect();
        marks.sort_by(f64::total_cmp);
        marks.dedup();
        let mut merged: Vec<Piece> = Vec::with_capacity(marks.len());
        let (mut one, mut two) = (0, 0);
        for pair in marks.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let first = at(&self.pieces, &mut one, from);
            let second = at(&other.pieces, &mut two, from);
            let reach = match (first, second) {
                (Some(a), Some(b)) => wins(a, b),
                (Some(it), None) | (None, Some(it)) => it,
                (None, None) => continue,
            };
            match merged.last_mut() {
                Some(last) if last.to == from && last.reach == reach => last.to = to,
                _ => merged.push(Piece { from, to, reach }),
            }
        }
        self.pieces = merged;
    }
}

/// The reach right behind a place; `idx` only moves on.
fn at(pieces: &[Piece], idx: &mut usize, place: f64) -> Option<f64> {
    while pieces.get(*idx).is_some_and(|it| it.to <= place) {
        *idx += 1;
    }
    pieces.get(*idx).filter(|it| it.from <= place).map(|it| it.reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_touch_only_where_both_have_something() {
        let mut lower = Contour::of(0.0, 10.0, 5.0);
        lower.cover(&Contour::of(10.0, 20.0, 30.0), f64::max);
        assert_eq!(lower.push(&Contour::of(0.0, 10.0, -5.0), 2.0), 12.0);
        assert_eq!(lower.push(&Contour::of(5.0, 15.0, -5.0), 2.0), 37.0);
        assert_eq!(lower.push(&Contour::of(20.0, 30.0, -5.0), 2.0), f64::NEG_INFINITY);
    }
}
