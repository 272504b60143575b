//! Lines from a `goto` to its label, beside everything else.

use puml_family::{LayoutContext, Look};
use scene::{Point, Rect};

use super::board::{Part, Place};

/// Between the picture and such a line, and between two of them.
const GAP: f64 = 16.0;

/// The points of each jump whose label exists, with its look. Each runs beside the picture, at the side where it
/// passes fewer shapes.
pub(super) fn route<'m>(
    parts: &[Part<'m>],
    place: &impl Fn(Place) -> Point,
    ctx: LayoutContext<'m>,
) -> Vec<(Vec<Point>, &'m Look)> {
    let boxes: Vec<Rect> = parts.iter().filter_map(|it| area(it, place)).collect();
    let Some(all) = boxes.iter().copied().reduce(Rect::cover) else { return Vec::new() };
    let mut routes = Vec::new();
    let (mut left, mut right) = (all.x - GAP, all.right() + GAP);
    for part in parts {
        let Part::Jump(name, from, arrow) = part else { continue };
        let target = parts.iter().find_map(|it| match it {
            Part::Anchor(label, at) if label == name => Some(place(*at)),
            _ => None,
        });
        let (Some(to), false) = (target, arrow.hidden) else { continue };
        let from = place(*from);
        let hits = |x: f64| {
            let crosses = |y: f64, end: f64| {
                let (low, high) = (x.min(end), x.max(end));
                boxes
                    .iter()
                    .filter(|it| it.y < y && y < it.bottom() && it.x < high && low < it.right())
                    .count()
            };
            crosses(from.y, from.x) + crosses(to.y, to.x)
        };
        let x = if hits(right) <= hits(left) { &mut right } else { &mut left };
        let points = vec![from, Point { x: *x, y: from.y }, Point { x: *x, y: to.y }, to];
        *x += if *x > all.x { GAP / 2.0 } else { -GAP / 2.0 };
        routes.push((points, ctx.look(arrow.look)));
    }
    routes
}

/// Where a shape or a text stands.
fn area(part: &Part<'_>, place: &impl Fn(Place) -> Point) -> Option<Rect> {
    match part {
        Part::Node(it) => {
            let top = place(it.at);
            Some(Rect { x: top.x - it.width / 2.0, y: top.y, width: it.width, height: it.height })
        }
        Part::Text(at, text) => {
            let at = place(*at);
            Some(Rect { x: at.x, y: at.y, ..text.bounds })
        }
        Part::Line(it) => {
            let points = it.points.iter().map(|it| place(*it));
            let edges = points.map(|it| Rect { x: it.x, y: it.y, width: 0.0, height: 0.0 });
            edges.reduce(Rect::cover).map(|it| Rect { height: 0.0, ..it })
        }
        _ => None,
    }
}
