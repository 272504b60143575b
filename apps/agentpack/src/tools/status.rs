//! `status`: how the disk differs from what was deployed.

use serde_json::Value as Json;

use super::{Effect, Row};
use crate::commands;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    $SELECTION,
    "only": { "type": "array", "items": { "type": "string", "enum": ["missing", "modified", "extra"] } },
    "dry_run": { "type": "boolean", "default": false }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "status",
    title: "Status",
    description: "Lists files that are missing, modified or extra compared with what should be deployed, tells edits of a person \
from source changes that wait, and says what to do next. Changes nothing.",
    schema: SCHEMA,
    effect: Effect::Reads,
    names: |_| Names::of("status"),
    call: |context, arguments| {
        let only = arguments["only"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let only = only.map(str::to_owned).collect();
        commands::status::reply(context, &commands::status::Args { only, check: None })
    },
};
