//! `puml_list_primitives`: what a family of diagrams can say, from the catalogue that is compiled in.

use puml_compiler::family_names;
use puml_syntax::catalogue;
use serde_json::{Value, json};
use toolserver::{Answer, Schema, Tool};

const OUTPUT: &str = r#"{
  "type": "object",
  "description": "The sections of the family's syntax, each a list of constructs with name, syntax, meaning and example. Those listed here are those of sequence diagrams.",
  "required": ["family"],
  "properties": {
    "family": {"type": "string"},
    "participants": {"type": "array", "items": {"type": "object"}},
    "arrows": {"type": "array", "items": {"type": "object"}},
    "notes": {"type": "array", "items": {"type": "object"}},
    "groups": {"type": "array", "items": {"type": "object"}},
    "lifecycle": {"type": "array", "items": {"type": "object"}},
    "styling": {"type": "array", "items": {"type": "object"}},
    "flow": {"type": "array", "items": {"type": "object"}},
    "page": {"type": "array", "items": {"type": "object"}},
    "text": {"type": "array", "items": {"type": "object"}}
  }
}"#;

const DESCRIPTION: &str = "Lists the supported syntax of a family of diagrams by section, each construct with its form, \
meaning and an example that compiles.";

/// The family whose syntax is listed unless another is asked for.
const USUAL: &str = "sequence";

pub(super) fn tool() -> Tool {
    let input = Schema::from_value(json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "family": {
                "type": "string",
                "enum": family_names(),
                "default": USUAL,
                "description": "Which family of diagrams.",
            },
        },
    }));
    Tool {
        title: "List the syntax".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_list_primitives", DESCRIPTION, input, |_, arguments| {
            Ok(Answer::json(listed(arguments["family"].as_str().unwrap_or(USUAL))))
        })
    }
}

fn listed(family: &str) -> Value {
    let mut answer = catalogue::json(&puml_compiler::catalogue(family));
    answer.insert("family".to_owned(), family.into());
    Value::Object(answer)
}
