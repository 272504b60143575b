//! `agentpack diff`: the plan again, and on a terminal its text.

use agentpack_core::{FileDiff, Result, diff};

use crate::commands::plan;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

pub(crate) fn reply(context: &Context) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let mut warnings = plan::warnings(&survey, &made);
    let mut text = String::new();
    if context.wants_text() {
        let diffs = diff(&made, usize::MAX, context.secrets);
        warnings.extend(diffs.iter().filter_map(FileDiff::warning));
        text = format!("{}{}", terminal::diffs(&diffs), terminal::plan(&made));
    }
    Ok(Reply { data: made.data(), warnings, text, ..Reply::default() })
}
