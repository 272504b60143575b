//! A box.

use scene::{Item, Rect};

use crate::layout::pen;
use crate::style::Look;

/// As the look says.
pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    pen::panel(rect, look)
}
