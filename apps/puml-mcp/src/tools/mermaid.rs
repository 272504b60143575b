//! What the three Mermaid tools share: their published descriptors, and how pictures and refusals are answered.

use serde_json::Value;
use toolserver::{Answer, Schema};

use super::Context;

/// The description and the input schema that the library publishes for a tool.
pub(super) fn described(name: &str) -> (String, Schema) {
    let descriptors = ::mermaid::tools::descriptors();
    let found = descriptors.as_array().and_then(|all| all.iter().find(|it| it["name"] == name));
    let found = found.expect("the Mermaid library describes its three tools");
    let description = found["description"].as_str().unwrap_or_default().to_owned();
    (description, Schema::from_value(found["inputSchema"].clone()))
}

/// Wrong arguments reach the library, which answers in the published words.
pub(super) fn lenient() -> Schema {
    Schema::parse(r#"{"type": "object"}"#)
}

/// The library's answer: a failure if it holds an error, a link if its picture is large.
pub(super) fn shown(context: &Context, mut answer: Value) -> Answer {
    match answer.get_mut("svg").map(Value::take) {
        Some(svg) => {
            answer["svg"] = "".into();
            context.answer_with(answer, "svg", svg, "diagram.svg")
        }
        None => Answer::json(answer).as_error(),
    }
}
