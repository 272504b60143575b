//! `doctor`: is the machine fit for a deploy?

use super::{Effect, Row};
use crate::commands;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "repo": { "type": "string", "description": "Path to the agentpack config repo (default: $AGENTPACK_HOME/repo)." },
    "target": { "type": "string", "default": "all", "enum": $TARGETS }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "doctor",
    title: "Doctor",
    description: "Checks folders, permissions, git hygiene, shadowed and duplicate files, and limits of the hosts. Writes nothing, not even a probe.",
    schema: SCHEMA,
    effect: Effect::Reads,
    names: |_| Names::of("doctor"),
    call: |context, _| commands::doctor::reply(context, false),
};
