//! `agentpack init`: a config repo with one module, ready to deploy. With `--guided`, asks which hosts.

use std::fmt::Write as _;
use std::path::Path;

use agentpack_core::config::FILE;
use agentpack_core::path::posix;
use agentpack_core::{
    Code, Error, Host, Result, init_repository, unsupported_target, with_gitignore_line,
};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ask which hosts to serve
    #[arg(long)]
    guided: bool,
    /// Make the repo a git repository
    #[arg(long)]
    git: bool,
    /// Hosts to serve [default: all]
    #[arg(long, value_delimiter = ',', value_name = "HOST")]
    hosts: Vec<String>,
    /// Where files go: user, project or both
    #[arg(long, default_value = "both", value_parser = clap::builder::PossibleValuesParser::new(["user", "project", "both"]))]
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
    let hosts = hosts(args)?;
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
    Ok(Reply { data, warnings: Vec::new(), text })
}

fn hosts(args: &Args) -> Result<Vec<Host>> {
    let mut names = args.hosts.clone();
    if args.guided {
        let all: Vec<_> = Host::all().map(Host::name).collect();
        let Some(answer) =
            terminal::ask(&format!("Which hosts? ({}; empty for all)", all.join(", ")))
        else {
            return Err(Error::new(
                Code::TtyRequired,
                "init --guided asks questions and needs a terminal",
            ));
        };
        names =
            answer.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    }
    if names.is_empty() || names == ["all"] {
        return Ok(Host::all().collect());
    }
    names.iter().map(|name| Host::named(name).ok_or_else(|| unsupported_target(name))).collect()
}

fn config(hosts: &[Host], scope: &str) -> String {
    let mut text = String::from(
        "# What agents are told, and where it goes. `agentpack plan` shows what would change.\nversion: 1\n\nprofiles:\n  default:\n    include_tags: [base]\n\ntargets:\n",
    );
    for host in hosts {
        let _ = writeln!(text, "  {host}: {{mode: files, scope: {scope}}}");
    }
    text.push_str(
        "\nmodules:\n  - id: instructions:base\n    type: instructions\n    tags: [base]\n    source: {local_path: {path: modules/instructions/base}}\n",
    );
    text
}

/// Writes a file of the config repo, which belongs to the person who asked for it.
fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, &error))?;
    std::fs::write(path, text).map_err(|error| Error::io("write", path, &error))
}
