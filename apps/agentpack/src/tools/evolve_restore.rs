//! `evolve_restore`: missing files back on disk.

use super::{Effect, Row, text};
use crate::commands::evolve;
use crate::envelope::Names;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    $SELECTION,
    "module_id": { "type": "string", "description": "Only restore missing outputs attributable to a module id." },
    "dry_run": { "type": "boolean", "default": false },
    "yes": { "type": "boolean", "default": false, "description": "Required explicit approval when not dry_run." }
  }
}"#;

pub(super) const ROW: Row = Row {
    name: "evolve_restore",
    title: "Restore missing files",
    description: "Brings back deployed files that are missing and touches no other file. Look with dry_run: true; write with yes: true \
after approval.",
    schema: SCHEMA,
    effect: Effect::MayWrite,
    names: |_| Names::with_id("evolve.restore", "evolve restore"),
    call: |context, arguments| evolve::restore_reply(context, text(arguments, "module_id")),
};
