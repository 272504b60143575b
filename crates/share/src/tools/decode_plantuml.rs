//! `decodePlantUML`: a code, or an address that carries one, back to the diagram's text.

use serde_json::{Value, json};

use super::ToolError;
use super::encode_plantuml::is_blank;
use crate::{code_in, decode, with_markers};

/// The result object (`plantumlCode`, `encoded`) for arguments with an `encoded` string: a code or a link.
///
/// The text comes back as a whole source, with the markers that codes leave out.
pub fn decode_plantuml(arguments: &Value) -> Result<Value, ToolError> {
    let given = arguments.get("encoded").and_then(Value::as_str).ok_or(ToolError::EmptyEncoded)?;
    if is_blank(given) {
        return Err(ToolError::EmptyEncoded);
    }
    let code = code_in(given);
    Ok(json!({ "plantumlCode": with_markers(&decode(code)?), "encoded": code }))
}

pub(super) fn descriptor() -> Value {
    json!({
        "id": "decodePlantUML",
        "name": "decodePlantUML",
        "description": "Decodes a PlantUML text code, or a link that carries one, back into PlantUML diagram code",
        "inputSchema": {
            "type": "object",
            "properties": {
                "encoded": {
                    "type": "string",
                    "description": "A PlantUML text code (plain, ~1 or ~h) or a PlantUML server link",
                },
            },
            "required": ["encoded"],
        },
    })
}
