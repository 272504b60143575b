//! Hover: an element with its part in the diagram, a construct with its form.

use serde_json::json;

use super::{all_kinds, asked, each};

/// Kind, diagram, what the hover says among other things.
const ROWS: &[(&str, &str, &str)] = &[
    ("sequence", "actor A\n^A -> B : hi", "**A** (actor)"),
    ("sequence", "^alt ok\nA -> B\nend", "alt [text]"),
    ("class", "class ^A\nclass B extends A", "**A** (class)"),
    ("class", "class A {\n  +^open(id : int)\n}", "**open** (method of `A`)"),
    ("class", "class A\nA ^--> B", "A --> B"),
    ("object", "object ^a\na --> b", "**a** (object)"),
    ("er", "entity ^a\nentity b\na ||--o{ b", "**a** (entity)"),
    ("component", "component ^A\nA --> B", "**A** (component)"),
    ("deployment", "^node Host", "node"),
    ("usecase", "usecase (Buy) as ^b\nU --> b", "shown as “Buy”"),
    ("c4", "^Person(u, \"U\")", "Person($alias, $label"),
    ("state", "state \"At rest\" as ^I\n[*] --> I", "shown as “At rest”"),
    ("activity", "^if (x) then\n:a;\nendif", "if ("),
    ("activity", "label ^again\n:a;\ngoto again", "**again** (label)"),
    ("older activity", "(*) --> \"One\" as ^one\none --> (*)", "**one**"),
    ("mindmap", "^* root", "* "),
    ("wbs", "* root\n**(^a) one\n**(b) two\na -> b", "shown as “one”"),
    ("gantt", "[^A] requires 1 day\n[B] starts at [A]'s end", "**A** (task)"),
    ("gantt", "[A] ^requires 1 day", "lasts"),
    ("timing", "robust ^A\n@0\nA is Idle", "**A** (robust)"),
    ("timing", "robust A\n@0\nA is ^Idle", "**Idle** (state of `A`)"),
    ("json", "#^highlight \"a\"\n{\"a\": 1}", "#highlight"),
    ("yaml", "#^highlight \"a\"\na: 1", "#highlight"),
];

#[test]
fn every_kind_says_what_stands_under_the_pointer() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let found = asked(kind, lines).here("textDocument/hover", &json!({}));
        let said = found["contents"]["value"].as_str().unwrap_or_default();
        assert!(said.contains(wanted), "{kind}: {lines}: {found}");
    });
}
