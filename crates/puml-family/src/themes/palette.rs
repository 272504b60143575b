//! The colours and manners that a theme chooses, and how well colours are told apart.

use scene::{Color, Rgba};

use super::sheet::CLEAR;

/// Everything in which themes differ.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// Behind everything.
    pub page: Color,
    /// Most text.
    pub ink: Color,
    /// Text that steps back: headers, captions, delays.
    pub muted: Color,
    /// Lines and heads of arrows.
    pub arrow: Color,
    /// The dashed lines below heads.
    pub lifeline: Color,
    /// Participants, classes, states and other boxes.
    pub head: Tone,
    /// Activation bars on lifelines.
    pub bar: Tone,
    /// Notes of every shape.
    pub note: Tone,
    /// Frames, with the fill of their tabs.
    pub frame: Tone,
    /// Bodies of references.
    pub reference: Color,
    /// The plates of dividers.
    pub divider: Tone,
    /// Boxes around participants.
    pub enclosure: Tone,
    /// The box with explanations.
    pub legend: Tone,
    /// Crosses that end a life.
    pub destroy: Color,
    /// Words that lead somewhere.
    pub link: Color,
    /// Rounding of heads; other corners follow from it.
    pub corner: f64,
    /// Width of the lines of heads, frames and notes.
    pub line: f64,
    /// Whether names in heads are bold.
    pub bold_heads: bool,
    /// Whether everything is drawn as if by hand.
    pub handwritten: bool,
}

/// A fill with its line and the text on it.
#[derive(Debug, Clone, Copy)]
pub struct Tone {
    /// Fill of the outline.
    pub fill: Color,
    /// Colour of the border.
    pub line: Color,
    /// The words on it.
    pub text: Color,
}

/// Hues that tell things of different kinds apart: blue, green, amber, violet, red, teal. Black and white words can be
/// read on the light and the dark one.
const ACCENTS: [(u32, u32); 6] = [
    (0xb9_d0f2, 0x2f_4a75),
    (0xbc_dfc0, 0x2c_5a36),
    (0xf3_d9a4, 0x6b_4f1c),
    (0xd9_c8f0, 0x50_3c78),
    (0xf2_c1c1, 0x75_3535),
    (0xb5_dfdf, 0x24_5a5c),
];

impl Palette {
    /// A hue by number, for spots, branches and bars that differ in kind. A theme without a dark partner has the light
    /// ones where its page is light and the dark ones where it is dark.
    pub fn accent(&self, number: usize) -> Color {
        let (light, dark) = ACCENTS[number % ACCENTS.len()];
        match self.page.dark {
            Some(_) => Color { light: Rgba::hex(light), dark: Some(Rgba::hex(dark)) },
            None if luminance(self.page.light) < 0.3 => Rgba::hex(dark).into(),
            None => Rgba::hex(light).into(),
        }
    }

    /// Words on the page, without a ground or an outline.
    pub fn on_page(&self, text: Color) -> Tone {
        Tone { fill: CLEAR, line: CLEAR, text }
    }
}

/// Black or white, whichever is told apart better from a colour.
pub fn legible_on(color: Color) -> Color {
    let (black, white) = (Rgba::hex(0x00_0000), Rgba::hex(0xff_ffff));
    let ink =
        if contrast(color.light, white) >= contrast(color.light, black) { white } else { black };
    ink.into()
}

/// Words with less contrast than this are hard to read.
pub(crate) const LEGIBLE: f64 = 4.5;

/// How well two opaque colours are told apart, from 1 to 21, as WCAG 2 counts.
pub fn contrast(one: Rgba, other: Rgba) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The lightness of a colour from 0 to 1, as HSL counts.
pub fn lightness(Rgba { r, g, b, .. }: Rgba) -> f64 {
    f64::from(u16::from(r.max(g).max(b)) + u16::from(r.min(g).min(b))) / 510.0
}

/// The same hue and opacity with another lightness.
pub fn with_lightness(color: Rgba, wanted: f64) -> Rgba {
    let own = lightness(color);
    let room = |it: f64| 1.0 - (2.0 * it - 1.0).abs();
    let spread = if room(own) > 0.0 { room(wanted) / room(own) } else { 0.0 };
    let channel = |it: u8| {
        let moved = (f64::from(it) / 255.0 - own) * spread + wanted;
        (moved * 255.0).round().clamp(0.0, 255.0) as u8
    };
    Rgba { r: channel(color.r), g: channel(color.g), b: channel(color.b), a: color.a }
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
    fn a_colour_keeps_its_hue_with_another_lightness() {
        let navy = Rgba::hex(0x00_0080);
        assert_eq!(with_lightness(navy, lightness(navy)), navy);
        assert_eq!(with_lightness(navy, 1.0 - lightness(navy)), Rgba::hex(0x7f_7fff));
        assert_eq!(with_lightness(Rgba::hex(0), 1.0), Rgba::hex(0xff_ffff));
    }

    #[test]
    fn text_on_a_colour_is_black_or_white() {
        assert_eq!(legible_on(Color::hex(0xad_d1b2)), Color::BLACK);
        assert_eq!(legible_on(Color::hex(0x22_2266)), Color::WHITE);
    }
}
