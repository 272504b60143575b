//! `planexe graph`: the task graph of a session with the state of every task, in a file or as text.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use diagrams::{Format as Picture, Language, NoWorld, Options, PictureOptions, check};
use planexe_core::{Error, Phase, Result, TaskView};

use crate::context::{Context, say};

/// Draw the task graph with states
#[derive(Debug, Args)]
pub(crate) struct Graph {
    /// How to write it [default: by the file's name; text on a terminal, else svg]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line per task, by phase
    Text,
    /// A picture
    Svg,
    /// A picture of pixels
    Png,
    /// A picture on a page
    Pdf,
    /// The picture's source, a Mermaid flowchart
    Mermaid,
    /// Nodes and edges
    Json,
}

impl Graph {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let format = self.format(context.is_json)?;
        let session = context.engine.session(&context.caller, &context.session()?)?;
        let tasks = context.engine.tasks(&context.caller, &session.id)?;
        let bytes = match format {
            Format::Text => {
                let title = format!("session {}: {}\n", session.id, session.title());
                (title + &text(&tasks)).into_bytes()
            }
            Format::Json => format!("{:#}\n", planexe::graph(&tasks)).into_bytes(),
            Format::Mermaid => planexe::mermaid(&tasks).into_bytes(),
            Format::Svg => picture(&tasks, Picture::Svg)?,
            Format::Png => picture(&tasks, Picture::Png)?,
            Format::Pdf => picture(&tasks, Picture::Pdf)?,
        };
        match &self.output {
            None => crate::context::print_bytes(&bytes)?,
            Some(file) => {
                roots::replace(file, &bytes)
                    .map_err(|error| Error::argument(format!("{}: {error}", file.display())))?;
                say(&format!("wrote {}", file.display()));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self, is_json: bool) -> Result<Format> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(file) = &self.output else {
            let is_terminal = std::io::stdout().is_terminal();
            return Ok(match (is_json, is_terminal) {
                (true, _) => Format::Json,
                (false, true) => Format::Text,
                (false, false) => Format::Svg,
            });
        };
        match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
            "svg" => Ok(Format::Svg),
            "png" => Ok(Format::Png),
            "pdf" => Ok(Format::Pdf),
            "mmd" => Ok(Format::Mermaid),
            "json" => Ok(Format::Json),
            "txt" => Ok(Format::Text),
            _ => Err(Error::argument(format!(
                "{}: the name must end in .svg, .png, .pdf, .mmd, .json or .txt, or pass --format",
                file.display()
            ))),
        }
    }
}

/// The tasks by phase: state, name, and what each waits for.
fn text(tasks: &[TaskView]) -> String {
    let mut out = String::new();
    for phase in Phase::ALL {
        let mut in_phase = tasks.iter().filter(|task| task.phase == phase).peekable();
        if in_phase.peek().is_some() {
            let _ = writeln!(out, "{}", phase.as_str());
        }
        for task in in_phase {
            let after: Vec<&str> = planexe::needed(task, tasks).collect();
            let line =
                format!("  {:8} {:24} {}", task.standing.as_str(), task.name, after.join(", "));
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

fn picture(tasks: &[TaskView], format: Picture) -> Result<Vec<u8>> {
    let fault = |reason: String| Error::internal(format!("the graph: {reason}"));
    let source = planexe::mermaid(tasks);
    let options = Options::default();
    let checked = check("graph", &source, Language::Mermaid, &NoWorld, &options);
    let page = checked.page(0).map_err(|it| fault(it.to_string()))?;
    let written = page.drawing().write(format, &PictureOptions::default());
    written.map_err(|it| fault(it.to_string()))
}
