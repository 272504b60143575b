//! Lines with rounded bends and their heads.

use puml_family::Look;
use puml_family::pen::{self, at};
use scene::{Geometry, Item, Point, Segment, Vector};

/// The radius of a bend.
const BEND: f64 = 7.0;
/// From the tip of a head back to its base.
const HEAD_LENGTH: f64 = 9.0;
/// Half the width of a head's base.
const HEAD_HALF: f64 = 3.5;

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
        let Vector { dx, dy } = unit(before, last);
        let length = path.len();
        path[length - 1] = at(last.x - dx * (HEAD_LENGTH - 2.0), last.y - dy * (HEAD_LENGTH - 2.0));
    }
    if path.len() == 2 {
        items.push(pen::line(path[0], path[1], stroke));
    } else if path.len() > 2 {
        items.push(pen::stroked(Geometry::Path(rounded(&path)), stroke));
    }
    if has_head && let Some(before) = before {
        let Vector { dx, dy } = unit(before, last);
        let back = at(last.x - dx * HEAD_LENGTH, last.y - dy * HEAD_LENGTH);
        let half = HEAD_HALF;
        let head = vec![
            last,
            at(back.x - dy * half, back.y + dx * half),
            at(last.x - dx * (HEAD_LENGTH - 2.5), last.y - dy * (HEAD_LENGTH - 2.5)),
            at(back.x + dy * half, back.y - dx * half),
        ];
        items.push(pen::filled(Geometry::Polygon(head), look.head.unwrap_or(look.line)));
    }
    items
}

/// The direction from one point to another, one pixel long.
fn unit(from: Point, to: Point) -> Vector {
    let way = Vector::between(from, to);
    let length = way.length().max(0.001);
    Vector::new(way.dx / length, way.dy / length)
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
        let reach = |from: Point, to: Point| Vector::between(from, to).length() / 2.0;
        let radius = BEND.min(reach(a, b)).min(reach(b, c));
        let toward = |to: Point| {
            let unit = unit(b, to);
            Vector::new(unit.dx * radius, unit.dy * radius)
        };
        path.extend(pen::bend(b, toward(a), toward(c)));
    }
    path.push(Segment::Line(points[points.len() - 1]));
    path
}
