//! Fills, strokes and what they need defined: gradients, and the colours of the dark scheme.

use std::collections::BTreeSet;

use scene::{Color, Direction, Ends, Image, Paint, Rgba, Scene, Stroke};

use super::attribute::{digit, hexadecimal, number, number_attribute};
use crate::Scheme;

/// Writes colours, and remembers what must be defined at the end.
///
/// Definitions are named after what they are, so that two pictures in one page may share them.
pub(super) struct Palette {
    tone: Tone,
    gradients: BTreeSet<Gradient>,
    dark: BTreeSet<(Property, [u8; 4])>,
    /// Whether an image has twins of which the reader sees one.
    twins: bool,
}

/// Which form of each colour is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// The scheme's own; a colour without a dark form has one form.
    Scheme(Scheme),
    /// For a dark page, in a picture whose author chose colours for a light one: those without a dark form are reversed.
    Reversed,
}

impl Tone {
    pub(super) fn of(scene: &Scene, scheme: Scheme) -> Self {
        match scene.background {
            Some(
                Paint::Solid(Color { light, dark: None })
                | Paint::Gradient { from: Color { light, dark: None }, .. },
            ) if scheme == Scheme::Dark && light.a > 0 && light.is_bright() => Self::Reversed,
            _ => Self::Scheme(scheme),
        }
    }
}

/// On which pages an image is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Always,
    OnLight,
    OnDark,
}

impl Shown {
    /// The class that hides it where it is not to be seen.
    pub(super) fn class(self) -> Option<&'static str> {
        match self {
            Self::Always => None,
            Self::OnLight => Some("light-only"),
            Self::OnDark => Some("dark-only"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Property {
    Fill,
    Stroke,
    Stop,
}

impl Property {
    fn color(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Stroke => "stroke",
            Self::Stop => "stop-color",
        }
    }

    fn opacity(self) -> &'static str {
        match self {
            Self::Fill => "fill-opacity",
            Self::Stroke => "stroke-opacity",
            Self::Stop => "stop-opacity",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Gradient {
    from: Shades,
    to: Shades,
    direction: GradientDirection,
}

/// The colour on a light page, and the other one where there is a choice.
type Shades = ([u8; 4], Option<[u8; 4]>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GradientDirection {
    Right,
    Down,
    DownRight,
    UpRight,
}

impl Palette {
    pub(super) fn new(tone: Tone) -> Self {
        Self { tone, gradients: BTreeSet::new(), dark: BTreeSet::new(), twins: false }
    }

    /// Takes over what another one remembers.
    pub(super) fn join(&mut self, mut other: Self) {
        self.gradients.append(&mut other.gradients);
        self.dark.append(&mut other.dark);
        self.twins |= other.twins;
    }

    /// The attributes of an outline: its inside and its line.
    pub(super) fn shape(&mut self, out: &mut String, fill: Option<Paint>, stroke: Option<&Stroke>) {
        let mut classes = Classes::default();
        match fill {
            None => out.push_str(" fill=\"none\""),
            Some(Paint::Solid(color)) => classes.0 = self.color(out, Property::Fill, color),
            Some(Paint::Gradient { from, to, direction }) => {
                let gradient = Gradient {
                    from: self.shades(from),
                    to: self.shades(to),
                    direction: oriented(direction),
                };
                out.push_str(" fill=\"url(#");
                gradient.name(out);
                out.push_str(")\"");
                self.gradients.insert(gradient);
            }
        }
        if let Some(stroke) = stroke {
            classes.1 = self.color(out, Property::Stroke, stroke.color);
            stroke_shape(out, stroke);
        }
        classes.write(out);
    }

    /// The attributes of a line that has no inside.
    pub(super) fn line(&mut self, out: &mut String, stroke: &Stroke) {
        let class = self.color(out, Property::Stroke, stroke.color);
        stroke_shape(out, stroke);
        Classes(None, class).write(out);
    }

    /// The attributes of letters; black is the document's own.
    pub(super) fn letters(&mut self, out: &mut String, color: Color) {
        let (light, dark) = self.shades(color);
        if (light, dark) != ([0, 0, 0, 255], None) {
            let class = self.color(out, Property::Fill, color);
            Classes(class, None).write(out);
        }
    }

    /// The pixels that the scheme shows of an image; twins where the reader chooses.
    pub(super) fn images<'i>(&mut self, image: &'i Image) -> Vec<(&'i [u8], Shown)> {
        match (&image.dark, self.tone) {
            (None, _) | (Some(_), Tone::Scheme(Scheme::Light)) => {
                vec![(&image.rgba, Shown::Always)]
            }
            (Some(dark), Tone::Scheme(Scheme::Dark) | Tone::Reversed) => {
                vec![(dark, Shown::Always)]
            }
            (Some(dark), Tone::Scheme(Scheme::Reader)) => {
                self.twins = true;
                vec![(&image.rgba, Shown::OnLight), (dark, Shown::OnDark)]
            }
        }
    }

    /// The colour as presentation attributes, and the class that replaces it on a dark page.
    fn color(
        &mut self,
        out: &mut String,
        property: Property,
        color: Color,
    ) -> Option<(Property, [u8; 4])> {
        let (light, dark) = self.shades(color);
        out.push(' ');
        out.push_str(property.color());
        out.push_str("=\"");
        hex(out, light);
        out.push('"');
        if light[3] < 255 {
            number_attribute(out, property.opacity(), opacity(light));
        }
        let class = dark.map(|dark| (property, dark));
        self.dark.extend(class);
        class
    }

    fn shades(&self, color: Color) -> Shades {
        let light = bytes(color.light);
        let dark = color.dark.map(bytes);
        match self.tone {
            Tone::Scheme(Scheme::Light) => (light, None),
            Tone::Scheme(Scheme::Dark) => (dark.unwrap_or(light), None),
            Tone::Scheme(Scheme::Reader) => (light, dark.filter(|&dark| dark != light)),
            Tone::Reversed => (dark.unwrap_or_else(|| bytes(color.light.on_dark_page())), None),
        }
    }

    /// Everything that was used and must be said once.
    pub(super) fn definitions(&mut self, out: &mut String) {
        let gradients = std::mem::take(&mut self.gradients);
        if !gradients.is_empty() {
            out.push_str("<defs>\n");
            for gradient in &gradients {
                gradient.define(self, out);
            }
            out.push_str("</defs>\n");
        }
        if !self.dark.is_empty() || self.twins {
            out.push_str("<style>");
            if self.twins {
                out.push_str(".dark-only{display:none}");
            }
            out.push_str("@media (prefers-color-scheme:dark){");
            if self.twins {
                out.push_str(".light-only{display:none}.dark-only{display:inline}");
            }
            for &(property, color) in &self.dark {
                out.push('.');
                class_name(out, property, color);
                out.push('{');
                out.push_str(property.color());
                out.push(':');
                hex(out, color);
                out.push(';');
                out.push_str(property.opacity());
                out.push(':');
                number(out, opacity(color));
                out.push('}');
            }
            out.push_str("}</style>\n");
        }
    }
}

impl Gradient {
    fn name(self, out: &mut String) {
        out.push_str("gradient");
        for (light, dark) in [self.from, self.to] {
            for color in [Some(light), dark].into_iter().flatten() {
                out.push('-');
                digits(out, color);
            }
        }
        out.push_str(match self.direction {
            GradientDirection::Right => "-right",
            GradientDirection::Down => "-down",
            GradientDirection::DownRight => "-down-right",
            GradientDirection::UpRight => "-up-right",
        });
    }

    fn define(self, palette: &mut Palette, out: &mut String) {
        out.push_str("<linearGradient id=\"");
        self.name(out);
        out.push_str(match self.direction {
            GradientDirection::Right => "\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"0\">",
            GradientDirection::Down => "\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">",
            GradientDirection::DownRight => "\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\">",
            GradientDirection::UpRight => "\" x1=\"0\" y1=\"1\" x2=\"1\" y2=\"0\">",
        });
        for (offset, (light, dark)) in [self.from, self.to].into_iter().enumerate() {
            out.push_str("<stop");
            number_attribute(out, "offset", offset as f64);
            let color = Color { light: rgba(light), dark: dark.map(rgba) };
            let class = palette.color(out, Property::Stop, color);
            Classes(class, None).write(out);
            out.push_str("/>");
        }
        out.push_str("</linearGradient>\n");
    }
}

/// The classes of one element, for its inside and its line.
#[derive(Default)]
struct Classes(Option<(Property, [u8; 4])>, Option<(Property, [u8; 4])>);

impl Classes {
    fn write(self, out: &mut String) {
        let mut all = [self.0, self.1].into_iter().flatten().peekable();
        if all.peek().is_none() {
            return;
        }
        out.push_str(" class=\"");
        while let Some((property, color)) = all.next() {
            class_name(out, property, color);
            if all.peek().is_some() {
                out.push(' ');
            }
        }
        out.push('"');
    }
}

fn class_name(out: &mut String, property: Property, color: [u8; 4]) {
    out.push_str(match property {
        Property::Fill => "dark-fill-",
        Property::Stroke => "dark-stroke-",
        Property::Stop => "dark-stop-",
    });
    digits(out, color);
}

fn stroke_shape(out: &mut String, stroke: &Stroke) {
    if (stroke.width - 1.0).abs() > 0.001 {
        number_attribute(out, "stroke-width", stroke.width);
    }
    if !stroke.dash.is_empty() {
        out.push_str(" stroke-dasharray=\"");
        for (idx, &length) in stroke.dash.iter().enumerate() {
            out.push_str(if idx > 0 { " " } else { "" });
            number(out, length);
        }
        out.push('"');
    }
    if stroke.ends == Ends::Round {
        out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }
}

/// `#rrggbb`, or `#rgb` where that says the same; opacity is an attribute of its own.
fn hex(out: &mut String, color: [u8; 4]) {
    out.push('#');
    let rgb = &color[..3];
    if rgb.iter().all(|it| it >> 4 == it & 15) {
        out.extend(rgb.iter().map(|it| digit(*it)));
    } else {
        hexadecimal(out, rgb);
    }
}

fn digits(out: &mut String, color: [u8; 4]) {
    let shown = if color[3] < 255 { 4 } else { 3 };
    hexadecimal(out, &color[..shown]);
}

fn opacity(color: [u8; 4]) -> f64 {
    f64::from(color[3]) / 255.0
}

fn bytes(color: Rgba) -> [u8; 4] {
    [color.r, color.g, color.b, color.a]
}

fn rgba([r, g, b, a]: [u8; 4]) -> Rgba {
    Rgba { r, g, b, a }
}

fn oriented(direction: Direction) -> GradientDirection {
    match direction {
        Direction::Right => GradientDirection::Right,
        Direction::Down => GradientDirection::Down,
        Direction::DownRight => GradientDirection::DownRight,
        Direction::UpRight => GradientDirection::UpRight,
    }
}
