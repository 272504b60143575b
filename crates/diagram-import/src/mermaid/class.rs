//! Mermaid class diagrams: classes with members in namespaces, relations, notes.

use serde_json::Value;

use super::{Out, labelled, string, text};
use crate::names::{Aliases, line, quoted};
use crate::value::{entries, items};

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startuml");
    out.put(0, "set separator none");
    out.direction(&model["direction"]);
    let mut aliases = Aliases::of_classes();
    // Classes first: a namespace of the same name gets another one.
    for (name, _) in entries(&model["classes"]) {
        aliases.of(name);
    }
    namespace(model, &Value::Null, 0, &mut aliases, out);
    for interface in items(&model["interfaces"]) {
        let declared = aliases.declared(string(interface, "id"), &text(string(interface, "label")));
        out.put(0, &format!("circle {declared}"));
    }
    for relation in items(&model["relations"]) {
        link(relation, &mut aliases, out);
    }
    for note in items(&model["notes"]) {
        let name = aliases.of(string(note, "id"));
        match note["class"].as_str() {
            Some(class) => {
                let head = format!("note right of {}", aliases.of(class));
                out.note(0, &head, string(note, "text"));
            }
            None => out.note(0, &format!("note as {name}"), string(note, "text")),
        }
    }
    if model["styleClasses"].as_object().is_some_and(|it| !it.is_empty()) {
        out.lose("the styles of `classDef`");
    }
    out.page.put("@enduml");
}

/// The namespaces and classes below a namespace; of the whole diagram for null.
fn namespace(model: &Value, parent: &Value, depth: usize, aliases: &mut Aliases, out: &mut Out) {
    for (name, space) in entries(&model["namespaces"]).filter(|it| it.1["parent"] == *parent) {
        let label = text(string(space, "label"));
        let tail = name.rsplit('.').next().unwrap_or(name);
        let alias = aliases.like(&format!("namespace {name}"), tail);
        let shown = if label.is_empty() { tail } else { &label };
        let declared = if alias == shown { alias } else { format!("{} as {alias}", quoted(shown)) };
        out.put(depth, &format!("package {declared} {{"));
        namespace(model, &Value::from(name.as_str()), depth + 1, aliases, out);
        out.put(depth, "}");
    }
    for (_, class) in entries(&model["classes"]).filter(|it| it.1["parent"] == *parent) {
        write_class(class, depth, aliases, out);
    }
}

fn write_class(class: &Value, depth: usize, aliases: &mut Aliases, out: &mut Out) {
    let mut kind = "class";
    let mut stereotypes = String::new();
    for word in items(&class["annotations"]).filter_map(Value::as_str) {
        match word.to_lowercase().as_str() {
            "interface" => kind = "interface",
            "abstract" => kind = "abstract class",
            "enumeration" | "enum" => kind = "enum",
            _ => stereotypes.extend([" <<", &line(word), ">>"]),
        }
    }
    let id = string(class, "id");
    let label = text(string(class, "label"));
    let mut declared = aliases.declared(id, if label.is_empty() { id } else { &label });
    let generic = text(string(class, "type")).replace('~', "");
    if !generic.is_empty() {
        declared.extend(["<", &line(&generic), ">"]);
    }
    let link = class["link"].as_str().map_or_else(String::new, |it| format!(" [[{}]]", line(it)));
    if class["styles"].as_array().is_some_and(|it| !it.is_empty()) {
        out.lose("the styles of classes");
    }
    out.put(depth, &format!("{kind} {declared}{stereotypes}{link} {{"));
    for member in items(&class["members"]).chain(items(&class["methods"])) {
        out.put(depth + 1, &member_line(member));
    }
    out.put(depth, "}");
}

fn member_line(member: &Value) -> String {
    let shown = line(&text(string(member, "displayText"))).replace(['{', '}'], "");
    let is_field = member["memberType"] == "attribute";
    let modifier = match string(member, "classifier") {
        "$" => "{static} ",
        "*" => "{abstract} ",
        _ if is_field && shown.contains('(') => "{field} ",
        _ => "",
    };
    format!("{modifier}{shown}")
}

fn link(relation: &Value, aliases: &mut Aliases, out: &mut Out) {
    let [from, to] = ["id1", "id2"].map(|it| aliases.of(string(relation, it)));
    let kinds = ["type1", "type2"].map(|it| relation["relation"][it].as_i64().unwrap_or(-1));
    let left = ["o", "<|", "*", "<", "()"];
    let right = ["o", "|>", "*", ">", "()"];
    let head = |kind: i64, forms: [&'static str; 5]| {
        usize::try_from(kind).ok().and_then(|it| forms.get(it).copied()).unwrap_or("")
    };
    let line = if relation["relation"]["lineType"] == 1 { ".." } else { "--" };
    let arrow = format!("{}{line}{}", head(kinds[0], left), head(kinds[1], right));
    let end = |name: &str| match string(relation, name) {
        "" | "none" => String::new(),
        count => format!("{} ", quoted(&text(count))),
    };
    let label = labelled(string(relation, "title"));
    let (first, second) = (end("relationTitle1"), end("relationTitle2"));
    out.put(0, &format!("{from} {first}{arrow} {second}{to}{label}"));
}
