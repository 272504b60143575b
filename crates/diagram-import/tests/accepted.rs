//! Whatever names and texts the data has, the diagrams made of it are accepted and show them.

use diag::{SourceId, Sources};
use diagram_import::{Origin, import};
use proptest::prelude::*;
use puml_compiler::{Compiled, NoWorld, Options, compile};
use serde_json::json;

fn made(origin: Origin, text: &str) -> (String, Compiled) {
    let import = import(origin, "data", text, SourceId(0));
    assert!(!diag::has_errors(&import.diagnostics), "{:?}\n{text}", import.diagnostics);
    let mut sources = Sources::default();
    let id = sources.add("made.puml", import.source.as_str());
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|it| it.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", import.source);
    (import.source, compiled)
}

fn kinds(compiled: &Compiled) -> Vec<&str> {
    compiled.diagrams.iter().map(|it| it.kind).collect()
}

/// Names as people give them, and such that hold every sign the grammar knows.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z][a-zA-Z0-9_ -]{0,12}", "[\\x20-\\x7e]{1,12}", "\\PC{1,8}"]
        .prop_filter("a name has something to show", |it| !it.trim().is_empty())
}

proptest! {
    #[test]
    fn schemas_are_class_diagrams(names in prop::collection::vec(name(), 1..5), property in name()) {
        let schema = |it: &String| {
            let next = names.iter().rev().find(|other| *other != it).unwrap_or(it);
            let pointer = next.replace('~', "~0").replace('/', "~1");
            json!({ "type": "object", "properties": {
                property.clone(): { "type": "string" },
                format!("{property} 2"): { "$ref": format!("#/$defs/{pointer}") },
                "choice": { "enum": names },
            }})
        };
        let defs: serde_json::Map<_, _> = names.iter().map(|it| (it.clone(), schema(it))).collect();
        let (_, compiled) = made(Origin::JsonSchema, &json!({ "$defs": defs }).to_string());
        prop_assert_eq!(kinds(&compiled), ["class"]);
    }

    #[test]
    fn operations_are_sequence_diagrams(path in name(), words in name(), status in "[1-5][0-9X]{2}") {
        let document = json!({
            "openapi": "3.1.0", "info": { "title": words },
            "paths": { format!("/{path}"): { "get": {
                "summary": words,
                "parameters": [{ "name": words, "in": "query", "schema": { "type": "string" } }],
                "responses": { status: { "description": words }, "default": { "description": words } },
            }}},
        });
        let (_, compiled) = made(Origin::OpenApi, &document.to_string());
        prop_assert_eq!(kinds(&compiled), ["sequence"]);
    }

    #[test]
    fn tables_are_class_diagrams(table in name(), column in name()) {
        let quoted = |it: &str| format!("\"{}\"", it.replace('"', "\"\""));
        let (table, column) = (quoted(&table), quoted(&column));
        let text = format!(
            "CREATE TABLE {table} ({column} VARCHAR(10) PRIMARY KEY);\n\
             CREATE TABLE {table}2 (a INT NOT NULL, FOREIGN KEY (a) REFERENCES {table} ({column}));"
        );
        let text = text.replace(&format!("{table}2"), "second");
        let (_, compiled) = made(Origin::Sql, &text);
        prop_assert_eq!(kinds(&compiled), ["class"]);
    }

    #[test]
    fn graphs_are_component_diagrams(nodes in prop::collection::vec(name(), 1..5), label in name()) {
        let quoted = |it: &str| format!("\"{}\"", it.replace('\\', "").replace('"', "\\\""));
        let all: Vec<String> = nodes.iter().map(|it| quoted(it)).collect();
        let label = quoted(&label);
        let text = format!(
            "digraph {{ label={label}; subgraph cluster_a {{ label={label}; {} }} {} [label={label}] }}",
            all.join("; "), all.join(" -> "),
        );
        let (_, compiled) = made(Origin::Dot, &text);
        prop_assert_eq!(kinds(&compiled), ["description"]);
    }
}
