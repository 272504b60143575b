//! Every capability in every kind of diagram: a file for each capability, at least one row for each kind.

mod actions;
mod colors;
mod completion;
mod definition;
mod diagnostics;
mod folding;
mod formatting;
mod hints;
mod hover;
mod links;
mod preview;
mod references;
mod rename;
mod selection;
mod symbols;
mod tokens;

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use crate::client::{Client, FILE, range};

/// The kinds of diagrams as people know them, each with the family that reads it.
const KINDS: [(&str, &str); 17] = [
    ("sequence", "sequence"),
    ("class", "class"),
    ("object", "class"),
    ("er", "class"),
    ("component", "description"),
    ("deployment", "description"),
    ("usecase", "description"),
    ("c4", "description"),
    ("state", "state"),
    ("activity", "activity"),
    ("older activity", "activity"),
    ("mindmap", "mindmap"),
    ("wbs", "wbs"),
    ("gantt", "gantt"),
    ("timing", "timing"),
    ("json", "json"),
    ("yaml", "yaml"),
];

/// Fails unless every kind has a row, and every family a kind.
#[track_caller]
fn all_kinds<'a>(rows: impl Iterator<Item = &'a str>) {
    let rows: Vec<&str> = rows.collect();
    for (kind, _) in KINDS {
        assert!(rows.contains(&kind), "no row for {kind}");
    }
    for row in rows {
        assert!(KINDS.iter().any(|it| it.0 == row), "{row} is no kind");
    }
    for family in puml_compiler::family_names() {
        assert!(KINDS.iter().any(|it| it.1 == family), "{family} has no kind");
    }
}

/// Checks every row, so that one run tells all that fail.
#[track_caller]
fn each<T: Debug>(rows: &[T], check: impl Fn(&T)) {
    let holds = |row: &T| catch_unwind(AssertUnwindSafe(|| check(row))).is_ok();
    let failed: Vec<&T> = rows.iter().filter(|it| !holds(it)).collect();
    assert!(failed.is_empty(), "what is wrong with each stands above: {failed:#?}");
}

/// A diagram of a kind, with the markers that it needs.
fn block(kind: &str, lines: &str) -> String {
    let word = match kind {
        "mindmap" | "wbs" | "gantt" | "json" | "yaml" => kind,
        _ => "uml",
    };
    let library = if kind == "c4" { "!include <C4/C4_Container>\n" } else { "" };
    format!("@start{word}\n{library}{lines}\n@end{word}\n")
}

/// A text that is open, and the place in it that a test asks about.
struct Asked {
    client: Client,
    text: String,
    at: usize,
}

/// Opens a diagram of a kind; `^` marks the place.
fn asked(kind: &str, lines: &str) -> Asked {
    let marked = block(kind, lines);
    let at = marked.find('^').unwrap_or_default();
    let text = marked.replacen('^', "", 1);
    let client = Client::new();
    client.open(FILE, &text);
    Asked { client, text, at }
}

impl Asked {
    /// What is answered about the whole text.
    fn whole(&self, method: &str) -> Value {
        self.client.ask(method, &json!({ "textDocument": { "uri": FILE } }))
    }

    /// What is answered about the place.
    fn here(&self, method: &str, more: &Value) -> Value {
        self.client.ask(method, &self.params(more))
    }

    fn params(&self, more: &Value) -> Value {
        let (line, character) = self.position(self.at);
        let at = json!({ "line": line, "character": character });
        let mut params = json!({ "textDocument": { "uri": FILE }, "position": at });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    }

    /// The texts of these tests have no sign beyond ASCII before a place.
    fn position(&self, at: usize) -> (u32, u32) {
        let line = self.text[..at].matches('\n').count();
        let start = self.text[..at].rfind('\n').map_or(0, |it| it + 1);
        (line as u32, (at - start) as u32)
    }

    /// The whole text as a range of the protocol.
    fn everything(&self) -> Value {
        range((0, 0), self.position(self.text.len()))
    }

    /// The text that a range of the protocol covers.
    fn slice(&self, range: &Value) -> &str {
        let offset = |at: &Value| {
            let line = at["line"].as_u64().unwrap() as usize;
            let start: usize = self.text.split_inclusive('\n').take(line).map(str::len).sum();
            start + at["character"].as_u64().unwrap() as usize
        };
        &self.text[offset(&range["start"])..offset(&range["end"])]
    }
}
