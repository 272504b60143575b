//! Links: lines with small rounded bends, their heads and labels.

use puml_family::text::{self, Markup, Setting};
use puml_family::{Desk, Label, Look, pen};
use scene::{Geometry, Id, Item, Point, Rect, Segment, Stroke, Text};

use super::heads;
use super::place::Route;
use crate::model::Link;

/// The radius of a bend.
const BEND: f64 = 6.0;

/// The labels of a link, measured.
pub(super) struct Labels {
    pub(super) from: Option<Text>,
    pub(super) middle: Option<Text>,
    pub(super) to: Option<Text>,
}

pub(super) fn measure(link: &Link, desk: Desk<'_>) -> Labels {
    let look = desk.look(link.look);
    let set = |label: &Label| {
        let setting = Setting { wrap: text::Wrap::Even, ..desk.setting(look) };
        (!label.text.is_empty() && !link.hidden)
            .then(|| text::typeset(label, Markup::Lines, setting))
    };
    Labels { from: set(&link.from_label), middle: set(&link.label), to: set(&link.to_label) }
}

/// Draws a link along its route; a hidden one leaves nothing.
pub(super) fn draw(
    idx: usize,
    link: &Link,
    labels: Labels,
    route: &Route,
    desk: Desk<'_>,
) -> Option<Item> {
    if link.hidden || route.points.len() < 2 {
        return None;
    }
    let look = desk.look(link.look);
    let mut group = desk.group("link", link.origin);
    group.id = Some(Id::Number(idx as u32 + 1));
    group.title = labels.middle.as_ref().map(text::spoken);
    group.link = link.link.as_ref().and_then(puml_family::Link::safe);
    let mut points = route.points.clone();
    let last = points.len() - 1;
    let from = heads::head(link.from_head, points[0], points[1], look);
    let to = heads::head(link.to_head, points[last], points[last - 1], look);
    points[0] = from.line_end;
    points[last] = to.line_end;
    let outline = if route.curved { curves(&points) } else { rounded(&points, BEND) };
    group.items.extend(stroke(look).map(|it| pen::stroked(outline, it)));
    group.items.extend(from.items);
    group.items.extend(to.items);
    let placed = [(labels.middle, route.middle), (labels.from, route.from), (labels.to, route.to)];
    for (text, rect) in placed {
        if let (Some(text), Some(Rect { x, y, .. })) = (text, rect) {
            group.items.push(Item::Text(text::place(text, x, y)));
        }
    }
    Some(Item::Group(group))
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
fn toward(from: Point, to: Point, radius: f64) -> (f64, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return (0.0, 0.0);
    }
    let share = (radius / length).min(0.5);
    (dx * share, dy * share)
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
