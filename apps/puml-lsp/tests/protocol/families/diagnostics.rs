//! Diagnostics: a line that is wrong is reported on its line, with a code.

use super::{all_kinds, asked, each};

/// Kind, diagram, line and code of the one error.
const ROWS: &[(&str, &str, (u64, &str))] = &[
    ("sequence", "A -> B\nend", (2, "syntax/no-open-group")),
    ("class", "class A\nclas B", (2, "syntax/unknown-statement")),
    ("object", "object a {\nx = 1\n}\nobject a", (4, "model/taken-name")),
    ("er", "entity a {\n* id\n}\nentity b {\n* id", (4, "syntax/unclosed-block")),
    ("component", "component A\ncomponnt B", (2, "syntax/unknown-statement")),
    ("deployment", "node Host {\nartifact app\n}\nnod B", (4, "syntax/unknown-statement")),
    ("usecase", "actor U\nusecase (Buy\nU --> B", (2, "syntax/")),
    ("c4", "Person(u, \"U\")\nPersn(x, \"X\")", (3, "syntax/")),
    ("state", "state A {\nstate B\n}\nstat C", (4, "syntax/unknown-statement")),
    ("activity", "start\n:a;\nendif", (3, "syntax/no-open-group")),
    ("older activity", "(*) --> \"One\"\n--> \"Two\"\nendif", (3, "syntax/")),
    ("mindmap", "* A\nleaf", (2, "syntax/")),
    ("wbs", "* A\nleaf", (2, "syntax/")),
    ("gantt", "[A] requires 1 day\n[A] flies", (2, "syntax/")),
    ("timing", "robust A\n@0\nB is Idle", (3, "model/")),
    ("json", "{\n\"a\": 1,,\n}", (2, "syntax/bad-data")),
    ("yaml", "a: 1\n  b: [1", (2, "syntax/bad-data")),
];

#[test]
fn every_kind_reports_what_is_wrong() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, (line, code))| {
        let found = asked(kind, lines).whole("textDocument/diagnostic");
        let items = found["items"].as_array().unwrap();
        let errors: Vec<_> = items.iter().filter(|it| it["severity"] == 1).collect();
        assert!(!errors.is_empty(), "{kind}: {found}");
        let at = errors[0]["range"]["start"]["line"].as_u64().unwrap();
        let is_expected = errors[0]["code"].as_str().unwrap().starts_with(code);
        assert!(at == *line && is_expected, "{kind}: {}", errors[0]);
    });
}
