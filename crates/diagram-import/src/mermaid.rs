//! Mermaid diagrams as puml, from the model that a Mermaid engine makes of them.

mod class;
mod entities;
mod er;
mod flowchart;
mod gantt;
mod mindmap;
mod state;

use std::collections::BTreeSet;

use diag::{SourceId, Span};
use serde_json::Value;

use crate::Import;
use crate::page::Page;
use crate::place::left_out;

/// The kinds of Mermaid diagrams that become puml here, by their public names.
pub const KINDS: [&str; 6] = ["class", "er", "flowchart", "gantt", "mindmap", "state"];

/// Makes puml of the model of a Mermaid diagram; `None` for a kind that is not one of [`KINDS`].
///
/// The model is what `mermaid` gives for the source, of which `header` is the place of the first line: what is lost is
/// told there. `title` is the one that stands before the diagram.
pub fn from_mermaid(
    kind: &str,
    model: &Value,
    title: Option<&str>,
    header: Span,
) -> Option<Import> {
    let write = match kind {
        "class" => class::write,
        "er" => er::write,
        "flowchart" => flowchart::write,
        "gantt" => gantt::write,
        "mindmap" => mindmap::write,
        "state" => state::write,
        _ => return None,
    };
    let mut out = Out { title: title.map(str::to_owned), ..Out::default() };
    write(model, &mut out);
    let lost =
        out.lost.into_iter().map(|it| left_out(header, format!("{it} cannot be said in puml")));
    Some(Import { source: out.page.finish(), diagnostics: lost.collect() })
}

/// The lines, and what has no equivalent.
#[derive(Debug, Default)]
struct Out {
    page: Page,
    title: Option<String>,
    lost: BTreeSet<String>,
}

impl Out {
    /// Opens the diagram, with the title that stands before it.
    fn begin(&mut self, marker: &str) {
        self.page.put(marker);
        if let Some(title) = self.title.take() {
            self.page.title(&title);
        }
    }

    fn put(&mut self, depth: usize, line: &str) {
        self.page.put(&format!("{}{line}", "  ".repeat(depth)));
    }

    fn lose(&mut self, what: impl Into<String>) {
        self.lost.insert(what.into());
    }

    /// A note of several lines, opened by `head`.
    fn note(&mut self, depth: usize, head: &str, label: &str) {
        self.put(depth, head);
        for line in text(label).lines() {
            self.put(depth + 1, &crate::names::line(line));
        }
        self.put(depth, "end note");
    }

    /// `left to right direction`, if the diagram runs that way.
    fn direction(&mut self, direction: &Value) {
        match direction.as_str() {
            Some("LR") => self.put(0, "left to right direction"),
            Some("RL") => {
                self.put(0, "left to right direction");
                self.lose("the direction from right to left");
            }
            Some("BT") => self.lose("the direction from bottom to top"),
            _ => {}
        }
    }
}

/// A string of the model; empty where there is none.
fn string<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// A label as plain text with its lines.
fn text(label: &str) -> String {
    let mut text = label.to_owned();
    for line_end in ["<br/>", "<br />", "<br>", "\\n"] {
        text = text.replace(line_end, "\n");
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    for (entity, sign) in entities {
        text = text.replace(entity, sign);
    }
    entities::decoded(text.trim())
}

/// ` : label` behind a link, or nothing.
fn labelled(label: &str) -> String {
    let label = crate::names::line(&text(label));
    if label.is_empty() { label } else { format!(" : {label}") }
}

/// The place of the first line of a source.
pub fn header(source: &str, id: SourceId) -> Span {
    let end = source.find('\n').unwrap_or(source.len());
    Span::new(id, 0, end as u32)
}
