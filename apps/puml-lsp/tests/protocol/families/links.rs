//! Links: addresses in elements and texts can be followed.

use super::{all_kinds, asked, each};

/// Kind and a diagram with one address.
const ROWS: &[(&str, &str)] = &[
    ("sequence", "participant A [[https://example.com]]\nA -> B"),
    ("class", "class A [[https://example.com]]"),
    ("object", "object a [[https://example.com]]"),
    ("er", "entity a [[https://example.com]]"),
    ("component", "component A [[https://example.com]]"),
    ("deployment", "node A [[https://example.com]]"),
    ("usecase", "usecase A [[https://example.com]]"),
    ("c4", "Person(u, \"U\", $link=\"https://example.com\")"),
    ("state", "state A [[https://example.com]]"),
    ("activity", "start\n:see [[https://example.com here]];"),
    ("older activity", "(*) --> \"see [[https://example.com here]]\""),
    ("mindmap", "* see [[https://example.com here]]"),
    ("wbs", "* see [[https://example.com here]]"),
    ("gantt", "[A] requires 1 day\n[A] links to [[https://example.com]]"),
    ("timing", "title see [[https://example.com here]]\nrobust A\n@0\nA is x"),
    ("json", "title see [[https://example.com here]]\n{\"a\": 1}"),
    ("yaml", "title see [[https://example.com here]]\na: 1"),
];

#[test]
fn every_kind_has_links() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines)| {
        let found = asked(kind, lines).whole("textDocument/documentLink");
        let targets: Vec<&str> =
            found.as_array().unwrap().iter().filter_map(|it| it["target"].as_str()).collect();
        assert_eq!(targets, ["https://example.com"], "{kind}: {found}");
    });
}
