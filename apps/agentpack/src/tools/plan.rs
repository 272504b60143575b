//! `plan`: what would change.

use super::{Effect, Row, SELECTION};
use crate::commands;
use crate::envelope::Names;

pub(super) const ROW: Row = Row {
    name: "plan",
    title: "Plan",
    description: "Shows which files a deploy would create, update or delete, and why. Changes nothing.",
    schema: SELECTION,
    effect: Effect::Reads,
    names: |_| Names::of("plan"),
    call: |context, _| commands::plan::reply(context, commands::plan::Args::default()),
};
