//! A circle on a line.

use scene::{Geometry, Item, Rect, Size, Stroke};

use puml_family::Look;
use puml_family::pen;

/// Of the whole symbol.
pub(super) const SIZE: Size = Size { width: 30.0, height: 32.0 };

/// The line is as wide as the circle.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let circle = Rect { height: rect.width, ..rect };
    let y = rect.bottom() - 0.5;
    let stroke = Stroke::solid(look.line, look.line_width.max(1.0) * 1.2);
    let mut items = pen::cast(
        Geometry::Ellipse { rect: circle },
        &Look { line_width: stroke.width, ..look.clone() },
    );
    items.push(pen::line(pen::at(rect.x, y), pen::at(rect.right(), y), stroke));
    items
}
