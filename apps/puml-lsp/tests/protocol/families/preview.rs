//! Preview: a picture of the text as it stands.

use super::{all_kinds, asked, each};

/// Kind, diagram, a text in the picture.
const ROWS: &[(&str, &str, &str)] = &[
    ("sequence", "Alice -> Bob : hello", "hello"),
    ("class", "class Order", "Order"),
    ("object", "object order", "order"),
    ("er", "entity order", "order"),
    ("component", "component Shop", "Shop"),
    ("deployment", "node Host", "Host"),
    ("usecase", "usecase Buying", "Buying"),
    ("c4", "Person(u, \"Customer\")", "Customer"),
    ("state", "state Idle", "Idle"),
    ("activity", "start\n:working;", "working"),
    ("older activity", "(*) --> \"working\"", "working"),
    ("mindmap", "* centre", "centre"),
    ("wbs", "* whole", "whole"),
    ("gantt", "[Design] requires 1 day", "Design"),
    ("timing", "robust Web\n@0\nWeb is Idle", "Idle"),
    ("json", "{\"name\": 1}", "name"),
    ("yaml", "name: 1", "name"),
];

#[test]
fn every_kind_is_drawn() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, text)| {
        let found = asked(kind, lines).whole("puml/renderSvg");
        let svg = found["svg"].as_str().unwrap_or_default();
        assert!(svg.contains("</svg>") && svg.contains(text), "{kind}: {found}");
    });
}
