//! Semantic tokens: the pieces of each kind's lines.

use super::{all_kinds, asked, each};

/// Kind, diagram, pieces with their types, in order; others may stand between them.
type Row = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const ROWS: &[Row] = &[
    (
        "sequence",
        "actor A #red\nA -> B : hi",
        &[
            ("actor", "keyword"),
            ("A", "class"),
            ("#red", "enumMember"),
            ("->", "operator"),
            ("hi", "string"),
        ],
    ),
    (
        "class",
        "class A <<x>> {\n  +id : int\n}",
        &[("class", "keyword"), ("A", "class"), ("<<x>>", "decorator"), ("+id : int", "method")],
    ),
    (
        "object",
        "object a\na : x = 1",
        &[("object", "keyword"), ("a", "class"), ("x = 1", "method")],
    ),
    ("er", "entity a\nentity b\na ||--o{ b", &[("entity", "keyword"), ("||--o{", "operator")]),
    (
        "component",
        "component A\nA --> B : uses",
        &[("component", "keyword"), ("A", "class"), ("-->", "operator"), ("uses", "string")],
    ),
    (
        "deployment",
        "node Host #LightBlue",
        &[("node", "keyword"), ("Host", "class"), ("#LightBlue", "enumMember")],
    ),
    (
        "usecase",
        "actor U\nU --> (Buy)",
        &[("actor", "keyword"), ("U", "class"), ("-->", "operator")],
    ),
    (
        "c4",
        "Person(u, \"User\")",
        &[("Person", "function"), ("u", "class"), ("\"User\"", "string")],
    ),
    (
        "state",
        "state A\nA --> B : go",
        &[("state", "keyword"), ("A", "class"), ("-->", "operator"), ("go", "string")],
    ),
    (
        "activity",
        "if (x?) then (yes)\n:work;\nendif",
        &[
            ("if", "keyword"),
            ("x?", "string"),
            ("then", "keyword"),
            ("work", "string"),
            ("endif", "keyword"),
        ],
    ),
    ("older activity", "(*) --> \"One\"", &[("-->", "operator"), ("One", "class")]),
    ("mindmap", "*[#red] root", &[("*", "operator"), ("#red", "enumMember"), ("root", "string")]),
    (
        "wbs",
        "* root\n**(a) one",
        &[("*", "operator"), ("root", "string"), ("a", "class"), ("one", "string")],
    ),
    (
        "gantt",
        "[A] requires 2 days\n[A] is colored in Red",
        &[("A", "class"), ("requires", "keyword"), ("2", "number"), ("Red", "enumMember")],
    ),
    (
        "timing",
        "robust A\n@5\nA is Idle",
        &[
            ("robust", "keyword"),
            ("A", "class"),
            ("5", "number"),
            ("is", "keyword"),
            ("Idle", "method"),
        ],
    ),
    (
        "json",
        "{\"a\": 1, \"b\": \"x\", \"c\": true}",
        &[("\"a\"", "property"), ("1", "number"), ("\"x\"", "string"), ("true", "keyword")],
    ),
    ("yaml", "a: 1\nb: text", &[("a", "property"), ("1", "number"), ("text", "string")]),
];

const TYPES: [&str; 13] = [
    "keyword",
    "class",
    "operator",
    "string",
    "enumMember",
    "number",
    "decorator",
    "label",
    "property",
    "macro",
    "function",
    "comment",
    "method",
];

#[test]
fn every_kind_is_coloured() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let asked = asked(kind, lines);
        let data = asked.whole("textDocument/semanticTokens/full");
        let data: Vec<u64> =
            data["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
        let (mut line, mut column) = (0, 0);
        let mut found = Vec::new();
        for token in data.chunks(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let text = asked.text.lines().nth(line as usize).unwrap();
            let text = &text[column as usize..(column + token[2]) as usize];
            found.push((text.trim(), TYPES[token[3] as usize]));
        }
        let mut rest = found.iter();
        for piece in *wanted {
            assert!(rest.any(|it| it == piece), "{kind}: no {piece:?} in {found:?}");
        }
    });
}
