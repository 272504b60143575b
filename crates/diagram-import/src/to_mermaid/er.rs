//! Class diagrams that are entity relationship diagrams: entities with attributes, links with crow's feet.

use serde_json::Value;

use super::graph::Graph;
use super::words::{Reading, plain, quoted};
use super::{Out, string};
use crate::value::items;

const FEET: [&str; 5] = ["many", "zeroOrMany", "oneOrMany", "zeroOrOne", "one"];

/// Whether a class diagram shows entities, or classes without methods that crow's feet link.
pub(super) fn is_er(model: &Value) -> bool {
    let entities = || items(&model["entities"]);
    let is_data = |it: &Value| {
        let rows = items(&it["compartments"]).flat_map(|it| items(&it["rows"]));
        match string(it, "kind") {
            "entity" => true,
            "class" => rows.into_iter().all(|it| it["operation"] != true),
            _ => false,
        }
    };
    let has_foot =
        |it: &Value| ["fromHead", "toHead"].iter().any(|end| FEET.contains(&string(it, end)));
    let links = || items(&model["links"]);
    entities().next().is_some()
        && entities().all(is_data)
        && if links().next().is_some() {
            links().any(has_foot) && links().all(|it| has_foot(it) || is_to_note(model, it))
        } else {
            entities().all(|it| it["kind"] == "entity")
        }
}

fn is_to_note(model: &Value, link: &Value) -> bool {
    items(&model["notes"])
        .filter_map(|it| it["id"].as_str())
        .any(|it| string(link, "from") == it || string(link, "to") == it)
}

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "erDiagram");
    let mut graph = Graph::new(model, out);
    if graph.is_left_to_right() {
        out.put(1, "direction LR");
    }
    for group in items(&model["groups"]) {
        out.lose(group, "the frame around entities");
    }
    for note in items(&model["notes"]) {
        out.lose(note, "a note");
    }
    for entity in items(&model["entities"]) {
        write_entity(&mut graph, entity, out);
    }
    for link in graph.links() {
        relationship(&mut graph, link, out);
    }
}

fn write_entity(graph: &mut Graph<'_>, entity: &Value, out: &mut Out) {
    let alias = graph.aliases.of(string(entity, "id"));
    let label = plain(string(entity, "name"), Reading::Code, entity, out);
    let shown = if label == alias { String::new() } else { format!("[{}]", quoted(&label)) };
    if entity["kind"] != "entity" {
        out.lose(entity, "the sign of a class");
    }
    for part in ["stereotypes", "generic", "link", "hidden"] {
        if !entity[part].is_null() {
            out.lose(entity, format!("the {part} of entities"));
        }
    }
    out.plain_look(graph.model, entity);
    let rows: Vec<&Value> =
        items(&entity["compartments"]).flat_map(|it| items(&it["rows"])).collect();
    let mut lines = Vec::new();
    for row in rows {
        if !row["rule"].is_null() {
            out.lose(entity, "a line between attributes");
            continue;
        }
        lines.extend(attribute(row, entity, out));
    }
    if lines.is_empty() {
        return out.put(1, &format!("{alias}{shown}"));
    }
    out.put(1, &format!("{alias}{shown} {{"));
    for line in lines {
        out.put(2, &line);
    }
    out.put(1, "}");
}

/// `name : type <<PK>> – comment` as `type name PK "comment"`.
fn attribute(row: &Value, entity: &Value, out: &mut Out) -> Option<String> {
    let text = plain(string(row, "text"), Reading::Code, entity, out);
    // Which of the two signs a model has depends on what its author set.
    let text = text.replace("<<", "«").replace(">>", "»");
    if text.is_empty() {
        return None;
    }
    if !row["visibility"].is_null() {
        out.lose(entity, "the mark before an attribute");
    }
    let (text, mut comment) = match text.split_once(" – ") {
        Some((text, comment)) => (text.to_owned(), comment.trim().to_owned()),
        None => (text, String::new()),
    };
    let mut keys = Vec::new();
    let mut rest = String::new();
    let mut at = text.as_str();
    while let Some((before, (word, after))) =
        at.split_once('«').and_then(|it| Some((it.0, it.1.split_once('»')?)))
    {
        rest.push_str(before);
        let key = word.trim().to_uppercase();
        if matches!(key.as_str(), "PK" | "FK" | "UK") {
            keys.push(key);
        } else {
            let joined = format!("{} {comment}", word.trim());
            joined.trim().clone_into(&mut comment);
        }
        at = after;
    }
    rest.push_str(at);
    let (name, kind) = match rest.split_once(':') {
        Some((name, kind)) => (name.trim(), kind.trim()),
        None => (rest.trim(), ""),
    };
    if kind.is_empty() {
        out.turn(entity, "an attribute without a type", "one of the type `_`");
    }
    let [name_word, kind_word] =
        [(name, "_"), (kind, "_")].map(|(text, empty)| one_word(text, empty));
    if name_word != name || !kind.is_empty() && kind_word != kind {
        out.lose(
            entity,
            "names and types of attributes that are no single word, other than as one,",
        );
    }
    let mut line = format!("{kind_word} {name_word}");
    if !keys.is_empty() {
        line.extend([" ", &keys.join(", ")]);
    }
    if !comment.is_empty() {
        line.extend([" ", &quoted(&comment)]);
    }
    Some(line)
}

/// Letters, digits, underscores, parentheses and brackets, the first of them a letter or an underscore.
fn one_word(text: &str, empty: &str) -> String {
    let sign = |it: char| if it.is_alphanumeric() || "_-()[]".contains(it) { it } else { '_' };
    let word: String = text.chars().map(sign).collect();
    if word.is_empty() {
        empty.to_owned()
    } else if word.starts_with(|it: char| it.is_alphabetic() || it == '_') {
        word
    } else {
        format!("_{word}")
    }
}

fn relationship(graph: &mut Graph<'_>, link: &Value, out: &mut Out) {
    let ends = ["from", "to"].map(|it| string(link, it));
    if ends.iter().any(|it| graph.is_group(it)) {
        return out.lose(link, "a link to a package");
    }
    graph.lose_of_link(link, out);
    let [from, to] = ends.map(|it| graph.aliases.of(it));
    let left = foot(link, "fromHead", ["||", "|o", "}o", "}|"], out);
    let right = foot(link, "toHead", ["||", "o|", "o{", "|{"], out);
    let line = match string(link, "line") {
        "dashed" | "dotted" => "..",
        _ => "--",
    };
    if link["length"].as_u64() > Some(1) {
        out.lose(link, "the length of a link");
    }
    let label = super::graph::link_words(link, out);
    let label = if label.is_empty() { "\"\"".to_owned() } else { quoted(&label) };
    out.put(1, &format!("{from} {left}{line}{right} {to} : {label}"));
}

fn foot(link: &Value, end: &str, forms: [&'static str; 4], out: &mut Out) -> &'static str {
    match string(link, end) {
        "one" => forms[0],
        "zeroOrOne" => forms[1],
        "zeroOrMany" => forms[2],
        "oneOrMany" => forms[3],
        "many" => {
            out.turn(link, "a crow's foot without a least count", "zero or many");
            forms[2]
        }
        _ => {
            out.turn(link, "the end of a link without a count", "exactly one");
            forms[0]
        }
    }
}
