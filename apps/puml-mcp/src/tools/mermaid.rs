//! What the three Mermaid tools share: their published descriptors, and how they refuse.

use serde_json::Value;
use toolserver::{Answer, Schema};

/// The description and the input schema that the library publishes for a tool.
pub(super) fn described(name: &str) -> (String, Schema) {
    let descriptors = ::mermaid::tools::descriptors();
    let found = descriptors.as_array().and_then(|all| all.iter().find(|it| it["name"] == name));
    let found = found.unwrap_or_else(|| panic!("the Mermaid library has a tool {name}"));
    (text(&found["description"]), Schema::from_value(found["inputSchema"].clone()))
}

/// Wrong arguments reach the library, which answers in the published words.
pub(super) fn lenient() -> Schema {
    Schema::parse(r#"{"type": "object"}"#)
}

/// An answer with an `error` is a failure.
pub(super) fn refused(answer: Answer) -> Answer {
    let has_error = answer.structured.as_ref().is_some_and(|it| it.get("error").is_some());
    if has_error { answer.as_error() } else { answer }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
