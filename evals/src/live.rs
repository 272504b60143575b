//! Runs by real agents: a host with the pack installed, or a model behind an OpenAI-compatible endpoint.

mod claude;
mod codex;
mod openai;
mod report;
mod timed;

use std::path::PathBuf;
use std::time::Duration;

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

/// Whether the agent has the pack: the difference is what the pack is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// With its skills and tools.
    WithPack,
    /// With the host's own tools only.
    WithoutPack,
}

impl Arm {
    /// In reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WithPack => "with the pack",
            Self::WithoutPack => "without",
        }
    }
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
    /// Whether the agent has the pack.
    pub arm: Arm,
    /// How long one attempt may take.
    pub time_limit: Duration,
}

/// One task and how it went.
#[derive(Debug)]
pub struct Attempt {
    /// The task's id.
    pub task: String,
    /// Whether the agent had the pack.
    pub arm: Arm,
    /// Which attempt of this task and arm, from 1.
    pub run: usize,
    /// Empty where it passed.
    pub failures: Vec<Failure>,
    /// Tools in the order they were called.
    pub tools: Vec<String>,
    /// Why there is no run at all.
    pub error: Option<String>,
}

impl Attempt {
    /// Whether there was a run and no rule was broken.
    pub fn is_passed(&self) -> bool {
        self.error.is_none() && self.failures.is_empty()
    }

    /// Whether there was a run with the right result, however it came about.
    pub fn is_right(&self) -> bool {
        self.error.is_none() && !self.failures.iter().any(|it| it.rule.is_about_result())
    }
}

/// Lets the agent work on a task and judges it.
pub fn attempt(task: &Task, options: &Options, number: usize) -> Attempt {
    let (failures, tools, error) = match run(task, options) {
        Ok(run) => {
            let tools = run.calls.iter().map(|it| it.tool.clone()).collect();
            (judge(task, &run), tools, None)
        }
        Err(error) => (Vec::new(), Vec::new(), Some(format!("{error:#}"))),
    };
    Attempt { task: task.id.clone(), arm: options.arm, run: number, failures, tools, error }
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
