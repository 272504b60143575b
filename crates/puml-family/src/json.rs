//! The parts of a model in JSON that all families share. What is absent, false or empty is left out.
//!
//! Looks are named by their place in their list; `at` is a byte range of the user's text, with the source's number only
//! where it is another than the diagram's own.

mod sprite;

use diag::{SourceId, Span};
use scene::{Color, Direction, Paint, Size};
use serde_json::{Map, Value, json};

use crate::look::{Look, LookId, Looks, Shading};
use crate::model::{Align, Banner, Label, Legend, Link, Margin, Scale, Spot, Sprite, Surroundings};
use crate::vocabulary::Vocabulary;

/// Adds what stands around the picture.
pub fn surroundings(out: &mut Object, it: &Surroundings) {
    out.some("title", it.title.as_ref().map(banner));
    out.some("header", it.header.as_ref().map(margin));
    out.some("footer", it.footer.as_ref().map(margin));
    out.some("legend", it.legend.as_ref().map(legend));
    out.some("caption", it.caption.as_ref().map(banner));
    out.some("mainframe", it.mainframe.as_ref().map(banner));
    out.some("scale", it.scale.map(scale));
}

/// Adds the sprites, where there are any.
pub fn sprites(out: &mut Object, all: &[Sprite]) {
    if !all.is_empty() {
        out.put("sprites", all.iter().map(sprite::json).collect::<Value>());
    }
}

/// A place in the user's text.
pub fn at(span: Span, source: SourceId) -> Value {
    if span.source == source {
        json!([span.start, span.end])
    } else {
        json!([span.start, span.end, span.source.0])
    }
}

/// An object that leaves out what is not there.
#[derive(Default)]
pub struct Object(Map<String, Value>);

impl Object {
    /// Adds a field; one of the same name is replaced.
    pub fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// Adds a field that may be absent.
    pub fn some(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    /// Adds a field that is true.
    pub fn flag(&mut self, name: &str, value: bool) {
        if value {
            self.put(name, true);
        }
    }

    /// Adds a text unless it is empty.
    pub fn text(&mut self, name: &str, label: &Label) {
        if !label.text.is_empty() {
            self.put(name, label.text.as_str());
        }
    }

    /// Adds the number of a look.
    pub fn look(&mut self, name: &str, look: LookId) {
        self.put(name, look.0);
    }

    /// The finished object.
    pub fn done(self) -> Value {
        Value::Object(self.0)
    }
}

/// The looks of the elements, each with its element's name, then those that the model names besides.
pub fn looks(looks: &Looks, vocabulary: &Vocabulary) -> Value {
    looks
        .iter()
        .enumerate()
        .map(|(idx, it)| {
            let element = vocabulary.elements.get(idx).map(|it| it.name);
            look(it, element)
        })
        .collect()
}

fn look(it: &Look, element: Option<&str>) -> Value {
    let mut out = Object::default();
    out.some("element", element);
    out.some("fill", it.fill.map(paint));
    out.put("line", color(it.line));
    out.put("lineWidth", it.line_width);
    if !it.dash.is_empty() {
        out.put("dash", it.dash.clone());
    }
    for (name, value) in [
        ("corner", it.corner),
        ("bevel", it.bevel),
        ("margin", it.margin),
        ("minWidth", it.min_width),
    ] {
        if value > 0.0 {
            out.put(name, value);
        }
    }
    if let Shading::Shadow(distance) = it.shading {
        out.put("shadow", distance);
    }
    out.put(
        "font",
        json!({
            "family": format!("{:?}", it.font.family).to_lowercase(),
            "size": it.font.size,
            "bold": it.font.bold,
            "italic": it.font.italic,
        }),
    );
    out.some("fontName", it.font.name.as_deref());
    out.put("text", color(it.text));
    out.put("link", color(it.link));
    out.some("head", it.head.map(color));
    out.put("padding", it.padding);
    out.put("align", align(it.align));
    out.some("maxWidth", it.max_width);
    out.done()
}

/// The text of a title.
pub fn banner(banner: &Banner) -> Value {
    text(&banner.label)
}

/// The text of a label, with its markup.
pub fn text(label: &Label) -> Value {
    label.text.as_str().into()
}

/// A header or footer with its alignment.
pub fn margin(margin: &Margin) -> Value {
    json!({ "text": margin.label.text, "align": align(margin.align) })
}

/// An address with its tooltip, where it has one.
pub fn link(link: &Link) -> Value {
    let mut out = Object::default();
    out.put("url", link.url.as_str());
    out.some("tooltip", link.tooltip.as_deref());
    out.some("label", link.label.as_deref());
    out.done()
}

fn legend(legend: &Legend) -> Value {
    let at = if legend.top { "top" } else { "bottom" };
    json!({ "text": legend.label.text, "align": align(legend.align), "at": at })
}

/// `left`, `center`, `right`.
pub fn align(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Center => "center",
        Align::Right => "right",
    }
}

fn scale(scale: Scale) -> Value {
    match scale {
        Scale::Factor(factor) => json!({ "factor": factor }),
        Scale::Width(width) => json!({ "width": width }),
        Scale::Height(height) => json!({ "height": height }),
        Scale::Fit(Size { width, height }) => json!({ "width": width, "height": height }),
        Scale::MaxWidth(width) => json!({ "maxWidth": width }),
        Scale::MaxHeight(height) => json!({ "maxHeight": height }),
        Scale::MaxFit(Size { width, height }) => json!({ "maxWidth": width, "maxHeight": height }),
    }
}

/// A letter in a circle, or a sprite.
pub fn spot(spot: &Spot) -> Value {
    match spot {
        Spot::Letter { letter, color: fill } => {
            json!({ "letter": letter.to_string(), "color": color(*fill) })
        }
        Spot::Sprite { name, scale, color: ink } => {
            let mut out = Object::default();
            out.put("sprite", name.as_str());
            out.put("scale", *scale);
            out.some("color", ink.map(color));
            out.done()
        }
    }
}

/// The colour, or two for light and dark pages.
pub fn color(color: Color) -> Value {
    match color.dark {
        Some(dark) => json!([color.light.to_hex(), dark.to_hex()]),
        None => color.light.to_hex().into(),
    }
}

/// A colour or a gradient.
pub fn paint(paint: Paint) -> Value {
    match paint {
        Paint::Solid(it) => color(it),
        Paint::Gradient { from, to, direction } => {
            let direction = match direction {
                Direction::Right => "right",
                Direction::Down => "down",
                Direction::DownRight => "downRight",
                Direction::UpRight => "upRight",
            };
            json!({ "from": color(from), "to": color(to), "direction": direction })
        }
    }
}
