//! Colours: those of elements and settings are shown and can be picked.

use super::{all_kinds, asked, each};

/// Kind and a diagram with one red thing.
const ROWS: &[(&str, &str)] = &[
    ("sequence", "participant A #FF0000\nA -> B"),
    ("class", "class A #FF0000"),
    ("object", "object a #FF0000"),
    ("er", "entity a #FF0000"),
    ("component", "component A #FF0000"),
    ("deployment", "node A #FF0000"),
    ("usecase", "usecase A #FF0000"),
    ("c4", "Person(u, \"U\")\nUpdateElementStyle(\"person\", $bgColor=\"#FF0000\")"),
    ("state", "state A #FF0000"),
    ("activity", "start\n#FF0000:work;"),
    ("older activity", "(*) --> \"One\" #FF0000"),
    ("mindmap", "*[#FF0000] root"),
    ("wbs", "*[#FF0000] root"),
    ("gantt", "[A] requires 1 day\n[A] is colored in #FF0000"),
    ("timing", "robust A\n@0\nA is x #FF0000"),
    ("json", "skinparam backgroundColor #FF0000\n{\"a\": 1}"),
    ("yaml", "skinparam backgroundColor #FF0000\na: 1"),
];

#[test]
fn every_kind_shows_colours() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines)| {
        let asked = asked(kind, lines);
        let found = asked.whole("textDocument/documentColor");
        let found = found.as_array().unwrap();
        assert_eq!(found.len(), 1, "{kind}: {found:?}");
        assert_eq!(found[0]["color"]["red"], 1.0, "{kind}");
        assert_eq!(asked.slice(&found[0]["range"]).trim_matches('"'), "#FF0000", "{kind}");
    });
}
