//! The properties that skin parameters and style blocks share, and what they do to a look.

use puml_syntax::color as syntax;
use scene::{Color, Family, Paint};

use super::book::{color, paint};
use super::legibility::legible;
use super::tone::Tone;
use crate::look::{Look, Shading};
use crate::model::Align;
use crate::vocabulary::Words;

/// One property with its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Property {
    Fill(Paint),
    Line(Color),
    LineWidth(f64),
    Dash(Vec<f64>),
    Corner(f64),
    Bevel(f64),
    Shadow(f64),
    FontName(String),
    FontSize(f64),
    /// What `FontStyle` says.
    Slant {
        bold: bool,
        italic: bool,
    },
    /// What `FontWeight` says: it leaves the slant alone.
    Bold(bool),
    Text(Color),
    Link(Color),
    Head(Color),
    Padding(f64),
    Margin(f64),
    Alignment(Align),
    MaxWidth(f64),
    MinWidth(f64),
    Even,
}

/// What became of a property's name and value.
pub(super) enum Read {
    Property(Property),
    /// The name is known, and nothing here depends on it.
    NoEffect,
    /// The name is known, the value is not.
    BadValue,
    Unknown,
}

/// Names of properties in lower case, for suggestions.
pub(super) const NAMES: [&str; 22] = [
    "BackGroundColor",
    "LineColor",
    "LineThickness",
    "LineStyle",
    "RoundCorner",
    "DiagonalCorner",
    "Shadowing",
    "FontName",
    "FontSize",
    "FontStyle",
    "FontWeight",
    "FontColor",
    "HyperLinkColor",
    "HeadColor",
    "Padding",
    "Margin",
    "HorizontalAlignment",
    "MaximumWidth",
    "MinimumWidth",
    "BorderColor",
    "BorderThickness",
    "ShowStereotype",
];

/// Reads a property; the name in lower case.
pub(super) fn read(name: &str, value: &str) -> Read {
    let number = |make: fn(f64) -> Property| length(value).map(make);
    let colored = |make: fn(Color) -> Property| single(value).map(make);
    let property = match name {
        "backgroundcolor" => fill(value).map(Property::Fill),
        "linecolor" | "bordercolor" | "color" => colored(Property::Line),
        "linethickness" | "borderthickness" | "thickness" => number(Property::LineWidth),
        "linestyle" | "borderstyle" => dashes(value).map(Property::Dash),
        // The reference's number is the diameter of the corner.
        "roundcorner" => number(|it| Property::Corner(it / 2.0)),
        "diagonalcorner" => number(Property::Bevel),
        "shadowing" => shadow(value).map(Property::Shadow),
        "fontname" | "fontfamily" => {
            Some(Property::FontName(value.trim_matches(['"', '\'']).to_owned()))
        }
        "fontsize" => length(value).filter(|it| *it >= 1.0).map(Property::FontSize),
        "fontstyle" => slant(value),
        "fontweight" => weight(value).map(Property::Bold),
        "fontcolor" => colored(Property::Text),
        "hyperlinkcolor" => colored(Property::Link),
        "headcolor" => colored(Property::Head),
        "padding" => number(Property::Padding),
        "margin" => number(Property::Margin),
        "horizontalalignment" | "alignment" | "align" | "textalignment" => {
            alignment(value).map(Property::Alignment)
        }
        "width" if value.eq_ignore_ascii_case("auto") => Some(Property::Even),
        "maximumwidth" | "maxwidth" | "wrapwidth" => number(Property::MaxWidth),
        "minimumwidth" | "minwidth" => number(Property::MinWidth),
        "hyperlinkunderline"
        | "hyperlinkunderlinestyle"
        | "hyperlinkunderlinethickness"
        | "showstereotype"
        | "image"
        | "shadowcolor"
        | "barwidth" => return Read::NoEffect,
        _ => return Read::Unknown,
    };
    property.map_or(Read::BadValue, Read::Property)
}

impl Property {
    pub(super) fn recolor(&mut self, tone: Tone) {
        match self {
            Self::Fill(paint) => *paint = tone.of_paint(*paint),
            Self::Line(color) | Self::Text(color) | Self::Link(color) | Self::Head(color) => {
                *color = tone.of(*color);
            }
            _ => {}
        }
    }

    pub(super) fn apply(&self, look: &mut Look, words: Words) {
        match self {
            Self::Fill(fill) => {
                look.fill = Some(*fill);
                if words == Words::OnFill && !look.keeps_text {
                    look.text = legible(look.text, *fill);
                }
            }
            Self::Line(color) => {
                look.line = *color;
                look.head = None;
                if look.line_width == 0.0 && color.light.a > 0 && look.fill.is_some() {
                    look.line_width = 1.0;
                }
            }
            Self::LineWidth(width) => look.line_width = *width,
            Self::Dash(dash) => look.dash.clone_from(dash),
            Self::Corner(corner) => look.corner = *corner,
            Self::Bevel(bevel) => look.bevel = *bevel,
            Self::Shadow(distance) => {
                look.shading =
                    if *distance > 0.0 { Shading::Shadow(*distance) } else { Shading::Flat };
            }
            Self::FontName(name) => {
                let plain = name.to_lowercase();
                look.font.family = if plain.contains("mono") || plain.contains("courier") {
                    Family::Mono
                } else {
                    Family::Sans
                };
                look.font.name = (!matches!(
                    plain.as_str(),
                    "sansserif" | "sans-serif" | "monospaced" | "monospace"
                ))
                .then(|| name.clone());
            }
            Self::FontSize(size) => look.font.size = *size,
            Self::Slant { bold, italic } => {
                look.font.bold = *bold;
                look.font.italic = *italic;
            }
            Self::Bold(bold) => look.font.bold = *bold,
            Self::Text(color) => look.text = *color,
            Self::Link(color) => look.link = *color,
            Self::Head(color) => look.head = Some(*color),
            Self::Padding(padding) => look.padding = *padding,
            Self::Margin(margin) => look.margin = *margin,
            Self::Alignment(align) => look.align = *align,
            Self::MaxWidth(width) => look.max_width = (*width > 0.0).then_some(*width),
            Self::MinWidth(width) => look.min_width = *width,
            Self::Even => look.is_even = true,
        }
    }
}

/// A number of pixels; a unit behind it is ignored, the first of several counts.
pub fn length(value: &str) -> Option<f64> {
    let first = value.split_whitespace().next()?;
    let digits = first.trim_end_matches(|it: char| it.is_ascii_alphabetic() || it == '%');
    digits.parse().ok().filter(|it: &f64| it.is_finite() && (0.0..=10_000.0).contains(it))
}

/// The reference draws nothing in a colour called `none`.
fn colored(value: &str) -> &str {
    let value = value.trim();
    if value.eq_ignore_ascii_case("none") { "transparent" } else { value }
}

/// A single colour, or `#?light:dark`.
pub(super) fn single(value: &str) -> Option<Color> {
    let value = colored(value);
    if let Some(choice) = value.strip_prefix("#?").or_else(|| value.strip_prefix('?')) {
        let mut parts = choice.split(':');
        let light = syntax::parse_color(parts.next()?).map(color)?;
        let dark = parts.next().and_then(syntax::parse_color).map(color);
        return Some(Color { light: light.light, dark: dark.map(|it| it.light) });
    }
    syntax::parse(value).map(|it| color(it.first()))
}

fn fill(value: &str) -> Option<Paint> {
    let value = colored(value);
    if value.contains('?') {
        return single(value).map(Paint::Solid);
    }
    syntax::parse(value).map(paint)
}

/// `dash;gap`, `dash-gap`, one number for both, or a word.
fn dashes(value: &str) -> Option<Vec<f64>> {
    match value.trim().to_ascii_lowercase().as_str() {
        "solid" | "none" | "bold" | "0" => return Some(Vec::new()),
        "dashed" => return Some(vec![5.0, 5.0]),
        "dotted" => return Some(vec![1.0, 3.0]),
        _ => {}
    }
    let parts: Option<Vec<f64>> =
        value.split([';', '-', ',', ' ']).filter(|it| !it.is_empty()).map(length).collect();
    match parts?.as_slice() {
        [both] => Some(vec![*both, *both]),
        [dash, gap, ..] => Some(vec![*dash, *gap]),
        [] => None,
    }
}

pub(super) fn shadow(value: &str) -> Option<f64> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Some(3.0),
        "false" => Some(0.0),
        other => length(other),
    }
}

fn slant(value: &str) -> Option<Property> {
    let value = value.to_ascii_lowercase();
    let bold = weight(&value);
    let italic = value.contains("italic");
    (bold.is_some() || italic).then_some(Property::Slant { bold: bold.unwrap_or_default(), italic })
}

/// Whether a word or a number asks for bold letters.
fn weight(value: &str) -> Option<bool> {
    let value = value.to_ascii_lowercase();
    let number: Option<u32> = value.trim().parse().ok();
    let is_plain = ["plain", "normal", "regular"].iter().any(|it| value.contains(it));
    let is_bold = value.contains("bold") || number.is_some_and(|it| it >= 600);
    (is_bold || is_plain || number.is_some()).then_some(is_bold)
}

fn alignment(value: &str) -> Option<Align> {
    match value.trim().to_ascii_lowercase().as_str() {
        "left" => Some(Align::Left),
        "center" | "middle" => Some(Align::Center),
        "right" => Some(Align::Right),
        _ => None,
    }
}
