//! The model of a picture in JSON: `entities`, `groups`, `links`, `notes`. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::Label;
use puml_family::json::{Object, at, link, spot, text};
use serde_json::Value;

use crate::facts::end;
use crate::model::{Compartment, Direction, Entity, Graph, Group, Link, Note, NotePlace, Row};

/// Adds everything that the picture says.
pub fn json(out: &mut Object, graph: &Graph, source: SourceId) {
    if graph.direction == Direction::Right {
        out.put("direction", "leftToRight");
    }
    let entities = graph.entities.iter().map(|it| entity(it, graph, source));
    out.put("entities", entities.collect::<Value>());
    let groups = graph.groups.iter().map(|it| group(it, graph, source));
    list(out, "groups", groups.collect());
    let links = graph.links.iter().map(|it| line(it, graph, source));
    list(out, "links", links.collect());
    let notes = graph.notes.iter().map(|it| note(it, graph, source));
    list(out, "notes", notes.collect());
}

fn list(out: &mut Object, name: &str, values: Vec<Value>) {
    if !values.is_empty() {
        out.put(name, values);
    }
}

fn labels(out: &mut Object, name: &str, all: &[Label]) {
    list(out, name, all.iter().map(text).collect());
}

fn entity(it: &Entity, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("id", it.id.as_str());
    out.put("name", it.label.text.as_str());
    out.put("kind", it.kind);
    out.some("generic", it.generic.as_ref().map(text));
    labels(&mut out, "stereotypes", &it.stereotypes);
    out.some("spot", it.spot.as_ref().map(spot));
    out.some("group", it.group.map(|it| graph.groups[it.0 as usize].id.as_str()));
    let compartments: Vec<Value> = it.body.compartments.iter().map(compartment).collect();
    list(&mut out, "compartments", compartments);
    out.some("link", it.link.as_ref().map(link));
    out.flag("hidden", it.hidden);
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn compartment(it: &Compartment) -> Value {
    it.rows.iter().map(row).collect()
}

fn row(row: &Row) -> Value {
    let mut out = Object::default();
    match row {
        Row::Member { label, visibility, filled, link: target } => {
            out.put("text", label.text.as_str());
            out.some("visibility", visibility.map(|it| format!("{it:?}").to_lowercase()));
            out.flag("operation", *filled);
            out.some("link", target.as_ref().map(link));
        }
        Row::Rule { style, title } => {
            out.put("rule", format!("{style:?}").to_lowercase());
            out.some("title", title.as_ref().map(text));
        }
        Row::Blank => out.put("text", ""),
    }
    out.done()
}

fn group(it: &Group, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("id", it.id.as_str());
    out.put("name", it.label.text.as_str());
    labels(&mut out, "stereotypes", &it.stereotypes);
    out.some("parent", it.parent.map(|it| graph.groups[it.0 as usize].id.as_str()));
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn line(it: &Link, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("from", end(graph, it.from));
    out.put("to", end(graph, it.to));
    let head = |it: crate::Head| (it != crate::Head::None).then(|| camel(&format!("{it:?}")));
    out.some("fromHead", head(it.from_head));
    out.some("toHead", head(it.to_head));
    out.text("text", &it.label);
    out.text("fromText", &it.from_label);
    out.text("toText", &it.to_label);
    out.put("side", format!("{:?}", it.side).to_lowercase());
    out.put("length", it.length);
    out.flag("free", it.free);
    out.flag("hidden", it.hidden);
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn note(it: &Note, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    out.some("id", it.id.as_deref());
    out.put("text", it.label.text.as_str());
    match it.place {
        NotePlace::Beside(owner, side) => {
            out.put("side", format!("{side:?}").to_lowercase());
            out.put("of", graph.entities[owner.0 as usize].id.as_str());
        }
        NotePlace::OnLink(id) => out.put("onLink", id.0),
        NotePlace::Free => {}
    }
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn camel(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}
