//! References and highlights: every place that names the same thing, and no text.

use serde_json::json;

use super::{all_kinds, asked, each};

/// Kind, diagram, how many places name what stands at the mark, its declaration included.
const ROWS: &[(&str, &str, usize)] = &[
    ("sequence", "actor A\n^A -> B : A\nnote over A : A", 3),
    ("class", "class ^A\nclass B extends A\nA --> B : A\nnote left of A : A", 4),
    ("class", "class A {\n  +^id : int\n}\nclass B {\n  id\n}\nA::id --> B : id", 2),
    ("object", "object ^a\na : x = 1\na --> b", 3),
    ("er", "entity ^a\nentity b\na ||--o{ b : a", 2),
    ("component", "component ^A\nA --> B : A\nnote left of A : A", 3),
    ("deployment", "node ^Host\nHost --> B", 2),
    ("usecase", "usecase (Buy) as ^b\nU --> b", 2),
    ("c4", "Person(^u, \"u\")\nSystem(s, \"S\")\nRel(u, s, \"u\")", 2),
    ("state", "state ^I\n[*] --> I\nI --> B : I\nI : text", 4),
    ("activity", "label ^again\n:again;\ngoto again", 2),
    ("older activity", "(*) --> \"One\" as ^one\none --> \"Two\"\none --> (*)", 3),
    ("mindmap", "* ro^ot\n** root", 0),
    ("wbs", "* root\n**(^a) one\n**(b) two\na -> b", 2),
    ("gantt", "[^A] requires 1 day\n[B] starts at [A]'s end\n[A] is 40% complete", 3),
    ("timing", "robust ^A\nconcise B\n@0\nA is Idle\nB is Idle\n@5\nA -> B : A", 3),
    ("timing", "robust A\n@0\nA is ^Idle\n@5\nA is Busy\n@9\nA is Idle", 2),
    ("json", "{\"^a\": 1, \"b\": \"a\"}", 0),
    ("yaml", "^a: 1\nb: a", 0),
];

#[test]
fn every_kind_finds_the_places_of_a_name() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let with = json!({ "context": { "includeDeclaration": true } });
        let found = asked.here("textDocument/references", &with);
        let count = found.as_array().map_or(0, Vec::len);
        assert_eq!(count, *wanted, "{kind}: {lines}: {found}");
        let lit = asked.here("textDocument/documentHighlight", &json!({}));
        assert_eq!(lit.as_array().map_or(0, Vec::len), *wanted, "{kind}: {lines}: {lit}");
    });
}
