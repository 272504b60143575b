//! Inline markup flattened: pieces of one style each, from left to right.

use puml_syntax::color;
use puml_syntax::creole::{Inline, Style};
use scene::{Color, Decoration, Family, Font, Item, Link, Rgba, Size};

use super::formula::{self, Formula};
use super::{Setting, figures, icons, safe_link};
use crate::model::Sprite;

/// Subscripts and superscripts are this much smaller.
const SMALL: f64 = 0.7;
/// Letters between tab stops.
const TAB: f64 = 8.0;

/// Everything about a piece of text but its letters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ink {
    pub(super) font: Font,
    pub(super) color: Color,
    pub(super) background: Option<Color>,
    pub(super) decorations: Vec<(Decoration, Option<Color>)>,
    pub(super) rise: f64,
    pub(super) link: Option<Box<Link>>,
}

/// A part of a line that is drawn in one go.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    /// Letters in one style.
    Letters(String, Ink),
    /// A picture as high as `height`, of which `below` lies under the baseline.
    Figure { item: Item, width: f64, height: f64, below: f64 },
    /// Empty pixels.
    Space(f64),
    /// Up to the next multiple of this many pixels.
    Tab(f64),
}

/// The ink of unmarked text.
pub(super) fn plain(setting: Setting<'_>) -> Ink {
    Ink {
        font: setting.look.font.clone(),
        color: setting.look.text,
        background: None,
        decorations: Vec::new(),
        rise: 0.0,
        link: None,
    }
}

/// The face that measures a font.
pub(super) fn face(font: &Font) -> font::Style {
    font::Style { family: font.family, bold: font.bold, italic: font.italic }
}

/// The pieces of a line.
pub(super) fn pieces(content: &[Inline], ink: &Ink, setting: Setting<'_>) -> Vec<Piece> {
    let mut out = Vec::new();
    flatten(content, ink, setting, &mut out);
    out
}

fn flatten(content: &[Inline], ink: &Ink, setting: Setting<'_>, out: &mut Vec<Piece>) {
    for inline in content {
        match inline {
            Inline::Text(text) => letters(text, ink, out),
            Inline::Styled(style, inner) => {
                flatten(inner, &styled(ink, style, setting), setting, out);
            }
            Inline::Link { url, tooltip, label } => {
                flatten(label, &linked(ink, url, tooltip.as_deref(), setting), setting, out);
            }
            Inline::Icon { name, scale, color } => {
                let side = ink.font.size * 0.9 * f64::from(*scale);
                let tint = color.and_then(paint).unwrap_or(ink.color);
                match icons::draw(name, side, tint) {
                    Some((item, size)) => out.push(figure(item, size)),
                    None => letters(&format!("<&{name}>"), ink, out),
                }
            }
            Inline::Emoji { name, .. } => match emoji(name) {
                Some(emoji) => letters(&emoji, ink, out),
                None => letters(&format!("<:{name}:>"), ink, out),
            },
            Inline::Sprite { name, scale, color } => {
                match setting.sprites.iter().find(|it| it.name == *name) {
                    Some(found) => {
                        let tint = color.and_then(paint);
                        out.push(sprite(found, f64::from(*scale), ink.color, tint));
                    }
                    None => letters(&format!("<${name}>"), ink, out),
                }
            }
            Inline::Image { path, scale } => {
                let name = format!("img:{path}");
                match setting.sprites.iter().find(|it| it.name == name) {
                    Some(found) => out.push(sprite(found, f64::from(*scale), ink.color, None)),
                    None => letters(&format!("<{name}>"), ink, out),
                }
            }
            Inline::QrCode(text) => letters(&format!("<qrcode:{text}>"), ink, out),
            Inline::Math { kind, source } => {
                let drawn = formula::draw(*kind, source, ink.font.size, ink.color);
                if let Ok(Formula { item, width, height, below }) = drawn {
                    out.push(Piece::Figure { item, width, height, below });
                } else {
                    let mut mono = ink.clone();
                    mono.font.family = Family::Mono;
                    letters(source, &mono, out);
                }
            }
            Inline::Space(pixels) => out.push(Piece::Space(f64::from(*pixels))),
            Inline::Tab => out.push(Piece::Tab(TAB * ink.font.size * 0.6)),
        }
    }
}

fn letters(text: &str, ink: &Ink, out: &mut Vec<Piece>) {
    let text: String = text.chars().filter(|it| !it.is_control()).collect();
    if !text.is_empty() {
        out.push(Piece::Letters(text, ink.clone()));
    }
}

fn styled(ink: &Ink, style: &Style, setting: Setting<'_>) -> Ink {
    let mut ink = ink.clone();
    let tint = |it: &Option<color::Paint>| it.and_then(paint);
    match style {
        Style::Bold => ink.font.bold = true,
        Style::Italic => ink.font.italic = true,
        Style::Mono => ink.font.family = Family::Mono,
        Style::Underline(color) => ink.decorations.push((Decoration::Underline, tint(color))),
        Style::Strike(color) => ink.decorations.push((Decoration::Strike, tint(color))),
        Style::Wave(color) => ink.decorations.push((Decoration::Wave, tint(color))),
        Style::Plain => {
            (ink.font.bold, ink.font.italic) = (false, false);
            ink.decorations.clear();
        }
        Style::Color(color) => ink.color = paint(*color).unwrap_or(setting.look.text),
        Style::Back(color) => {
            ink.background = paint(*color);
            // Letters on a chosen ground keep the colour that was chosen with it.
            ink.color.dark = None;
        }
        Style::Size(size) => ink.font.size = f64::from(*size).clamp(1.0, 200.0),
        Style::Font(name) => {
            if name.to_ascii_lowercase().contains("mono")
                || name.to_ascii_lowercase().contains("courier")
            {
                ink.font.family = Family::Mono;
            }
            ink.font.name = Some(name.clone());
        }
        Style::Sub => {
            ink.rise -= ink.font.size * 0.15;
            ink.font.size *= SMALL;
        }
        Style::Sup => {
            ink.rise += ink.font.size * 0.35;
            ink.font.size *= SMALL;
        }
    }
    ink
}

/// A link is coloured and underlined only when it can be followed.
fn linked(ink: &Ink, url: &str, tooltip: Option<&str>, setting: Setting<'_>) -> Ink {
    let mut ink = ink.clone();
    if let Some(link) = safe_link(url, tooltip) {
        ink.color = setting.look.link;
        ink.decorations.push((Decoration::Underline, None));
        ink.link = Some(link);
    }
    ink
}

/// The colour in the scene's terms; nothing for a see-through or automatic one.
pub(super) fn paint(paint: color::Paint) -> Option<Color> {
    match paint.first() {
        color::Color::Rgba(r, g, b, a) => Some(Rgba { r, g, b, a }.into()),
        color::Color::Transparent | color::Color::Automatic => None,
    }
}

/// An emoji by its code point in hexadecimal, or by its short name.
fn emoji(name: &str) -> Option<String> {
    if let Some(found) = emojis::get_by_shortcode(name) {
        return Some(found.as_str().to_owned());
    }
    name.split('-').map(|it| u32::from_str_radix(it, 16).ok().and_then(char::from_u32)).collect()
}

fn sprite(sprite: &Sprite, scale: f64, text: Color, tint: Option<Color>) -> Piece {
    let (item, size) = figures::draw(sprite, scale, text, tint);
    figure(item, size)
}

/// A picture that stands a little below the baseline, as letters with tails do.
fn figure(item: Item, Size { width, height }: Size) -> Piece {
    Piece::Figure { item, width, height, below: height * 0.15 }
}
