//! Definition: a name leads to its declaration.

use serde_json::json;

use super::{all_kinds, asked, each};

/// Kind, diagram, the line that the definition stands on; none where the kind has no names.
const ROWS: &[(&str, &str, Option<&str>)] = &[
    ("sequence", "actor \"The user\" as U\nB -> ^U : hi", Some("actor \"The user\" as U")),
    ("class", "class A\nclass B extends ^A", Some("class A")),
    ("class", "class A {\n  -id : int\n}\nclass B\nA::^id --> B", Some("  -id : int")),
    ("object", "object a\nobject b\nb --> ^a", Some("object a")),
    ("er", "entity a {\n  * id\n}\nentity b\n^a ||--o{ b", Some("entity a {")),
    (
        "component",
        "component \"A shop\" as A\nA --> B\nB --> ^A",
        Some("component \"A shop\" as A"),
    ),
    ("deployment", "node Host {\n  artifact app\n}\n[x] --> ^app", Some("  artifact app")),
    ("usecase", "usecase (Buy) as b\nactor U\nU --> ^b", Some("usecase (Buy) as b")),
    ("c4", "Person(u, \"U\")\nSystem(s, \"S\")\nRel(^u, s, \"x\")", Some("Person(u, \"U\")")),
    ("state", "state \"At rest\" as I\n[*] --> ^I", Some("state \"At rest\" as I")),
    ("activity", "label again\n:work;\ngoto ^again", Some("label again")),
    (
        "activity",
        "|#red|ops|Operations\n:a;\n|dev|\n:b;\n|^ops|\n:c;",
        Some("|#red|ops|Operations"),
    ),
    (
        "older activity",
        "(*) --> \"One step\" as one\n^one --> (*)",
        Some("(*) --> \"One step\" as one"),
    ),
    ("mindmap", "* ro^ot\n** leaf", None),
    ("wbs", "* root\n**(a) one\n**(b) two\n^a -> b", Some("**(a) one")),
    (
        "gantt",
        "[Design] as [D] requires 2 days\n[^D] is 40% complete",
        Some("[Design] as [D] requires 2 days"),
    ),
    ("timing", "robust \"Web\" as W\n@0\n^W is Idle", Some("robust \"Web\" as W")),
    ("timing", "robust W\nW has Idle,Busy\n@0\nW is ^Idle", Some("W has Idle,Busy")),
    ("json", "{\"^a\": 1}", None),
    ("yaml", "^a: 1", None),
];

#[test]
fn every_kind_leads_to_declarations() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let found = asked.here("textDocument/definition", &json!({}));
        let line = found["range"]["start"]["line"].as_u64();
        let line = line.and_then(|it| asked.text.lines().nth(it as usize));
        assert_eq!(line, *wanted, "{kind}: {lines}: {found}");
    });
}
