//! The colours and manners that a theme chooses, and how well colours are told apart.

use scene::{Color, Rgba};

/// Everything in which themes differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Palette {
    /// Behind everything.
    pub(super) page: Color,
    /// Most text.
    pub(super) ink: Color,
    /// Text that steps back: headers, captions, delays.
    pub(super) muted: Color,
    /// Arrows.
    pub(super) arrow: Color,
    /// Lifelines.
    pub(super) lifeline: Color,
    /// Heads.
    pub(super) head: Tone,
    /// Bars.
    pub(super) bar: Tone,
    /// Notes.
    pub(super) note: Tone,
    /// Frames, with the fill of their tabs.
    pub(super) frame: Tone,
    /// Bodies of references.
    pub(super) reference: Color,
    /// Dividers.
    pub(super) divider: Tone,
    /// Boxes around participants.
    pub(super) enclosure: Tone,
    /// Legends.
    pub(super) legend: Tone,
    /// Crosses that end a life.
    pub(super) destroy: Color,
    /// Links.
    pub(super) link: Color,
    /// Rounding of heads; other corners follow from it.
    pub(super) corner: f64,
    /// Width of the lines of heads, frames and notes.
    pub(super) line: f64,
    /// Whether names in heads are bold.
    pub(super) bold_heads: bool,
}

/// A fill with its line and the text on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tone {
    pub(super) fill: Color,
    pub(super) line: Color,
    pub(super) text: Color,
}

/// Black or white, whichever is told apart better from a colour.
pub(crate) fn legible_on(color: Color) -> Color {
    let (black, white) = (Rgba::hex(0x00_0000), Rgba::hex(0xff_ffff));
    let ink =
        if contrast(color.light, white) >= contrast(color.light, black) { white } else { black };
    ink.into()
}

/// How well two opaque colours are told apart, from 1 to 21, as WCAG 2 counts.
pub(crate) fn contrast(one: Rgba, other: Rgba) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(Rgba { r, g, b, .. }: Rgba) -> f64 {
    let linear = |it: u8| {
        let it = f64::from(it) / 255.0;
        if it <= 0.04045 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_counted_as_the_guidelines_do() {
        assert!((contrast(Rgba::hex(0), Rgba::hex(0xff_ffff)) - 21.0).abs() < 1e-9);
        assert!((contrast(Rgba::hex(0x77_7777), Rgba::hex(0xff_ffff)) - 4.478).abs() < 0.01);
    }

    #[test]
    fn text_on_a_colour_is_black_or_white() {
        assert_eq!(legible_on(Color::hex(0xad_d1b2)), Color::BLACK);
        assert_eq!(legible_on(Color::hex(0x22_2266)), Color::WHITE);
    }
}
