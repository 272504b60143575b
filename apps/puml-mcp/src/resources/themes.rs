//! `puml://themes/…`: how a theme looks, from the palette that is compiled in.

use std::fmt::Write as _;

use puml_compiler::themes;
use puml_sequence::Element;
use scene::{Color, Paint};
use toolserver::Resource;

use super::link;

/// Themes with an address of their own.
const THEMES: [&str; 3] = ["default", "dark", "minimal"];

/// What is worth knowing of a theme.
const SHOWN: [(&str, Element); 7] = [
    ("page", Element::Document),
    ("participant", Element::Participant),
    ("message", Element::Arrow),
    ("activation", Element::Activation),
    ("group", Element::Group),
    ("note", Element::Note),
    ("title", Element::Title),
];

pub(super) fn resources() -> Vec<Resource> {
    THEMES
        .map(|name| {
            let about = link(
                &format!("puml://themes/{name}"),
                &format!("Theme: {name}"),
                "How to use it, and its colours.",
                "text/markdown",
            );
            Resource::text(about, move |_| Ok(described(name)))
        })
        .into()
}

fn described(name: &str) -> String {
    let palette = themes::find(name).expect("the theme is compiled in");
    let looks = Element::looks(&palette);
    let mut out = format!(
        "# Theme `{name}`\n\nPut `!theme {name}` on the line after `@startuml`, or pass `theme: \"{name}\"` to a tool.\n\
         Other themes: {}.\n\n| element | fill | line | text |\n|---|---|---|---|\n",
        themes::NAMES.join(", ")
    );
    for (label, element) in SHOWN {
        let look = &looks[element as usize];
        let fill = look.fill.as_ref().map_or("none".to_owned(), paint);
        let _ = writeln!(out, "| {label} | {fill} | {} | {} |", color(look.line), color(look.text));
    }
    out
}

fn paint(paint: &Paint) -> String {
    match paint {
        Paint::Solid(it) => color(*it),
        Paint::Gradient { .. } => "gradient".to_owned(),
    }
}

fn color(color: Color) -> String {
    match color.dark {
        Some(dark) => format!("{} ({} on dark pages)", color.light.to_hex(), dark.to_hex()),
        None => color.light.to_hex(),
    }
}
