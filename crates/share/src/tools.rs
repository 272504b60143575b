//! The encoder's tools as plain values: JSON in, JSON out, with the published codes and messages.
//! A server adds the transport; nothing here knows one.

mod decode_plantuml;
mod encode_plantuml;
mod error;

use serde_json::{Value, json};

pub use decode_plantuml::decode_plantuml;
pub use encode_plantuml::{MAX_CODE_BYTES, encode_plantuml};
pub use error::ToolError;

/// The listing of the encoder's published tools: `{"tools": [...]}`, each with `id`, `name`, `description`, `inputSchema`.
pub fn discovery() -> Value {
    json!({ "tools": [encode_plantuml::descriptor()] })
}

/// `decodePlantUML` in the shape of the listing; a server that also decodes appends it.
pub fn decode_descriptor() -> Value {
    decode_plantuml::descriptor()
}

/// Calls a tool by name and folds the outcome into the published envelope.
///
/// The name is a path segment: `None` or an empty one is an error of its own.
pub fn call(name: Option<&str>, arguments: &Value) -> Result<Value, ToolError> {
    match name {
        None | Some("") => Err(ToolError::ToolNameRequired),
        Some("encodePlantUML") => encode_plantuml(arguments),
        Some("decodePlantUML") => decode_plantuml(arguments),
        Some(other) => Err(ToolError::ToolNotFound(other.to_owned())),
    }
}

/// The arguments in a request body. Text that is not valid Unicode cannot be encoded and is refused here;
/// a body that is no JSON at all names no code, so the tool's own check answers for it.
pub fn arguments(body: &[u8]) -> Result<Value, ToolError> {
    let text = std::str::from_utf8(body).map_err(|_| ToolError::EncodingFailed)?;
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) if error.to_string().contains("hex escape") => Err(ToolError::EncodingFailed),
        Err(_) => Ok(Value::Null),
    }
}

/// The envelope of an outcome: `success` with `result`, or `success` with `error`, never both.
pub fn envelope(outcome: &Result<Value, ToolError>) -> Value {
    match outcome {
        Ok(result) => json!({ "success": true, "result": result }),
        Err(error) => json!({
            "success": false,
            "error": { "code": error.code(), "message": error.to_string() },
        }),
    }
}
