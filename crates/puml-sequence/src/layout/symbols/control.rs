//! A circle with an arrow on top.

use scene::{Geometry, Item, Rect, Size, Stroke};

use puml_family::Look;
use puml_family::pen;

/// Of the whole symbol.
pub(super) const SIZE: Size = Size { width: 30.0, height: 34.0 };

/// The arrow's tip touches the top of the circle.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let diameter = rect.width;
    let circle = Rect { y: rect.bottom() - diameter, height: diameter, ..rect };
    let (x, y) = (rect.x + diameter / 2.0, circle.y);
    let stroke = Stroke::solid(look.line, look.line_width.max(1.0) * 1.2);
    let arrow =
        vec![pen::at(x + 5.0, y - 4.0), pen::at(x - 1.5, y + 0.3), pen::at(x + 5.0, y + 4.6)];
    let mut items = pen::cast(
        Geometry::Ellipse { rect: circle },
        &Look { line_width: stroke.width, ..look.clone() },
    );
    items.push(pen::stroked(Geometry::Polyline(arrow), stroke));
    items
}
