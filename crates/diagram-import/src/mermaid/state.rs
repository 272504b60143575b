//! Mermaid state diagrams: composite states, regions, pseudo-states, notes.

use std::collections::HashMap;

use serde_json::Value;

use super::{Out, labelled, string, text};
use crate::names::{Aliases, line};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startuml");
    out.direction(&model["direction"]);
    let nodes: HashMap<&str, &Value> =
        items(&model["nodes"]).map(|it| (string(it, "id"), it)).collect();
    let mut machine = Machine { model, nodes, aliases: Aliases::default() };
    machine.body("", 0, out);
    machine.notes(out);
    if model["styleClasses"].as_object().is_some_and(|it| !it.is_empty()) {
        out.lose("the styles of `classDef`");
    }
    out.page.put("@enduml");
}

struct Machine<'m> {
    model: &'m Value,
    nodes: HashMap<&'m str, &'m Value>,
    aliases: Aliases,
}

impl<'m> Machine<'m> {
    fn node(&self, id: &str) -> &'m Value {
        self.nodes.get(id).copied().unwrap_or(&Value::Null)
    }

    /// The states and transitions of a state, or of one of its regions; of the whole machine for an empty name.
    fn body(&mut self, parent: &str, depth: usize, out: &mut Out) {
        let model = self.model;
        let inner: Vec<&Value> = items(&model["nodes"])
            .filter(|it| {
                string(it, "parentId") == parent && !string(it, "shape").starts_with("note")
            })
            .collect();
        if depth > 64 {
            return out.lose("states nested this deep");
        }
        let mut is_first = true;
        for region in inner.iter().filter(|it| string(it, "shape") == "divider") {
            if !std::mem::take(&mut is_first) {
                out.put(depth, "--");
            }
            self.body(string(region, "id"), depth, out);
        }
        for state in inner.iter().filter(|it| string(it, "shape") != "divider") {
            self.state(state, depth, out);
        }
        for edge in items(&model["edges"]) {
            let [start, end] = ["start", "end"].map(|it| self.node(string(edge, it)));
            let is_end = string(end, "shape") == "stateEnd";
            let owner = if is_end { end } else { start };
            if string(owner, "parentId") == parent && string(end, "shape") != "note" {
                let (from, to) = (self.name(edge, "start"), self.name(edge, "end"));
                out.put(depth, &format!("{from} --> {to}{}", labelled(string(edge, "label"))));
            }
        }
    }

    fn name(&mut self, edge: &Value, end: &str) -> String {
        let id = string(edge, end);
        match string(self.node(id), "shape") {
            "stateStart" | "stateEnd" => "[*]".to_owned(),
            _ => self.aliases.of(id),
        }
    }

    fn state(&mut self, state: &Value, depth: usize, out: &mut Out) {
        let id = string(state, "id");
        let kind = match string(state, "shape") {
            "stateStart" | "stateEnd" => return,
            "choice" => " <<choice>>",
            "fork" => " <<fork>>",
            "join" => " <<join>>",
            _ => "",
        };
        if !kind.is_empty() {
            return out.put(depth, &format!("state {}{kind}", self.aliases.of(id)));
        }
        let label = text(string(state, "label"));
        let declared = self.aliases.declared(id, if label.is_empty() { id } else { &label });
        if state["isGroup"] == true {
            out.put(depth, &format!("state {declared} {{"));
            self.body(id, depth + 1, out);
            out.put(depth, "}");
        } else {
            out.put(depth, &format!("state {declared}"));
        }
        let alias = self.aliases.of(id);
        for words in items(&state["description"]).filter_map(Value::as_str) {
            out.put(depth, &format!("{alias} : {}", line(&text(words))));
        }
    }

    fn notes(&mut self, out: &mut Out) {
        let model = self.model;
        for edge in items(&model["edges"]) {
            for (note, of) in [("end", "start"), ("start", "end")] {
                let note = self.node(string(edge, note));
                if string(note, "shape") == "note" {
                    let side =
                        if string(note, "position").starts_with("left") { "left" } else { "right" };
                    let of = self.aliases.of(string(edge, of));
                    out.note(0, &format!("note {side} of {of}"), string(note, "label"));
                }
            }
        }
    }
}
