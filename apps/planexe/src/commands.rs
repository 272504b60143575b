//! The commands of `planexe`, one file each.

use std::process::ExitCode;

use clap::Subcommand;
use planexe_core::Result;

use crate::context::Context;

mod answer;
mod archive;
mod artifacts;
mod diff;
pub(crate) mod doctor;
mod edit;
mod export;
mod graph;
mod mcp;
mod model;
mod new;
mod questions;
mod read;
mod resume;
mod sessions;
mod status;
mod stop;
mod watch;
mod worker;

/// What `planexe` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(new::New),
    Status(status::Status),
    Watch(watch::Watch),
    Stop(stop::Stop),
    Resume(resume::Resume),
    Edit(edit::Edit),
    Artifacts(artifacts::Artifacts),
    Read(read::Read),
    Diff(diff::Diff),
    Graph(graph::Graph),
    Export(export::Export),
    Sessions(sessions::Sessions),
    Archive(archive::Archive),
    Questions(questions::Questions),
    Answer(answer::Answer),
    Doctor(doctor::Doctor),
    Model(model::Model),
    Mcp(mcp::Mcp),
    Worker(worker::Worker),
}

impl Command {
    /// Does it. The exit code is 0 when all is well and 1 when there is something to look at.
    pub(crate) fn run(self, context: &Context) -> Result<ExitCode> {
        match self {
            Self::New(command) => command.run(context),
            Self::Status(command) => command.run(context),
            Self::Watch(command) => command.run(context),
            Self::Stop(command) => command.run(context),
            Self::Resume(command) => command.run(context),
            Self::Edit(command) => command.run(context),
            Self::Artifacts(command) => command.run(context),
            Self::Read(command) => command.run(context),
            Self::Diff(command) => command.run(context),
            Self::Graph(command) => command.run(context),
            Self::Export(command) => command.run(context),
            Self::Sessions(command) => command.run(context),
            Self::Archive(command) => command.run(context),
            Self::Questions(command) => command.run(context),
            Self::Answer(command) => command.run(context),
            Self::Doctor(_) => doctor::Doctor::run(context),
            Self::Model(command) => command.run(context),
            Self::Mcp(command) => command.run(context),
            Self::Worker(command) => command.run(context),
        }
    }
}
