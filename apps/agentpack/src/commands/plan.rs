//! `agentpack plan`: what would change.

use agentpack_core::{Plan, Result, Survey, plan, survey};

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

/// Reads the machine and plans.
pub(crate) fn make(context: &Context) -> Result<(Survey, Plan)> {
    terminal::working(context.output, "comparing", || {
        let survey = survey(&context.env, &context.selection)?;
        let plan = plan(&survey)?;
        Ok((survey, plan))
    })
}

/// What a person should know about a plan.
pub(crate) fn warnings(survey: &Survey, plan: &Plan) -> Vec<String> {
    let mut warnings = survey.warnings.clone();
    let edits = plan.user_edits().count();
    if edits > 0 {
        let files =
            if edits == 1 { "1 file was".to_owned() } else { format!("{edits} files were") };
        warnings.push(format!("{files} edited since the last deploy; applying overwrites the edits (a snapshot keeps them)"));
    }
    warnings
}

pub(crate) fn reply(context: &Context) -> Result<Reply> {
    let (survey, plan) = make(context)?;
    let text = if context.wants_text() { terminal::plan(&plan) } else { String::new() };
    Ok(Reply { data: plan.data(), warnings: warnings(&survey, &plan), text })
}
