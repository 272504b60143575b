//! `agentpack import`: what the hosts already have, as modules. Shows first; `--apply` writes.

use std::fmt::Write as _;

use agentpack_core::{
    Fate, Import, Result, find_imports, project_profile, project_tag, survey, write_imports,
};
use serde_json::json;

use crate::commands::confirm_required;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Args {
    /// Write the modules
    #[arg(long)]
    pub(crate) apply: bool,
    /// Leave out what differs from the repo or is found twice
    #[arg(long)]
    skip_conflicts: bool,
}

pub(crate) fn reply(context: &Context, args: Args) -> Result<Reply> {
    let survey = survey(&context.env, &context.selection)?;
    let import = find_imports(&survey)?;
    let mut data = import.data();
    data["applied"] = false.into();
    let mut warnings = import.warnings.clone();
    let tag = project_tag(&context.env);
    if import.of(Fate::Create).any(|item| item.in_project) {
        data["project_tag"] = tag.as_str().into();
        let profile = project_profile(&survey);
        warnings.push(format!(
            "modules of this project carry the tag {tag}; to deploy them here, add to `profiles`: {profile}"
        ));
        data["project_profile"] = profile.into();
    }
    let text = if context.wants_text() { listed(&import) } else { String::new() };
    if !args.apply || context.dry_run {
        return Ok(Reply { data, warnings, text, ..Reply::default() });
    }
    if !args.skip_conflicts {
        import.refuse_conflicts()?;
    }
    if import.of(Fate::Create).next().is_some() {
        if !context.is_approved(&format!("{text}Import these?")) {
            return Err(confirm_required("import --apply"));
        }
        let written = write_imports(&context.env, &survey, &import)?;
        data["applied"] = true.into();
        data["written"] = json!(written);
    }
    Ok(Reply { data, warnings, text, ..Reply::default() })
}

fn listed(import: &Import) -> String {
    let mut text = String::new();
    for item in &import.items {
        let note = match item.fate {
            Fate::Skip(reason) => format!("skipped: {}", reason.replace('_', " ")),
            fate => fate.name().to_owned(),
        };
        let _ = writeln!(text, "  {:<32} {}  ({note})", item.module_id, item.source.display());
    }
    if text.is_empty() { terminal::done("nothing to import") } else { text }
}
