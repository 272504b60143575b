//! `agentpack diff`: the plan again, and on a terminal its text.

use agentpack_core::{Result, diff};

use crate::commands::plan;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

pub(crate) fn reply(context: &Context) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let text = if context.wants_text() {
        format!("{}{}", terminal::diffs(&diff(&made, usize::MAX)), terminal::plan(&made))
    } else {
        String::new()
    };
    Ok(Reply { data: made.data(), warnings: plan::warnings(&survey, &made), text })
}
