//! Formatting: one layout for everybody.

use serde_json::json;

use super::{all_kinds, asked, each};
use crate::client::applied;

/// Kind, diagram as typed, diagram as laid out.
const ROWS: &[(&str, &str, &str)] = &[
    ("sequence", "alt ok\nA->B:hi\nend", "alt ok\n  A -> B : hi\nend"),
    ("class", "package p {\nclass   A\n}\nA-->B:x", "package p {\n  class A\n}\nA --> B : x"),
    ("object", "object   a\na-->b", "object a\na --> b"),
    ("er", "entity   a\nentity b\na||--o{b", "entity a\nentity b\na ||--o{ b"),
    ("component", "package p {\ncomponent   A\n}", "package p {\n  component A\n}"),
    ("deployment", "node Host {\nartifact   app\n}", "node Host {\n  artifact app\n}"),
    ("usecase", "actor   U\nU-->(Buy)", "actor U\nU --> (Buy)"),
    ("c4", "node   Host\nPerson(u, \"U\")", "node Host\nPerson(u, \"U\")"),
    ("state", "state A {\n[*]-->B\n}", "state A {\n  [*] --> B\n}"),
    ("activity", "if (x) then\n:a;\nendif", "if (x) then\n  :a;\nendif"),
    ("older activity", "(*)-->\"One\"", "(*) --> \"One\""),
    ("mindmap", "*   root\n**   leaf", "* root\n** leaf"),
    ("wbs", "*   root\n**   leaf", "* root\n** leaf"),
    ("gantt", "[A]   requires  2 days", "[A] requires 2 days"),
    ("timing", "robust   A\n@0\nA  is  Idle", "robust A\n@0\nA is Idle"),
    ("json", "{\n\"a\": 1\n}", "{\n  \"a\": 1\n}"),
    ("yaml", "a: 1  \nb:\n  - 2 ", "a: 1\nb:\n  - 2"),
];

#[test]
fn every_kind_is_laid_out() {
    all_kinds(ROWS.iter().map(|it| it.0));
    let options = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let found = asked.here("textDocument/formatting", &options);
        let after = applied(&asked.text, &found);
        assert_eq!(after, super::block(kind, wanted), "{kind}");
        // A layout is final.
        let again = super::asked(kind, wanted).here("textDocument/formatting", &options);
        assert!(again.as_array().is_none_or(Vec::is_empty), "{kind}: {again}");
    });
}
