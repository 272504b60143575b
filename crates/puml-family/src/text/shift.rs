//! Moving what is already measured.

use scene::{Geometry, Item, Point, Segment, Text};

/// Moves a text with everything in it.
pub(crate) fn shift_text(text: &mut Text, dx: f64, dy: f64) {
    text.bounds.x += dx;
    text.bounds.y += dy;
    for line in &mut text.lines {
        line.baseline += dy;
        line.runs.iter_mut().for_each(|run| run.x += dx);
    }
    shift_items(&mut text.items, dx, dy);
}

/// Moves items with everything in them.
pub fn shift_items(items: &mut [Item], dx: f64, dy: f64) {
    for item in items {
        match item {
            Item::Group(group) => shift_items(&mut group.items, dx, dy),
            Item::Shape(shape) => shift_geometry(&mut shape.geometry, dx, dy),
            Item::Text(text) => shift_text(text, dx, dy),
            Item::Image(image) => {
                image.bounds.x += dx;
                image.bounds.y += dy;
            }
        }
    }
}

fn shift_geometry(geometry: &mut Geometry, dx: f64, dy: f64) {
    let shift = |point: &mut Point| {
        point.x += dx;
        point.y += dy;
    };
    match geometry {
        Geometry::Line { from, to } => [from, to].into_iter().for_each(shift),
        Geometry::Rect { rect, .. } | Geometry::Ellipse { rect } => {
            rect.x += dx;
            rect.y += dy;
        }
        Geometry::Polyline(points) | Geometry::Polygon(points) => points.iter_mut().for_each(shift),
        Geometry::Path(segments) | Geometry::Pierced(segments) => {
            for segment in segments {
                match segment {
                    Segment::Move(to) | Segment::Line(to) => shift(to),
                    Segment::Cubic(a, b, to) => [a, b, to].into_iter().for_each(shift),
                    Segment::Close => {}
                }
            }
        }
    }
}
