//! `agentpack sync`: the config repo brought up to date, its git modules fetched, and the plan shown or applied.

use agentpack_core::{LOCK_FILE, Result, fetch, pull_repository};
use serde_json::json;

use crate::commands::deploy;
use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) deploy: deploy::Args,
}

pub(crate) fn reply(context: &Context, args: Args) -> Result<Reply> {
    let mut text = String::new();
    let mut data = json!({"pulled": null, "fetched": []});
    if !context.dry_run {
        // A config that is part of the project comes with the project's own pulls.
        if !context.env.project_only {
            let pulled = terminal::working(context.output, "pulling", || {
                pull_repository(&context.env.repo)
            })?;
            if let Some((from, to)) = pulled {
                let news = if from == to { "already up to date" } else { "brought up to date" };
                text.push_str(&terminal::done(&format!("config repo {news}")));
                data["pulled"] = json!({"from": from, "to": to});
            }
        }
        if context.env.repo.join(LOCK_FILE).exists() {
            let fetched = terminal::working(context.output, "fetching", || fetch(&context.env))?;
            let count = terminal::counted(fetched.len(), "module");
            text.push_str(&terminal::done(&format!("{count} fetched")));
            data["fetched"] = json!(fetched);
        }
    }
    let deployed = deploy::reply(context, args.deploy)?;
    data["deploy"] = deployed.data;
    text.push_str(&deployed.text);
    if !args.deploy.apply && context.wants_text() {
        text.push_str("Run `agentpack sync --apply` to deploy this.\n");
    }
    Ok(Reply { data, warnings: deployed.warnings, text, exit: deployed.exit })
}
