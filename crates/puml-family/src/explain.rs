//! A diagram in words: who takes part, what happens step by step. For agents, documents and listeners.

use diag::Span;
use puml_syntax::creole;
use serde_json::{Value, json};

use crate::model::Label;

/// The account of one diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// One or two sentences.
    pub summary: String,
    /// What the parts are called in JSON: `participants`, `entities`.
    pub parts_name: &'static str,
    /// What the diagram is made of, in the order it is read.
    pub parts: Vec<Described>,
    /// In the order things happen or are said.
    pub flow: Vec<Step>,
}

/// A part of the diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// What the source calls it.
    pub id: String,
    /// What is shown, without markup, on one line.
    pub name: String,
    /// The keyword of its kind.
    pub kind: &'static str,
    /// What is counted about it, by name.
    pub counts: Vec<(&'static str, u32)>,
    /// The frame it stands in: what such frames are called in JSON, and its title.
    pub group: Option<(&'static str, String)>,
}

/// One thing that happens or is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The page, counted from 1.
    pub page: u32,
    /// How many groups it stands in.
    pub depth: u32,
    /// A sentence without a final stop.
    pub text: String,
    /// The line that says so.
    pub origin: Span,
}

impl Explanation {
    /// `summary`, the parts and `flow` as plain JSON.
    pub fn to_json(&self) -> Value {
        let parts: Vec<Value> = self.parts.iter().map(described).collect();
        let flow: Vec<Value> = self
            .flow
            .iter()
            .map(|it| json!({ "page": it.page, "depth": it.depth, "text": it.text }))
            .collect();
        json!({ "summary": self.summary, self.parts_name: parts, "flow": flow })
    }
}

fn described(it: &Described) -> Value {
    let mut out = json!({ "id": it.id, "name": it.name, "kind": it.kind });
    for (name, count) in &it.counts {
        out[*name] = (*count).into();
    }
    if let Some((name, title)) = &it.group {
        out[*name] = title.as_str().into();
    }
    out
}

/// `1 message`, `2 messages`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The letters of a label on one line, without markup.
pub fn plain(label: &Label) -> String {
    let mut out = String::new();
    for line in label.text.split('\n') {
        // The signs of a heading are not said.
        let bare = line.trim_start_matches('=');
        let is_heading = bare.len() < line.len() && bare.starts_with(' ') && !bare.ends_with('=');
        for line in creole::label(if is_heading { bare } else { line }) {
            let text = creole::plain(&line.content);
            let text = text.trim();
            if !out.is_empty() && !text.is_empty() {
                out.push(' ');
            }
            out.push_str(text);
        }
    }
    out
}
