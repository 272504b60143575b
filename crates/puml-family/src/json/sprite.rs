//! Sprites in the JSON form: bytes in hexadecimal, outlines in SVG's path notation.

use std::fmt::Write as _;

use scene::{Ends, Family, Point, Segment};
use serde_json::{Value, json as value};

use super::{Object, align};
use crate::model::{Sprite, SpriteContent, SpriteInk, SpriteLetters, SpriteOutline, SpriteShape};

pub(super) fn json(sprite: &Sprite) -> Value {
    let mut out = Object::default();
    out.put("name", sprite.name.as_str());
    out.put("columns", sprite.columns);
    out.put("rows", sprite.rows);
    match &sprite.content {
        SpriteContent::Mono(bytes) => {
            out.put("form", "mono");
            out.put("pixels", hex(bytes));
        }
        SpriteContent::Color(bytes) => {
            out.put("form", "rgba");
            out.put("pixels", hex(bytes));
        }
        SpriteContent::Drawing(shapes) => {
            out.put("form", "drawing");
            out.put("shapes", shapes.iter().map(shape).collect::<Value>());
        }
        SpriteContent::Diagram { .. } => out.put("form", "diagram"),
    }
    out.done()
}

fn hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from_digit(u32::from(it), 16).expect("half a byte is one digit");
    bytes.iter().flat_map(|it| [digit(it >> 4), digit(it & 15)]).collect()
}

fn shape(shape: &SpriteShape) -> Value {
    match shape {
        SpriteShape::Outline(it) => outline(it),
        SpriteShape::Letters(it) => letters(it),
    }
}

fn outline(outline: &SpriteOutline) -> Value {
    let mut out = Object::default();
    out.put("path", path(&outline.segments));
    if outline.pierced {
        out.put("pierced", true);
    }
    out.some("fill", outline.fill.map(ink));
    if let Some(line) = outline.line {
        out.put("line", ink(line));
        out.put("lineWidth", outline.line_width);
        if !outline.dash.is_empty() {
            out.put("dash", outline.dash.clone());
        }
        if outline.ends == Ends::Round {
            out.put("ends", "round");
        }
    }
    out.done()
}

fn letters(letters: &SpriteLetters) -> Value {
    let mut out = Object::default();
    out.put("text", letters.text.as_str());
    out.put("origin", value!([letters.origin.x, letters.origin.y]));
    out.put("size", letters.size);
    let font::Style { family, bold, italic } = letters.face;
    for (name, is_so) in [("mono", family == Family::Mono), ("bold", bold), ("italic", italic)] {
        if is_so {
            out.put(name, true);
        }
    }
    out.put("align", align(letters.anchor));
    out.put("fill", ink(letters.ink));
    out.done()
}

/// `text` with an opacity in hexadecimal, or a colour.
fn ink(ink: SpriteInk) -> Value {
    match ink {
        SpriteInk::Text { opacity: 255 } => "text".into(),
        SpriteInk::Text { opacity } => format!("text-{opacity:02x}").into(),
        SpriteInk::Own(it) => it.to_hex().into(),
    }
}

fn path(segments: &[Segment]) -> String {
    let mut out = String::new();
    for segment in segments {
        let (letter, points): (char, &[Point]) = match segment {
            Segment::Move(to) => ('M', &[*to]),
            Segment::Line(to) => ('L', &[*to]),
            Segment::Cubic(a, b, to) => ('C', &[*a, *b, *to]),
            Segment::Close => ('Z', &[]),
        };
        out.push(letter);
        for (idx, at) in points.iter().enumerate() {
            let gap = if idx > 0 { " " } else { "" };
            let round = |it: f64| (it * 1000.0).round() / 1000.0;
            write!(out, "{gap}{} {}", round(at.x), round(at.y))
                .expect("writing into a string cannot fail");
        }
    }
    out
}
