//! The structure of state diagrams: states, composite states, regions, marks, transitions and notes of the reference
//! against our model as JSON.
//!
//! Compared are kind, label, description and container of everything, and of transitions both ends, heads, line, label,
//! length and direction. A region of the reference has a number of its own; the first region of a state is the state.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::graph::{differing, id, list, text};

/// The first difference between the reference's machine and ours.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let theirs = Theirs::new(record);
    differing("state", &theirs.states(), &states(ours))
        .or_else(|| differing("container", &theirs.containers(), &containers(ours)))
        .or_else(|| differing("transition", &theirs.transitions(), &transitions(ours)))
        .or_else(|| differing("note", &theirs.notes(), &notes(ours)))
}

struct Theirs<'a> {
    record: &'a Value,
    /// Our ids by theirs.
    ids: BTreeMap<&'a str, String>,
}

impl<'a> Theirs<'a> {
    fn new(record: &'a Value) -> Self {
        let mut ids: BTreeMap<&str, String> = BTreeMap::new();
        let mut regions: BTreeMap<&str, u32> = BTreeMap::new();
        let mut all: Vec<&Value> = list(&record["entities"]).iter().collect();
        // Parents first; regions in the order of their numbers.
        all.sort_by_key(|it| (id(&it["id"]).matches('.').count(), it["line"].as_u64()));
        for it in all {
            let around = id(&it["in"]);
            let name = match id(&it["kind"]) {
                "CONCURRENT_STATE" => {
                    let number = regions.entry(around).or_insert(1);
                    *number += 1;
                    format!("region{number}")
                }
                _ => mark(id(&it["name"])),
            };
            let parent = ids.get(around).filter(|it| !it.is_empty());
            let own = parent.map_or_else(|| name.clone(), |it| format!("{it}.{name}"));
            ids.insert(id(&it["id"]), own);
        }
        Self { record, ids }
    }

    fn id(&self, theirs: &str) -> String {
        self.ids.get(theirs).cloned().unwrap_or_else(|| theirs.to_owned())
    }

    fn all(&self) -> impl Iterator<Item = &'a Value> {
        let is_kept = |it: &&Value| {
            it["removed"] != true
                && !id(&it["id"]).contains("$$$")
                && id(&it["kind"]) != "STATE_TRANSITION_LABEL"
        };
        list(&self.record["entities"]).iter().filter(is_kept)
    }

    fn states(&self) -> Vec<String> {
        let own = self.all().filter(|it| it["group"] != true && id(&it["kind"]) != "NOTE");
        own.map(|it| {
            let kind = match id(&it["kind"]) {
                "STATE_FORK_JOIN" => text(&it["stereotype"][0]).to_lowercase(),
                "SYNCHRO_BAR" => "bar".to_owned(),
                "STATE_CHOICE" => "choice".to_owned(),
                "CIRCLE_START" => "start".to_owned(),
                "CIRCLE_END" => "end".to_owned(),
                "PSEUDO_STATE" => "history".to_owned(),
                "DEEP_HISTORY" => "deephistory".to_owned(),
                other => other.to_lowercase(),
            };
            let has_text = kind == "state";
            let label = if has_text { text(&it["label"]) } else { String::new() };
            let body = if has_text { text(&it["body"]) } else { text(&it["data"]) };
            let around = self.id(id(&it["in"]));
            format!("{kind} {} {label:?} in {around:?}: {body}", self.id(id(&it["id"])))
        })
        .collect()
    }

    fn containers(&self) -> Vec<String> {
        let own = self.all().filter(|it| it["group"] == true);
        own.map(|it| {
            let kind = match id(&it["kind"]) {
                "CONCURRENT_STATE" => "region",
                "PACKAGE" => "frame",
                _ => "composite",
            };
            let label = text(&it["label"]);
            let around = self.id(id(&it["in"]));
            let own = self.id(id(&it["id"]));
            format!("{kind} {own} {label:?} in {around:?}: {}", text(&it["body"]))
        })
        .collect()
    }

    fn is_gone(&self, name: &str) -> bool {
        name.starts_with("GMN")
            || name.contains(".GMN")
            || list(&self.record["entities"]).iter().any(|it| {
                id(&it["id"]) == name
                    && (it["removed"] == true || it["kind"] == "NOTE" && name.contains("GMN"))
            })
    }

    fn transitions(&self) -> Vec<String> {
        let own = list(&self.record["links"]).iter();
        let own = own.filter(|it| ![id(&it["a"]), id(&it["b"])].iter().any(|it| self.is_gone(it)));
        // A label that is a node of its own cuts a transition in two.
        let is_label = |name: &str| name.contains("transition_");
        let label_of = |name: &str| {
            let all = list(&self.record["entities"]).iter();
            text(
                &all.clone()
                    .find(|it| id(&it["id"]) == name)
                    .map_or(Value::Null, |it| it["label"].clone()),
            )
        };
        own.clone()
            .filter(|it| !is_label(id(&it["a"])))
            .map(|it| {
                let inverted = it["inverted"] == true;
                let (a, b) = (id(&it["a"]), id(&it["b"]));
                let mut label = text(&it["label"]);
                let (mut from, mut to) = if inverted { (b, a) } else { (a, b) };
                let (mut tail, mut head) = (id(&it["decor_a"]), id(&it["decor_b"]));
                if inverted {
                    std::mem::swap(&mut tail, &mut head);
                }
                if is_label(b) {
                    label = label_of(b);
                    if let Some(rest) = own.clone().find(|it| id(&it["a"]) == b) {
                        (from, to) = (a, id(&rest["b"]));
                        head = id(&rest["decor_b"]);
                    }
                }
                let style = id(&it["style"]).split('(').next().unwrap_or_default();
                let style =
                    if style == "NORMAL" { "solid".to_owned() } else { style.to_lowercase() };
                let style = if it["hidden"] == true { "hidden".to_owned() } else { style };
                let length = it["length"].as_u64().unwrap_or_default();
                let turn = if inverted { "back" } else { "forth" };
                let ends = (self.id(from), self.id(to));
                let heads = (theirs_head(tail), theirs_head(head));
                format!("{ends:?} {heads:?} {style} {length} {turn} {label:?}")
            })
            .collect()
    }

    fn notes(&self) -> Vec<String> {
        let own = self.all().filter(|it| id(&it["kind"]) == "NOTE").map(|it| {
            let name = id(&it["id"]);
            let tie = list(&self.record["links"]).iter().filter(|_| name.contains("GMN")).find_map(
                |it| match (id(&it["a"]), id(&it["b"])) {
                    (a, b) if a == name => Some(b),
                    (a, b) if b == name => Some(a),
                    _ => None,
                },
            );
            let of = tie.map(|it| self.id(it)).unwrap_or_default();
            format!("{of} {}", text(&it["label"]))
        });
        let on_links = list(&self.record["links"]).iter().filter(|it| !it["note"].is_null());
        own.chain(on_links.map(|it| format!("link {}", text(&it["note"])))).collect()
    }
}

/// `*start*Parent` is the start of `Parent`.
fn mark(name: &str) -> String {
    let marks = [
        ("*start*", "*start*"),
        ("*end*", "*end*"),
        ("*historical*", "*history*"),
        ("*deephistory*", "*deephistory*"),
    ];
    let found = marks.iter().find(|it| name.starts_with(it.0));
    found.map_or_else(|| name.to_owned(), |it| it.1.to_owned())
}

fn theirs_head(decor: &str) -> &'static str {
    match decor {
        "ARROW" => "arrow",
        "ARROW_AND_CIRCLE" => "circleArrow",
        "CIRCLE_CROSS" => "cross",
        _ => "",
    }
}

/// A container of ours as the reference has it: the first region of a state is the state.
fn around(name: &str) -> &str {
    match name.strip_suffix("region1") {
        Some(rest) => rest.strip_suffix('.').unwrap_or(rest),
        None => name,
    }
}

fn states(ours: &Value) -> Vec<String> {
    list(&ours["entities"])
        .iter()
        .map(|it| {
            let kind = match id(&it["kind"]) {
                "receive" | "entryPoint" | "exitPoint" | "inputPin" | "outputPin"
                | "expansionInput" | "expansionOutput" => "state",
                other => other,
            };
            let kind = kind.to_lowercase();
            let label = if kind == "state" { text(&it["name"]) } else { String::new() };
            let rows = list(&it["compartments"]).iter().flat_map(|it| list(&it["rows"]));
            let body: String = rows.map(|it| text(&it["text"])).collect();
            let group = around(id(&it["group"]));
            format!("{kind} {} {label:?} in {group:?}: {body}", id(&it["id"]))
        })
        .collect()
}

fn containers(ours: &Value) -> Vec<String> {
    list(&ours["groups"])
        .iter()
        .filter(|it| {
            let own = id(&it["id"]);
            !own.is_empty() && own != "region1" && !own.ends_with(".region1")
        })
        .map(|it| {
            let (own, kind) = (id(&it["id"]), id(&it["kind"]));
            let parent = around(id(&it["parent"]));
            let label = text(&it["name"]);
            format!("{kind} {own} {label:?} in {parent:?}: {}", text(&it["description"]))
        })
        .collect()
}

fn transitions(ours: &Value) -> Vec<String> {
    list(&ours["links"])
        .iter()
        .map(|it| {
            let head = |name: &str| match id(&it[name]) {
                "swallow" => "arrow",
                "circleArrow" => "circleArrow",
                "plus" => "cross",
                _ => "",
            };
            let style = if it["hidden"] == true { "hidden" } else { id(&it["line"]) };
            let style = if style.is_empty() { "solid" } else { style };
            let length = it["length"].as_u64().unwrap_or_default();
            let (length, turn) = match id(&it["side"]) {
                "left" => (1, "back"),
                "right" => (1, "forth"),
                "up" => (length + 1, "back"),
                _ => (length + 1, "forth"),
            };
            let ends = (id(&it["from"]), id(&it["to"]));
            let heads = (head("fromHead"), head("toHead"));
            format!("{ends:?} {heads:?} {style} {length} {turn} {:?}", text(&it["text"]))
        })
        .collect()
}

fn notes(ours: &Value) -> Vec<String> {
    list(&ours["notes"])
        .iter()
        .map(|it| {
            let of = if it["onLink"].is_null() { id(&it["of"]) } else { "link" };
            format!("{of} {}", text(&it["text"]))
        })
        .collect()
}
