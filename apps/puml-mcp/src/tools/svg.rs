//! `svg`: a Mermaid diagram as a file to save, with a name.

use std::time::{SystemTime, UNIX_EPOCH};

use ::mermaid::tools::Timestamp;
use toolserver::{Schema, Tool};

use super::Context;
use super::mermaid::{described, lenient, shown};

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "svg": {"type": "string", "description": "The picture, equal to that of render; empty when it is large and a resource instead."},
    "filename": {"type": "string", "description": "A name to save it under, with the time in UTC."},
    "error": {"type": "string", "description": "Why there is no picture."},
    "resource": {"type": "object", "description": "Where to read a picture that was too large to answer with: uri, mimeType, bytes."}
  }
}"#;

pub(super) fn tool(context: &Context) -> Tool {
    let (description, input) = described("svg");
    let context = context.clone();
    Tool {
        title: "Export Mermaid".into(),
        accepted: Some(lenient()),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("svg", description, input, move |_, arguments| {
            let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
            let now = Timestamp::from_unix(seconds);
            let options = ::mermaid::Options::default();
            Ok(shown(&context, ::mermaid::tools::svg(arguments, &options, now)))
        })
    }
}
