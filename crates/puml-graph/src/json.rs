//! The model of a picture in JSON: `entities`, `groups`, `links`, `notes`. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::Label;
use puml_family::json::{Object, at, link, spot, text};
use serde_json::Value;

use crate::model::{
    Cell, Compartment, Constraint, Direction, End, Entity, Graph, Group, LineStyle, Link, Middle,
    Note, NotePlace, Row,
};

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
    let constraints = graph.constraints.iter().map(|it| constraint(it, source));
    list(out, "constraints", constraints.collect());
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
    out.flag("hidesStereotypes", it.hides_stereotypes);
    out.some("spot", it.spot.as_ref().map(spot));
    out.some("visibility", it.visibility.map(word));
    out.some("group", graph.container(it.group));
    let compartments: Vec<Value> = it.body.compartments.iter().map(compartment).collect();
    list(&mut out, "compartments", compartments);
    out.some("link", it.link.as_ref().map(link));
    out.flag("hidden", it.hidden);
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn compartment(it: &Compartment) -> Value {
    let mut out = Object::default();
    out.put("rows", it.rows.iter().map(row).collect::<Value>());
    out.flag("hidden", it.hidden);
    out.done()
}

fn cell(it: &Cell) -> Value {
    match it {
        Cell::Text(label) => Value::from(label.text.as_str()),
        Cell::Table(rows) => rows.iter().map(row).collect(),
    }
}

/// The name of a variant in lower case.
fn word(it: impl std::fmt::Debug) -> String {
    format!("{it:?}").to_lowercase()
}

fn row(row: &Row) -> Value {
    let mut out = Object::default();
    match row {
        Row::Member { label, visibility, filled, link: target } => {
            out.put("text", label.text.as_str());
            out.some("visibility", visibility.map(word));
            out.flag("operation", *filled);
            out.some("link", target.as_ref().map(link));
        }
        Row::Pair { key, value } => {
            out.put("key", key.text.as_str());
            out.put("value", cell(value));
        }
        Row::Item(value) => out.put("value", cell(value)),
        Row::Rule { style, title } => {
            out.put("rule", word(style));
            out.some("title", title.as_ref().map(text));
        }
        Row::Text(label) => out.put("text", label.text.as_str()),
        Row::Blank => out.put("text", ""),
    }
    out.done()
}

fn group(it: &Group, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("id", it.id.as_str());
    out.put("name", it.label.text.as_str());
    out.put("kind", it.kind);
    labels(&mut out, "stereotypes", &it.stereotypes);
    out.some("parent", graph.container(it.parent));
    if let Some(composite) = &it.composite {
        out.text("description", &composite.description);
        out.some("regions", composite.regions.map(word));
    }
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn line(it: &Link, graph: &Graph, source: SourceId) -> Value {
    let mut out = Object::default();
    for (name, member, at) in [("from", "fromMember", it.from), ("to", "toMember", it.to)] {
        out.put(name, end(graph, at));
        out.some(member, graph.member(at));
    }
    let head = |it: crate::Head| (it != crate::Head::None).then(|| camel(&format!("{it:?}")));
    out.some("fromHead", head(it.from_head));
    out.some("toHead", head(it.to_head));
    out.text("text", &it.label);
    out.text("fromText", &it.from_label);
    out.text("toText", &it.to_label);
    out.text("fromRole", &it.from_role);
    out.text("toRole", &it.to_role);
    out.text("fromQualifier", &it.from_qualifier);
    out.text("toQualifier", &it.to_qualifier);
    labels(&mut out, "stereotypes", &it.stereotypes);
    out.some("reading", it.reading.map(word));
    out.some("middle", (it.middle != Middle::None).then(|| word(it.middle)));
    out.some("line", (it.stroke != LineStyle::Solid).then(|| word(it.stroke)));
    out.put("side", word(it.side));
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
            out.put("side", word(side));
            out.put("of", end(graph, End::Entity(owner)));
        }
        NotePlace::AtMember(owner, compartment, row, side) => {
            out.put("side", word(side));
            out.put("of", end(graph, End::Entity(owner)));
            out.some("member", graph.member(End::Member(owner, compartment, row)));
        }
        NotePlace::AtGroup(owner, side) => {
            out.put("side", word(side));
            out.put("of", end(graph, End::Group(owner)));
        }
        NotePlace::OnLink(id) => out.put("onLink", id.0),
        NotePlace::Free => {}
    }
    out.some("group", graph.container(it.group));
    out.flag("hidden", it.hidden);
    out.some("link", it.link.as_ref().map(link));
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

fn camel(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}

fn constraint(it: &Constraint, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("links", vec![it.first.0, it.second.0]);
    out.put("text", it.label.text.as_str());
    out.look("look", it.look);
    out.put("at", at(it.origin, source));
    out.done()
}

/// The name of what a link ends at.
fn end(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) | End::Member(id, ..) => graph.entities[id.0 as usize].id.clone(),
        End::Group(id) => graph.groups[id.0 as usize].id.clone(),
        End::Note(id) => {
            graph.notes[id.0 as usize].id.clone().unwrap_or_else(|| format!("note {}", id.0))
        }
    }
}
