//! Folding: whatever holds lines folds, and what closes it stays in sight.

use super::{all_kinds, asked, each};

/// Kind, diagram, first and last lines of the folds inside it; the diagram itself folds as well.
type Row = (&'static str, &'static str, &'static [(u64, u64)]);

const ROWS: &[Row] = &[
    ("sequence", "alt ok\nA -> B\nelse no\nB -> A\nend", &[(1, 2), (3, 4)]),
    ("class", "package p {\nclass A {\nid\n}\n}", &[(1, 4), (2, 4)]),
    ("object", "object a {\nx = 1\n}", &[(1, 3)]),
    ("er", "entity a {\n* id\n}", &[(1, 3)]),
    ("component", "package p {\n[A]\n}", &[(1, 2)]),
    ("deployment", "node Host {\nartifact app\n}", &[(1, 2)]),
    ("usecase", "rectangle Shop {\nusecase Buy\n}", &[(1, 2)]),
    ("c4", "System_Boundary(b, \"B\") {\nContainer(c, \"C\")\n}", &[(2, 3)]),
    ("state", "state A {\nstate B\n}", &[(1, 2)]),
    ("activity", "if (x) then\n:a;\nelse\n:b;\nendif", &[(1, 2), (3, 4)]),
    (
        "older activity",
        "(*) --> \"One\"\nif \"x?\" then\n--> \"Two\"\nelse\n--> (*)\nendif",
        &[(2, 3), (4, 5)],
    ),
    ("mindmap", "* A\n** B\n*** C\n** D", &[(1, 4), (2, 3)]),
    ("wbs", "* A\n** B\n*** C\n** D", &[(1, 4), (2, 3)]),
    ("gantt", "group [Part]\n[A] requires 1 day\nend group", &[(1, 2)]),
    ("timing", "robust A\n@0\nA is Idle\nnote top of A\nx\nend note", &[(4, 6)]),
    ("json", "{\n\"a\": {\n\"b\": 1\n},\n\"c\": 2\n}", &[(1, 5), (2, 3)]),
    ("yaml", "a:\n  b:\n    - 1\n    - 2\nc: 2", &[(1, 4), (2, 4)]),
];

#[test]
fn every_kind_folds() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let found = asked.whole("textDocument/foldingRange");
        let found = found.as_array().unwrap().iter();
        let found: Vec<(u64, u64)> = found
            .map(|it| (it["startLine"].as_u64().unwrap(), it["endLine"].as_u64().unwrap()))
            .collect();
        let last = asked.text.lines().count() as u64 - 2;
        assert_eq!(found[0], (0, last), "{kind}");
        assert_eq!(found[1..], **wanted, "{kind}");
    });
}
