//! The plugin's PNG files, drawn by our own compiler and writers from the sources in `agent-pack/assets/sources`.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use diag::Sources;
use picture::{Format, Options, Scheme};
use puml_compiler::{LayoutOptions, NoWorld, compile};
use scene::xml::escaped;

use super::{FOLDER, File};
use crate::tree;

/// Size of a screenshot in its own units; drawn at twice that many pixels.
const WIDTH: f64 = 1_000.0;
const HEIGHT: f64 = 640.0;
const TEXT: f64 = 11.0;
const LINE: f64 = 15.5;

pub(super) fn files() -> Result<Vec<File>> {
    let draft = source("draft.puml")?;
    let login = source("login.puml")?;
    Ok(vec![
        ("assets/icon.png".into(), png(&source("icon.svg")?, 1.0)?),
        ("assets/logo.png".into(), png(&source("logo.svg")?, 1.0)?),
        ("assets/screenshot-authoring.png".into(), png(&authoring(&draft, &login)?, 2.0)?),
        ("assets/screenshot-preview.png".into(), png(&preview(&login)?, 2.0)?),
    ])
}

fn source(name: &str) -> Result<String> {
    let path = format!("{FOLDER}/assets/sources/{name}");
    std::fs::read_to_string(tree::root().join(&path)).context(path)
}

fn png(svg: &str, scale: f64) -> Result<Vec<u8>> {
    Ok(picture::svg_to_png(svg, &Options { scale, ..Options::default() })?)
}

/// The draft, what the compiler says about it, and the picture once it is repaired.
fn authoring(draft: &str, repaired: &str) -> Result<String> {
    let mut sources = Sources::default();
    let id = sources.add("login.puml", draft);
    let found = compile(&mut sources, id, &NoWorld, &puml_compiler::Options::default()).diagnostics;
    ensure!(!found.is_empty(), "the draft is meant to have errors");
    let report: Vec<String> = found.iter().map(|it| diag::plain(&sources, it)).collect();
    let mut page = window("login.puml — draft, check, repair");
    let below = code(&mut page, 84.0, "draft", draft)?;
    code(&mut page, below + 26.0, "puml_check", report.join("\n").trim_end())?;
    drawing(&mut page, repaired)?;
    page += "</svg>";
    Ok(page)
}

fn preview(login: &str) -> Result<String> {
    let mut page = window("login.puml — preview");
    code(&mut page, 84.0, "source", login)?;
    drawing(&mut page, login)?;
    page += "</svg>";
    Ok(page)
}

fn window(title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-size=\"{TEXT}\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#F3F5F8\"/>\
         <rect width=\"{WIDTH}\" height=\"40\" fill=\"#24364B\"/>\
         <text x=\"24\" y=\"25\" font-family=\"Noto Sans\" font-size=\"14\" fill=\"#FFFFFF\">{}</text>",
        escaped(title)
    )
}

/// Lines of text under a heading; gives the height at which they end.
fn code(page: &mut String, top: f64, heading: &str, text: &str) -> Result<f64> {
    write!(
        page,
        "<text x=\"24\" y=\"{}\" font-family=\"Noto Sans\" font-weight=\"bold\" fill=\"#2F6FB5\">{heading}</text>",
        top - 14.0
    )?;
    let mut y = top;
    for line in text.lines() {
        y += LINE;
        let fill = match line {
            it if it.starts_with("error") => "#B3261E",
            it if it.starts_with("help") || it.trim_start().starts_with("= help") => "#1F6B3A",
            _ => "#1E2430",
        };
        write!(
            page,
            "<text x=\"24\" y=\"{}\" font-family=\"DejaVu Sans Mono\" fill=\"{fill}\" xml:space=\"preserve\">{}</text>",
            y - LINE + 6.0,
            escaped(line)
        )?;
    }
    Ok(y + LINE)
}

/// The picture of a source, as large as the right half of the page allows.
fn drawing(page: &mut String, source: &str) -> Result<()> {
    let mut sources = Sources::default();
    let id = sources.add("login.puml", source);
    let compiled = compile(&mut sources, id, &NoWorld, &puml_compiler::Options::default());
    ensure!(compiled.diagnostics.is_empty(), "a shown source must be clean");
    let scenes = compiled.diagrams[0].model.layout(&sources, &LayoutOptions::default());
    let options = Options { scheme: Scheme::Light, ..Options::default() };
    let svg = String::from_utf8(picture::write(&scenes, Format::Svg, &options)?)?;
    let (left, top, room) = (520.0, 64.0, (WIDTH - 520.0 - 24.0, HEIGHT - 64.0 - 24.0));
    write!(
        page,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#FFFFFF\" stroke=\"#D5DBE3\"/>",
        room.0, room.1
    )?;
    let size = &scenes[0].size;
    let (inner_width, inner_height) = (room.0 - 32.0, room.1 - 32.0);
    let factor = (inner_width / size.width).min(inner_height / size.height).min(1.2);
    let x = left + (room.0 - size.width * factor) / 2.0;
    let y = top + (room.1 - size.height * factor) / 2.0;
    write!(page, "<g transform=\"translate({x:.2} {y:.2}) scale({factor:.4})\">{svg}</g>")?;
    Ok(())
}
