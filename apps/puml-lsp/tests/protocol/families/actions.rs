//! Code actions: fixes of findings, declarations, aliases, frames around lines.

use serde_json::json;

use super::{all_kinds, asked, each};

/// Kind, diagram, the title of an action that is offered at the mark. `whole` rows select all lines.
const ROWS: &[(&str, &str, &str)] = &[
    ("sequence", "A -> B\n^end", "remove the line"),
    ("sequence", "^A -> B", "declare every missing participant"),
    ("class", "class C\n^A --> C", "declare the class `A`"),
    ("class", "cl^as A\nclass B", "replace with `class`"),
    ("object", "object ^\"An order\"", "use the alias `AnOrder`"),
    ("er", "entity ^\"An order\"", "use the alias `AnOrder`"),
    ("component", "component ^\"The shop\" as S", "write `S as \"The shop\"`"),
    ("deployment", "node ^\"The host\"", "use the alias `TheHost`"),
    ("usecase", "usecase ^\"Buy now\"", "use the alias `BuyNow`"),
    ("c4", "Person(u, \"U\")\nnode ^\"The host\"", "use the alias `TheHost`"),
    ("state", "[*] --> A\n^A --> B", "declare every missing state"),
    ("activity", "start\n^if (x) then\n:a;", "add `endif`"),
    ("older activity", "(*) --> \"One\"\n^if \"x?\" then\n--> \"Two\"", "add `endif`"),
    ("mindmap", "* A\n^leaf", "make it a node"),
    ("wbs", "* A\n^leaf", "make it a node"),
    ("gantt", "[A] ^require 1 day", "replace with `requires`"),
    ("timing", "robust ^\"The web\" as W", "write `W as \"The web\"`"),
    ("json", "{\n\"a\": 1^,\n}", "remove it"),
    ("yaml", "a: ^\"x", "add the quote"),
];

#[test]
fn every_kind_offers_actions() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let at = asked.params(&json!({}))["position"].clone();
        let more = json!({ "range": { "start": at, "end": at }, "context": { "diagnostics": [] } });
        let found = asked.here("textDocument/codeAction", &more);
        let titles: Vec<&str> =
            found.as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap()).collect();
        assert!(titles.contains(wanted), "{kind}: no {wanted:?} at {lines:?}: {titles:?}");
    });
}

/// Kinds whose lines can be put into frames, with a frame.
const FRAMES: &[(&str, &str, &str)] = &[
    ("sequence", "A -> B", "wrap in `loop`"),
    ("class", "class A", "wrap in `package`"),
    ("object", "object a", "wrap in `package`"),
    ("er", "entity a {\n* id\n}", "wrap in `package`"),
    ("component", "component A", "wrap in `package`"),
    ("deployment", "artifact A", "wrap in `node`"),
    ("usecase", "usecase A", "wrap in `rectangle`"),
    ("state", "state A", "wrap in `state`"),
    ("activity", ":a;", "wrap in `partition`"),
    ("older activity", "(*) --> \"One\"", "wrap in `partition`"),
    ("gantt", "[A] requires 1 day", "wrap in `group`"),
];

#[test]
fn every_kind_with_frames_wraps_lines() {
    each(FRAMES, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let end = asked.position(asked.text.find(lines).unwrap() + lines.len());
        let range = crate::client::range((1, 0), end);
        let more = json!({ "range": range, "context": { "diagnostics": [] } });
        let found = asked.here("textDocument/codeAction", &more);
        let titles: Vec<&str> =
            found.as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap()).collect();
        assert!(titles.contains(wanted), "{kind}: no {wanted:?}: {titles:?}");
    });
}
