//! `evolve_propose`: not in this build; answers with a stable error.

use agentpack_core::{Code, Error};

use super::{Effect, Row};
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "repo": { "type": "string", "description": "Path to the agentpack config repo (default: $AGENTPACK_HOME/repo)." },
    "profile": { "type": "string", "default": "default" },
    "target": { "type": "string", "default": "all", "enum": ["all", "codex", "claude_code", "cursor", "vscode"] },
    "machine": { "type": "string", "description": "Machine id for machine overlays. Omit to auto-detect." },
    "module_id": { "type": "string", "description": "Only propose changes for a single module id." },
    "scope": { "type": "string", "default": "global", "enum": ["global", "machine", "project"], "description": "Overlay scope to write into." },
    "branch": { "type": "string", "description": "Branch name to create (default: evolve/propose-<timestamp>)." },
    "dry_run": { "type": "boolean", "default": false },
    "yes": { "type": "boolean", "default": false, "description": "Required explicit approval when not dry_run." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "evolve_propose",
    title: "Propose overlays",
    description: "Would turn edits of deployed files into overlays on a branch. This build answers E_EVOLVE_UNAVAILABLE: edit the \
module's source instead.",
    schema: SCHEMA,
    effect: Effect::Writes,
    names: |_| Names::with_id("evolve.propose", "evolve propose"),
    call: |context, _| {
        if !context.dry_run && !context.yes {
            return Err(crate::commands::confirm_required("evolve propose"));
        }
        Err(Error::new(
            Code::EvolveUnavailable,
            "this build cannot turn edits into overlays; edit the module's source and deploy",
        ))
    },
};
