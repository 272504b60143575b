//! What sprites and pictures are made of: every written form becomes pixels or outlines. No file is read here.
//!
//! Nothing of a picture's own text goes on to a writer, so no script and no address in it can either.

mod bitmap;
mod encode;
mod grey;
mod letters;
mod palette;
mod svg;

use crate::model::SpriteContent;

pub(crate) use bitmap::decode as decode_bitmap;
pub use encode::{SpriteForm, sprite_statement};
pub(crate) use grey::{packed as decode_packed, rows as decode_rows};
pub(crate) use palette::rows as decode_colors;
pub(crate) use svg::decode as decode_svg;

/// Pixels in one sprite or picture.
const MAX_PIXELS: u64 = 1 << 22;

/// A sprite without its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) content: SpriteContent,
}

/// A picture in whatever form the bytes have, and what of it is not drawn.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Picture, Vec<String>), String> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains("<svg") => decode_svg(text),
        _ => decode_bitmap(bytes).map(|it| (it, Vec::new())),
    }
}

/// How many pixels there are, unless there are none or too many.
fn area(columns: u32, rows: u32) -> Result<usize, String> {
    match u64::from(columns) * u64::from(rows) {
        0 => Err("has no pixels".to_owned()),
        all if all > MAX_PIXELS => Err("is too large".to_owned()),
        all => Ok(all as usize),
    }
}
