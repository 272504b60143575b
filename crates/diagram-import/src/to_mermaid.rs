//! puml diagrams as Mermaid, from the model that the compiler makes of them.

mod activity;
mod chart;
mod class;
mod description;
mod er;
mod gantt;
mod graph;
mod sequence;
mod state;
mod tree;
mod words;

use std::collections::BTreeMap;

use diag::{SourceId, Span};
use serde_json::Value;

use crate::Import;
use crate::place::left_out;

/// The kinds of puml diagrams that become Mermaid, by their public names.
pub const FAMILIES: [&str; 8] =
    ["sequence", "class", "state", "activity", "description", "mindmap", "wbs", "gantt"];

/// Makes Mermaid of the model of a puml diagram; `None` for a kind that is not one of [`FAMILIES`].
///
/// The model is the JSON form of it, `id` the text that its ranges count in and `whole` the place of the diagram: what
/// is lost is told where the source says it.
pub fn to_mermaid(kind: &str, model: &Value, id: SourceId, whole: Span) -> Option<Import> {
    let write = match kind {
        "sequence" => sequence::write,
        "class" if er::is_er(model) => er::write,
        "class" => class::write,
        "state" => state::write,
        "activity" if model["steps"].is_array() => activity::write,
        "activity" | "description" => description::write,
        "mindmap" | "wbs" => tree::write,
        "gantt" => gantt::write,
        _ => return None,
    };
    let mut out = Out { text: String::new(), lost: BTreeMap::new(), id, whole };
    surroundings(model, &mut out);
    write(model, &mut out);
    let mut lost: Vec<(Span, String)> = out.lost.into_iter().map(|it| (it.1, it.0)).collect();
    lost.sort_by_key(|it| (it.0.source != id, it.0.start, it.0.end));
    let lost = lost.into_iter().map(|it| left_out(it.0, it.1));
    Some(Import { source: out.text, diagnostics: lost.collect() })
}

/// The title in front of the diagram; what else stands around a picture is lost.
fn surroundings(model: &Value, out: &mut Out) {
    // A sequence diagram may have a title for each page.
    let title = model["title"].as_str().or(model["pages"][0]["title"].as_str());
    if let Some(title) = title {
        let title = out.words(title, &Value::Null).replace('\n', " ");
        out.put(0, "---");
        out.put(0, &format!("title: {}", Value::from(title)));
        out.put(0, "---");
    }
    for part in ["header", "footer", "legend", "caption", "mainframe", "scale"] {
        if !model[part].is_null() {
            out.lose(&Value::Null, format!("the {part}"));
        }
    }
}

/// The lines, and what has no equivalent with the first place of it.
#[derive(Debug)]
struct Out {
    text: String,
    lost: BTreeMap<String, Span>,
    id: SourceId,
    whole: Span,
}

impl Out {
    fn put(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Notes a loss at the place of a part of the model; of the whole diagram for null.
    fn lose(&mut self, part: &Value, what: impl std::fmt::Display) {
        self.tell(part, format!("{what} cannot be said in Mermaid"));
    }

    /// Notes that something is drawn as something else.
    fn turn(&mut self, part: &Value, what: impl std::fmt::Display, into: &str) {
        self.tell(part, format!("{what} can only be said as {into} in Mermaid"));
    }

    fn tell(&mut self, part: &Value, message: String) {
        let number = |it: usize| part["at"][it].as_u64().and_then(|it| u32::try_from(it).ok());
        let span = match (number(0), number(1)) {
            (Some(start), Some(end)) => Span::new(number(2).map_or(self.id, SourceId), start, end),
            _ => self.whole,
        };
        self.lost.entry(message).or_insert(span);
    }

    /// Says that a look is lost if it is not the one that the part has by itself.
    fn plain_look(&mut self, model: &Value, part: &Value) {
        if is_styled(model, part) {
            self.lose(part, "the colours and styles");
        }
    }

    /// The letters of a label with their lines; markup is lost.
    fn words(&mut self, label: &str, part: &Value) -> String {
        words::plain(label, words::Reading::Label, part, self)
    }
}

/// Whether the source says something about how a part looks: looks without an element's name are made for parts.
fn is_styled(model: &Value, part: &Value) -> bool {
    let look = part["look"].as_u64().map(|it| &model["looks"][it as usize]);
    look.is_some_and(|it| it.is_object() && it["element"].is_null())
}

/// A string of the model; empty where there is none.
fn string<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// Words that begin a statement of some Mermaid diagram or are read as something else than a name.
const RESERVED: &[&str] = &[
    "accdescr",
    "acctitle",
    "activate",
    "actor",
    "alt",
    "and",
    "as",
    "autonumber",
    "box",
    "break",
    "call",
    "callback",
    "choice",
    "class",
    "classdef",
    "classdiagram",
    "click",
    "create",
    "critical",
    "cssclass",
    "deactivate",
    "default",
    "destroy",
    "details",
    "direction",
    "else",
    "end",
    "flowchart",
    "fork",
    "graph",
    "hide",
    "href",
    "interpolate",
    "join",
    "link",
    "links",
    "linkstyle",
    "loop",
    "many",
    "namespace",
    "note",
    "one",
    "only",
    "opt",
    "option",
    "optionally",
    "over",
    "par",
    "participant",
    "properties",
    "rect",
    "root",
    "scale",
    "section",
    "state",
    "style",
    "subgraph",
    "title",
    "to",
    "zero",
];

fn aliases() -> crate::names::Aliases {
    crate::names::Aliases::avoiding(RESERVED)
}
