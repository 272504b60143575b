//! A person: lines, a filled bust, or an outlined figure.

use scene::{Geometry, Item, Rect, Segment, Size, Stroke};

use puml_family::Look;
use puml_family::pen;

/// Of the stick figure.
pub(super) const STICK: Size = Size { width: 28.0, height: 42.0 };
/// The size of the bust.
pub(super) const AWESOME: Size = Size { width: 36.0, height: 38.0 };
/// Of the outlined figure.
pub(super) const HOLLOW: Size = Size { width: 30.0, height: 44.0 };

/// A head, a body, arms and legs.
pub(super) fn stick(rect: Rect, look: &Look) -> Vec<Item> {
    let x = rect.x + rect.width / 2.0;
    let radius = 7.0;
    let neck = rect.y + 2.0 * radius + 0.5;
    let (shoulder, hip, foot) = (neck + 5.0, neck + 14.0, rect.bottom());
    let stroke = line(look);
    let head = Rect { x: x - radius, y: rect.y + 0.5, width: 2.0 * radius, height: 2.0 * radius };
    let limbs = vec![
        Segment::Move(pen::at(x, neck)),
        Segment::Line(pen::at(x, hip)),
        Segment::Move(pen::at(rect.x + 2.0, shoulder)),
        Segment::Line(pen::at(rect.right() - 2.0, shoulder)),
        Segment::Move(pen::at(rect.x + 4.0, foot)),
        Segment::Line(pen::at(x, hip)),
        Segment::Line(pen::at(rect.right() - 4.0, foot)),
    ];
    let mut items = pen::cast(
        Geometry::Ellipse { rect: head },
        &Look { line: stroke.color, line_width: stroke.width, ..look.clone() },
    );
    items.push(pen::stroked(Geometry::Path(limbs), stroke));
    items
}

/// A head on shoulders.
pub(super) fn awesome(rect: Rect, look: &Look) -> Vec<Item> {
    let x = rect.x + rect.width / 2.0;
    let radius = 8.5;
    let head = Rect { x: x - radius, y: rect.y, width: 2.0 * radius, height: 2.0 * radius };
    let (top, bottom) = (rect.y + 2.0 * radius + 2.5, rect.bottom());
    let (left, right) = (rect.x + 1.0, rect.right() - 1.0);
    let shoulders = vec![
        Segment::Move(pen::at(left, bottom)),
        Segment::Line(pen::at(left, bottom - 6.0)),
        Segment::Cubic(
            pen::at(left, top + 4.0),
            pen::at(left + 5.0, top),
            pen::at(left + 11.0, top),
        ),
        Segment::Line(pen::at(right - 11.0, top)),
        Segment::Cubic(
            pen::at(right - 5.0, top),
            pen::at(right, top + 4.0),
            pen::at(right, bottom - 6.0),
        ),
        Segment::Line(pen::at(right, bottom)),
        Segment::Close,
    ];
    let mut items = pen::cast(Geometry::Ellipse { rect: head }, look);
    items.extend(pen::cast(Geometry::Path(shoulders), look));
    items
}

/// A figure with a body.
pub(super) fn hollow(rect: Rect, look: &Look) -> Vec<Item> {
    let x = rect.x + rect.width / 2.0;
    let radius = 6.5;
    let head = Rect { x: x - radius, y: rect.y, width: 2.0 * radius, height: 2.0 * radius };
    let top = rect.y + 2.0 * radius + 1.5;
    let (arm, hip, foot) = (top + 6.0, top + 14.0, rect.bottom());
    let (left, right) = (rect.x, rect.right());
    let body = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right, top),
        pen::at(right, arm),
        pen::at(x + 6.0, arm),
        pen::at(x + 6.0, hip),
        pen::at(x + 9.0, foot),
        pen::at(x + 2.5, foot),
        pen::at(x, hip + 4.0),
        pen::at(x - 2.5, foot),
        pen::at(x - 9.0, foot),
        pen::at(x - 6.0, hip),
        pen::at(x - 6.0, arm),
        pen::at(left, arm),
    ]);
    let mut items = pen::cast(Geometry::Ellipse { rect: head }, look);
    items.extend(pen::cast(body, look));
    items
}

/// Thin lines alone would look lighter than the boxes beside them.
fn line(look: &Look) -> Stroke {
    Stroke::solid(look.line, look.line_width.max(1.0) * 1.3)
}
