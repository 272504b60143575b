//! Inlay hints: what the picture shows and the text does not say.

use serde_json::json;

use super::{all_kinds, asked, each};

/// Kind, diagram, the hints in order; none where all names are what they show.
const ROWS: &[(&str, &str, &[&str])] = &[
    ("sequence", "autonumber\nactor \"The user\" as U\nU -> B", &["1", "The user"]),
    ("class", "class \"An order\" as O\nO --> B", &["An order"]),
    ("object", "object \"An order\" as o\no --> b", &["An order"]),
    ("er", "entity \"An order\" as o\nentity b\no ||--o{ b", &["An order"]),
    ("component", "component \"The shop\" as S\nS --> B", &["The shop"]),
    ("deployment", "node \"The host\" as H\nH --> B", &["The host"]),
    ("usecase", "usecase (Buy now) as b\nU --> b", &["Buy now"]),
    ("c4", "Person(u, \"The user\")\nSystem(s, \"Shop\")\nRel(u, s, \"x\")", &["The user", "Shop"]),
    ("state", "state \"At rest\" as I\n[*] --> I", &["At rest"]),
    ("activity", "|#red|ops|Operations\n:a;", &[]),
    ("older activity", "(*) --> \"One step\" as one\none --> (*)", &["One step"]),
    ("mindmap", "* root", &[]),
    ("wbs", "* root\n**(a) one\n**(b) two\na -> b", &["one", "two"]),
    ("gantt", "[Design] as [D] requires 1 day\n[B] requires 1 day\n[D] -> [B]", &["Design"]),
    (
        "timing",
        "robust \"The web\" as W\nconcise B\n@0\nW is x\nB is y\n@5\nW -> B : ask",
        &["The web"],
    ),
    ("json", "{\"a\": 1}", &[]),
    ("yaml", "a: 1", &[]),
];

#[test]
fn every_kind_shows_the_names_behind_codes() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let range = json!({ "range": asked.everything() });
        let found = asked.here("textDocument/inlayHint", &range);
        let found: Vec<&str> =
            found.as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect();
        assert_eq!(found, *wanted, "{kind}");
    });
}
