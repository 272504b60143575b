//! `<…>` pieces: style tags, icons, sprites, images, code points.

use super::{Inline, MathKind, Style};
use crate::color::{self, Paint};

/// What a `<…>` at the start of a text is.
pub(super) enum Tag {
    /// Starts a style.
    Open(Style),
    /// Ends the latest style of this name.
    Close(Closer),
    /// Stands for itself.
    Piece(Inline),
}

/// Names that closing tags have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closer {
    Bold,
    Italic,
    Underline,
    Strike,
    Wave,
    Plain,
    Color,
    Back,
    Size,
    Font,
    Sub,
    Sup,
    Mono,
}

impl Closer {
    /// Which closing tag ends a style.
    pub(super) fn of(style: &Style) -> Self {
        match style {
            Style::Bold => Self::Bold,
            Style::Italic => Self::Italic,
            Style::Mono => Self::Mono,
            Style::Underline(_) => Self::Underline,
            Style::Strike(_) => Self::Strike,
            Style::Wave(_) => Self::Wave,
            Style::Plain => Self::Plain,
            Style::Color(_) => Self::Color,
            Style::Back(_) => Self::Back,
            Style::Size(_) => Self::Size,
            Style::Font(_) => Self::Font,
            Style::Sub => Self::Sub,
            Style::Sup => Self::Sup,
        }
    }
}

/// The tag and its length in bytes; nothing where the text is only text.
pub(super) fn tag(text: &str) -> Option<(Tag, usize)> {
    for (open, close, kind) in
        [("<math>", "</math>", MathKind::Ascii), ("<latex>", "</latex>", MathKind::Latex)]
    {
        if let Some(rest) = text.strip_prefix(open) {
            let length = rest.find(close)?;
            let piece = Inline::Math { kind, source: rest[..length].to_owned() };
            return Some((Tag::Piece(piece), open.len() + length + close.len()));
        }
    }
    // A tag is short; looking no further keeps a text full of `<` linear.
    let inner = text.get(1..)?;
    let length = inner.char_indices().take(2_048).find(|it| matches!(it.1, '>' | '<'))?.0;
    if !inner[length..].starts_with('>') {
        return None;
    }
    let found = read(&inner[..length])?;
    Some((found, length + 2))
}

fn read(inner: &str) -> Option<Tag> {
    if let Some(name) = inner.strip_prefix('/') {
        return closer(name).map(Tag::Close);
    }
    if let Some(piece) = piece(inner) {
        return Some(Tag::Piece(piece));
    }
    let (name, value) = match inner.find([':', ' ']) {
        Some(at) => (&inner[..at], Some(inner[at + 1..].trim())),
        None => (inner, None),
    };
    let name = name.to_ascii_lowercase();
    let style = match (name.as_str(), value) {
        ("b", None) => Style::Bold,
        ("i", None) => Style::Italic,
        ("u", value) => lined(value, Style::Underline)?,
        ("s" | "del" | "strike", value) => lined(value, Style::Strike)?,
        ("w", value) => lined(value, Style::Wave)?,
        ("plain", None) => Style::Plain,
        ("sub", None) => Style::Sub,
        ("sup", None) => Style::Sup,
        ("color", Some(value)) => Style::Color(color::parse(value)?),
        ("back", Some(value)) => Style::Back(color::parse(value)?),
        ("size", Some(value)) => Style::Size(value.parse().ok()?),
        ("font", Some(value)) => font(value)?,
        _ => return None,
    };
    Some(Tag::Open(style))
}

/// `<u>` or `<u:color>`; an unknown color makes it no tag.
fn lined(value: Option<&str>, style: fn(Option<Paint>) -> Style) -> Option<Style> {
    match value {
        None => Some(style(None)),
        Some(value) => color::parse(value).map(|it| style(Some(it))),
    }
}

/// `monospaced`, `Arial`, or attributes; of those the first that is known counts.
fn font(value: &str) -> Option<Style> {
    if !value.contains('=') {
        let mono = ["monospaced", "monospace", "courier"];
        return Some(if mono.iter().any(|it| it.eq_ignore_ascii_case(value)) {
            Style::Mono
        } else {
            Style::Font(value.to_owned())
        });
    }
    value.split_ascii_whitespace().find_map(|attribute| {
        let (name, value) = attribute.split_once('=')?;
        let value = value.trim_matches(['"', '\'']);
        match name.to_ascii_lowercase().as_str() {
            "color" => color::parse(value).map(Style::Color),
            "size" => value.parse().ok().map(Style::Size),
            "face" | "name" => Some(Style::Font(value.to_owned())),
            _ => None,
        }
    })
}

fn closer(name: &str) -> Option<Closer> {
    Some(match name.to_ascii_lowercase().as_str() {
        "b" => Closer::Bold,
        "i" => Closer::Italic,
        "u" => Closer::Underline,
        "s" | "del" | "strike" => Closer::Strike,
        "w" => Closer::Wave,
        "plain" => Closer::Plain,
        "color" => Closer::Color,
        "back" => Closer::Back,
        "size" => Closer::Size,
        "font" => Closer::Font,
        "sub" => Closer::Sub,
        "sup" => Closer::Sup,
        _ => return None,
    })
}

fn piece(inner: &str) -> Option<Inline> {
    if let Some(hex) = inner.strip_prefix("U+").or_else(|| inner.strip_prefix("u+")) {
        let point = char::from_u32(u32::from_str_radix(hex, 16).ok()?)?;
        return Some(Inline::Text(point.to_string()));
    }
    if let Some(rest) = inner.strip_prefix('&') {
        let Attributes { name, scale, color } = attributes(rest)?;
        return Some(Inline::Icon { name, scale, color });
    }
    if let Some(rest) = inner.strip_prefix('$') {
        let Attributes { name, scale, color } = attributes(rest)?;
        return Some(Inline::Sprite { name, scale, color });
    }
    if let Some(rest) = inner.strip_prefix(':') {
        let name = rest.strip_suffix(':').filter(|it| !it.is_empty())?;
        return Some(Inline::Emoji { name: name.to_owned(), color: None });
    }
    if inner.starts_with('#')
        && let Some((value, rest)) = inner.split_once(':')
    {
        let name = rest.strip_suffix(':').filter(|it| !it.is_empty())?;
        return Some(Inline::Emoji { name: name.to_owned(), color: color::parse(value) });
    }
    if let Some(rest) = inner.strip_prefix("img:").or_else(|| inner.strip_prefix("img src=")) {
        let Attributes { name, scale, .. } = attributes(rest.trim_matches(['"', '\'']))?;
        return Some(Inline::Image { path: name, scale });
    }
    if let Some(rest) = inner.strip_prefix("qrcode:") {
        return Some(Inline::QrCode(rest.to_owned()));
    }
    let pixels = inner.strip_prefix("space:")?;
    Some(Inline::Space(pixels.trim().parse().ok()?))
}

struct Attributes {
    name: String,
    scale: f32,
    color: Option<Paint>,
}

/// `name`, `name*2`, `name{scale=2,color=red}`, `name,scale=2,color=red`.
fn attributes(text: &str) -> Option<Attributes> {
    let (name, rest) = match text.find(['{', ',', '*']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    if name.is_empty() {
        return None;
    }
    let mut found = Attributes { name: name.trim().to_owned(), scale: 1.0, color: None };
    if let Some(factor) = rest.strip_prefix('*') {
        found.scale = factor.parse().ok()?;
        return Some(found);
    }
    for part in rest.trim_matches(['{', '}', ',']).split([',', ';']) {
        match part.split_once('=') {
            Some((key, value)) if key.trim() == "scale" => {
                found.scale = value.trim().parse().unwrap_or(1.0);
            }
            Some((key, value)) if key.trim() == "color" => found.color = color::parse(value.trim()),
            _ => {}
        }
    }
    if !found.scale.is_finite() || found.scale <= 0.0 {
        found.scale = 1.0;
    }
    Some(found)
}
