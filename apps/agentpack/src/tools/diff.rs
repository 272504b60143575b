//! `diff`: the plan again, under the name of the command that shows it as text.

use super::{Effect, Row, SELECTION};
use crate::commands;
use crate::envelope::Names;

pub(super) const ROW: Row = Row {
    name: "diff",
    title: "Diff",
    description: "The data of plan; for the text of each change call preview with diff: true. Changes nothing.",
    schema: SELECTION,
    effect: Effect::Reads,
    names: |_| Names::of("diff"),
    call: |context, _| commands::diff::reply(context),
};
