//! Rename: elements, members, states, aliases; never a text.

use serde_json::json;

use super::{all_kinds, asked, each};
use crate::client::{FILE, applied};

/// Kind, diagram, the same after the thing at the mark is called `New`; none where it is refused.
const ROWS: &[(&str, &str, Option<&str>)] = &[
    ("sequence", "actor A\n^A -> B : A", Some("actor New\nNew -> B : A")),
    ("sequence", "actor \"The A\" as ^A\nA -> B", Some("actor \"The A\" as New\nNew -> B")),
    (
        "class",
        "class ^A\nclass B extends A\nA --> B : A",
        Some("class New\nclass B extends New\nNew --> B : A"),
    ),
    (
        "class",
        "class A {\n  +^id : int\n}\nclass B {\n  id\n}\nA::id --> B : id",
        Some("class A {\n  +New : int\n}\nclass B {\n  id\n}\nA::New --> B : id"),
    ),
    (
        "class",
        "class A {\n  +^open(id : int)\n}\nnote left of A::open\n  open\nend note",
        Some("class A {\n  +New(id : int)\n}\nnote left of A::New\n  open\nend note"),
    ),
    ("object", "object ^a\na : x = 1\na --> b", Some("object New\nNew : x = 1\nNew --> b")),
    ("er", "entity ^a\nentity b\na ||--o{ b : a", Some("entity New\nentity b\nNew ||--o{ b : a")),
    ("component", "component ^A\nA --> B : A", Some("component New\nNew --> B : A")),
    (
        "deployment",
        "node Host {\n  artifact ^app\n}\napp --> B",
        Some("node Host {\n  artifact New\n}\nNew --> B"),
    ),
    ("usecase", "usecase (Buy) as ^b\nU --> b", Some("usecase (Buy) as New\nU --> New")),
    (
        "c4",
        "Person(^u, \"u\")\nSystem(s, \"S\")\nRel(u, s, \"u\")",
        Some("Person(New, \"u\")\nSystem(s, \"S\")\nRel(New, s, \"u\")"),
    ),
    ("state", "state ^I\n[*] --> I\nI --> B : I", Some("state New\n[*] --> New\nNew --> B : I")),
    ("activity", "label ^again\n:again;\ngoto again", Some("label New\n:again;\ngoto New")),
    (
        "activity",
        "|^ops|\n:ops;\n|dev|\n:b;\n|ops|\n:c;",
        Some("|New|\n:ops;\n|dev|\n:b;\n|New|\n:c;"),
    ),
    (
        "older activity",
        "(*) --> \"One\" as ^one\none --> (*)",
        Some("(*) --> \"One\" as New\nNew --> (*)"),
    ),
    ("mindmap", "* ro^ot\n** leaf", None),
    ("wbs", "* root\n**(^a) a\n**(b) two\na -> b", Some("* root\n**(New) a\n**(b) two\nNew -> b")),
    (
        "gantt",
        "[^A] requires 1 day\n[B] requires 1 day\n[B] starts at [A]'s end",
        Some("[New] requires 1 day\n[B] requires 1 day\n[B] starts at [New]'s end"),
    ),
    (
        "gantt",
        "[Design] as [^D] requires 1 day\n[D] is 40% complete",
        Some("[Design] as [New] requires 1 day\n[New] is 40% complete"),
    ),
    ("timing", "robust ^A\n@0\nA is Idle", Some("robust New\n@0\nNew is Idle")),
    (
        "timing",
        "robust A\n@0\nA is ^Idle\n@5\nA is Busy",
        Some("robust A\n@0\nA is New\n@5\nA is Busy"),
    ),
    ("json", "{\"^a\": 1}", None),
    ("yaml", "^a: 1", None),
];

#[test]
fn every_kind_renames_what_has_a_name() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let to = json!({ "newName": "New" });
        let Some(wanted) = wanted else {
            asked.client.refusal("textDocument/rename", &asked.params(&to));
            assert!(
                asked.here("textDocument/prepareRename", &json!({})).is_null(),
                "{kind}: {lines}"
            );
            return;
        };
        let ready = asked.here("textDocument/prepareRename", &json!({}));
        assert!(!ready.is_null(), "{kind}: {lines}");
        let found = asked.here("textDocument/rename", &to);
        let after = applied(&asked.text, &found["changes"][FILE]);
        assert_eq!(after, super::block(kind, wanted), "{kind}");
    });
}
