//! A lying cylinder.

use scene::{Geometry, Item, Rect, Segment};

use super::Inset;
use puml_family::Look;
use puml_family::pen;

/// Half the width of an end.
const END: f64 = 5.0;
/// How far a cubic's handles reach for a quarter of an ellipse.
const BEND: f64 = 0.5523;

/// The name stands between the ends.
pub(super) const INSET: Inset = Inset { left: END, top: 0.0, right: 2.0 * END, bottom: 0.0 };

/// The body with round ends, and the inner edge of the right end.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let (top, bottom, middle) = (rect.y, rect.bottom(), rect.y + rect.height / 2.0);
    let (left, right) = (rect.x + END, rect.right() - END);
    let reach = rect.height / 2.0 * BEND;
    let rise = END * BEND;
    let body = vec![
        Segment::Move(pen::at(left, top)),
        Segment::Line(pen::at(right, top)),
        Segment::Cubic(
            pen::at(right + rise, top),
            pen::at(right + END, middle - reach),
            pen::at(right + END, middle),
        ),
        Segment::Cubic(
            pen::at(right + END, middle + reach),
            pen::at(right + rise, bottom),
            pen::at(right, bottom),
        ),
        Segment::Line(pen::at(left, bottom)),
        Segment::Cubic(
            pen::at(left - rise, bottom),
            pen::at(left - END, middle + reach),
            pen::at(left - END, middle),
        ),
        Segment::Cubic(
            pen::at(left - END, middle - reach),
            pen::at(left - rise, top),
            pen::at(left, top),
        ),
        Segment::Close,
    ];
    let mouth = vec![
        Segment::Move(pen::at(right, top)),
        Segment::Cubic(
            pen::at(right - rise, top),
            pen::at(right - END, middle - reach),
            pen::at(right - END, middle),
        ),
        Segment::Cubic(
            pen::at(right - END, middle + reach),
            pen::at(right - rise, bottom),
            pen::at(right, bottom),
        ),
    ];
    let mut items = pen::cast(Geometry::Path(body), look);
    items.extend(pen::stroke(look).map(|stroke| pen::stroked(Geometry::Path(mouth), stroke)));
    items
}
