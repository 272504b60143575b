//! One file per command: its arguments, and a function from a context to a reply that MCP tools use too.

pub(crate) mod add;
pub(crate) mod bootstrap;
pub(crate) mod completions;
pub(crate) mod deploy;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod fetch;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod lock;
pub(crate) mod mcp;
pub(crate) mod merge;
pub(crate) mod overlay;
pub(crate) mod plan;
pub(crate) mod preview;
pub(crate) mod remove;
pub(crate) mod rollback;
pub(crate) mod schema;
pub(crate) mod snapshots;
pub(crate) mod status;
pub(crate) mod sync;
pub(crate) mod undo;
pub(crate) mod update;

use std::process::ExitCode;

use agentpack_core::{Code, Error, Result, RunLock, snapshot};

use crate::arguments::{Arguments, Command};
use crate::context::Context;
use crate::envelope::{Envelope, Reply};
use crate::terminal;

/// Runs a command and prints its answer.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Completions(args) => return completions::run(args),
        Command::Mcp(args) => return mcp::run(args),
        _ => {}
    }
    let names = arguments.command.names();
    match reply(arguments) {
        Ok(mut reply) => {
            let (text, exit) = (std::mem::take(&mut reply.text), reply.exit);
            terminal::show(&Envelope::ok(&names, reply), &text, arguments.output());
            ExitCode::from(exit)
        }
        Err(error) => {
            terminal::fail(&Envelope::failed(&names, &error), arguments.output());
            ExitCode::from(if error.code == Code::Usage { 2 } else { 1 })
        }
    }
}

fn reply(arguments: &Arguments) -> Result<Reply> {
    // Approval is asked for before anything is read: a refusal must not depend on the config.
    if arguments.json && !arguments.yes && !arguments.dry_run && may_write(&arguments.command) {
        return Err(confirm_required(&arguments.command.names().id));
    }
    if matches!(arguments.command, Command::Schema) {
        return Ok(schema::reply());
    }
    let context = Context::new(arguments)?;
    let mut reply = match &arguments.command {
        Command::Init(args) => init::reply(&context, args),
        Command::Add(args) => add::reply(&context, args),
        Command::Remove(args) => remove::reply(&context, args),
        Command::Plan(args) => plan::reply(&context, *args),
        Command::Sync(args) => sync::reply(&context, *args),
        Command::Merge(args) => merge::reply(&context, args),
        Command::Diff => diff::reply(&context),
        Command::Preview(args) => preview::reply(&context, args.diff, usize::MAX),
        Command::Deploy(args) => deploy::reply(&context, *args),
        Command::Status(args) => status::reply(&context, args),
        Command::Doctor(args) => doctor::reply(&context, args.fix),
        Command::Rollback(args) => rollback::reply(&context, args),
        Command::Undo(args) => undo::reply(&context, args),
        Command::Snapshots(args) => snapshots::reply(&context, args),
        Command::Import(args) => import::reply(&context, *args),
        Command::Bootstrap => bootstrap::reply(&context),
        Command::Lock => lock::reply(&context, "lock"),
        Command::Fetch => fetch::reply(&context),
        Command::Update(args) => update::reply(&context, args),
        Command::Overlay(args) => overlay::reply(&context, args),
        Command::Evolve(args) => evolve::reply(&context, args),
        Command::Explain(args) => explain::reply(&context, args.kind),
        Command::Schema | Command::Completions(_) | Command::Mcp(_) => {
            unreachable!("answered before a context is needed")
        }
    }?;
    let mut warnings = context.warnings();
    warnings.append(&mut reply.warnings);
    reply.warnings = warnings;
    Ok(reply)
}

fn may_write(command: &Command) -> bool {
    match command {
        Command::Deploy(args) => args.apply,
        Command::Sync(args) => args.deploy.apply,
        Command::Rollback(_) | Command::Undo(_) => true,
        Command::Snapshots(args) => args.prune.is_some(),
        _ => false,
    }
}

/// Folds old runs by the stated policy. A failure costs disk space and nothing else, so it only warns.
pub(crate) fn prune_by_policy(context: &Context, lock: &RunLock) -> Vec<String> {
    match snapshot::prune_by_policy(lock, &context.env) {
        Ok(_) => Vec::new(),
        Err(error) => vec![format!("old snapshots were not pruned: {}", error.message)],
    }
}

/// The refusal of a change nobody approved.
pub(crate) fn confirm_required(id: &str) -> Error {
    Error::new(Code::ConfirmRequired, format!("refusing to run '{id}' without --yes"))
        .with("command", id)
}
