//! Qualifiers: the keys of associations, in boxes between an entity and the line that leads from it.

use puml_family::{Look, pen, text};
use scene::{Geometry, Item, Point, Rect, Shape, Size, Stroke, Text};

/// Left and right of the words.
const SIDE: f64 = 5.0;
/// Above and below the words.
const AIR: f64 = 3.0;

/// The room of a qualifier.
pub(super) fn size(text: &Text) -> Size {
    let Rect { width, height, .. } = text.bounds;
    Size { width: width + 2.0 * SIDE, height: height + 2.0 * AIR }
}

/// Draws a qualifier at the first point of a line and shortens the line to where it leaves the box. The points of a
/// curve after the first keep their places.
pub(super) fn draw(
    text: Text,
    curved: bool,
    line: &mut Vec<Point>,
    look: &Look,
    items: &mut Vec<Item>,
) {
    let rect = place(size(&text), line[0], line[1]);
    items.push(Item::Shape(Shape {
        geometry: Geometry::Rect { rect, corner: 0.0 },
        fill: None,
        stroke: Some(Stroke::solid(look.line, 1.0)),
    }));
    items.push(Item::Text(text::place(text, rect.x + SIDE, rect.y + AIR)));
    if curved {
        let center = pen::at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        let tip = line[0];
        line[0] = pen::at(2.0 * center.x - tip.x, 2.0 * center.y - tip.y);
    } else {
        leave(line, rect);
    }
}

/// The box at a tip, on the side where the line goes.
fn place(Size { width, height }: Size, tip: Point, next: Point) -> Rect {
    let (dx, dy) = (next.x - tip.x, next.y - tip.y);
    let (x, y) = if dx.abs() > dy.abs() {
        (if dx > 0.0 { tip.x } else { tip.x - width }, tip.y - height / 2.0)
    } else {
        (tip.x - width / 2.0, if dy > 0.0 { tip.y } else { tip.y - height })
    };
    Rect { x, y, width, height }
}

/// Drops the part of a line inside a box.
fn leave(line: &mut Vec<Point>, rect: Rect) {
    let is_inside = |it: &Point| {
        rect.x <= it.x && it.x <= rect.right() && rect.y <= it.y && it.y <= rect.bottom()
    };
    let inside = line.iter().take_while(|it| is_inside(it)).count().min(line.len() - 1);
    let (from, to) = (line[inside - 1], line[inside]);
    let share = |from: f64, to: f64, low: f64, high: f64| {
        let edge = if to > from { high } else { low };
        let way = to - from;
        if way.abs() < f64::EPSILON { 1.0 } else { ((edge - from) / way).clamp(0.0, 1.0) }
    };
    let part =
        share(from.x, to.x, rect.x, rect.right()).min(share(from.y, to.y, rect.y, rect.bottom()));
    let start = pen::at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    line.splice(..inside, [start]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_where_it_leaves_the_box() {
        let rect = Rect { x: 0.0, y: 0.0, width: 40.0, height: 20.0 };
        let mut line = vec![pen::at(20.0, 0.0), pen::at(20.0, 10.0), pen::at(90.0, 10.0)];
        leave(&mut line, rect);
        assert_eq!(line, [pen::at(40.0, 10.0), pen::at(90.0, 10.0)]);
        let mut short = vec![pen::at(20.0, 0.0), pen::at(20.0, 50.0)];
        leave(&mut short, rect);
        assert_eq!(short, [pen::at(20.0, 20.0), pen::at(20.0, 50.0)]);
    }
}
