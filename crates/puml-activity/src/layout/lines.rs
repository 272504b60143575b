//! Lines with rounded bends and their heads.

use puml_family::Look;
use puml_family::pen::{self, at};
use scene::{Geometry, Item, Point, Segment};

/// How round bends are.
const BEND: f64 = 7.0;
/// How long and how wide a head is.
const HEAD: (f64, f64) = (9.0, 7.0);

/// A line through points, level and upright in turn.
pub(super) fn draw(points: &[Point], look: &Look, has_head: bool) -> Vec<Item> {
    let points = straightened(points);
    let (Some(last), Some(stroke)) = (points.last().copied(), pen::stroke(look)) else {
        return Vec::new();
    };
    let mut items = Vec::with_capacity(2);
    let before = points.len().checked_sub(2).map(|it| points[it]);
    let mut path = points.clone();
    if has_head && let Some(before) = before {
        // The line ends inside its head, so that its point stays sharp.
        let (dx, dy) = unit(before, last);
        let length = path.len();
        path[length - 1] = at(last.x - dx * (HEAD.0 - 2.0), last.y - dy * (HEAD.0 - 2.0));
    }
    if path.len() == 2 {
        items.push(pen::line(path[0], path[1], stroke));
    } else if path.len() > 2 {
        items.push(pen::stroked(Geometry::Path(rounded(&path)), stroke));
    }
    if has_head && let Some(before) = before {
        let (dx, dy) = unit(before, last);
        let back = at(last.x - dx * HEAD.0, last.y - dy * HEAD.0);
        let half = HEAD.1 / 2.0;
        let head = vec![
            last,
            at(back.x - dy * half, back.y + dx * half),
            at(last.x - dx * (HEAD.0 - 2.5), last.y - dy * (HEAD.0 - 2.5)),
            at(back.x + dy * half, back.y - dx * half),
        ];
        items.push(pen::filled(Geometry::Polygon(head), look.head.unwrap_or(look.line)));
    }
    items
}

fn unit(from: Point, to: Point) -> (f64, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(0.001);
    (dx / length, dy / length)
}

/// Without points that are on the way between their neighbours.
fn straightened(points: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if out
            .last()
            .is_some_and(|it| (it.x - point.x).abs() < 0.01 && (it.y - point.y).abs() < 0.01)
        {
            continue;
        }
        if out.len() > 1 {
            let (a, b) = (out[out.len() - 2], out[out.len() - 1]);
            let is_level = (a.y - b.y).abs() < 0.01 && (b.y - point.y).abs() < 0.01;
            let is_upright = (a.x - b.x).abs() < 0.01 && (b.x - point.x).abs() < 0.01;
            if is_level || is_upright {
                out.pop();
            }
        }
        out.push(*point);
    }
    out
}

fn rounded(points: &[Point]) -> Vec<Segment> {
    let mut path = vec![Segment::Move(points[0])];
    for trio in points.windows(3) {
        let (a, b, c) = (trio[0], trio[1], trio[2]);
        let reach = |from: Point, to: Point| (to.x - from.x).hypot(to.y - from.y) / 2.0;
        let radius = BEND.min(reach(a, b)).min(reach(b, c));
        let (ux, uy) = unit(b, a);
        let (vx, vy) = unit(b, c);
        path.extend(pen::bend(b, (ux * radius, uy * radius), (vx * radius, vy * radius)));
    }
    path.push(Segment::Line(points[points.len() - 1]));
    path
}
