//! The looks that all families share, made from a palette: what stands around the picture, notes, boxes,
//! lines. Sizes, weights and line styles are the same in all themes.

use scene::{Color, Family, Font, Rgba};

use super::palette::{Palette, Tone, contrast};
use crate::look::{Look, Shading};
use crate::model::Align;

/// Labels of arrows are broken beyond this width, so that one long sentence does not push everything apart.
pub const MESSAGE_WIDTH: f64 = 380.0;
/// Notes and other blocks of text.
pub const BLOCK_WIDTH: f64 = 460.0;
/// Fully transparent in both schemes.
pub const CLEAR: Color = Color { light: Rgba { r: 0, g: 0, b: 0, a: 0 }, dark: None };

/// Behind everything.
pub fn document(palette: &Palette) -> Look {
    Look { fill: Some(palette.page.into()), ..plain(palette, palette.on_page(palette.ink), 13.0) }
}

/// Large, above the picture.
pub fn title(palette: &Palette) -> Look {
    let look = plain(palette, palette.on_page(palette.ink), 18.0);
    Look {
        font: Font { bold: true, ..look.font.clone() },
        align: Align::Center,
        padding: 4.0,
        ..look
    }
}

/// The header and the footer.
pub fn margin(palette: &Palette) -> Look {
    plain(palette, palette.on_page(palette.muted), 11.0)
}

/// Small, below the picture.
pub fn caption(palette: &Palette) -> Look {
    Look { align: Align::Center, ..plain(palette, palette.on_page(palette.muted), 12.0) }
}

/// A box with explanations.
pub fn legend(palette: &Palette) -> Look {
    Look { corner: palette.corner, padding: 8.0, ..toned(palette, palette.legend, 12.0) }
}

/// The frame around everything.
pub fn mainframe(palette: &Palette) -> Look {
    let look = toned(palette, palette.frame, 12.0);
    Look { corner: palette.corner / 2.0, font: Font { bold: true, ..look.font.clone() }, ..look }
}

/// Notes of every shape.
pub fn note(palette: &Palette) -> Look {
    Look { padding: 6.0, max_width: Some(BLOCK_WIDTH), ..toned(palette, palette.note, 13.0) }
}

/// Arrows and links with their labels.
pub fn arrow(palette: &Palette) -> Look {
    let tone = Tone { line: palette.arrow, ..palette.on_page(palette.ink) };
    Look {
        line_width: 1.0,
        max_width: Some(MESSAGE_WIDTH),
        align: Align::Center,
        ..plain(palette, tone, 13.0)
    }
}

/// The line of a stereotype in a box.
pub fn stereotype(palette: &Palette) -> Look {
    let look = plain(palette, palette.on_page(palette.head.text), 11.0);
    Look {
        font: Font { italic: true, ..look.font.clone() },
        align: Align::Center,
        link: link_on(palette, palette.head),
        ..look
    }
}

/// A frame around other things, its title in bold.
pub fn enclosure(palette: &Palette) -> Look {
    let look = toned(palette, palette.enclosure, 12.0);
    Look {
        corner: palette.corner,
        font: Font { bold: true, ..look.font.clone() },
        align: Align::Center,
        ..look
    }
}

/// A box with a name in it; `text` is the colour of the name.
pub fn head(palette: &Palette, text: Color) -> Look {
    let look = toned(palette, Tone { text, ..palette.head }, 13.0);
    let font = Font { bold: palette.bold_heads, ..look.font.clone() };
    Look { font, padding: 8.0, min_width: 56.0, align: Align::Center, ..look }
}

/// Filled and lined, its text of that size.
pub fn toned(palette: &Palette, tone: Tone, size: f64) -> Look {
    Look {
        fill: Some(tone.fill.into()),
        line_width: palette.line,
        link: link_on(palette, tone),
        ..plain(palette, tone, size)
    }
}

/// The colour of links on a fill: the text's where the usual one could not be read.
fn link_on(palette: &Palette, tone: Tone) -> Color {
    let is_clear = tone.fill.light.a < 128;
    let is_seen = contrast(palette.link.light, tone.fill.light) >= 4.5;
    if is_clear || is_seen { palette.link } else { tone.text }
}

/// Text and line colour only.
pub fn plain(palette: &Palette, tone: Tone, size: f64) -> Look {
    Look {
        fill: None,
        line: tone.line,
        line_width: 0.0,
        dash: Vec::new(),
        corner: 0.0,
        bevel: 0.0,
        shading: Shading::Flat,
        font: Font { family: Family::Sans, name: None, size, bold: false, italic: false },
        text: tone.text,
        keeps_text: false,
        link: palette.link,
        head: None,
        padding: 5.0,
        margin: 0.0,
        align: Align::Left,
        max_width: None,
        min_width: 0.0,
        is_even: false,
    }
}
