//! `encodePlantUML`: a diagram's text to the address that shows it.

use serde_json::{Value, json};

use super::ToolError;
use crate::{encode, svg_url};

/// The longest text taken, in UTF-8 bytes.
pub const MAX_CODE_BYTES: usize = 50 * 1024;

/// The result object (`url`, `encoded`, `format`) for arguments with a `plantumlCode` string.
///
/// The text is encoded as it stands, markers included, so that what is decoded equals what was given.
pub fn encode_plantuml(arguments: &Value) -> Result<Value, ToolError> {
    let text = arguments.get("plantumlCode").and_then(Value::as_str).ok_or(ToolError::EmptyCode)?;
    if is_blank(text) {
        return Err(ToolError::EmptyCode);
    }
    if text.len() > MAX_CODE_BYTES {
        return Err(ToolError::CodeTooLarge);
    }
    let encoded = encode(text);
    Ok(json!({ "url": svg_url(&encoded), "encoded": encoded, "format": "svg" }))
}

pub(super) fn descriptor() -> Value {
    json!({
        "id": "encodePlantUML",
        "name": "encodePlantUML",
        "description": "Encodes PlantUML diagram code into a shareable URL for viewing on plantuml.com",
        "inputSchema": {
            "type": "object",
            "properties": {
                "plantumlCode": {
                    "type": "string",
                    "description": "Valid PlantUML diagram code (must start with @startuml and end with @enduml)",
                },
            },
            "required": ["plantumlCode"],
        },
    })
}

/// White space as the published rule's `trim` sees it: the byte order mark counts.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || letter == '\u{feff}')
}
