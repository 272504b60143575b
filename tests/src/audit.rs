//! `cargo run --release -p cases --bin audit -- FOLDER`: draws every accepted diagram of a folder in every format and
//! checks the drawings: each event and each word is there, no text overlaps another, nothing leaves the canvas.
//! Words that are hard to tell from their ground are listed beside that: an author may ask for them.

#[path = "audit/graph.rs"]
mod graph;
#[path = "audit/legibility.rs"]
mod legibility;

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};
use diag::Sources;
use picture::Format;
use puml_compiler::{LayoutOptions, NoWorld, Options};
use puml_sequence::{Event, EventKind, Model};
use scene::{Item, Scene, Survey};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        say("usage: audit FOLDER");
        return ExitCode::from(2);
    };
    match audit(Path::new(&folder)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("audit: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn audit(folder: &Path) -> Result<usize> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .context("no such folder")?
        .flatten()
        .map(|it| it.path())
        .collect();
    files.sort();
    let (mut accepted, mut pages, mut problems, mut faint) = (0, 0, 0, 0);
    for file in files.iter().filter(|it| it.extension().is_some_and(|end| end == "puml")) {
        let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let mut sources = Sources::default();
        let id = sources.add("audit.puml", text);
        let compiled = puml_compiler::compile(&mut sources, id, &NoWorld, &Options::default());
        if !compiled.is_accepted() {
            continue;
        }
        accepted += 1;
        for diagram in &compiled.diagrams {
            let scenes = diagram.model.layout(&sources, &LayoutOptions::default());
            let sequence = Model::of(&*diagram.model);
            let graphs = graph::graphs(&*diagram.model);
            for (idx, scene) in scenes.iter().enumerate() {
                pages += 1;
                let mut found = boxes(scene);
                if let Some(model) = sequence {
                    found.extend(absent(scene, model, &model.pages[idx].events));
                }
                if let Some(graph) = graphs.get(idx) {
                    found.extend(graph::problems(scene, graph));
                }
                found.extend(unwritten(scene));
                problems += found.len();
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                for words in legibility::faint(scene) {
                    faint += 1;
                    say(&format!("{name}: faint: {words}"));
                }
                for problem in &found {
                    say(&format!("{name}: {problem}"));
                }
            }
        }
    }
    say(&format!(
        "{accepted} of {} accepted, {pages} pages drawn, {problems} problems, {faint} faint words",
        files.len()
    ));
    Ok(problems)
}

/// Texts that overlap or do not fit.
fn boxes(scene: &Scene) -> Vec<String> {
    let survey = Survey::of(scene);
    let words = |at: usize| &survey.labels[at].words;
    let clipped = survey.clipped.iter().map(|it| format!("{:?} does not fit", words(*it)));
    let pairs = survey.overlaps.iter();
    let covered =
        pairs.map(|(one, other)| format!("{:?} overlaps {:?}", words(*one), words(*other)));
    clipped.chain(covered).collect()
}

/// Events without a group of their own, and words of their labels that are nowhere to be read.
fn absent(scene: &Scene, model: &Model, events: &[Event]) -> Vec<String> {
    let mut roles: Vec<&str> = Vec::new();
    walk(&scene.items, &mut |item| {
        if let Item::Group(group) = item {
            roles.push(group.role);
        }
    });
    let letters = letters(scene);
    let mut problems = Vec::new();
    for role in ["message", "note", "fragment", "reference", "divider", "delay"] {
        let wanted = events.iter().filter(|it| role_of(&it.kind) == Some(role)).count();
        let drawn = roles.iter().filter(|it| **it == role).count();
        if drawn < wanted {
            problems.push(format!("{drawn} of {wanted} {role}s are drawn"));
        }
    }
    let labels = events
        .iter()
        .filter_map(|it| label_of(&it.kind))
        .chain(model.participants.iter().map(|it| &it.label));
    for label in labels {
        for word in words(&label.text).filter(|it| !letters.contains(it.as_str())) {
            problems.push(format!("{word:?} of {:?} is not drawn", label.text));
        }
    }
    problems
}

/// All letters that can be read, without blanks.
fn letters(scene: &Scene) -> String {
    let mut letters = String::new();
    walk(&scene.items, &mut |item| {
        if let Item::Text(text) = item {
            let runs = text.lines.iter().flat_map(|it| &it.runs);
            letters.extend(runs.flat_map(|it| it.text.chars()).filter(|it| !it.is_whitespace()));
        }
    });
    letters
}

/// The plain words of a label; signs may be markup of a block, which only the layout reads.
fn words(text: &str) -> impl Iterator<Item = String> {
    let lines = puml_syntax::creole::label(text);
    let plain: Vec<String> =
        lines.iter().map(|it| puml_syntax::creole::plain(&it.content)).collect();
    let all: Vec<String> =
        plain.iter().flat_map(|it| it.split_whitespace()).map(str::to_owned).collect();
    all.into_iter().filter(|it| it.chars().all(char::is_alphanumeric))
}

fn role_of(kind: &EventKind) -> Option<&'static str> {
    match kind {
        EventKind::Message(it) => (!it.arrow.hidden).then_some("message"),
        EventKind::Note(_) => Some("note"),
        EventKind::Open(_) => Some("fragment"),
        EventKind::Reference(_) => Some("reference"),
        EventKind::Divider { .. } => Some("divider"),
        EventKind::Delay { .. } => Some("delay"),
        _ => None,
    }
}

fn label_of(kind: &EventKind) -> Option<&puml_family::Label> {
    match kind {
        EventKind::Message(it) => (!it.arrow.hidden).then_some(&it.label),
        EventKind::Note(it) => Some(&it.label),
        EventKind::Open(it) => Some(&it.tab),
        EventKind::Reference(it) => Some(&it.label),
        EventKind::Branch { label, .. }
        | EventKind::Divider { label, .. }
        | EventKind::Delay { label, .. } => Some(label),
        _ => None,
    }
}

/// Formats that refuse the page.
fn unwritten(scene: &Scene) -> Vec<String> {
    let pages = std::slice::from_ref(scene);
    let options = picture::Options::default();
    Format::ALL
        .into_iter()
        .filter_map(|format| {
            picture::write(pages, format, &options)
                .err()
                .map(|it| format!("{}: {it}", format.name()))
        })
        .collect()
}

fn walk<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Item)) {
    for item in items {
        visit(item);
        match item {
            // Letters in a sprite belong to its picture.
            Item::Group(group) if group.role == "sprite" => {}
            Item::Group(group) => walk(&group.items, visit),
            Item::Text(text) => walk(&text.items, visit),
            Item::Shape(_) | Item::Image(_) => {}
        }
    }
}

#[expect(clippy::print_stderr, reason = "talks to a terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}
