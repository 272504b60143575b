//! A circle with a bar at its left.

use scene::{Geometry, Item, Rect, Size, Stroke};

use puml_family::Look;
use puml_family::pen;

/// Of the whole symbol.
pub(super) const SIZE: Size = Size { width: 42.0, height: 30.0 };

/// The circle at the right.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let diameter = rect.height;
    let circle = Rect { x: rect.right() - diameter, width: diameter, ..rect };
    let (left, middle) = (rect.x + 0.5, rect.y + diameter / 2.0);
    let stroke = Stroke::solid(look.line, look.line_width.max(1.0) * 1.2);
    let mut items = pen::cast(
        Geometry::Ellipse { rect: circle },
        &Look { line_width: stroke.width, ..look.clone() },
    );
    items.push(pen::line(
        pen::at(left, rect.y + 3.0),
        pen::at(left, rect.bottom() - 3.0),
        stroke.clone(),
    ));
    items.push(pen::line(pen::at(left, middle), pen::at(circle.x, middle), stroke));
    items
}
