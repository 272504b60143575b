//! Formatting changes how a source is written, never what it means.

use diag::{SourceId, Sources};
use proptest::prelude::*;
use puml_compiler::{NoWorld, Options, compile};
use serde_json::Value;

/// Lines that are put together at random; indented at random as well.
const LINES: [&str; 36] = [
    "participant Alice",
    "actor \"Long name\" as L <<s>> #red",
    "participant B [",
    "=Title",
    "----",
    "]",
    "A->B:hi",
    "A  -->  B  :  two  words ",
    "[->A",
    "A->]",
    "A -> B ++",
    "B --> A --",
    "return  done",
    "activate A #gold",
    "deactivate A",
    "alt   condition",
    "else  other",
    "end",
    "group  Head [second]",
    "loop 3",
    "note left of A : x",
    "note over A,B",
    "  body  line",
    "end note",
    "== phase ==",
    "...",
    "...later...",
    "|||",
    "||30||",
    "newpage  Next",
    "autonumber  10 5 \"<b>[0]\"",
    "' comment",
    "",
    "box  \"Team\"  #LightBlue",
    "end box",
    "ref over A , B : other",
];

fn models(text: &str) -> (bool, Vec<Value>) {
    let mut sources = Sources::default();
    let id = sources.add("format.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    let models = compiled.diagrams.iter().map(|it| without_places(it.model.json(SourceId(0))));
    (compiled.is_accepted(), models.collect())
}

fn without_places(mut value: Value) -> Value {
    match &mut value {
        Value::Object(all) => {
            all.shift_remove("at");
            all.values_mut().for_each(|it| *it = without_places(it.take()));
        }
        Value::Array(all) => all.iter_mut().for_each(|it| *it = without_places(it.take())),
        _ => {}
    }
    value
}

/// The canonical layout of its first line would make it a broken sequence diagram instead.
#[test]
fn a_broken_source_that_would_change_its_family_stays_as_it_is() {
    let source = "@startuml\neb: done(link)\nelse full\n  worker ->> Jobs: retry";
    assert_eq!(puml_compiler::formatted(source), source);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_formatted_source_has_the_same_model(lines in prop::collection::vec((0..LINES.len(), 0_usize..5), 0..25)) {
        let text: String =
            lines.iter().flat_map(|(line, indent)| [" ".repeat(*indent), LINES[*line].to_owned(), "\n".to_owned()]).collect();
        let formatted = puml_compiler::formatted(&text);
        prop_assert_eq!(&puml_compiler::formatted(&formatted), &formatted, "twice differs from once");
        let (before, after) = (models(&text), models(&formatted));
        prop_assert_eq!(before.0, after.0, "{}\n---\n{}", text, formatted);
        // A text that no family takes may be several families' mistakes.
        if before.0 {
            prop_assert_eq!(before, after, "{}\n---\n{}", text, formatted);
        }
    }
}
