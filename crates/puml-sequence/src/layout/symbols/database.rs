//! A standing cylinder.

use scene::{Geometry, Item, Rect, Segment};

use super::Inset;
use puml_family::Look;
use puml_family::pen;

/// Half the height of the lid.
const LID: f64 = 5.0;
/// How far a cubic's handles reach for a quarter of an ellipse.
const BEND: f64 = 0.5523;

/// The name stands below the lid.
pub(super) const INSET: Inset = Inset { left: 2.0, top: 2.0 * LID, right: 2.0, bottom: LID - 2.0 };

/// The body with a round bottom, and the front edge of the lid.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let (left, right, middle) = (rect.x, rect.right(), rect.x + rect.width / 2.0);
    let (top, bottom) = (rect.y + LID, rect.bottom() - LID);
    let reach = rect.width / 2.0 * BEND;
    let rise = LID * BEND;
    let half = |y: f64, sag: f64, bend: f64| {
        [
            Segment::Cubic(
                pen::at(right, y + bend),
                pen::at(middle + reach, y + sag),
                pen::at(middle, y + sag),
            ),
            Segment::Cubic(
                pen::at(middle - reach, y + sag),
                pen::at(left, y + bend),
                pen::at(left, y),
            ),
        ]
    };
    let mut body = vec![Segment::Move(pen::at(right, top)), Segment::Line(pen::at(right, bottom))];
    body.extend(half(bottom, LID, rise));
    body.push(Segment::Line(pen::at(left, top)));
    body.extend([
        Segment::Cubic(
            pen::at(left, top - rise),
            pen::at(middle - reach, top - LID),
            pen::at(middle, top - LID),
        ),
        Segment::Cubic(
            pen::at(middle + reach, top - LID),
            pen::at(right, top - rise),
            pen::at(right, top),
        ),
        Segment::Close,
    ]);
    let mut lid = vec![Segment::Move(pen::at(right, top))];
    lid.extend(half(top, LID, rise));
    let mut items = pen::cast(Geometry::Path(body), look);
    items.extend(pen::stroke(look).map(|stroke| pen::stroked(Geometry::Path(lid), stroke)));
    items
}
