//! The command line, as clap reads it. Each command's own arguments stand in its file.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{
    add, completions, deploy, doctor, evolve, explain, import, init, mcp, merge, overlay, plan,
    preview, remove, rollback, snapshots, status, sync, undo, update,
};
use crate::envelope::Names;
use crate::terminal::Output;

/// Deploy instructions, skills, commands, subagents and MCP servers from one reviewed config repo to every coding agent
/// you use, with undo.
#[derive(Debug, Parser)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
#[command(name = "agentpack", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The config repo [default: $AGENTPACK_HOME/repo]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) repo: Option<PathBuf>,
    /// Profile to deploy [default: the one that names the project, else `default`]
    #[arg(long, global = true)]
    pub(crate) profile: Option<String>,
    /// Host to deploy to: `all`, or a target of the config
    #[arg(long, global = true, default_value = "all")]
    pub(crate) target: String,
    /// Machine id for machine overlays [default: from the environment]
    #[arg(long, global = true)]
    pub(crate) machine: Option<String>,
    /// The project to deploy into [default: the repository around the current folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) project: Option<PathBuf>,
    /// Print one JSON envelope, on success and on errors alike
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Approve changes without being asked
    #[arg(long, global = true)]
    pub(crate) yes: bool,
    /// Show what would happen and change nothing
    #[arg(long, global = true)]
    pub(crate) dry_run: bool,
    /// Show values that look like secrets in diffs; on a terminal only
    #[arg(long, global = true)]
    pub(crate) show_secrets: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One variant per file in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start a config repo
    Init(init::Args),
    /// Add a module to the config
    Add(add::Args),
    /// Remove a module from the config
    Remove(remove::Args),
    /// Show what would change; with --check, exit with 1 if anything would
    Plan(plan::Args),
    /// Show what would change, as text
    Diff,
    /// Show the plan and, with --diff, the text of each change
    Preview(preview::Args),
    /// Show the plan, and with --apply carry it out
    Deploy(deploy::Args),
    /// Pull the config repo, fetch its modules, then deploy
    Sync(sync::Args),
    /// Merge edited files with their changed sources
    Merge(merge::Args),
    /// Compare the disk with what was deployed
    Status(status::Args),
    /// Check folders, permissions and known problems of the hosts
    Doctor(doctor::Args),
    /// Go back to a snapshot
    Rollback(rollback::Args),
    /// Undo one run, by default the last one of this project
    Undo(undo::Args),
    /// List snapshots, or prune old ones
    Snapshots(snapshots::Args),
    /// Import what the hosts already have as modules
    Import(import::Args),
    /// Add a skill that teaches an agent to use agentpack
    Bootstrap,
    /// Pin git sources to commits, after showing how their text changes
    Lock,
    /// Fetch the commits that the lock names
    Fetch,
    /// Lock if needed, then fetch
    Update(update::Args),
    /// Create and rebase overlays, which change a module without touching it
    Overlay(overlay::Args),
    /// Bring edits of deployed files back into the config repo
    Evolve(evolve::Args),
    /// Show which modules each planned or drifted file comes from
    Explain(explain::Args),
    /// Print the JSON schemas of answers and tools, and all error codes
    Schema,
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Run the MCP server
    Mcp(mcp::Args),
}

impl Arguments {
    pub(crate) fn output(&self) -> Output {
        if self.json { Output::Json } else { Output::Text }
    }

    /// Whether `word` names a command.
    pub(crate) fn has_command(word: &str) -> bool {
        Self::command().get_subcommands().any(|command| command.get_name() == word)
    }
}

impl Command {
    /// The names under which the command answers.
    pub(crate) fn names(&self) -> Names {
        match self {
            Self::Init(_) => Names::of("init"),
            Self::Add(_) => Names::of("add"),
            Self::Remove(_) => Names::of("remove"),
            Self::Plan(_) => Names::of("plan"),
            Self::Merge(_) => Names::of("merge"),
            Self::Sync(args) if args.deploy.apply => Names::with_id("sync", "sync --apply"),
            Self::Sync(_) => Names::of("sync"),
            Self::Diff => Names::of("diff"),
            Self::Preview(args) if args.diff => Names::with_id("preview", "preview --diff"),
            Self::Preview(_) => Names::of("preview"),
            Self::Deploy(args) if args.apply => Names::with_id("deploy", "deploy --apply"),
            Self::Deploy(_) => Names::of("deploy"),
            Self::Status(_) => Names::of("status"),
            Self::Doctor(args) if args.fix => Names::with_id("doctor", "doctor --fix"),
            Self::Doctor(_) => Names::of("doctor"),
            Self::Rollback(_) => Names::of("rollback"),
            Self::Undo(_) => Names::of("undo"),
            Self::Snapshots(_) => Names::of("snapshots"),
            Self::Import(args) if args.apply => Names::with_id("import", "import --apply"),
            Self::Import(_) => Names::of("import"),
            Self::Bootstrap => Names::of("bootstrap"),
            Self::Lock => Names::of("lock"),
            Self::Fetch => Names::of("fetch"),
            Self::Update(_) => Names::of("update"),
            Self::Overlay(args) => args.names(),
            Self::Evolve(args) => args.names(),
            Self::Explain(args) => args.kind.names(),
            Self::Schema => Names::of("schema"),
            Self::Completions(_) => Names::of("completions"),
            Self::Mcp(_) => Names::with_id("mcp", "mcp serve"),
        }
    }
}
