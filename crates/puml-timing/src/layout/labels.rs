//! Where the labels of messages stand: beside their arrows, where they cover as little as possible.

use std::collections::HashMap;

use puml_family::pen;
use scene::{Interval, Point, Rect};

/// The width of the columns that obstacles are kept in.
const COLUMN: f64 = 64.0;
/// Between a label and the arrow beside it.
const BESIDE: f64 = 5.0;
/// Between a label and the arrow above or below it.
const ABOVE: f64 = 2.5;
/// How far a label may stand above or below its arrow, from near to far.
const SHIFTS: [f64; 9] = [0.0, -14.0, 14.0, -28.0, 28.0, -42.0, 42.0, -56.0, 56.0];
/// Where along its arrow a label may stand, from near the middle to far.
const SHARES: [f64; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/// What a label does to something that it lies upon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Harm {
    /// Both could not be read.
    Forbidden,
    /// Something is hidden; the more, the worse.
    Hides(f64),
}

/// Something that labels should not lie upon.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Rect(Rect),
    Line(Point, Point),
}

/// All that labels should not lie upon, found by where it stands.
#[derive(Default)]
pub(super) struct Obstacles {
    all: Vec<(Shape, Harm)>,
    columns: HashMap<i64, Vec<usize>>,
}

impl Obstacles {
    pub(super) fn rect(&mut self, rect: Rect, harm: Harm) {
        self.add(Shape::Rect(rect), Interval::new(rect.x, rect.right()), harm);
    }

    pub(super) fn line(&mut self, from: Point, to: Point, harm: Harm) {
        let across = Interval::new(from.x.min(to.x), from.x.max(to.x));
        self.add(Shape::Line(from, to), across, harm);
    }

    fn add(&mut self, shape: Shape, across: Interval, harm: Harm) {
        for column in column(across.from)..=column(across.to) {
            self.columns.entry(column).or_default().push(self.all.len());
        }
        self.all.push((shape, harm));
    }

    /// What a label here would hide; nothing where it could not be read.
    fn cost(&self, label: Rect) -> Option<f64> {
        let around = Rect {
            x: label.x - 2.0,
            y: label.y - 1.0,
            width: label.width + 4.0,
            height: label.height + 2.0,
        };
        let first = column(around.x);
        let mut cost = 0.0;
        for at in first..=column(around.right()) {
            for idx in self.columns.get(&at).into_iter().flatten() {
                let (shape, harm) = self.all[*idx];
                let (start, is_hit) = match shape {
                    Shape::Rect(it) => (it.x, overlap(it, around)),
                    Shape::Line(from, to) => (from.x.min(to.x), crosses(from, to, around)),
                };
                // What spans several columns counts in the first one that both share.
                if !is_hit || column(start).max(first) != at {
                    continue;
                }
                match harm {
                    Harm::Forbidden => return None,
                    Harm::Hides(amount) => cost += amount,
                }
            }
        }
        Some(cost)
    }

    /// The best place for a label of an arrow between two heights, its upper left corner; nothing where all places are
    /// taken.
    pub(super) fn place(
        &self,
        (from, to): (Point, Point),
        size: Rect,
        heights: Interval,
    ) -> Option<Point> {
        let mut best: Option<(f64, Point)> = None;
        let middle = pen::at(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
        for (order, at) in candidates(from, to, size).into_iter().enumerate() {
            let y = at.y.clamp(heights.from, (heights.to - size.height).max(heights.from));
            let label = Rect { x: at.x.max(0.0), y, ..size };
            let (dx, dy) =
                (label.x + size.width / 2.0 - middle.x, y + size.height / 2.0 - middle.y);
            // Among places that are equally near the first one is taken.
            let far = dx.hypot(dy) + order as f64 * 0.01;
            if best.is_some_and(|it| it.0 <= far) {
                continue;
            }
            let Some(cost) = self.cost(label) else { continue };
            if best.is_none_or(|it| far + cost < it.0) {
                best = Some((far + cost, pen::at(label.x, label.y)));
            }
        }
        best.map(|it| it.1)
    }
}

/// Places beside, above and below points of an arrow, each clear of the arrow itself.
fn candidates(from: Point, to: Point, size: Rect) -> Vec<Point> {
    let (run, rise) = (to.x - from.x, to.y - from.y);
    let x_at = |y: f64, share: f64| {
        let share = if rise.abs() < 1.0 { share } else { (y - from.y) / rise };
        from.x + run * share.clamp(0.0, 1.0)
    };
    let y_at = |x: f64, share: f64| {
        let share = if run.abs() < 1.0 { share } else { (x - from.x) / run };
        from.y + rise * share.clamp(0.0, 1.0)
    };
    let mut places = Vec::with_capacity(SHIFTS.len() * SHARES.len() * 2 + SHARES.len() * 2);
    for share in SHARES {
        let x = from.x + run * share - size.width / 2.0;
        let (left, right) = (y_at(x, share), y_at(x + size.width, share));
        places.push(pen::at(x, left.min(right) - size.height - ABOVE));
        places.push(pen::at(x, left.max(right) + ABOVE));
        for shift in SHIFTS {
            let y = from.y + rise * share + shift - size.height / 2.0;
            let (upper, lower) = (x_at(y, share), x_at(y + size.height, share));
            places.push(pen::at(upper.max(lower) + BESIDE, y));
            places.push(pen::at(upper.min(lower) - size.width - BESIDE, y));
        }
    }
    places
}

fn column(x: f64) -> i64 {
    (x / COLUMN).floor() as i64
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// Whether any part of a line lies in a rectangle.
fn crosses(from: Point, to: Point, rect: Rect) -> bool {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (origin, way, low, high) in [
        (from.x, to.x - from.x, rect.x, rect.right()),
        (from.y, to.y - from.y, rect.y, rect.bottom()),
    ] {
        if way.abs() < 1e-9 {
            if origin < low || origin > high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - origin) / way, (high - origin) / way);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    start <= end
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Rect = Rect { x: 0.0, y: 0.0, width: 40.0, height: 16.0 };
    const HEIGHTS: Interval = Interval::new(0.0, 300.0);

    #[test]
    fn a_label_stands_beside_its_arrow_and_not_upon_it() {
        let arrow = (pen::at(100.0, 100.0), pen::at(120.0, 160.0));
        let mut obstacles = Obstacles::default();
        obstacles.line(arrow.0, arrow.1, Harm::Hides(60.0));
        let at = obstacles.place(arrow, SIZE, HEIGHTS).expect("there is room");
        assert!(!crosses(arrow.0, arrow.1, Rect { x: at.x, y: at.y, ..SIZE }));
    }

    #[test]
    fn a_label_never_lies_upon_another_text() {
        let arrow = (pen::at(100.0, 100.0), pen::at(120.0, 160.0));
        let mut obstacles = Obstacles::default();
        let taken = Rect { x: 99.0, y: 0.0, width: 200.0, height: 300.0 };
        obstacles.rect(taken, Harm::Forbidden);
        let at = obstacles.place(arrow, SIZE, HEIGHTS).expect("there is room on the left");
        assert!(at.x + SIZE.width < 99.0);
        obstacles.rect(Rect { x: 0.0, ..taken }, Harm::Forbidden);
        assert_eq!(obstacles.place(arrow, SIZE, HEIGHTS), None);
    }
}
