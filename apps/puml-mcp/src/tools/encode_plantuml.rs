//! `encodePlantUML`: a diagram's text to the address that shows it.

use toolserver::Tool;

const OUTPUT: &str = r#"{
  "type": "object",
  "required": ["success"],
  "properties": {
    "success": {"type": "boolean"},
    "result": {
      "type": "object",
      "required": ["url", "encoded", "format"],
      "properties": {
        "url": {"type": "string", "description": "Shows the diagram at plantuml.com."},
        "encoded": {"type": "string", "description": "The code at the end of the address."},
        "format": {"type": "string", "enum": ["svg"]}
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
    super::share::tool(&::share::tools::discovery()["tools"][0], "Encode PlantUML", OUTPUT)
}
