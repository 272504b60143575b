//! The structure of graph families: entities and links of the reference against our model as JSON.
//!
//! Compared are every entity and group with kind, label, container, stereotypes and members, and every link with its
//! ends, heads, line, label, quantifiers and roles. Notes are compared by their text. Layout helpers of the reference
//! are left out, and so is how a text is wrapped or marked up.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::sequence::letters;

/// The first difference between the reference's picture and ours.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    // Older activity diagrams join the names of partitions and steps with a control character.
    let joined = record.to_string().replace("\\u0001", ".");
    let record = &serde_json::from_str(&joined).unwrap_or_else(|_| record.clone());
    let theirs = Theirs::new(record);
    differing("entity", &theirs.entities(), &entities(ours))
        .or_else(|| differing("group", &theirs.groups(), &groups(ours)))
        .or_else(|| differing("note", &theirs.notes(), &notes(ours)))
        .or_else(|| differing("link", &theirs.links(), &links(ours)))
}

/// How often each description occurs, and the first that does not occur as often on both sides.
pub(crate) fn differing(what: &str, theirs: &[String], ours: &[String]) -> Option<String> {
    let mut counts: BTreeMap<&str, i32> = BTreeMap::new();
    for it in theirs {
        *counts.entry(it).or_default() += 1;
    }
    for it in ours {
        *counts.entry(it).or_default() -= 1;
    }
    let absent = theirs.iter().find(|it| counts[it.as_str()] > 0);
    let extra = ours.iter().find(|it| counts[it.as_str()] < 0);
    match (absent, extra) {
        (None, None) => None,
        (Some(absent), Some(extra)) => Some(format!("{what}: {absent}\n    ours: {extra}")),
        (Some(absent), None) => Some(format!("{what} absent: {absent}")),
        (None, Some(extra)) => Some(format!("{what} too many: {extra}")),
    }
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => letters(&text.replace("\\n", " ").replace("\\t", " ")),
        Value::Array(lines) => lines.iter().map(text).collect(),
        _ => String::new(),
    }
}

/// A member without what only says how it is drawn.
fn member(value: &Value) -> String {
    let mut line = value.as_str().unwrap_or_default().to_owned();
    for modifier in ["{static}", "{abstract}", "{classifier}", "{field}", "{method}"] {
        line = line.replace(modifier, "");
    }
    letters(&line.replace("\\n", " ").replace("\\t", " "))
}

pub(crate) fn id(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Notes of one line in older activity diagrams are called GN and a number.
fn is_note_name(name: &str) -> bool {
    name.strip_prefix("GN")
        .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

/// A qualified name; without a separator the reference joins its parts with a sign of its own.
fn path(value: &Value) -> String {
    id(value).replace('\u{1}', ".")
}

struct Theirs<'a> {
    record: &'a Value,
}

impl<'a> Theirs<'a> {
    fn new(record: &'a Value) -> Self {
        Self { record }
    }

    fn all(&self) -> impl Iterator<Item = &'a Value> {
        let is_kept = |it: &&Value| it["removed"] != true && !id(&it["id"]).contains("$$$");
        list(&self.record["entities"]).iter().filter(is_kept)
    }

    fn is_note(entity: &Value) -> bool {
        matches!(id(&entity["kind"]), "NOTE" | "TIPS")
    }

    fn entities(&self) -> Vec<String> {
        let own = self.all().filter(|it| it["group"] != true && !Self::is_note(it));
        own.map(|it| {
            let kind = kind(id(&it["kind"]), id(&it["symbol"]));
            let name = if kind == "association" { String::new() } else { path(&it["id"]) };
            let members = match id(&it["kind"]) {
                "JSON" | "MAP" => text(&it["data"]),
                _ => sorted(list(&it["body"]).iter().map(member)),
            };
            // The reference keeps the text of a branch elsewhere.
            let label = if kind == "branch" { String::new() } else { text(&it["label"]) };
            format!(
                "{kind} {name} {:?} in {:?} <{}> «{}» {members}",
                label,
                path(&it["in"]),
                text(&it["generic"]),
                sorted(list(&it["stereotype"]).iter().map(text)),
            )
        })
        .collect()
    }

    fn groups(&self) -> Vec<String> {
        let own = self.all().filter(|it| it["group"] == true);
        own.map(|it| {
            let (name, parent) = (path(&it["id"]), path(&self.drawn_around(it)["in"]));
            format!("{name} {:?} in {parent:?}", text(&it["label"]))
        })
        .collect()
    }

    /// The outermost group that is drawn as one with this one: its label is the beginning of this one's.
    fn drawn_around<'b>(&'b self, it: &'b Value) -> &'b Value {
        let own = text(&it["name"]);
        let outer = list(&self.record["entities"]).iter().find(|outer| {
            outer["id"] == it["in"] && text(&outer["label"]) + &own == text(&it["label"])
        });
        outer.map_or(it, |outer| self.drawn_around(outer))
    }

    fn notes(&self) -> Vec<String> {
        let kept = list(&self.record["entities"]).iter().filter(|it| it["removed"] != true);
        let own = kept.filter(|it| Self::is_note(it)).flat_map(|it| match it["tips"].as_array() {
            Some(tips) => tips.iter().map(|it| text(&it["text"])).collect(),
            None => vec![text(&it["label"])],
        });
        let on_links = list(&self.record["links"]).iter().filter(|it| !it["note"].is_null());
        own.chain(on_links.map(|it| text(&it["note"]))).collect()
    }

    fn links(&self) -> Vec<String> {
        let removed = |name: &str| {
            list(&self.record["entities"])
                .iter()
                .any(|it| id(&it["id"]) == name && it["removed"] == true)
        };
        let is_helper = |it: &Value| {
            let ends = [id(&it["a"]), id(&it["b"])];
            let is_note =
                |it: &str| it.rsplit(['.', ':']).next().is_some_and(|it| it.starts_with("GMN"));
            it["removed"] == true
                || it["invis"] == true
                || ends
                    .iter()
                    .any(|it| is_note(it) || is_note_name(it) || it.contains("$$$") || removed(it))
        };
        let own = list(&self.record["links"]).iter().filter(|it| !is_helper(it));
        own.map(|it| {
            let end = |name: &str, decor: &str, quantifier: &str, role: &str| {
                let name = path(&it[name]);
                let name = if self.is_point(&name) { String::new() } else { name };
                let (quantifier, role) = (text(&it[quantifier]), text(&it[role]));
                format!("{name}({} {quantifier} {role})", head(id(&it[decor])))
            };
            let style = id(&it["style"]).split('(').next().unwrap_or_default();
            let style = match style {
                "NORMAL" => "solid".to_owned(),
                other => other.to_lowercase(),
            };
            let style = if it["hidden"] == true { "invisible".to_owned() } else { style };
            let ends = [end("a", "decor_a", "qa", "ra"), end("b", "decor_b", "qb", "rb")];
            described(ends, &style, &text(&it["label"]))
        })
        .collect()
    }

    /// Whether an end is a helper without a name in the source.
    fn is_point(&self, name: &str) -> bool {
        name.starts_with("apoint")
            && list(&self.record["entities"])
                .iter()
                .any(|it| id(&it["id"]) == name && it["kind"] == "POINT_FOR_ASSOCIATION")
    }
}

/// A link without its direction in the layout: the ends in the order of their names.
fn described(mut ends: [String; 2], style: &str, label: &str) -> String {
    ends.sort_unstable();
    format!("{} {} {style} {label:?}", ends[0], ends[1])
}

fn sorted(all: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = all.filter(|it| !it.is_empty()).collect();
    all.sort_unstable();
    all.join(",")
}

/// Our word for a kind of the reference.
fn kind(kind: &str, symbol: &str) -> String {
    match (kind, symbol) {
        ("CIRCLE_START", _) => "start".to_owned(),
        ("CIRCLE_END", _) => "end".to_owned(),
        ("SYNCHRO_BAR", _) => "bar".to_owned(),
        ("ABSTRACT_CLASS", _) => "abstract".to_owned(),
        ("POINT_FOR_ASSOCIATION", _) => "association".to_owned(),
        ("STATE_CHOICE", _) => "diamond".to_owned(),
        ("CIRCLE", _) | ("DESCRIPTION", "Interface") => "circle".to_owned(),
        ("DESCRIPTION" | "USECASE", "Component1" | "Component2") => "component".to_owned(),
        ("DESCRIPTION", "Folder") => "package".to_owned(),
        ("DESCRIPTION" | "USECASE", symbol) if !symbol.is_empty() => symbol.to_lowercase(),
        (kind, _) => kind.to_lowercase(),
    }
}

/// Our word for a head of the reference.
fn head(decor: &str) -> &'static str {
    match decor {
        "" | "NONE" => "",
        "ARROW" => "arrow",
        "ARROW_TRIANGLE" => "triangle",
        "EXTENDS" => "extension",
        "REDEFINES" => "redefines",
        "DEFINEDBY" => "definedBy",
        "COMPOSITION" => "composition",
        "AGGREGATION" => "aggregation",
        "NOT_NAVIGABLE" => "cross",
        "CIRCLE" => "circle",
        "CIRCLE_FILL" => "dot",
        "CIRCLE_CONNECT" => "circleArc",
        "PARENTHESIS" => "arc",
        "SQUARE" => "square",
        "PLUS" => "plus",
        "HALF_ARROW_UP" => "halfUpper",
        "HALF_ARROW_DOWN" => "halfLower",
        "CROWFOOT" => "many",
        "CIRCLE_CROWFOOT" => "zeroOrMany",
        "LINE_CROWFOOT" => "oneOrMany",
        "CIRCLE_LINE" => "zeroOrOne",
        "DOUBLE_LINE" => "one",
        _ => "unknown",
    }
}

fn entities(ours: &Value) -> Vec<String> {
    let own = list(&ours["entities"]).iter();
    own.map(|it| {
        let kind = match id(&it["kind"]) {
            "folder" => "package",
            kind => kind,
        };
        let name = if kind == "association" { "" } else { id(&it["id"]) };
        let rows = list(&it["compartments"]).iter().flat_map(|it| list(&it["rows"]));
        let members = if matches!(kind, "json" | "map") {
            rows.map(cells).collect()
        } else {
            sorted(rows.map(|it| text(&it["text"]) + &text(&it["title"])))
        };
        let label = if kind == "branch" { String::new() } else { text(&it["name"]) };
        format!(
            "{kind} {name} {:?} in {:?} <{}> «{}» {members}",
            label,
            id(&it["group"]),
            text(&it["generic"]),
            sorted(list(&it["stereotypes"]).iter().map(text)),
        )
    })
    .collect()
}

/// The texts of a table.
fn cells(row: &Value) -> String {
    match &row["value"] {
        Value::Array(rows) => text(&row["key"]) + &rows.iter().map(cells).collect::<String>(),
        value => text(&row["key"]) + &text(value),
    }
}

fn groups(ours: &Value) -> Vec<String> {
    let own = list(&ours["groups"]).iter().filter(|it| it["kind"] != "together");
    own.map(|it| {
        let name = id(&it["id"]);
        format!("{name} {:?} in {:?}", text(&it["name"]), id(&it["parent"]))
    })
    .collect()
}

fn notes(ours: &Value) -> Vec<String> {
    list(&ours["notes"]).iter().map(|it| text(&it["text"])).collect()
}

fn links(ours: &Value) -> Vec<String> {
    let kinds: BTreeMap<&str, &str> =
        list(&ours["entities"]).iter().map(|it| (id(&it["id"]), id(&it["kind"]))).collect();
    let asked: BTreeMap<&str, String> = list(&ours["entities"])
        .iter()
        .filter(|it| it["kind"] == "branch")
        .map(|it| (id(&it["id"]), text(&it["name"])))
        .collect();
    let own = list(&ours["links"]).iter();
    own.map(|it| {
        let end = |name: &str, head: &str, quantifier: &str, role: &str| {
            let name = id(&it[name]);
            let name = if kinds.get(name) == Some(&"association") { "" } else { name };
            let (mut quantifier, role) = (text(&it[quantifier]), text(&it[role]));
            // What a decision asks stands at the line to it in the reference.
            if let Some(asked) = asked.get(name).filter(|_| head == "toHead") {
                quantifier.clone_from(asked);
            }
            // An arrow may be drawn with a filled head.
            let head = if it[head] == "swallow" { "arrow" } else { id(&it[head]) };
            format!("{name}({head} {quantifier} {role})")
        };
        let style = if it["hidden"] == true { "invisible" } else { id(&it["line"]) };
        let style = if style.is_empty() { "solid" } else { style };
        let ends = [
            end("from", "fromHead", "fromText", "fromRole"),
            end("to", "toHead", "toText", "toRole"),
        ];
        described(ends, style, &text(&it["text"]))
    })
    .collect()
}
