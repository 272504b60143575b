//! `agentpack plan`: what would change.

use agentpack_core::{Plan, Result, Survey, lint_changes, plan, survey};

use crate::check::{Findings, Scope};
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
    warnings.extend(lint_changes(survey, plan));
    let edits = plan.user_edits().count();
    if edits > 0 {
        let files =
            if edits == 1 { "1 file was".to_owned() } else { format!("{edits} files were") };
        warnings.push(format!(
            "{files} edited since the last deploy; applying would overwrite the edits"
        ));
    }
    warnings
}

#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Args {
    /// Exit with 1 when anything is pending or drifted; `--check=project` looks at the project's files alone
    #[arg(long, value_name = "FILES", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) check: Option<Scope>,
}

pub(crate) fn reply(context: &Context, args: Args) -> Result<Reply> {
    let (survey, plan) = make(context)?;
    if let Some(scope) = args.check {
        let findings = Findings::new(&plan, &context.env, scope);
        let mut data = plan.data();
        data["check"] = findings.data();
        let (exit, text) = (findings.exit(), findings.text());
        return Ok(Reply { data, warnings: warnings(&survey, &plan), text, exit });
    }
    let text = if context.wants_text() { terminal::plan(&plan) } else { String::new() };
    Ok(Reply { data: plan.data(), warnings: warnings(&survey, &plan), text, ..Reply::default() })
}
