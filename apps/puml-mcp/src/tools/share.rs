//! What the two PlantUML code tools share: their published descriptors, and the envelope of an outcome.

use serde_json::Value;
use toolserver::{Answer, Schema, Tool};

/// A tool as the library describes it. Wrong arguments reach the library, which answers with the published codes.
pub(super) fn tool(descriptor: &Value, title: &str, output: &str) -> Tool {
    let text = |field: &str| descriptor[field].as_str().unwrap_or_default().to_owned();
    let name = text("name");
    let input = Schema::from_value(descriptor["inputSchema"].clone());
    Tool {
        title: title.to_owned(),
        accepted: Some(Schema::parse(r#"{"type": "object"}"#)),
        output: Some(Schema::parse(output)),
        ..Tool::new(name.clone(), text("description"), input, move |_, arguments| {
            let outcome = ::share::tools::call(Some(&name), arguments);
            let answer = Answer::json(::share::tools::envelope(&outcome));
            Ok(if outcome.is_ok() { answer } else { answer.as_error() })
        })
    }
}
