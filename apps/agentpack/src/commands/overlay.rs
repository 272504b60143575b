//! `agentpack overlay edit|path|rebase ID`: local changes over a module, kept apart from it.

use std::fmt::Write as _;

use agentpack_core::overlay::{EditOptions, Fill, Kind, Sparsify, Spot, edit, rebase};
use agentpack_core::{Layer, Result};
use serde_json::json;

use crate::context::Context;
use crate::envelope::{Names, Reply};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Start an overlay, or complete one
    Edit {
        #[command(flatten)]
        place: Place,
        /// Whole files, or patches of text files [default: dir]
        #[arg(long)]
        kind: Option<KindName>,
        /// Start empty; add the files you change by hand
        #[arg(long, conflicts_with = "materialize")]
        sparse: bool,
        /// Copy missing files into an existing overlay
        #[arg(long)]
        materialize: bool,
    },
    /// Print where an overlay is or would be
    Path {
        #[command(flatten)]
        place: Place,
    },
    /// Merge what changed in the module into the overlay
    Rebase {
        #[command(flatten)]
        place: Place,
        /// Drop files that say the same as the module
        #[arg(long)]
        sparsify: bool,
    },
}

#[derive(Debug, clap::Args)]
struct Place {
    /// The module's id
    id: String,
    /// Everywhere, on this machine, or in this project
    #[arg(long, default_value = "global")]
    scope: Scope,
}

/// Where an overlay counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Scope {
    Global,
    Machine,
    Project,
}

impl Scope {
    pub(crate) fn layer(self) -> Layer {
        match self {
            Self::Global => Layer::Global,
            Self::Machine => Layer::Machine,
            Self::Project => Layer::Project,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum KindName {
    Dir,
    Patch,
}

impl Args {
    pub(crate) fn names(&self) -> Names {
        match self.action {
            Action::Edit { .. } => Names::with_id("overlay.edit", "overlay edit"),
            Action::Path { .. } => Names::with_id("overlay.path", "overlay path"),
            Action::Rebase { .. } => Names::with_id("overlay.rebase", "overlay rebase"),
        }
    }
}

pub(crate) fn reply(context: &Context, args: &Args) -> Result<Reply> {
    match &args.action {
        Action::Edit { place, kind, sparse, materialize } => {
            let fill = match (sparse, materialize) {
                (true, _) => Fill::Sparse,
                (_, true) => Fill::Missing,
                _ => Fill::New,
            };
            let kind = kind.map(|kind| match kind {
                KindName::Dir => Kind::Dir,
                KindName::Patch => Kind::Patch,
            });
            start(context, place, EditOptions { kind, fill })
        }
        Action::Path { place } => {
            let spot = spot(context, place)?;
            let mut data = spot.data();
            data["exists"] = spot.dir().is_dir().into();
            let text = format!("{}\n", spot.dir().display());
            Ok(Reply { data, text, ..Reply::default() })
        }
        Action::Rebase { place, sparsify } => {
            let spot = spot(context, place)?;
            let sparsify = if *sparsify { Sparsify::Yes } else { Sparsify::No };
            let report = rebase(&spot, sparsify)?;
            let mut data = spot.data();
            data["report"] = report.data();
            let mut text = String::new();
            for (sign, files) in [("~", &report.updated), ("-", &report.deleted)] {
                for file in files {
                    let _ = writeln!(text, "  {sign} {file}");
                }
            }
            text.push_str(&terminal::done(&format!("{} files checked", report.processed)));
            Ok(Reply { data, text, ..Reply::default() })
        }
    }
}

fn spot<'c>(context: &'c Context, place: &Place) -> Result<Spot<'c>> {
    Spot::new(&context.env, &place.id, place.scope.layer())
}

fn start(context: &Context, place: &Place, options: EditOptions) -> Result<Reply> {
    let spot = spot(context, place)?;
    let edited = edit(&spot, options)?;
    let dir = spot.dir();
    let mut data = spot.data();
    data["created"] = edited.created.into();
    data["materialized"] = (!edited.copied.is_empty()).into();
    data["overlay_kind"] = edited.kind.name().into();
    data["sparse"] = edited.copied.is_empty().into();
    data["files"] = json!(edited.copied);
    let mut target = dir.clone();
    if edited.kind == Kind::Patch {
        target = dir.join(".agentpack").join("patches");
        data["patches_dir"] = target.display().to_string().into();
    }
    let text = terminal::done(&format!("edit {}, then run `agentpack plan`", target.display()));
    Ok(Reply { data, text, ..Reply::default() })
}
