//! Where the lifelines stand: difference constraints from left to right, solved by longest paths.
//!
//! Column 0 is the left border, the last column the right one; the participants stand between.

use std::collections::HashMap;

use super::reach::Reach;
use super::spacing::{CLEARANCE, crisp};

/// How often slack is spread; each round halves what is uneven.
const ROUNDS: usize = 6;

/// How far apart columns must be at least. Equal pairs keep the largest distance.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    count: usize,
    distances: HashMap<(usize, usize), f64>,
    /// The farthest reach beside each column.
    sides: Vec<Sides>,
}

/// How far something reaches beside a column, in pixels from it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sides {
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Constraints {
    /// For this many participants; the borders are added.
    pub(super) fn new(participants: usize) -> Self {
        let count = participants + 2;
        let mut constraints =
            Self { count, distances: HashMap::new(), sides: vec![Sides::default(); count] };
        for column in 1..count {
            constraints.apart(column - 1, column, 0.0);
        }
        constraints
    }

    /// The right border.
    pub(super) fn last(&self) -> usize {
        self.count - 1
    }

    /// Keeps two columns so far apart.
    pub(super) fn apart(&mut self, lo: usize, hi: usize, distance: f64) {
        debug_assert!(lo < hi, "columns are kept apart from left to right");
        let kept = self.distances.entry((lo, hi)).or_insert(distance);
        *kept = kept.max(distance);
    }

    /// Keeps the neighbouring lifelines clear of a thing.
    pub(super) fn clear(&mut self, reach: Reach) {
        let last = self.last();
        if reach.lo > 0 {
            let clearance = if reach.lo == 1 { 0.0 } else { CLEARANCE };
            self.apart(reach.lo - 1, reach.lo, reach.left + clearance);
        }
        if reach.hi < last {
            let clearance = if reach.hi + 1 == last { 0.0 } else { CLEARANCE };
            self.apart(reach.hi, reach.hi + 1, reach.right + clearance);
        }
        let left = &mut self.sides[reach.lo].left;
        *left = left.max(reach.left);
        let right = &mut self.sides[reach.hi].right;
        *right = right.max(reach.right);
    }

    /// The farthest that anything reaches beside a column.
    pub(super) fn sides(&self, column: usize) -> Sides {
        self.sides[column]
    }

    /// The narrowest columns that keep every distance, slack spread evenly. Linear in the number of pairs.
    pub(super) fn solve(&self) -> Columns {
        let mut pairs: Vec<_> =
            self.distances.iter().map(|(&(lo, hi), &distance)| (lo, hi, distance)).collect();
        pairs.sort_unstable_by_key(|&(lo, hi, _)| std::cmp::Reverse((lo, hi)));
        let backwards = pairs.clone();
        pairs.sort_unstable_by_key(|&(lo, hi, _)| (hi, lo));
        let mut earliest = vec![0.0_f64; self.count];
        for &(lo, hi, distance) in &pairs {
            earliest[hi] = earliest[hi].max(earliest[lo] + distance);
        }
        let mut latest = vec![earliest[self.last()]; self.count];
        for &(lo, hi, distance) in &backwards {
            latest[lo] = latest[lo].min(latest[hi] - distance);
        }
        latest[0] = 0.0;
        // The halfway point of two solutions is a solution.
        let mut x: Vec<f64> =
            earliest.iter().zip(&latest).map(|(a, b)| f64::midpoint(*a, *b)).collect();
        for _ in 0..ROUNDS {
            spread(&pairs, &mut x);
        }
        round(&pairs, &mut x);
        Columns { x }
    }
}

/// Moves each column towards the middle of its neighbours as far as its distances allow.
/// `pairs` are sorted by their right column, so what lies left has already moved and what lies right has not.
fn spread(pairs: &[(usize, usize, f64)], x: &mut [f64]) {
    let mut ceiling = vec![f64::MAX; x.len()];
    for &(lo, hi, distance) in pairs {
        ceiling[lo] = ceiling[lo].min(x[hi] - distance);
    }
    let mut pairs = pairs.iter().peekable();
    for column in 0..x.len() - 1 {
        let mut floor = f64::MIN;
        while let Some(&(lo, _, distance)) = pairs.next_if(|it| it.1 == column) {
            floor = floor.max(x[lo] + distance);
        }
        if column > 0 && floor <= ceiling[column] {
            x[column] = f64::midpoint(x[column - 1], x[column + 1]).clamp(floor, ceiling[column]);
        }
    }
}

/// Puts every column on the middle of a pixel without breaking a distance; `pairs` are sorted by their right column.
fn round(pairs: &[(usize, usize, f64)], x: &mut [f64]) {
    for at in x.iter_mut() {
        *at = crisp(*at);
    }
    for &(lo, hi, distance) in pairs {
        let least = x[lo] + distance;
        if x[hi] < least {
            x[hi] = (least - 0.5).ceil() + 0.5;
        }
    }
}

/// Where the columns stand.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    x: Vec<f64>,
}

impl Columns {
    /// The lifeline or border.
    pub(super) fn x(&self, column: usize) -> f64 {
        self.x[column]
    }

    /// The right border.
    pub(super) fn last(&self) -> usize {
        self.x.len() - 1
    }

    /// The participants' columns that lie strictly between two places.
    pub(super) fn between(&self, left: f64, right: f64) -> std::ops::Range<usize> {
        let start = self.x.partition_point(|&x| x <= left).max(1);
        let end = self.x.partition_point(|&x| x < right).min(self.last());
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gaps(columns: &Columns) -> Vec<f64> {
        columns.x.windows(2).map(|it| it[1] - it[0]).collect()
    }

    #[test]
    fn a_distance_over_several_columns_is_spread_evenly() {
        let mut constraints = Constraints::new(4);
        for column in 1..4 {
            constraints.apart(column, column + 1, 50.0);
        }
        constraints.apart(1, 4, 300.0);
        let gaps = gaps(&constraints.solve());
        assert!(gaps[1..4].iter().all(|gap| (gap - 100.0).abs() <= 8.0), "{gaps:?}");
    }

    #[test]
    fn columns_between_two_places_are_found() {
        let mut constraints = Constraints::new(3);
        for column in 0..4 {
            constraints.apart(column, column + 1, 100.0);
        }
        let columns = constraints.solve();
        assert_eq!(columns.between(150.0, 250.0), 2..3);
        assert_eq!(columns.between(0.0, 500.0), 1..4);
        assert_eq!(columns.between(110.0, 120.0), 2..2);
    }

    proptest! {
        #[test]
        fn every_distance_is_kept(pairs in prop::collection::vec((0_usize..9, 1_usize..9, 0.0..500.0_f64), 0..60)) {
            let mut constraints = Constraints::new(8);
            for (lo, step, distance) in pairs {
                if lo + step <= constraints.last() {
                    constraints.apart(lo, lo + step, distance);
                }
            }
            let columns = constraints.solve();
            let is_kept = |(&(lo, hi), distance): (&(usize, usize), &f64)| columns.x(hi) - columns.x(lo) >= distance - 1e-6;
            prop_assert!(constraints.distances.iter().all(is_kept));
        }
    }
}
