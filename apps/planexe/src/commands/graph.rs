//! `planexe graph`: the task graph of a session with the state of every task.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use planexe_core::Result;

use crate::context::{Context, print};

/// Show the task graph with states
#[derive(Debug, Args)]
pub(crate) struct Graph {
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Mermaid)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A Mermaid flowchart
    Mermaid,
    /// Nodes and edges
    Json,
}

impl Graph {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let tasks = context.engine.tasks(&context.caller, &context.session()?)?;
        if self.format == Format::Json || context.is_json {
            print(&format!("{:#}\n", planexe::graph(&tasks)))?;
        } else {
            print(&planexe::mermaid(&tasks))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
