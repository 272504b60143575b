//! Class diagrams: classes with members in namespaces, relations, notes.

use serde_json::Value;

use super::graph::Graph;
use super::words::{Reading, labelled, plain, quoted};
use super::{Out, string};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "classDiagram");
    let mut graph = Graph::new(model, out);
    if graph.is_left_to_right() {
        out.put(1, "direction LR");
    }
    let head = out.text.len();
    namespace(&mut graph, None, 1, out);
    for link in graph.links() {
        relation(&mut graph, link, out);
    }
    for note in items(&model["notes"]) {
        write_note(&mut graph, note, out);
    }
    // Mermaid wants a line behind the first.
    if out.text.len() == head && !graph.is_left_to_right() {
        out.put(1, "direction TB");
    }
}

/// The classes of a group and the groups in it; of the whole diagram for none.
fn namespace(graph: &mut Graph<'_>, group: Option<&str>, depth: usize, out: &mut Out) {
    for entity in graph.entities_in(group) {
        write_class(graph, entity, depth, out);
    }
    for inner in graph.groups_in(group) {
        let id = string(inner, "id");
        let alias = graph.aliases.of(id);
        let title = out.words(string(inner, "name"), inner);
        let label = if title == alias { String::new() } else { format!("[{}]", quoted(&title)) };
        if inner["kind"] != "package" && inner["kind"] != "namespace" {
            out.lose(inner, format!("the frame `{}`", string(inner, "kind")));
        }
        for part in ["stereotypes", "link"] {
            if !inner[part].is_null() {
                out.lose(inner, format!("the {part} of packages"));
            }
        }
        out.plain_look(graph.model, inner);
        if !graph.has_entities(id) {
            out.lose(inner, "a package without content");
            continue;
        }
        out.put(depth, &format!("namespace {alias}{label} {{"));
        namespace(graph, Some(id), depth + 1, out);
        out.put(depth, "}");
    }
}

fn write_class(graph: &mut Graph<'_>, entity: &Value, depth: usize, out: &mut Out) {
    let alias = graph.aliases.of(string(entity, "id"));
    let mut head = format!("class {alias}");
    if let Some(generic) = entity["generic"].as_str() {
        let generic = plain(generic, Reading::Code, entity, out);
        let flat = generic.replace(['<', '>', '~', '{', '}'], " ").replace('\n', " ");
        if flat != generic {
            out.lose(entity, "generics within the generics of a class");
        }
        let flat: Vec<&str> = flat.split_whitespace().collect();
        head.extend(["~", &flat.join(" "), "~"]);
    }
    let label = plain(string(entity, "name"), Reading::Code, entity, out);
    if label != alias {
        head.extend(["[", &quoted(&label), "]"]);
    }
    let mut rows = Vec::new();
    match string(entity, "kind") {
        "class" => {}
        kind @ ("interface" | "abstract") => rows.push(format!("<<{kind}>>")),
        "enum" => rows.push("<<enumeration>>".to_owned()),
        kind => {
            out.turn(entity, format!("the kind `{kind}`"), "an annotation");
            rows.push(format!("<<{kind}>>"));
        }
    }
    for stereotype in items(&entity["stereotypes"]).filter_map(Value::as_str) {
        let text = plain(stereotype, Reading::Code, entity, out);
        rows.push(format!("<<{}>>", bare(&text.replace(['«', '»'], ""), entity, out)));
    }
    for part in ["visibility", "link", "hidden"] {
        if !entity[part].is_null() {
            out.lose(entity, format!("the {part} of classes"));
        }
    }
    out.plain_look(graph.model, entity);
    for compartment in items(&entity["compartments"]) {
        if compartment["hidden"] == true && items(&compartment["rows"]).next().is_some() {
            out.lose(entity, "that members are hidden");
        }
        for row in items(&compartment["rows"]) {
            member(row, entity, &mut rows, out);
        }
    }
    if rows.is_empty() {
        return out.put(depth, &head);
    }
    out.put(depth, &format!("{head} {{"));
    for row in rows {
        out.put(depth + 1, &row);
    }
    out.put(depth, "}");
}

fn member(row: &Value, entity: &Value, rows: &mut Vec<String>, out: &mut Out) {
    if !row["rule"].is_null() {
        out.lose(entity, "a line between members");
        let title = out.words(string(row, "title"), entity);
        rows.extend((!title.is_empty()).then(|| bare(&title, entity, out)));
        return;
    }
    if let Some(value) = row.get("value") {
        if !value.is_string() {
            out.lose(entity, "a table in a table");
        }
        let text = format!("{} = {}", string(row, "key"), value.as_str().unwrap_or_default());
        out.lose(entity, "the columns of a table");
        let text = plain(text.trim_start_matches(" = "), Reading::Code, entity, out);
        return rows.push(bare(&text, entity, out));
    }
    if !row["link"].is_null() {
        out.lose(entity, "the link of a member");
    }
    let mut text = string(row, "text");
    let mut classifier = "";
    for (open, close, sign) in [("<i>", "</i>", "*"), ("<u>", "</u>", "$")] {
        if let Some(inner) = text.strip_prefix(open).and_then(|it| it.strip_suffix(close)) {
            if !classifier.is_empty() {
                out.lose(entity, "that a member is both abstract and static");
            }
            (text, classifier) = (inner, sign);
        }
    }
    let text = plain(text, Reading::Code, entity, out);
    if text.is_empty() {
        return;
    }
    let sign = match string(row, "visibility") {
        "public" => "+",
        "private" => "-",
        "protected" => "#",
        "package" => "~",
        "mandatory" => {
            out.lose(entity, "that a member is mandatory");
            ""
        }
        _ => "",
    };
    let text = readable(&bare(&generics(&text), entity, out), entity, out);
    let is_method = row["operation"] == true;
    let end = text.rfind(')').filter(|_| is_method && text.contains('('));
    if let Some(at) = end {
        // Mermaid writes the colon in front of a result itself.
        let (call, result) = text.split_at(at + 1);
        let result = result.trim_start().trim_start_matches(':').trim();
        let space = if result.is_empty() { "" } else { " " };
        return rows.push(format!("{sign}{call}{classifier}{space}{result}"));
    }
    if is_method {
        out.lose(entity, "a method without parentheses");
    } else if text.contains('(') && text.contains(')') {
        out.lose(entity, "a field with parentheses");
    }
    rows.push(format!("{sign}{text}{classifier}"));
}

/// `List<Line>` as `List~Line~`.
fn generics(text: &str) -> String {
    let depth = text.chars().try_fold(0_i32, |depth, sign| match sign {
        '<' => Some(depth + 1),
        '>' if depth == 0 => None,
        '>' => Some(depth - 1),
        _ => Some(depth),
    });
    if depth == Some(0) { text.replace(['<', '>'], "~") } else { text.to_owned() }
}

/// A member that Mermaid does not stumble over: it takes every `)` for the end of a call, and `<` before a letter for
/// the start of a tag.
fn readable(text: &str, entity: &Value, out: &mut Out) -> String {
    let opening = text.char_indices().skip(1).find(|it| it.1 == '(').map(|it| it.0);
    let is_call = opening.is_some_and(|it| text[it..].contains(')'));
    let mut kept = if is_call || !text.contains(')') {
        text.to_owned()
    } else {
        out.turn(entity, "a member with parentheses that is no call", "one with square brackets");
        text.replace('(', "[").replace(')', "]")
    };
    let tag = |text: &str| {
        let mut signs = text.match_indices('<');
        let is_tag = |it: &(usize, &str)| text[it.0 + 1..].starts_with(char::is_alphabetic);
        signs.find(is_tag).map(|it| it.0 + 1)
    };
    while let Some(at) = tag(&kept) {
        out.turn(entity, "`<` before a letter", "one with a blank between them");
        kept.insert(at, ' ');
    }
    kept
}

/// A line of a class body: without the signs that would end it.
fn bare(text: &str, part: &Value, out: &mut Out) -> String {
    let kept = text.replace('\n', " ").replace(['{', '}'], "");
    if kept != text {
        out.lose(part, "braces and line ends in members");
    }
    kept.trim().to_owned()
}

fn relation(graph: &mut Graph<'_>, link: &Value, out: &mut Out) {
    let ends = ["from", "to"].map(|it| string(link, it));
    if ends.iter().any(|it| graph.is_group(it)) {
        return out.lose(link, "a link to a package");
    }
    graph.lose_of_link(link, out);
    if link["hidden"] == true {
        return out.lose(link, "a hidden link");
    }
    let [from, to] = ends.map(|it| graph.aliases.of(it));
    let heads = ["fromHead", "toHead"].map(|it| head(link, it, out));
    let line = match string(link, "line") {
        "dashed" => "..",
        "" => "--",
        other => {
            out.lose(link, format!("a {other} line"));
            if other == "dotted" { ".." } else { "--" }
        }
    };
    if link["length"].as_u64() > Some(1) {
        out.lose(link, "the length of a link");
    }
    let counts = ["fromText", "toText"].map(|it| {
        let text = out.words(string(link, it), link);
        if text.is_empty() { String::new() } else { format!("{} ", quoted(&text)) }
    });
    let text = out.words(string(link, "text"), link);
    let label = labelled(&text);
    let arrow = format!("{}{line}{}", heads[0].0, heads[1].1);
    out.put(1, &format!("{from} {}{arrow} {}{to}{label}", counts[0], counts[1]));
}

/// How a head is written at the left and at the right end.
fn head(link: &Value, name: &str, out: &mut Out) -> (&'static str, &'static str) {
    match string(link, name) {
        "" => ("", ""),
        "extension" => ("<|", "|>"),
        "composition" => ("*", "*"),
        "aggregation" => ("o", "o"),
        "arrow" => ("<", ">"),
        other => {
            out.lose(link, format!("the arrow head `{other}`"));
            match other {
                "redefines" | "definedBy" => ("<|", "|>"),
                "triangle" | "halfUpper" | "halfLower" | "swallow" | "circleArrow" => ("<", ">"),
                _ => ("", ""),
            }
        }
    }
}

fn write_note(graph: &mut Graph<'_>, note: &Value, out: &mut Out) {
    let owner = graph.owner(note).and_then(|it| graph.entity(it));
    let text = out.words(string(note, "text"), note);
    out.plain_look(graph.model, note);
    if let Some(entity) = owner {
        if !note["member"].is_null() {
            out.turn(note, "a note at a member", "one at its class");
        }
        let name = graph.aliases.of(string(entity, "id"));
        return out.put(1, &format!("note for {name} {}", quoted(&text)));
    }
    if !note["onLink"].is_null() || !note["of"].is_null() {
        out.turn(note, "a note at a link or a package", "one that stands alone");
    }
    out.put(1, &format!("note {}", quoted(&text)));
}
