//! The outline: what is declared, with the right signs, each below what holds it.

use serde_json::Value;

use super::{all_kinds, asked, each};

// The protocol's numbers.
const CLASS: u64 = 5;
const METHOD: u64 = 6;
const FIELD: u64 = 8;
const ENUM: u64 = 10;
const INTERFACE: u64 = 11;
const NAMESPACE: u64 = 3;
const PACKAGE: u64 = 4;
const STRING: u64 = 15;
const CONSTANT: u64 = 14;
const OBJECT: u64 = 19;
const KEY: u64 = 20;
const ENUM_MEMBER: u64 = 22;
const EVENT: u64 = 24;

/// Kind, diagram, entries as depth, name and sign.
type Row = (&'static str, &'static str, &'static [(usize, &'static str, u64)]);

const ROWS: &[Row] = &[
    (
        "sequence",
        "actor A\nalt ok\nA -> B\nend",
        &[(0, "A", CLASS), (0, "alt ok", NAMESPACE), (0, "B", CLASS)],
    ),
    (
        "class",
        "package p {\n  class A {\n    -id : int\n    +open()\n  }\n}\ninterface I\nenum E",
        &[
            (0, "p", PACKAGE),
            (1, "A", CLASS),
            (2, "-id : int", FIELD),
            (2, "+open()", METHOD),
            (0, "I", INTERFACE),
            (0, "E", ENUM),
        ],
    ),
    ("object", "object a {\n  x = 1\n}", &[(0, "a", OBJECT), (1, "x = 1", FIELD)]),
    ("er", "entity a {\n  * id\n}", &[(0, "a", CLASS), (1, "* id", FIELD)]),
    (
        "component",
        "package p {\n  component A\n}\nA --> B",
        &[(0, "p", PACKAGE), (1, "A", CLASS), (0, "B", CLASS)],
    ),
    ("deployment", "node Host {\n  artifact app\n}", &[(0, "Host", PACKAGE), (1, "app", CLASS)]),
    ("usecase", "actor U\nusecase (Buy) as b", &[(0, "U", CLASS), (0, "Buy", CLASS)]),
    (
        "c4",
        "Person(u, \"User\")\nSystem_Boundary(b, \"Shop\") {\n  Container(c, \"Web\")\n}",
        &[(0, "User", CLASS), (0, "Shop", PACKAGE), (1, "Web", CLASS)],
    ),
    (
        "state",
        "state A {\n  state B\n}\nA --> C",
        &[(0, "A", CONSTANT), (1, "B", CONSTANT), (0, "C", CONSTANT)],
    ),
    (
        "activity",
        "|ops|\nif (x?) then\n:a;\nelse (no)\n:b;\nendif",
        &[
            (0, "lane ops", STRING),
            (0, "if x?", NAMESPACE),
            (1, "a", EVENT),
            (1, "else no", ENUM_MEMBER),
            (2, "b", EVENT),
        ],
    ),
    (
        "older activity",
        "(*) --> \"One\"\nif \"x?\" then\n--> \"Two\"\nendif",
        &[(0, "if x?", NAMESPACE), (0, "One", EVENT), (0, "Two", EVENT)],
    ),
    (
        "mindmap",
        "* A\n** B\n*** C\n** D",
        &[(0, "A", KEY), (1, "B", KEY), (2, "C", KEY), (1, "D", KEY)],
    ),
    ("wbs", "* A\n** B\n*** C", &[(0, "A", KEY), (1, "B", KEY), (2, "C", KEY)]),
    (
        "gantt",
        "-- Part --\n[A] requires 1 day\n[M] happens at [A]'s end",
        &[(0, "Part", STRING), (0, "A", EVENT), (0, "M", EVENT)],
    ),
    ("timing", "robust \"Web\" as W\n@0\nW is Idle", &[(0, "Web", CLASS)]),
    (
        "json",
        "{\n\"a\": {\n\"b\": [\n1\n]\n},\n\"c\": 2\n}",
        &[(0, "a", FIELD), (1, "b", FIELD), (0, "c", FIELD)],
    ),
    ("yaml", "a:\n  b:\n    - 1\nc: 2", &[(0, "a", FIELD), (1, "b", FIELD), (0, "c", FIELD)]),
];

fn flat(symbols: &Value, depth: usize, found: &mut Vec<(usize, String, u64)>) {
    for it in symbols.as_array().into_iter().flatten() {
        found.push((depth, it["name"].as_str().unwrap().to_owned(), it["kind"].as_u64().unwrap()));
        flat(&it["children"], depth + 1, found);
    }
}

#[test]
fn every_kind_has_an_outline() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted)| {
        let answer = asked(kind, lines).whole("textDocument/documentSymbol");
        let mut found = Vec::new();
        flat(&answer, 0, &mut found);
        let wanted: Vec<_> = wanted.iter().map(|it| (it.0, it.1.to_owned(), it.2)).collect();
        assert_eq!(found, wanted, "{kind}");
        encloses(&answer, kind);
    });
}

/// Editors walk from the outside in, so an entry covers what stands in it.
fn encloses(symbols: &Value, kind: &str) {
    let line = |it: &Value, end: &str| it["range"][end]["line"].as_u64().unwrap();
    for it in symbols.as_array().into_iter().flatten() {
        for child in it["children"].as_array().into_iter().flatten() {
            let inside =
                line(it, "start") <= line(child, "start") && line(child, "end") <= line(it, "end");
            assert!(inside, "{kind}: {child} in {it}");
        }
        encloses(&it["children"], kind);
    }
}
