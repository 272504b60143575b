//! `agentpack add TYPE SOURCE`: one more module in the config, every comment kept.

use agentpack_core::config::edit::{self, NewModule};
use agentpack_core::config::{FILE, ModuleKind, Source, SourceSpec};
use agentpack_core::path::posix;
use agentpack_core::{
    Code, Error, Result, RouteScope, load_config, unsupported_target, write_config,
};
use serde_json::json;

use crate::context::Context;
use crate::envelope::Reply;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// instructions, skill, prompt, command, agent, mcp or hook
    #[arg(value_name = "TYPE")]
    kind: String,
    /// local:PATH in the repo, or git:URL#ref=REF&subdir=PATH
    source: String,
    /// The id [default: TYPE:NAME from the source]
    #[arg(long)]
    id: Option<String>,
    /// Tags that profiles select the module by
    #[arg(long, value_delimiter = ',', default_value = "base")]
    tags: Vec<String>,
    /// Hosts that get the module [default: all]
    #[arg(long, value_delimiter = ',', value_name = "HOST")]
    hosts: Vec<String>,
    /// The home folder or the project [default: the project, where the target has it]
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["user", "project"]))]
    scope: Option<String>,
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    let Some(kind) = ModuleKind::named(&args.kind) else {
        let known: Vec<_> = ModuleKind::ALL.map(ModuleKind::name).into();
        let message = format!("there is no module type `{}`", args.kind);
        return Err(Error::new(Code::Usage, message).with("supported", known));
    };
    let source: SourceSpec = args.source.parse()?;
    let id =
        args.id.clone().unwrap_or_else(|| format!("{}:{}", kind.name(), source.derived_name()));
    let config = load_config(&context.env)?;
    if let Some(name) = args.hosts.iter().find(|name| config.hosts.named(name).is_none()) {
        return Err(unsupported_target(name, &config.hosts.names()));
    }
    let path = context.env.repo.join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| Error::io("read", &path, &error))?;
    let missing = match &source.0 {
        Source::Local { path } => Some(path.under(&context.env.repo)).filter(|path| !path.exists()),
        Source::Git { .. } => None,
    };
    let module = NewModule {
        id: id.as_str().into(),
        kind,
        tags: args.tags.clone(),
        targets: args.hosts.clone(),
        scope: args.scope.as_deref().map(|scope| match scope {
            "user" => RouteScope::User,
            _ => RouteScope::Project,
        }),
        globs: Vec::new(),
        source: source.0,
    };
    let edited = edit::add(&text, &module)?;
    if !context.dry_run {
        write_config(&context.env.repo, &edited)?;
    }
    Ok(Reply {
        data: json!({"manifest_path": path, "manifest_path_posix": posix(&path), "module_id": id}),
        warnings: missing
            .map(|path| {
                format!("{} does not exist yet; planning fails until it does", path.display())
            })
            .into_iter()
            .collect(),
        text: terminal::done(&format!("added {id}")),
        ..Reply::default()
    })
}
