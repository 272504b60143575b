//! `render`: a Mermaid diagram as SVG, for showing in place.

use toolserver::{Schema, Tool};

use super::Context;
use super::mermaid::{described, lenient, shown};

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "svg": {"type": "string", "description": "The picture, free of scripts and foreign content; empty when it is large and a resource instead."},
    "error": {"type": "string", "description": "Why there is no picture."},
    "resource": {"type": "object", "description": "Where to read a picture that was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

pub(super) fn tool(context: &Context) -> Tool {
    let (description, input) = described("render");
    let context = context.clone();
    Tool {
        title: "Render Mermaid".into(),
        accepted: Some(lenient()),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("render", description, input, move |_, arguments| {
            Ok(shown(&context, ::mermaid::tools::render(arguments, &::mermaid::Options::default())))
        })
    }
}
