//! A box.

use scene::{Item, Rect};

use puml_family::Look;
use puml_family::pen;

pub(super) fn draw(rect: Rect, look: &Look) -> Vec<Item> {
    pen::panel(rect, look)
}
