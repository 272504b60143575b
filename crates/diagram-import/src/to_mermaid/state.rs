//! State diagrams: composite states, regions, pseudo-states, notes.

use serde_json::Value;

use super::graph::Graph;
use super::words::{escaped, labelled, quoted};
use super::{Out, string};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "stateDiagram-v2");
    let mut graph = Graph::new(model, out);
    if graph.is_left_to_right() {
        out.put(1, "direction LR");
    }
    body(&mut graph, None, 1, out);
    for note in items(&model["notes"]) {
        write_note(&mut graph, note, out);
    }
}

/// The states, composites and transitions of a state or a region; of the whole machine for none.
fn body(graph: &mut Graph<'_>, group: Option<&str>, depth: usize, out: &mut Out) {
    for state in graph.entities_in(group) {
        write_state(graph, state, depth, out);
    }
    let mut is_first = true;
    for inner in graph.groups_in(group) {
        let id = string(inner, "id");
        if inner["kind"] == "region" {
            if !std::mem::take(&mut is_first) {
                out.put(depth, "--");
            }
            body(graph, Some(id), depth, out);
            continue;
        }
        out.plain_look(graph.model, inner);
        if inner["regions"] == "beside" {
            out.lose(inner, "that regions stand side by side");
        }
        for part in ["stereotypes", "link"] {
            if !inner[part].is_null() {
                out.lose(inner, format!("the {part} of states"));
            }
        }
        let declared = declared(graph, inner, out);
        out.put(depth, &format!("{declared} {{"));
        body(graph, Some(id), depth + 1, out);
        out.put(depth, "}");
        if !string(inner, "description").is_empty() {
            out.lose(inner, "words below the title of a composite state");
        }
    }
    for link in graph.links() {
        if home(graph, link).as_deref() == group {
            transition(graph, link, depth, out);
        }
    }
}

/// The state or region that a transition is written in: that of its ends, if they share one, or of a start or an end.
fn home(graph: &Graph<'_>, link: &Value) -> Option<String> {
    let [from, to] = ["from", "to"].map(|it| place(graph, string(link, it)));
    match (is_mark(graph, string(link, "from")), is_mark(graph, string(link, "to"))) {
        (true, _) => from,
        (_, true) => to,
        _ if from == to => from,
        _ => None,
    }
}

fn place(graph: &Graph<'_>, id: &str) -> Option<String> {
    let outer = match graph.entity(id) {
        Some(entity) => entity["group"].as_str(),
        None => items(&graph.model["groups"])
            .find(|it| string(it, "id") == id)
            .and_then(|it| it["parent"].as_str()),
    };
    outer.map(str::to_owned)
}

fn is_mark(graph: &Graph<'_>, id: &str) -> bool {
    graph.entity(id).is_some_and(|it| matches!(string(it, "kind"), "start" | "end"))
}

fn declared(graph: &mut Graph<'_>, state: &Value, out: &mut Out) -> String {
    let alias = graph.aliases.of(string(state, "id"));
    let label = out.words(string(state, "name"), state);
    if label == alias {
        format!("state {alias}")
    } else {
        format!("state {} as {alias}", quoted(&label))
    }
}

fn write_state(graph: &mut Graph<'_>, state: &Value, depth: usize, out: &mut Out) {
    let kind = string(state, "kind");
    let alias = graph.aliases.of(string(state, "id"));
    match kind {
        "start" | "end" => return,
        "choice" | "fork" | "join" => return out.put(depth, &format!("state {alias} <<{kind}>>")),
        "state" => {}
        "history" | "deephistory" | "deepHistory" => {
            out.turn(state, "the history of a state", "a state `H`");
            return out.put(depth, &format!("state \"H\" as {alias}"));
        }
        other => out.turn(state, format!("`{other}`"), "a state"),
    }
    for part in ["stereotypes", "link", "hidden"] {
        if !state[part].is_null() {
            out.lose(state, format!("the {part} of states"));
        }
    }
    out.plain_look(graph.model, state);
    let rows: Vec<&Value> =
        items(&state["compartments"]).flat_map(|it| items(&it["rows"])).collect();
    let mut words = Vec::new();
    for row in rows {
        if row["text"].is_null() {
            out.lose(state, "a line or a table in a state");
            continue;
        }
        let text = out.words(string(row, "text"), state);
        words.extend(text.split('\n').filter(|it| !it.is_empty()).map(str::to_owned));
    }
    if words.is_empty() {
        let line = declared(graph, state, out);
        // A name alone is a state; behind the keyword it is one only where something leads to it.
        return out
            .put(depth, line.strip_prefix("state ").filter(|it| *it == alias).unwrap_or(&line));
    }
    // The first description of a state is its title where there are more.
    let label = out.words(string(state, "name"), state);
    out.put(depth, &format!("state {} as {alias}", quoted(&label)));
    for text in words {
        out.put(depth, &format!("{alias}{}", labelled(&text)));
    }
}

fn transition(graph: &mut Graph<'_>, link: &Value, depth: usize, out: &mut Out) {
    graph.lose_of_link(link, out);
    if link["hidden"] == true {
        return out.lose(link, "a hidden transition");
    }
    if !link["line"].is_null() {
        out.lose(link, format!("a {} line", string(link, "line")));
    }
    if link["length"].as_u64() > Some(1) {
        out.lose(link, "the length of a transition");
    }
    let is_plain =
        matches!(string(link, "toHead"), "swallow" | "arrow") && link["fromHead"].is_null();
    if !is_plain {
        out.lose(link, "the arrow head of a transition");
    }
    let [from, to] = ["from", "to"].map(|it| {
        let id = string(link, it);
        if is_mark(graph, id) { "[*]".to_owned() } else { graph.aliases.of(id) }
    });
    let text = super::graph::link_words(link, out);
    let label = labelled(&text);
    out.put(depth, &format!("{from} --> {to}{label}"));
}

fn write_note(graph: &mut Graph<'_>, note: &Value, out: &mut Out) {
    out.plain_look(graph.model, note);
    let owner = graph.owner(note).filter(|it| !is_mark(graph, it));
    let Some(owner) = owner else {
        return out.lose(note, "a note that stands at no state");
    };
    let side = match string(note, "side") {
        "left" => "left",
        "right" => "right",
        _ => {
            out.turn(note, "a note above, below or tied by a line", "one at the right");
            "right"
        }
    };
    out.put(1, &format!("note {side} of {}", graph.aliases.of(owner)));
    let text = out.words(string(note, "text"), note);
    for line in text.split('\n') {
        out.put(2, &escaped(line));
    }
    out.put(1, "end note");
}
