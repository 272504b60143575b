//! Outlines with their paint: how a look becomes shapes.

use scene::{Color, Geometry, Item, Paint, Point, Rect, Rgba, Segment, Shape, Stroke, Vector};

use crate::look::{Look, Shading};

/// The look's line; `None` where it would not be seen.
pub fn stroke(look: &Look) -> Option<Stroke> {
    (look.line_width > 0.0 && look.line.light.a > 0)
        .then(|| Stroke::dashed(look.line, look.line_width, look.dash.clone()))
}

/// An outline, filled and stroked as the look says.
pub fn shape(geometry: Geometry, look: &Look) -> Item {
    Item::Shape(Shape { geometry, fill: look.fill, stroke: stroke(look) })
}

/// An inside without a line.
pub fn filled(geometry: Geometry, fill: impl Into<Paint>) -> Item {
    Item::Shape(Shape { geometry, fill: Some(fill.into()), stroke: None })
}

/// A line without an inside.
pub fn stroked(geometry: Geometry, stroke: Stroke) -> Item {
    Item::Shape(Shape { geometry, fill: None, stroke: Some(stroke) })
}

/// A straight line.
pub fn line(from: Point, to: Point, stroke: Stroke) -> Item {
    stroked(Geometry::Line { from, to }, stroke)
}

/// Shorthand for a [`Point`].
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A box with the look's corners, on its shadow if it throws one.
pub fn panel(rect: Rect, look: &Look) -> Vec<Item> {
    cast(box_outline(rect, look), look)
}

/// An outline on its shadow, if the look has one.
pub fn cast(geometry: Geometry, look: &Look) -> Vec<Item> {
    let mut items = Vec::with_capacity(2);
    if let Shading::Shadow(distance) = look.shading {
        let mut shadow = [filled(geometry.clone(), Color::from(Rgba { r: 0, g: 0, b: 0, a: 40 }))];
        let distance = distance.clamp(0.0, 8.0) * 0.7;
        crate::text::shift_items(&mut shadow, distance, distance);
        items.extend(shadow);
    }
    items.push(shape(geometry, look));
    items
}

/// The outline of a box: bevelled, rounded or sharp.
pub fn box_outline(rect: Rect, look: &Look) -> Geometry {
    let limit = rect.width.min(rect.height) / 2.0;
    if look.bevel > 0.0 {
        let cut = look.bevel.min(limit);
        let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
        Geometry::Polygon(vec![
            at(left + cut, top),
            at(right - cut, top),
            at(right, top + cut),
            at(right, bottom - cut),
            at(right - cut, bottom),
            at(left + cut, bottom),
            at(left, bottom - cut),
            at(left, top + cut),
        ])
    } else {
        Geometry::Rect { rect, corner: look.corner.clamp(0.0, limit) }
    }
}

/// A line to a rounded corner and a quarter circle around it; `from` and `to` lead from the corner to its ends.
pub fn bend(corner: Point, from: Vector, to: Vector) -> [Segment; 2] {
    // The share of the radius at which a cubic's controls make it a circle.
    let control = |it: Vector| at(corner.x + 0.448 * it.dx, corner.y + 0.448 * it.dy);
    let end = |it: Vector| at(corner.x + it.dx, corner.y + it.dy);
    [Segment::Line(end(from)), Segment::Cubic(control(from), control(to), end(to))]
}

/// A tab in the upper left corner of a frame: its lower right corner is cut, its upper left follows the frame's.
pub fn tab(rect: Rect, corner: f64, look: &Look) -> Item {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let cut = 7.0_f64.min(rect.height / 2.0);
    let round = corner.min(rect.height / 2.0);
    let [_, bent] = bend(at(left, top), Vector::new(0.0, round), Vector::new(round, 0.0));
    let outline = vec![
        Segment::Move(at(left, top + round)),
        bent,
        Segment::Line(at(right, top)),
        Segment::Line(at(right, bottom - cut)),
        Segment::Line(at(right - cut, bottom)),
        Segment::Line(at(left, bottom)),
        Segment::Close,
    ];
    shape(Geometry::Path(outline), look)
}

/// A diagonal cross that reaches `arm` pixels to each side.
pub fn cross(center: Point, arm: f64, stroke: &Stroke) -> [Item; 2] {
    let Point { x, y } = center;
    [
        line(at(x - arm, y - arm), at(x + arm, y + arm), stroke.clone()),
        line(at(x - arm, y + arm), at(x + arm, y - arm), stroke.clone()),
    ]
}
