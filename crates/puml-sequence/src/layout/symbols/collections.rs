//! Two boxes, one behind the other.

use scene::{Item, Rect};

use super::Inset;
use puml_family::Look;
use puml_family::pen;

/// How far the box behind stands out.
const STEP: f64 = 4.0;

/// The name stands in the front box.
pub(super) const INSET: Inset = Inset { left: 0.0, top: STEP, right: STEP, bottom: 0.0 };

/// The front box at the lower left.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    let (width, height) = (rect.width - STEP, rect.height - STEP);
    let mut items = pen::panel(Rect { x: rect.x + STEP, y: rect.y, width, height }, look);
    items.extend(pen::panel(Rect { x: rect.x, y: rect.y + STEP, width, height }, look));
    items
}
