//! Outlines as a hand draws them: straight lines waver a little, the same way every time.

use crate::{Geometry, Point, Rect, Segment};

/// A stroke changes its mind about this often, in pixels.
const STEP: f64 = 18.0;
/// How far a line strays to either side, in pixels.
const STRAY: f64 = 1.1;
/// Short lines, such as the heads of arrows, stay as they are.
const SHORT: f64 = 14.0;
/// Corners of the polygon that stands for an ellipse.
const ROUND: usize = 8;

impl Geometry {
    /// The same outline drawn by hand. Ends and corners stay where they are, so that lines still meet.
    #[must_use]
    pub fn by_hand(&self) -> Self {
        match self {
            Self::Line { from, to } => Self::Path(run(&[*from, *to])),
            Self::Polyline(points) => Self::Path(run(points)),
            Self::Polygon(points) => Self::Path(closed(points)),
            Self::Rect { rect, .. } => Self::Path(closed(&corners(*rect))),
            Self::Ellipse { rect } if rect.width.min(rect.height) >= SHORT => {
                Self::Path(smooth(&oval(*rect)))
            }
            Self::Path(segments) => Self::Path(path(segments)),
            Self::Ellipse { .. } | Self::Pierced(_) => self.clone(),
        }
    }
}

fn corners(rect: Rect) -> [Point; 4] {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y })
}

fn run(points: &[Point]) -> Vec<Segment> {
    let mut out: Vec<Segment> = points.first().map(|it| Segment::Move(*it)).into_iter().collect();
    for pair in points.windows(2) {
        waver(pair[0], pair[1], &mut out);
    }
    out
}

fn closed(points: &[Point]) -> Vec<Segment> {
    let mut around = points.to_vec();
    around.extend(points.first());
    let mut out = run(&around);
    out.push(Segment::Close);
    out
}

fn path(segments: &[Segment]) -> Vec<Segment> {
    let mut out = Vec::with_capacity(segments.len());
    let (mut start, mut at) = (Point::default(), Point::default());
    for segment in segments {
        match *segment {
            Segment::Move(to) => {
                out.push(*segment);
                (start, at) = (to, to);
            }
            Segment::Line(to) => {
                waver(at, to, &mut out);
                at = to;
            }
            Segment::Cubic(_, _, to) => {
                out.push(*segment);
                at = to;
            }
            Segment::Close => {
                waver(at, start, &mut out);
                out.push(*segment);
                at = start;
            }
        }
    }
    out
}

/// From one point to another in curves that stray to either side.
fn waver(from: Point, to: Point, out: &mut Vec<Segment>) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length < SHORT {
        out.push(Segment::Line(to));
        return;
    }
    let steps = (length / STEP).round().max(1.0);
    let (along, aside) = ((dx / length, dy / length), (-dy / length, dx / length));
    let on = |way: f64, off: f64| Point {
        x: from.x + along.0 * way + aside.0 * off,
        y: from.y + along.1 * way + aside.1 * off,
    };
    let step = length / steps;
    let mut number = 0.0;
    while number < steps {
        let begin = number * step;
        let end = if number + 1.0 >= steps { to } else { on(begin + step, 0.0) };
        let off = chance(on(begin, 0.0), number) * STRAY * 2.0;
        out.push(Segment::Cubic(on(begin + step * 0.35, off), on(begin + step * 0.65, off), end));
        number += 1.0;
    }
}

fn oval(rect: Rect) -> Vec<Point> {
    let (rx, ry) = (rect.width / 2.0, rect.height / 2.0);
    let (cx, cy) = (rect.x + rx, rect.y + ry);
    let point = |idx: usize| {
        let angle = idx as f64 / ROUND as f64 * std::f64::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        let off = chance(Point { x: cx, y: cy }, angle) * STRAY / 2.0;
        Point { x: cx + cos * (rx + off), y: cy + sin * (ry + off) }
    };
    (0..ROUND).map(point).collect()
}

/// A closed curve through all points.
fn smooth(points: &[Point]) -> Vec<Segment> {
    let count = points.len();
    let mut out = vec![Segment::Move(points[0])];
    for idx in 0..count {
        let [before, from, to, after] = [count - 1, 0, 1, 2].map(|it| points[(idx + it) % count]);
        let pull = |at: Point, one: Point, other: Point| Point {
            x: at.x + (other.x - one.x) / 6.0,
            y: at.y + (other.y - one.y) / 6.0,
        };
        out.push(Segment::Cubic(pull(from, before, to), pull(to, after, from), to));
    }
    out.push(Segment::Close);
    out
}

/// Between -1 and 1, and always the same for the same place.
fn chance(at: Point, salt: f64) -> f64 {
    let mut bits = (at.x * 8.0).round() as i64 as u64;
    for part in [at.y * 8.0, salt * 64.0] {
        bits = (bits ^ part.round() as i64 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits ^= bits >> 29;
    }
    (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_by_hand_begins_and_ends_where_it_did_and_strays_little() {
        let (from, to) = (Point { x: 3.0, y: 10.0 }, Point { x: 203.0, y: 10.0 });
        let Geometry::Path(drawn) = (Geometry::Line { from, to }).by_hand() else {
            panic!("a line becomes a path")
        };
        assert_eq!(drawn.first(), Some(&Segment::Move(from)));
        assert!(matches!(drawn.last(), Some(Segment::Cubic(_, _, end)) if *end == to));
        let bounds = Geometry::Path(drawn.clone()).bounds().expect("it has points");
        assert!(bounds.height > 0.2 && bounds.height <= 4.0 * STRAY, "{bounds:?}");
        assert_eq!((Geometry::Line { from, to }).by_hand(), Geometry::Path(drawn));
    }

    #[test]
    fn short_lines_and_pierced_shapes_stay() {
        let points = [(0.0, 0.0), (9.0, 4.0), (0.0, 8.0)].map(|(x, y)| Point { x, y });
        let Geometry::Path(head) = Geometry::Polygon(points.to_vec()).by_hand() else {
            panic!("a polygon becomes a path")
        };
        assert!(head.iter().all(|it| !matches!(it, Segment::Cubic(..))));
        let pierced = Geometry::Pierced(vec![Segment::Close]);
        assert_eq!(pierced.by_hand(), pierced);
    }

    #[test]
    fn an_ellipse_keeps_its_place() {
        let rect = Rect { x: 10.0, y: 20.0, width: 40.0, height: 30.0 };
        let drawn = (Geometry::Ellipse { rect }).by_hand().bounds().expect("it has points");
        assert!((drawn.x - rect.x).abs() < 4.0 && (drawn.right() - rect.right()).abs() < 4.0);
    }
}
