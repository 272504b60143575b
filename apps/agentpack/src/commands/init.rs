//! `agentpack init`: a config repo with one module, ready to deploy. With `--guided`, asks which hosts.

use std::fmt::Write as _;
use std::path::Path;

use agentpack_core::config::FILE;
use agentpack_core::path::posix;
use agentpack_core::{
    Adapter, Code, Error, Host, Hosts, Result, clone_repository, init_repository, redact_tokens,
    replace_file, unsupported_target, with_gitignore_line,
};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Clone a team's config repo from this address instead of creating one
    #[arg(value_name = "GIT_URL", conflicts_with_all = ["guided", "git", "hosts", "scope"])]
    url: Option<String>,
    /// Ask which hosts to serve
    #[arg(long)]
    guided: bool,
    /// Make the repo a git repository
    #[arg(long)]
    git: bool,
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "HOST",
        help = format!("Hosts to serve, or `all` [default: {}]", usual())
    )]
    hosts: Vec<String>,
    /// Where the first module goes: the home folder or the project
    #[arg(long, default_value = "project", value_parser = clap::builder::PossibleValuesParser::new(["user", "project"]))]
    scope: String,
}

const STARTER: &str = "# Working agreements\n\nSay what you changed and how you checked it.\n";

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let repo = &context.env.repo;
    if repo.join(FILE).exists() {
        return Err(Error::new(
            Code::RepoExists,
            format!("there is already a config in {}", repo.display()),
        )
        .at(repo));
    }
    if let Some(url) = &args.url {
        return cloned(context, url);
    }
    let hosts = hosts(context, args)?;
    let mut data = json!({"repo": repo, "repo_posix": posix(repo)});
    if context.dry_run {
        return Ok(Reply { data, ..Reply::default() });
    }
    write(&repo.join("modules/instructions/base/AGENTS.md"), STARTER)?;
    write(&repo.join(FILE), config(&hosts, &args.scope))?;
    if args.git {
        let initialized = init_repository(repo)?;
        let path = repo.join(".gitignore");
        let ignored = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            other => other.map_err(|error| Error::io("read", &path, &error))?,
        };
        let updated = match with_gitignore_line(&ignored) {
            Some(bytes) => write(&path, &bytes).map(|()| true)?,
            None => false,
        };
        data["git"] = json!({
            "initialized": initialized, "gitignore_updated": updated, "gitignore_path": path, "gitignore_path_posix": posix(&path),
        });
    }
    let text = terminal::done(&format!(
        "{} is ready; edit modules/instructions/base/AGENTS.md, then run `agentpack deploy --apply`",
        repo.display()
    ));
    Ok(Reply { data, text, ..Reply::default() })
}

fn cloned(context: &Context, url: &str) -> Result<Reply> {
    let repo = &context.env.repo;
    let from = redact_tokens(url);
    let data = json!({"repo": repo, "repo_posix": posix(repo), "cloned_from": from});
    if context.dry_run {
        return Ok(Reply { data, ..Reply::default() });
    }
    terminal::working(context.output, "cloning", || clone_repository(url, &context.env))?;
    let text = terminal::done(&format!(
        "{} is ready; run `agentpack sync` to see what it would deploy",
        repo.display()
    ));
    Ok(Reply { data, text, ..Reply::default() })
}

fn hosts(context: &Context, args: &Args) -> Result<Vec<Host>> {
    let known = Hosts::load(&context.env)?;
    let mut names = args.hosts.clone();
    if args.guided {
        let all = known.names().join(", ");
        let Some(answer) = terminal::ask(&format!("Which hosts? ({all}; empty for {})", usual()))
        else {
            return Err(Error::new(
                Code::TtyRequired,
                "init --guided asks questions and needs a terminal",
            ));
        };
        names =
            answer.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    }
    if names.is_empty() {
        let mut hosts = Host::specified();
        hosts.sort_unstable();
        return Ok(hosts);
    }
    if names == ["all"] {
        return Ok(known.iter().map(Adapter::host).collect());
    }
    let named =
        |name: &String| known.named(name).ok_or_else(|| unsupported_target(name, &known.names()));
    names.iter().map(named).collect()
}

/// The hosts that are served unless others are named.
fn usual() -> String {
    Host::specified().into_iter().map(Host::name).collect::<Vec<_>>().join(", ")
}

fn config(hosts: &[Host], scope: &str) -> String {
    let mut text = String::from(
        "# What agents are told, and where it goes. `agentpack plan` shows what would change.\nversion: 1\n\nprofiles:\n  default:\n    include_tags: [base]\n\ntargets:\n",
    );
    for host in hosts {
        let _ = writeln!(text, "  {host}: {{mode: files, scope: both}}");
    }
    let _ = writeln!(
        text,
        "\nmodules:\n  - id: instructions:base\n    type: instructions\n    tags: [base]\n    scope: {scope} # user: your home folder, for every project; project: the repository you deploy into\n    source: {{local_path: {{path: modules/instructions/base}}}}"
    );
    text
}

/// Writes a file of the config repo, which belongs to the person who asked for it.
fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    replace_file(path, text.as_ref())
}
