//! `rollback`: back to a snapshot. Over a person's edits it refuses; the command line can be told otherwise.

use super::{Effect, Row, text};
use crate::commands;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["to", "yes"],
  "properties": {
    "repo": { "type": "string", "description": "Path to the agentpack config repo (default: $AGENTPACK_HOME/repo)." },
    "to": { "type": "string", "description": "Snapshot id to rollback to." },
    "yes": { "const": true, "description": "Required explicit approval for mutating operations." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "rollback",
    title: "Roll back",
    description: "Restores the files as they were right after a snapshot, within its project, targets and folders, after the person \
approved (yes: true). Refuses over edits of a person. Is itself a snapshot, so it can be undone.",
    schema: SCHEMA,
    effect: Effect::Writes,
    names: |_| Names::of("rollback"),
    call: |context, arguments| {
        let to = text(arguments, "to").unwrap_or_default().to_owned();
        commands::rollback::reply(
            context,
            &commands::rollback::Args { to, overwrite_edits: false, keep_edits: false },
        )
    },
};
