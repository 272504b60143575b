//! `decodePlantUML`: a code, or a link that carries one, back to the diagram's text.

use toolserver::Tool;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["success"],
  "properties": {
    "success": {"type": "boolean"},
    "result": {
      "type": "object",
      "required": ["plantumlCode", "encoded"],
      "properties": {
        "plantumlCode": {"type": "string", "description": "The diagram's text, with its markers."},
        "encoded": {"type": "string", "description": "The code that was found in the argument."}
      }
    },
    "error": {
      "type": "object",
      "required": ["code", "message"],
      "properties": {"code": {"type": "string"}, "message": {"type": "string"}}
    }
  }
}"#;

pub(super) fn tool() -> Tool {
    super::share::tool(&::share::tools::decode_descriptor(), "Decode PlantUML", OUTPUT)
}
