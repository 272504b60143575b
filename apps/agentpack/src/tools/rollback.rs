//! `rollback`: back to a snapshot. Over a person's edits it refuses; the command line can be told otherwise.

use agentpack_core::{Code, Error};

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

/// The edits first have to go into the config repo, or be overwritten by a deploy that was approved for it. What no
/// deploy would write, the person decides about at a terminal.
fn with_way_out(mut error: Error, to: &str) -> Error {
    if error.code != Code::UserEditConfirmRequired {
        return error;
    }
    error.details.remove("flags");
    let actions = vec![
        "review_user_edits",
        "call_evolve_propose",
        "call_deploy",
        "retry_deploy_apply_with_adopt",
        "retry_rollback",
        "ask_person_to_run_command",
    ];
    error
        .with("next_actions", actions)
        .with("command", format!("agentpack rollback --to {to} --keep-edits"))
        .with("hint", "deploy_apply with adopt: true overwrites the edits and keeps them in a snapshot; then roll back. \
If deploy does not list these files, the person can run the command at a terminal, or --overwrite-edits instead of --keep-edits")
}

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
        let allowed = commands::rollback::Allowed::default();
        let args = commands::rollback::Args { to: to.clone(), allowed };
        commands::rollback::reply(context, &args).map_err(|error| with_way_out(error, &to))
    },
};
