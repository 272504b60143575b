//! Text art.

use scene::Scene;

/// ASCII.
pub(crate) const ASCII: u8 = 0;
/// Unicode.
pub(crate) const UNICODE: u8 = 1;

pub(crate) fn text_art(_: &[Scene], _: u8) -> String {
    String::new()
}
