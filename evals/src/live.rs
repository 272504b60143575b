//! Runs by real agents: a host with the pack installed, or a model behind an OpenAI-compatible endpoint.

mod claude;
mod codex;
mod openai;
mod report;

use std::path::PathBuf;

use anyhow::Result;
use serde_json::Value;

use crate::judge::{Failure, judge};
use crate::run::{Outcome, Run};
use crate::task::Task;

pub use report::report;

/// Who does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    /// Claude Code, with the pack as a plugin folder.
    Claude,
    /// Codex, with the pack installed as a plugin.
    Codex,
    /// A model behind `POST /chat/completions`; this program is the host.
    OpenaiCompatible,
}

/// How to reach the agent.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which one.
    pub host: Host,
    /// The unpacked plugin, with its programs in `bin/`.
    pub pack: PathBuf,
    /// The host's program; found on the path where absent.
    pub program: Option<PathBuf>,
    /// The endpoint's address up to and including `/v1`.
    pub base_url: String,
    /// The model's name; the host's own choice where absent.
    pub model: Option<String>,
    /// The variable that holds the endpoint's key.
    pub key_variable: String,
    /// The server that an OpenAI-compatible model talks to.
    pub server: Vec<String>,
}

/// One task and how it went.
#[derive(Debug)]
pub struct Attempt {
    /// The task's id.
    pub task: String,
    /// Empty where it passed.
    pub failures: Vec<Failure>,
    /// Tools in the order they were called.
    pub tools: Vec<String>,
    /// Why there is no run at all.
    pub error: Option<String>,
}

/// Lets the agent work on a task and judges it.
pub fn attempt(task: &Task, options: &Options) -> Attempt {
    let id = task.id.clone();
    match run(task, options) {
        Ok(run) => Attempt {
            task: id,
            failures: judge(task, &run),
            tools: run.calls.iter().map(|it| it.tool.clone()).collect(),
            error: None,
        },
        Err(error) => Attempt {
            task: id,
            failures: Vec::new(),
            tools: Vec::new(),
            error: Some(format!("{error:#}")),
        },
    }
}

/// Lets the agent work on a task.
pub fn run(task: &Task, options: &Options) -> Result<Run> {
    match options.host {
        Host::Claude => claude::run(task, options),
        Host::Codex => codex::run(task, options),
        Host::OpenaiCompatible => openai::run(task, options),
    }
}

/// A tool's name without the prefix of a host, if the tool is ours.
fn own_tool(name: &str) -> Option<&str> {
    let bare = name.rsplit("__").next().unwrap_or(name);
    let ours = bare.starts_with("puml_")
        || ["verify", "render", "svg", "encodePlantUML", "decodePlantUML"].contains(&bare);
    ours.then_some(bare)
}

/// What a host shows of an answer: text that is JSON, or a reason.
fn outcome(text: &str, is_error: bool) -> Outcome {
    match serde_json::from_str::<Value>(text) {
        Ok(answer) if !is_error => Outcome::Answer(answer),
        _ => Outcome::Refused(text.to_owned()),
    }
}
