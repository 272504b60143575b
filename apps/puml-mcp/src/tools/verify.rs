//! `verify`: is this Mermaid diagram right?

use toolserver::{Answer, Schema, Tool};

use super::mermaid::{described, lenient};

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["ok"],
  "properties": {
    "ok": {"type": "boolean", "description": "Whether the diagram is valid and can be drawn."},
    "error": {"type": "string", "description": "What is wrong and where, when it is not."}
  }
}"#;

pub(super) fn tool() -> Tool {
    let (description, input) = described("verify");
    Tool {
        title: "Verify Mermaid".into(),
        accepted: Some(lenient()),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("verify", description, input, |_, arguments| {
            Ok(Answer::json(::mermaid::tools::verify(arguments)))
        })
    }
}
