//! Constraints: a dashed line between two links, with its text, where neither runs into a box.

use puml_family::{LayoutContext, pen, text};
use scene::{Item, Point, Rect, Size};

use super::links::along;
use super::place::Placed;
use crate::LinkId;
use crate::model::Constraint;

/// Where on the links the line may begin and end, as shares of their length; the middle is the first choice.
const SHARES: [f64; 5] = [0.5, 0.35, 0.65, 0.2, 0.8];
/// Between the line and its text.
const AIR: f64 = 3.0;

pub(super) fn draw(it: &Constraint, placed: &Placed, ctx: LayoutContext<'_>) -> Option<Item> {
    let look = ctx.look(it.look);
    let text = ctx.line(&it.label, look);
    let size = Size { width: text.bounds.width, height: text.bounds.height };
    let (from, to) = ends(it, placed, size)?;
    let mut group = ctx.group("constraint", it.origin);
    group.title = Some(text::spoken(&text));
    group.items.extend(pen::stroke(look).map(|stroke| pen::line(from, to, stroke)));
    let room = room(from, to, size);
    group.items.push(Item::Text(text::place(text, room.x, room.y)));
    Some(Item::Group(group))
}

/// The ends of the line: as near to the middles of the links as boxes and labels allow.
fn ends(it: &Constraint, placed: &Placed, size: Size) -> Option<(Point, Point)> {
    let points =
        |id: LinkId| placed.links.get(id.0 as usize).map(|it| &it.points).filter(|it| it.len() > 1);
    let (first, second) = (points(it.first)?, points(it.second)?);
    let notes = placed.notes.iter().flatten();
    let boxes: Vec<Rect> = placed.entities.iter().chain(notes).copied().collect();
    let labels: Vec<Rect> =
        placed.links.iter().flat_map(|it| [it.from, it.middle, it.to]).flatten().collect();
    let mut best: Option<(f64, (Point, Point))> = None;
    for one in SHARES {
        for other in SHARES {
            let (from, to) = (along(first, one).0, along(second, other).0);
            let room = room(from, to, size);
            let hit = boxes.iter().filter(|it| meets(from, to, **it)).count();
            let covered = boxes.iter().chain(&labels).filter(|it| it.overlaps(room)).count();
            let length = (to.x - from.x).hypot(to.y - from.y);
            let cost = 2_000.0 * hit as f64
                + 1_000.0 * covered as f64
                + length
                + 100.0 * ((one - 0.5).abs() + (other - 0.5).abs());
            if best.as_ref().is_none_or(|it| cost < it.0) {
                best = Some((cost, (from, to)));
            }
        }
    }
    best.map(|it| it.1)
}

/// The place of the text: above the middle of the line.
fn room(from: Point, to: Point, size: Size) -> Rect {
    let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    Rect {
        x: x - size.width / 2.0,
        y: y - size.height - AIR,
        width: size.width,
        height: size.height,
    }
}

/// Whether a straight line goes through a box.
fn meets(from: Point, to: Point, it: Rect) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (step, near, far) in
        [(dx, it.x - from.x, it.right() - from.x), (dy, it.y - from.y, it.bottom() - from.y)]
    {
        if step == 0.0 {
            if near > 0.0 || far < 0.0 {
                return false;
            }
            continue;
        }
        let (one, other) = (near / step, far / step);
        low = low.max(one.min(other));
        high = high.min(one.max(other));
    }
    low < high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_meets_the_boxes_that_it_goes_through() {
        let it = Rect { x: 10.0, y: 10.0, width: 20.0, height: 20.0 };
        let at = |x: f64, y: f64| Point { x, y };
        assert!(meets(at(0.0, 20.0), at(40.0, 20.0), it));
        assert!(meets(at(0.0, 0.0), at(40.0, 40.0), it));
        assert!(!meets(at(0.0, 0.0), at(40.0, 0.0), it));
        assert!(!meets(at(0.0, 20.0), at(5.0, 20.0), it));
        assert!(!meets(at(0.0, 25.0), at(25.0, 50.0), it));
    }
}
