//! `svg`: a Mermaid diagram as a file to save, with a name.

use std::time::{SystemTime, UNIX_EPOCH};

use ::mermaid::tools::Timestamp;
use toolserver::{Answer, Schema, Tool};

use super::mermaid::{described, lenient, refused};

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "svg": {"type": "string", "description": "The picture, equal to that of render."},
    "filename": {"type": "string", "description": "A name to save it under, with the time in UTC."},
    "error": {"type": "string", "description": "Why there is no picture."}
  }
}"#;

pub(super) fn tool() -> Tool {
    let (description, input) = described("svg");
    Tool {
        title: "Export Mermaid".into(),
        accepted: Some(lenient()),
        output: Some(Schema::parse(OUTPUT)),
        ..Tool::new("svg", description, input, |_, arguments| {
            let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
            let now = Timestamp::from_unix(seconds);
            let answer = ::mermaid::tools::svg(arguments, &::mermaid::Options::default(), now);
            Ok(refused(Answer::json(answer)))
        })
    }
}
