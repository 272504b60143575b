//! The JSON form fulfils its schema for every construct.

use puml_sequence::catalogue::CATALOGUE;
use puml_sequence::{SCHEMA, json, parse};
use puml_syntax::Stage;

fn validator() -> jsonschema::Validator {
    let schema = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

#[test]
fn every_construct_fulfils_the_schema() {
    let validator = validator();
    let extra = [
        "@startuml x\nA -> B ++ #red : t\n@enduml\n@startmindmap\n* a\n@endmindmap",
        "!define X\n$call(1)\n!if x\nA -> $b\n!endif\nwhat\nurl of A is [[u]]\nrotate\nshow stereotypes\npage 2x2\nskin rose\nignore newpage\nfootbox on",
        "broken line here\nelse\n' comment",
    ];
    let examples = CATALOGUE.iter().flat_map(|it| it.primitives).map(|it| it.example);
    for source in examples.chain(extra) {
        let value = json(&parse(source, diag::SourceId(0), Stage::Source).document);
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|it| format!("{it} at {}", it.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{source}\n{errors:#?}\n{value:#}");
    }
}

#[test]
fn a_message_is_compact() {
    let document = parse("A ->> B ++ : hi", diag::SourceId(0), Stage::Source).document;
    assert_eq!(
        json(&document).to_string(),
        r#"{"version":1,"blocks":[{"kind":"uml","first":0,"statements":[{"kind":"message","left":{"code":"A"},"arrow":{"rightHead":"open"},"right":{"code":"B"},"marks":["activate"],"text":"hi","range":[0,15]}]}],"frames":[]}"#
    );
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let value = serde_json::json!({ "version": 1, "blocks": [], "frames": [], "more": 1 });
    assert!(!validator().is_valid(&value));
}
