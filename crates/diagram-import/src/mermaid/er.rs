//! Mermaid entity relationship diagrams.

use std::collections::HashMap;

use serde_json::Value;

use super::{Out, labelled, string, text};
use crate::names::{Aliases, field, line};
use crate::value::{entries, items};

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startuml");
    out.put(0, "set separator none");
    out.put(0, "hide circle");
    out.direction(&model["direction"]);
    let mut aliases = Aliases::of_classes();
    let mut names = HashMap::new();
    for (name, entity) in entries(&model["entities"]) {
        names.insert(string(entity, "id"), name.as_str());
        let alias = string(entity, "alias");
        let shown = text(if alias.is_empty() { string(entity, "label") } else { alias });
        out.put(0, &format!("entity {} {{", aliases.declared(name, &shown)));
        for attribute in items(&entity["attributes"]) {
            out.put(1, &row(attribute));
        }
        out.put(0, "}");
        if entity["cssStyles"].as_array().is_some_and(|it| !it.is_empty()) {
            out.lose("the styles of entities");
        }
    }
    for link in items(&model["relationships"]) {
        let end =
            |it: &str| names.get(string(link, it)).copied().unwrap_or_else(|| string(link, it));
        let (from, to) = (aliases.of(end("entityA")), aliases.of(end("entityB")));
        // The model names the count at the far end of each entity.
        let counts = ["cardB", "cardA"].map(|it| string(&link["relSpec"], it));
        if counts.contains(&"MD_PARENT") {
            out.lose("the sign of a parent, `u`,");
        }
        let left = foot(counts[0], ["||", "|o", "}o", "}|"]);
        let right = foot(counts[1], ["||", "o|", "o{", "|{"]);
        let line = if link["relSpec"]["relType"] == "NON_IDENTIFYING" { ".." } else { "--" };
        let label = labelled(string(link, "roleA"));
        out.put(0, &format!("{from} {left}{line}{right} {to}{label}"));
    }
    out.page.put("@enduml");
}

fn foot(count: &str, forms: [&'static str; 4]) -> &'static str {
    match count {
        "ONLY_ONE" => forms[0],
        "ZERO_OR_ONE" => forms[1],
        "ZERO_OR_MORE" => forms[2],
        "ONE_OR_MORE" => forms[3],
        _ => "",
    }
}

fn row(attribute: &Value) -> String {
    let mut row = field(string(attribute, "name"), &text(string(attribute, "type")));
    for key in items(&attribute["keys"]).filter_map(Value::as_str) {
        row.extend([" <<", &line(key), ">>"]);
    }
    let comment = line(&text(string(attribute, "comment"))).replace(['{', '}'], "");
    if !comment.is_empty() {
        row.extend([" – ", &comment]);
    }
    if row.contains('(') && !row.starts_with('{') { format!("{{field}} {row}") } else { row }
}
