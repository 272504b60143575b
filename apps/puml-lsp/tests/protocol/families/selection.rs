//! Selection: it grows from the word to the statement, to what holds it, to the diagram.

use serde_json::{Value, json};

use super::{all_kinds, asked, each};

/// Kind, diagram, texts that the selection grows into on its way.
const ROWS: &[(&str, &str, &[&str])] = &[
    ("sequence", "loop 3\nA -> B : two w^ords\nend", &["words", "two words", "A -> B : two words"]),
    ("class", "package p {\nclass A^bc\n}", &["Abc", "class Abc", "package p {\nclass Abc\n}"]),
    ("object", "object a {\nx = o^ne\n}", &["one", "object a {\nx = one\n}"]),
    ("er", "entity a {\n* i^d\n}", &["id", "entity a {\n* id\n}"]),
    (
        "component",
        "package p {\ncomponent A^bc\n}",
        &["Abc", "component Abc", "package p {\ncomponent Abc\n}"],
    ),
    (
        "deployment",
        "node Host {\nartifact a^pp\n}",
        &["app", "artifact app", "node Host {\nartifact app\n}"],
    ),
    ("usecase", "usecase (Buy n^ow) as b", &["now", "usecase (Buy now) as b"]),
    ("c4", "Person(u^ser, \"The user\")", &["user", "Person(user, \"The user\")"]),
    ("state", "state A {\nstate B^c\n}", &["Bc", "state Bc", "state A {\nstate Bc\n}"]),
    ("activity", "if (x) then\n:two w^ords;\nendif", &["words", "two words", ":two words;"]),
    ("older activity", "(*) --> \"One s^tep\"", &["step", "One step", "(*) --> \"One step\""]),
    (
        "mindmap",
        "* A\n** B\n*** two w^ords\n** D",
        &["words", "two words", "*** two words", "** B\n*** two words"],
    ),
    ("wbs", "* A\n** B\n*** two w^ords", &["words", "two words", "** B\n*** two words"]),
    ("gantt", "[De^sign] requires 2 days", &["Design", "[Design] requires 2 days"]),
    ("timing", "robust W^eb\n@0\nWeb is Idle", &["Web", "robust Web"]),
    (
        "json",
        "{\n\"a\": {\n\"b\": \"two w^ords\"\n}\n}",
        &["words", "\"two words\"", "\"a\": {\n\"b\": \"two words\""],
    ),
    ("yaml", "a:\n  b: two w^ords\nc: 1", &["words", "two words", "a:\n  b: two words"]),
];

#[test]
fn every_kind_grows_a_selection() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let at = asked.params(&json!({}))["position"].clone();
        let found = asked.here("textDocument/selectionRange", &json!({ "positions": [at] }));
        let mut grown = Vec::new();
        let mut next: &Value = &found[0];
        while next.is_object() {
            grown.push(asked.slice(&next["range"]));
            next = &next["parent"];
        }
        let mut rest = grown.iter();
        for text in *wanted {
            assert!(rest.any(|it| it == text), "{kind}: no {text:?} in {grown:?}");
        }
        assert_eq!(grown.last().copied(), Some(asked.text.as_str()), "{kind}");
    });
}
