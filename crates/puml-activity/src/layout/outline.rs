//! The room that a tile takes, lane by lane, as bands from top to bottom.

use scene::Interval;

use super::board::{Place, Shift};

/// Around a line nothing else stands.
const CLEAR: f64 = 7.0;
/// Boxes of neighbouring columns whose heights are nearer than this stand beside each other.
const APART: f64 = 12.0;

/// What is taken between two heights of a lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Band {
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    /// Whether it is a line, which another line may cross.
    is_line: bool,
}

/// All bands of a tile.
#[derive(Debug, Clone, Default)]
pub(super) struct Outline {
    lanes: Vec<(usize, Vec<Band>)>,
}

impl Outline {
    fn lane(&mut self, lane: usize) -> &mut Vec<Band> {
        let found = self.lanes.iter().position(|it| it.0 == lane);
        let idx = found.unwrap_or_else(|| {
            self.lanes.push((lane, Vec::new()));
            self.lanes.len() - 1
        });
        &mut self.lanes[idx].1
    }

    /// Something that no line may cross.
    pub(super) fn add_box(&mut self, lane: usize, top: f64, bottom: f64, left: f64, right: f64) {
        self.lane(lane).push(Band { top, bottom, left, right, is_line: false });
    }

    /// A line of level and upright pieces.
    pub(super) fn add_line(&mut self, points: &[Place]) {
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
            if a.lane == b.lane {
                let (left, right) = (a.x.min(b.x) - CLEAR, a.x.max(b.x) + CLEAR);
                let (top, bottom) =
                    if bottom - top < 0.01 { (top - CLEAR, bottom + CLEAR) } else { (top, bottom) };
                self.lane(a.lane).push(Band { top, bottom, left, right, is_line: true });
                continue;
            }
            let (from, to) = if a.lane < b.lane { (a, b) } else { (b, a) };
            for lane in from.lane..=to.lane {
                let left = if lane == from.lane { from.x } else { f64::NEG_INFINITY };
                let right = if lane == to.lane { to.x } else { f64::INFINITY };
                let band =
                    Band { top: top - CLEAR, bottom: bottom + CLEAR, left, right, is_line: true };
                self.lane(lane).push(band);
            }
        }
    }

    /// Takes the bands of another outline.
    pub(super) fn merge(&mut self, other: Self) {
        for (lane, bands) in other.lanes {
            self.lane(lane).extend(bands);
        }
    }

    pub(super) fn shift(&mut self, down: f64, sides: &[Shift]) {
        for (lane, bands) in &mut self.lanes {
            let side = sides.iter().find(|it| it.0 == *lane).map_or(0.0, |it| it.1);
            for band in bands {
                band.top += down;
                band.bottom += down;
                band.left += side;
                band.right += side;
            }
        }
    }

    /// The lanes that something stands in, from the first to the last.
    pub(super) fn lanes(&self) -> Option<(usize, usize)> {
        let all = self.lanes.iter().filter(|it| !it.1.is_empty()).map(|it| it.0);
        Some((all.clone().min()?, all.max()?))
    }

    /// How far what stands in a lane between two heights reaches to both sides; lines to other lanes do not count.
    pub(super) fn extent(&self, lane: usize, top: f64, bottom: f64) -> Option<Interval> {
        let bands = &self.lanes.iter().find(|it| it.0 == lane)?.1;
        let taken = bands.iter().filter(|it| it.top < bottom && it.bottom > top);
        let finite = |it: f64| it.is_finite().then_some(it);
        let left = taken.clone().filter_map(|it| finite(it.left)).reduce(f64::min);
        let right = taken.filter_map(|it| finite(it.right)).reduce(f64::max);
        match (left, right) {
            (Some(left), Some(right)) => Some(Interval::new(left, right)),
            (Some(it), None) | (None, Some(it)) => Some(Interval::new(it, it)),
            (None, None) => None,
        }
    }

    /// The lowest point of all.
    pub(super) fn bottom(&self) -> f64 {
        let bands = self.lanes.iter().flat_map(|it| &it.1);
        bands.map(|it| it.bottom).fold(0.0, f64::max)
    }

    /// How far another outline must move right to stand beside this one, in each lane that both use. The second value
    /// is false where a line to another lane would run through something.
    pub(super) fn beside(&self, other: &Self, gap: f64) -> (Vec<Shift>, bool) {
        let mut shifts = Vec::new();
        let mut is_free = true;
        for (lane, theirs) in &other.lanes {
            let Some((_, ours)) = self.lanes.iter().find(|it| it.0 == *lane) else { continue };
            let (ours, theirs) = (skyline(&spread(ours)), skyline(theirs));
            let mut shift: Option<f64> = None;
            let mut start = 0;
            for band in &theirs {
                while start < ours.len() && ours[start].bottom <= band.top {
                    start += 1;
                }
                for own in ours[start..].iter().take_while(|it| it.top < band.bottom) {
                    let distance = own.right + gap - band.left;
                    if distance.is_finite() {
                        shift = Some(shift.map_or(distance, |it| it.max(distance)));
                    } else if !(own.is_line && band.is_line) {
                        is_free = false;
                    }
                }
            }
            if let Some(shift) = shift {
                shifts.push((*lane, shift));
            }
        }
        (shifts, is_free)
    }

    /// How far down another outline must move so that nothing in it touches what hangs below a height here.
    pub(super) fn clearance(&self, other: &Self, below: f64, gap: f64) -> f64 {
        let mut down = 0.0_f64;
        for (lane, theirs) in &other.lanes {
            let Some((_, ours)) = self.lanes.iter().find(|it| it.0 == *lane) else { continue };
            for own in ours.iter().filter(|it| it.bottom > below && !it.is_line) {
                for band in theirs {
                    let (left, right) = if band.is_line {
                        (band.left, band.right)
                    } else {
                        (band.left - gap, band.right + gap)
                    };
                    let is_hit = band.top + down < own.bottom + gap
                        && band.bottom + down > own.top
                        && left < own.right
                        && right > own.left;
                    if is_hit {
                        down = down.max(own.bottom + gap - band.top);
                    }
                }
            }
        }
        down
    }

    /// Forgets what lies above a height and cannot matter any more.
    pub(super) fn hanging(&self, below: f64) -> Self {
        let lanes = self.lanes.iter().map(|(lane, bands)| {
            (*lane, bands.iter().filter(|it| it.bottom > below).copied().collect())
        });
        Self { lanes: lanes.collect() }
    }
}

/// Bands with room above and below boxes.
fn spread(bands: &[Band]) -> Vec<Band> {
    let room = |it: &Band| if it.is_line { 0.0 } else { APART };
    bands
        .iter()
        .map(|it| Band { top: it.top - room(it), bottom: it.bottom + room(it), ..*it })
        .collect()
}

/// Equal, also where both are endless.
fn is_same(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq()
}

/// Bands in order, without overlaps in height.
fn skyline(bands: &[Band]) -> Vec<Band> {
    let mut cuts: Vec<f64> = bands.iter().flat_map(|it| [it.top, it.bottom]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let mut sorted: Vec<&Band> = bands.iter().collect();
    sorted.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut active: Vec<&Band> = Vec::new();
    let mut next = 0;
    let mut out: Vec<Band> = Vec::with_capacity(cuts.len());
    for pair in cuts.windows(2) {
        let (top, bottom) = (pair[0], pair[1]);
        while next < sorted.len() && sorted[next].top <= top {
            active.push(sorted[next]);
            next += 1;
        }
        active.retain(|it| it.bottom > top);
        let Some(first) = active.first() else { continue };
        let mut band = Band { top, bottom, ..**first };
        for it in &active[1..] {
            band.left = band.left.min(it.left);
            band.right = band.right.max(it.right);
            band.is_line &= it.is_line;
        }
        match out.last_mut() {
            Some(last)
                if is_same(last.bottom, top)
                    && is_same(last.left, band.left)
                    && is_same(last.right, band.right)
                    && last.is_line == band.is_line =>
            {
                last.bottom = bottom;
            }
            _ => out.push(band),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_packed_by_what_stands_at_the_same_height() {
        let mut left = Outline::default();
        left.add_box(0, 0.0, 20.0, -50.0, 50.0);
        left.add_box(0, 40.0, 60.0, -10.0, 10.0);
        let mut right = Outline::default();
        right.add_box(0, 40.0, 60.0, -20.0, 20.0);
        let (shifts, is_free) = left.beside(&right, 5.0);
        assert_eq!(shifts, [(0, 35.0)]);
        assert!(is_free);
    }

    #[test]
    fn boxes_that_nearly_touch_stand_beside_each_other() {
        let mut left = Outline::default();
        left.add_box(0, 0.0, 20.0, -50.0, 50.0);
        let mut right = Outline::default();
        right.add_box(0, 25.0, 45.0, -20.0, 20.0);
        assert_eq!(left.beside(&right, 5.0).0, [(0, 75.0)]);
    }

    #[test]
    fn a_line_to_another_lane_may_not_run_through_a_box() {
        let mut left = Outline::default();
        left.add_box(1, 0.0, 20.0, -50.0, 50.0);
        let mut right = Outline::default();
        right.add_line(&[Place::new(0, 0.0, 10.0), Place::new(2, 0.0, 10.0)]);
        assert!(!left.beside(&right, 5.0).1);
    }

    #[test]
    fn what_hangs_down_pushes_the_next_thing() {
        let mut first = Outline::default();
        first.add_box(0, 0.0, 100.0, 60.0, 120.0);
        let mut second = Outline::default();
        second.add_box(0, 40.0, 60.0, -30.0, 30.0);
        assert!(first.clearance(&second, 30.0, 5.0).abs() < 1e-9);
        second.add_box(0, 40.0, 60.0, 50.0, 70.0);
        assert!((first.clearance(&second, 30.0, 5.0) - 65.0).abs() < 1e-9);
    }
}
