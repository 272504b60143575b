//! Completion: keywords, names in scope, members, arrow forms, shapes, macros with their parameters.

use serde_json::{Value, json};

use super::{all_kinds, asked, each};

/// Kind, diagram, what is offered, what is not.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const ROWS: &[Row] = &[
    ("sequence", "actor Alice\n^", &["Alice", "alt", "database", "title"], &["end", "class"]),
    ("sequence", "actor Alice\nAlice -> ^", &["Alice"], &["alt"]),
    ("sequence", "actor Alice\nAlice ^", &["->", "-->", "->>"], &["Alice"]),
    ("class", "class Order\n^", &["Order", "interface", "package", "title"], &["}", "alt"]),
    ("class", "package p {\n  class Order\n  ^\n}", &["Order", "}"], &[]),
    ("class", "class Order\nclass Item\nOrder --> ^", &["Order", "Item"], &["interface"]),
    ("class", "class Order\nOrder ^", &["<|--", "*--", "-->"], &["Order"]),
    (
        "class",
        "class Order {\n  -id : int\n  +total() : Money\n}\nclass B\nOrder::^ --> B",
        &["id", "total"],
        &["Order", "class"],
    ),
    ("class", "class A\nnote left of ^", &["A"], &[]),
    ("object", "object order\n^", &["order", "object", "map"], &[]),
    ("object", "object order {\n  id = 1\n}\nobject b\norder::^ --> b", &["id"], &["order"]),
    ("er", "entity Order\nentity Item\n^", &["Order", "entity"], &[]),
    ("er", "entity Order {\n* id\n}\nOrder ^", &["||--o{"], &[]),
    ("component", "component Shop\n^", &["Shop", "component", "interface", "title"], &["alt"]),
    ("component", "[Shop]\n[Order service]\nShop --> ^", &["[Order service]"], &[]),
    ("deployment", "node Host\n^", &["Host", "artifact", "cloud", "queue", "storage"], &[]),
    ("deployment", "node Host\nHost ^", &["-->", "..>"], &[]),
    ("usecase", "actor Customer\nusecase Buy\n^", &["Customer", "Buy", "usecase", "actor"], &[]),
    ("usecase", "usecase (Buy) as buy\nactor A\nA --> ^", &["buy"], &[]),
    ("c4", "Person(user, \"User\")\n^", &["user", "Container", "Rel", "System_Boundary"], &[]),
    ("c4", "Person(user, \"User\")\nRel(user, ^)", &["user", "$techn="], &["Container"]),
    ("state", "state Idle\n^", &["Idle", "state", "note", "title"], &["||"]),
    ("state", "state Idle\nstate Busy\nIdle --> ^", &["Busy", "[*]"], &["state"]),
    ("state", "state Idle\nIdle ^", &["-->"], &["Idle"]),
    ("activity", "start\n^", &["if", "while", "fork", ":", "title"], &["endif", "endwhile"]),
    ("activity", "start\nif (x) then (yes)\n  :a;\n  ^\nendif", &["endif", "else"], &[]),
    ("activity", "label again\n:work;\ngoto ^", &["again"], &["if"]),
    ("older activity", "(*) --> \"One\"\n^", &["-->", "if", "title"], &["endif"]),
    ("older activity", "(*) --> \"One\"\n--> ^", &["\"One\""], &[]),
    ("mindmap", "* root\n^", &["*", "**", "left side", "title"], &["class"]),
    ("wbs", "* root\n^", &["*", "**", "**(code)", "title"], &["left side"]),
    ("wbs", "* root\n**(a) one\n**(b) two\na -> ^", &["b"], &[]),
    ("gantt", "[Design] requires 3 days\n^", &["[Design]", "then", "title"], &["class"]),
    ("gantt", "[Design] requires 3 days\n[Build] starts at [^", &["Design"], &["[Design]"]),
    ("gantt", "[Design] requires 3 days\n[Design] ^", &["requires", "starts at", "->"], &[]),
    ("timing", "robust Web\n^", &["Web", "concise", "highlight", "title"], &[]),
    ("timing", "robust Web\nWeb has Idle,Busy\n@0\nWeb is ^", &["Idle", "Busy"], &["Web"]),
    ("timing", "robust Web\nWeb ^", &["is", "has", "->"], &[]),
    ("json", "^\n{\"a\": 1}", &["#highlight", "title"], &["class"]),
    ("yaml", "a: 1\n^", &["#highlight", "title"], &["class"]),
];

#[test]
fn every_kind_offers_what_may_be_typed() {
    all_kinds(ROWS.iter().map(|it| it.0));
    each(ROWS, |(kind, lines, wanted, unwanted)| {
        let found = asked(kind, lines).here("textDocument/completion", &json!({}));
        let items = found["items"].as_array().unwrap();
        let labels: Vec<&str> = items.iter().map(|it| it["label"].as_str().unwrap()).collect();
        for label in *wanted {
            assert!(labels.contains(label), "{kind}: no {label} at {lines}: {labels:?}");
        }
        for label in *unwanted {
            assert!(!labels.contains(label), "{kind}: {label} at {lines}");
        }
    });
}

#[test]
fn every_kind_offers_colours_settings_and_themes() {
    let labels = |kind: &str, line: &str| {
        let rest = match kind {
            "sequence" => "A -> B",
            "class" | "object" | "er" => "class A",
            "state" => "state A",
            "activity" => "start\n:x;",
            "older activity" => "(*) --> \"x\"",
            "mindmap" | "wbs" => "* x",
            "gantt" => "[x] requires 1 day",
            "timing" => "robust A\nA is x",
            "json" => "{\"a\": 1}",
            "yaml" => "a: 1",
            _ => "component A",
        };
        let found = asked(kind, &format!("{line}^\n{rest}"));
        let found = found.here("textDocument/completion", &json!({}));
        let items = found["items"].as_array().unwrap().iter();
        items.map(|it: &Value| it["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (kind, _) in super::KINDS {
        for (line, wanted) in [
            ("skinparam ", "BackgroundColor"),
            ("skinparam BackgroundColor ", "LightBlue"),
            ("!theme ", "plain"),
            ("!", "include"),
        ] {
            let found = labels(kind, line);
            assert!(
                found.iter().any(|it| it == wanted),
                "{kind}: no {wanted} at {line}: {found:?}"
            );
        }
    }
}
