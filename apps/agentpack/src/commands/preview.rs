//! `agentpack preview`: plan and, if asked, unified text in one answer.

use agentpack_core::{FileDiff, Result, diff};
use serde_json::{Value as Json, json};

use crate::commands::plan;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Include the text of each change
    #[arg(long)]
    pub(crate) diff: bool,
}

/// `budget` bounds the bytes of text in the answer.
pub(crate) fn reply(context: &Context, with_diff: bool, budget: usize) -> Result<Reply> {
    let (survey, made) = plan::make(context)?;
    let plan_data = made.data();
    let part = || json!({"changes": plan_data["changes"], "summary": plan_data["summary"]});
    let mut data =
        json!({"plan": part(), "profile": plan_data["profile"], "targets": plan_data["targets"]});
    if let Some(losses) = plan_data.get("losses") {
        data["plan"]["losses"] = losses.clone();
    }
    let mut warnings = plan::warnings(&survey, &made);
    let mut text = String::new();
    if with_diff {
        let diffs = diff(&made, budget, context.secrets);
        data["diff"] = part();
        data["diff"]["files"] = diffs.iter().map(FileDiff::data).collect::<Json>();
        warnings.extend(diffs.iter().filter_map(FileDiff::warning));
        if context.wants_text() {
            text = terminal::diffs(&diffs);
        }
    }
    if context.wants_text() {
        text.push_str(&terminal::plan(&made));
    }
    Ok(Reply { data, warnings, text, ..Reply::default() })
}
