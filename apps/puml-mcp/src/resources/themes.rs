//! `puml://themes/…`: how a theme looks, from the palette that is compiled in.

use std::fmt::Write as _;

use puml_compiler::themes::{self, Palette};
use scene::Color;
use toolserver::Resource;

use super::link;

/// Themes that the specification gives an address.
const SPECIFIED: [&str; 3] = ["default", "dark", "minimal"];

pub(super) fn resources() -> Vec<Resource> {
    listed(SPECIFIED)
}

pub(super) fn others() -> Vec<Resource> {
    listed(themes::NAMES.into_iter().filter(|it| !SPECIFIED.contains(it)))
}

fn listed(names: impl IntoIterator<Item = &'static str>) -> Vec<Resource> {
    names
        .into_iter()
        .map(|name| {
            let about = link(
                &format!("puml://themes/{name}"),
                &format!("Theme: {name}"),
                "How to use it, and its colours.",
                "text/markdown",
            );
            Resource::text(about, move |_| Ok(described(name)))
        })
        .collect()
}

fn described(name: &str) -> String {
    let palette = themes::find(name).expect("the theme is compiled in");
    let mut out = format!(
        "# Theme `{name}`\n\nPut `!theme {name}` on the line after `@startuml`, or pass `theme: \"{name}\"` to a tool. \
         It styles every family of diagrams.\nOther themes: {}.\n\n| what | colour |\n|---|---|\n",
        themes::NAMES.join(", ")
    );
    for (label, one) in lines(&palette) {
        let _ = writeln!(out, "| {label} | {} |", color(one));
    }
    out += "\n| box | fill | line | text |\n|---|---|---|---|\n";
    for (label, tone) in [
        ("heads: participants, classes, states", palette.head),
        ("frames around others", palette.enclosure),
        ("groups", palette.frame),
        ("bars", palette.bar),
        ("notes", palette.note),
        ("legends", palette.legend),
    ] {
        let [fill, line, text] = [tone.fill, tone.line, tone.text].map(color);
        let _ = writeln!(out, "| {label} | {fill} | {line} | {text} |");
    }
    out
}

/// What has one colour.
fn lines(palette: &Palette) -> [(&'static str, Color); 5] {
    [
        ("page", palette.page),
        ("text", palette.ink),
        ("quiet text", palette.muted),
        ("arrows and links between things", palette.arrow),
        ("hyperlinks", palette.link),
    ]
}

fn color(color: Color) -> String {
    match color.dark {
        Some(dark) => format!("{} ({} on dark pages)", color.light.to_hex(), dark.to_hex()),
        None => color.light.to_hex(),
    }
}
