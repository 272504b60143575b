//! Links: lines with small rounded bends and their heads.

use puml_family::{LayoutContext, Look, pen};
use scene::{Geometry, Id, Item, Point, Rect, Segment, Stroke, Vector};

use super::labels::Labels;
use super::place::Route;
use super::{heads, qualifiers};
use crate::model::{Link, Middle};

/// The radius of a bend.
const BEND: f64 = 6.0;

/// Draws a link along its route; a hidden one leaves nothing. The places of notes at links are returned.
pub(super) fn draw(
    idx: usize,
    link: &Link,
    mut labels: Labels,
    route: &Route,
    ctx: LayoutContext<'_>,
) -> Option<(Item, Vec<(usize, Rect)>)> {
    if link.hidden || route.points.len() < 2 {
        return None;
    }
    let look = ctx.look(link.look);
    let mut group = ctx.group("link", link.origin);
    group.id = Some(Id::Number(idx as u32 + 1));
    group.title = labels.middle.spoken();
    group.link = link.link.as_ref().and_then(puml_family::Link::safe);
    let mut points = route.points.clone();
    let (first, last) = (points[0], points[points.len() - 1]);
    let heading = Vector::between(first, last);
    if let Some(text) = labels.from.take_qualifier() {
        qualifiers::draw(text, route.curved, &mut points, look, &mut group.items);
    }
    if let Some(text) = labels.to.take_qualifier() {
        points.reverse();
        qualifiers::draw(text, route.curved, &mut points, look, &mut group.items);
        points.reverse();
    }
    let ends = (Some(first), Some(last));
    let last = points.len() - 1;
    let from = heads::head(link.from_head, points[0], points[1], look);
    let to = heads::head(link.to_head, points[last], points[last - 1], look);
    points[0] = from.line_end;
    points[last] = to.line_end;
    let outline = if route.curved { curves(&points) } else { rounded(&points, BEND) };
    group.items.extend(stroke(look).map(|it| pen::stroked(outline, it)));
    group.items.extend(from.items);
    group.items.extend(to.items);
    if link.middle != Middle::None {
        let (center, along) = half_way(&points);
        let ground = ctx.element(ctx.looks.roles().document).fill;
        group.items.extend(heads::middle(link.middle, center, along, look, ground));
    }
    let mut notes = Vec::new();
    let placed = [
        (labels.middle, route.middle, None),
        (labels.from, route.from, ends.0),
        (labels.to, route.to, ends.1),
    ];
    for (stack, rect, end) in placed {
        if let Some(rect) = rect {
            notes.extend(stack.draw(rect, end, heading, look, &mut group.items));
        }
    }
    Some((Item::Group(group), notes))
}

/// The point half way along a line, and the direction there, one pixel long.
pub(super) fn half_way(points: &[Point]) -> (Point, Vector) {
    along(points, 0.5)
}

/// The point at this share of the way along a line, and the direction there, one pixel long.
pub(super) fn along(points: &[Point], share: f64) -> (Point, Vector) {
    let length = |pair: &[Point]| Vector::between(pair[0], pair[1]).length();
    let mut rest = points.windows(2).map(length).sum::<f64>() * share;
    for pair in points.windows(2) {
        let whole = length(pair);
        if whole > 0.0 && whole >= rest {
            let share = rest / whole;
            let Vector { dx, dy } = Vector::between(pair[0], pair[1]);
            let at = pen::at(pair[0].x + dx * share, pair[0].y + dy * share);
            return (at, Vector::new(dx / whole, dy / whole));
        }
        rest -= whole;
    }
    (points[0], Vector::new(0.0, 1.0))
}

fn stroke(look: &Look) -> Option<Stroke> {
    pen::stroke(look)
}

/// A line through points with a quarter circle at each corner.
fn rounded(points: &[Point], radius: f64) -> Geometry {
    if points.len() == 2 {
        return Geometry::Line { from: points[0], to: points[1] };
    }
    let mut outline = vec![Segment::Move(points[0])];
    for corner in points.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let (one, other) = (toward(at, before, radius), toward(at, after, radius));
        outline.extend(pen::bend(at, one, other));
    }
    outline.push(Segment::Line(points[points.len() - 1]));
    Geometry::Path(outline)
}

/// From a corner towards a point: `radius` far, at most half of the way.
fn toward(from: Point, to: Point, radius: f64) -> Vector {
    let way = Vector::between(from, to);
    let length = way.length();
    if length == 0.0 {
        return Vector::default();
    }
    let share = (radius / length).min(0.5);
    Vector::new(way.dx * share, way.dy * share)
}

/// Cubic pieces: a start, then two controls and an end each.
fn curves(points: &[Point]) -> Geometry {
    let mut outline = vec![Segment::Move(points[0])];
    for piece in points[1..].chunks(3) {
        match piece {
            [one, other, end] => outline.push(Segment::Cubic(*one, *other, *end)),
            rest => outline.extend(rest.iter().map(|it| Segment::Line(*it))),
        }
    }
    Geometry::Path(outline)
}
