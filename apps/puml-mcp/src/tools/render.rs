//! `render`: a Mermaid diagram as SVG, for showing in place.

use toolserver::{Answer, Schema, Tool};

use super::mermaid::{described, lenient, refused};

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "svg": {"type": "string", "description": "The picture, free of scripts and foreign content."},
    "error": {"type": "string", "description": "Why there is no picture."}
  }
}"#;

pub(super) fn tool() -> Tool {
    let (description, input) = described("render");
    Tool {
        title: "Render Mermaid".into(),
        accepted: Some(lenient()),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("render", description, input, |_, arguments| {
            let answer = ::mermaid::tools::render(arguments, &::mermaid::Options::default());
            Ok(refused(Answer::json(answer)))
        })
    }
}
