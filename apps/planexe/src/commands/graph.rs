//! `planexe graph`: the task graph of a session with the state of every task.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use planexe_core::{Error, Result};

use crate::context::{Context, print};

/// Draw the task graph with states
#[derive(Debug, Args)]
pub(crate) struct Graph {
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture
    Svg,
    /// The picture's source, a Mermaid flowchart
    Mermaid,
    /// Nodes and edges
    Json,
}

impl Graph {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let tasks = context.engine.tasks(&context.caller, &context.session()?)?;
        let format = if context.is_json { Format::Json } else { self.format };
        match format {
            Format::Json => print(&format!("{:#}\n", planexe::graph(&tasks)))?,
            Format::Mermaid => print(&planexe::mermaid(&tasks))?,
            Format::Svg => {
                let drawn =
                    mermaid::render(&planexe::mermaid(&tasks), &mermaid::Options::default())
                        .map_err(|refusal| Error::internal(format!("the graph: {refusal}")))?;
                print(&format!("{}\n", drawn.as_str()))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
