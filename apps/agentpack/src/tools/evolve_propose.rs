//! `evolve_propose`: edits of deployed files as overlays on a branch.

use agentpack_core::Layer;
use agentpack_core::evolve::Into;

use super::{Effect, Row, text};
use crate::commands::evolve;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    $SELECTION,
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
    description: "Turns edits a person made in deployed files into overlays on a new git branch of the config repo, each proven to \
render to the edited bytes, and says why an edit cannot go back. Look with dry_run: true; write with yes: true after approval.",
    schema: SCHEMA,
    effect: Effect::MayWrite,
    names: |_| Names::with_id("evolve.propose", "evolve propose"),
    call: |context, arguments| {
        let layer = text(arguments, "scope").and_then(Layer::of_scope).unwrap_or(Layer::Global);
        let module_id = text(arguments, "module_id");
        evolve::propose_reply(context, module_id, (layer, Into::Overlay), text(arguments, "branch"))
    },
};
