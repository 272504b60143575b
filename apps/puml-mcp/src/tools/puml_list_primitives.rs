//! `puml_list_primitives`: what the language can say, from the catalogue that is compiled in.

use puml_sequence::catalogue::CATALOGUE;
use serde_json::{Map, Value, json};
use toolserver::{Answer, Schema, Tool};

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["participants", "arrows", "notes", "groups", "lifecycle", "styling"],
  "properties": {
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

const DESCRIPTION: &str = "Lists the supported syntax by section, each construct with its form, meaning and an example \
that compiles.";

pub(super) fn tool() -> Tool {
    Tool {
        title: "List the syntax".into(),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("puml_list_primitives", DESCRIPTION, Schema::no_arguments(), |_, _| {
            Ok(Answer::json(catalogue()))
        })
    }
}

fn catalogue() -> Value {
    let sections = CATALOGUE.iter().map(|section| {
        let primitives = section.primitives.iter().map(|it| {
            json!({"name": it.name, "syntax": it.syntax, "meaning": it.meaning, "example": it.example})
        });
        (section.name.to_owned(), primitives.collect::<Value>())
    });
    Value::Object(sections.collect::<Map<_, _>>())
}
