//! `preview`: plan and unified text in one answer.

use super::{DIFF_BUDGET, Effect, Row, flag};
use crate::commands;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    $SELECTION,
    "diff": { "type": "boolean", "default": false, "description": "Include diffs (like `agentpack preview --diff`)." },
    "dry_run": { "type": "boolean", "default": false }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "preview",
    title: "Preview",
    description: "The plan and, with diff: true, the unified text of each change within a budget. Changes nothing.",
    schema: SCHEMA,
    effect: Effect::Reads,
    names: |arguments| {
        if flag(arguments, "diff") {
            Names::with_id("preview", "preview --diff")
        } else {
            Names::of("preview")
        }
    },
    call: |context, arguments| {
        commands::preview::reply(context, flag(arguments, "diff"), DIFF_BUDGET)
    },
};
