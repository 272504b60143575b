//! `evolve_restore`: not in this build; answers with a stable error.

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
    "module_id": { "type": "string", "description": "Only restore missing outputs attributable to a module id." },
    "dry_run": { "type": "boolean", "default": false },
    "yes": { "type": "boolean", "default": false, "description": "Required explicit approval when not dry_run." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "evolve_restore",
    title: "Restore missing files",
    description: "Would bring back deployed files that are missing. This build answers E_EVOLVE_UNAVAILABLE: deploy does the same.",
    schema: SCHEMA,
    effect: Effect::Writes,
    names: |_| Names::with_id("evolve.restore", "evolve restore"),
    call: |context, _| {
        if !context.dry_run && !context.yes {
            return Err(crate::commands::confirm_required("evolve restore"));
        }
        Err(Error::new(
            Code::EvolveUnavailable,
            "this build cannot restore single files; deploy brings missing files back",
        ))
    },
};
