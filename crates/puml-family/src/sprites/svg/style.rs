//! How an element of SVG is painted: attributes, style rules and inline styles, handed down to what is inside.

use roxmltree::{Document, Node};
use scene::{Ends, Family, Rgba};
use simplecss::{AttributeOperator, DeclarationTokenizer, Element, PseudoClass, StyleSheet};
use svgtypes::{Paint, PaintFallback};

use super::outline::length;
use crate::model::{Align, SpriteInk};

/// The properties that are understood, or that would change the picture.
const PROPERTIES: [&str; 19] = [
    "clip-path",
    "color",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font-size",
    "font-weight",
    "mask",
    "opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "visibility",
];

/// A colour of a shape; `Text` is the colour of the text that the sprite stands in.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ink {
    Text,
    Own(Rgba),
}

/// The properties of an element, those of its parents included; opacity of a group counts for everything in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Style {
    color: Ink,
    fill: Option<Ink>,
    fill_opacity: f64,
    line: Option<Ink>,
    line_opacity: f64,
    opacity: f64,
    pub(super) line_width: f64,
    pub(super) dash: Vec<f64>,
    pub(super) ends: Ends,
    pub(super) pierced: bool,
    pub(super) hidden: bool,
    pub(super) font_size: f64,
    pub(super) face: font::Style,
    pub(super) anchor: Align,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            color: Ink::Text,
            fill: Some(Ink::Text),
            fill_opacity: 1.0,
            line: None,
            line_opacity: 1.0,
            opacity: 1.0,
            line_width: 1.0,
            dash: Vec::new(),
            ends: Ends::Flat,
            pierced: false,
            hidden: false,
            font_size: 16.0,
            face: font::Style::SANS,
            anchor: Align::Left,
        }
    }
}

impl Style {
    pub(super) fn fill_ink(&self) -> Option<SpriteInk> {
        self.fill.and_then(|it| ink(it, self.fill_opacity * self.opacity))
    }

    pub(super) fn line_ink(&self) -> Option<SpriteInk> {
        let line = self.line.filter(|_| self.line_width > 0.0);
        line.and_then(|it| ink(it, self.line_opacity * self.opacity))
    }

    /// Takes one declaration; returns what is drawn otherwise than it asks.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        document: &Document<'_>,
    ) -> Option<String> {
        let value = value.trim();
        let mut lost = None;
        match name {
            "clip-path" | "mask" | "filter" if value != "none" => {
                lost = Some(format!("`{name}` has no effect"));
            }
            "color" => self.color = own(value).unwrap_or(self.color),
            "fill" => (self.fill, lost) = paint(value, self.fill, self.color, document),
            "stroke" => (self.line, lost) = paint(value, self.line, self.color, document),
            "fill-opacity" => self.fill_opacity = share(value).unwrap_or(self.fill_opacity),
            "stroke-opacity" => self.line_opacity = share(value).unwrap_or(self.line_opacity),
            "opacity" => self.opacity *= share(value).unwrap_or(1.0),
            "stroke-width" => self.line_width = length(value).unwrap_or(self.line_width).max(0.0),
            "stroke-dasharray" => {
                let parts = value.split([',', ' ']).filter(|it| !it.is_empty());
                let dash: Option<Vec<f64>> = parts.map(length).collect();
                self.dash = dash.filter(|it| it.iter().all(|it| *it >= 0.0)).unwrap_or_default();
                if self.dash.iter().sum::<f64>() <= 0.0 {
                    self.dash.clear();
                }
            }
            "stroke-linecap" | "stroke-linejoin" if value == "round" => self.ends = Ends::Round,
            "fill-rule" => self.pierced = value == "evenodd",
            "display" | "visibility" => self.hidden |= matches!(value, "none" | "hidden"),
            "font-size" => self.font_size = length(value).unwrap_or(self.font_size),
            "font-weight" => {
                self.face.bold = value == "bold" || value.parse().is_ok_and(|it: u32| it >= 600);
            }
            "font-style" => self.face.italic = matches!(value, "italic" | "oblique"),
            "font-family" => {
                let name = value.to_ascii_lowercase();
                let is_mono = name.contains("mono") || name.contains("courier");
                self.face.family = if is_mono { Family::Mono } else { Family::Sans };
            }
            "text-anchor" => {
                self.anchor = match value {
                    "middle" => Align::Center,
                    "end" => Align::Right,
                    _ => Align::Left,
                };
            }
            _ => {}
        }
        lost
    }
}

/// What is said about an element, the strongest last.
pub(super) fn declarations<'d>(
    node: Node<'d, 'd>,
    sheet: &StyleSheet<'d>,
) -> Vec<(&'static str, &'d str)> {
    let known = |name: &str| PROPERTIES.binary_search(&name).ok().map(|idx| PROPERTIES[idx]);
    let attributes = node.attributes().map(|it| (it.name(), it.value()));
    let rules = sheet.rules.iter().filter(|it| it.selector.matches(&Matched(node)));
    let rules = rules.flat_map(|it| &it.declarations).map(|it| (it.name, it.value));
    let inline = DeclarationTokenizer::from(node.attribute("style").unwrap_or_default());
    let inline = inline.map(|it| (it.name, it.value));
    let all = attributes.chain(rules).chain(inline);
    let mut all: Vec<_> =
        all.filter_map(|(name, value)| known(name).map(|name| (name, value))).collect();
    // `currentColor` of a paint means the colour that the same element names.
    all.sort_by_key(|it| it.0 != "color");
    all
}

/// A paint, and what is drawn otherwise than it asks.
fn paint(
    value: &str,
    before: Option<Ink>,
    color: Ink,
    document: &Document<'_>,
) -> (Option<Ink>, Option<String>) {
    let lost = match Paint::from_str(value) {
        Ok(Paint::None) => return (None, None),
        Ok(Paint::CurrentColor) => return (Some(color), None),
        Ok(Paint::Color(it)) => return (Some(Ink::Own(rgba(it))), None),
        Ok(Paint::Inherit | Paint::ContextFill | Paint::ContextStroke) => return (before, None),
        Ok(Paint::FuncIRI(id, fallback)) => {
            if let Some(mean) = mean(id, document) {
                let lost = "a gradient is drawn in one colour".to_owned();
                return (Some(Ink::Own(mean)), Some(lost));
            }
            match fallback {
                Some(PaintFallback::Color(it)) => return (Some(Ink::Own(rgba(it))), None),
                Some(PaintFallback::CurrentColor) => return (Some(color), None),
                Some(PaintFallback::None) => return (None, None),
                None => "a paint names nothing".to_owned(),
            }
        }
        Err(_) => format!("the paint `{}` cannot be read", value.escape_debug()),
    };
    (before, Some(lost))
}

/// The mean colour of a gradient's stops; a gradient may take them from another one.
fn mean(id: &str, document: &Document<'_>) -> Option<Rgba> {
    let find = |id: &str| {
        let node = document.descendants().find(|it| it.attribute("id") == Some(id))?;
        node.tag_name().name().ends_with("Gradient").then_some(node)
    };
    let stops = |node: Node<'_, '_>| -> Vec<Rgba> {
        node.children().filter(|it| it.tag_name().name() == "stop").map(stop).collect()
    };
    let gradient = find(id)?;
    let mut colors = stops(gradient);
    if colors.is_empty() {
        let other = gradient.attributes().find(|it| it.name() == "href")?.value();
        colors = stops(find(other.strip_prefix('#')?)?);
    }
    let count = u32::try_from(colors.len()).ok().filter(|it| *it > 0)?;
    let part = |of: fn(&Rgba) -> u8| {
        (colors.iter().map(|it| u32::from(of(it))).sum::<u32>() / count) as u8
    };
    Some(Rgba { r: part(|it| it.r), g: part(|it| it.g), b: part(|it| it.b), a: part(|it| it.a) })
}

fn stop(node: Node<'_, '_>) -> Rgba {
    let inline = DeclarationTokenizer::from(node.attribute("style").unwrap_or_default());
    let inline = inline.filter(|it| it.name == "stop-color").last().map(|it| it.value);
    match inline.or(node.attribute("stop-color")).and_then(own) {
        Some(Ink::Own(it)) => it,
        _ => Rgba::hex(0),
    }
}

fn own(value: &str) -> Option<Ink> {
    value.trim().parse().ok().map(|it| Ink::Own(rgba(it)))
}

fn rgba(color: svgtypes::Color) -> Rgba {
    Rgba { r: color.red, g: color.green, b: color.blue, a: color.alpha }
}

/// A part of one, or of a hundred.
fn share(value: &str) -> Option<f64> {
    let share = match value.strip_suffix('%') {
        Some(it) => it.trim().parse::<f64>().ok()? / 100.0,
        None => value.parse().ok()?,
    };
    Some(share.clamp(0.0, 1.0))
}

/// Nothing where nothing would be seen.
fn ink(ink: Ink, opacity: f64) -> Option<SpriteInk> {
    let part = |it: u8| (f64::from(it) * opacity).round() as u8;
    match ink {
        Ink::Text => (part(255) > 0).then(|| SpriteInk::Text { opacity: part(255) }),
        Ink::Own(it) => (part(it.a) > 0).then(|| SpriteInk::Own(Rgba { a: part(it.a), ..it })),
    }
}

/// A node as the selector engine sees it.
#[derive(Clone, Copy)]
struct Matched<'d>(Node<'d, 'd>);

impl Element for Matched<'_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, local_name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(local_name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        class == PseudoClass::FirstChild && self.0.prev_sibling_element().is_none()
    }
}
