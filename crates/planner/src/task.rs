//! What a planning task declares and what it is given while it runs. The tasks are in `tasks/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::calendar::Date;
use crate::cancel::Cancel;
use crate::draw::Draw;
use crate::embedded::NOTICE;
use crate::provider::{Answer, Call, Provider, ProviderError, Question};
use content_digest::Digest;

/// One node of the task graph: a table entry, so that a task can be read without running it.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    /// Unique in its pipeline, in the words of progress reports.
    pub name: &'static str,
    /// The stage of the run it belongs to.
    pub phase: Phase,
    /// Raised whenever the code below produces other bytes from the same inputs.
    pub version: u32,
    /// The only artifacts the task can read.
    pub inputs: &'static [Input],
    /// The only artifacts the task may write, all of them on every run.
    pub outputs: &'static [Output],
    /// Share of the progress bar.
    pub weight: u32,
    /// Who does the thinking.
    pub by: By,
    /// Turns inputs into the content of the outputs.
    pub run: fn(&Context<'_>) -> Result<Vec<Produced>, TaskError>,
}

/// Whether code or a model decides what a task writes.
#[derive(Debug, Clone, Copy)]
pub enum By {
    /// Code alone; the result does not depend on the configured models.
    Code,
    /// Code that draws: the result depends on the version of the diagram engines.
    Drawing,
    /// The session's planner model.
    Planner(Ask),
    /// The session's validator model.
    Validator(Ask),
}

/// The fixed part of a question to a model.
#[derive(Debug, Clone, Copy)]
pub struct Ask {
    /// The instruction; the inputs follow it.
    pub prompt: &'static str,
    /// The inputs that a model gets to read, in this order; rules read whatever they need.
    pub shows: &'static [&'static str],
    /// JSON Schema of the answer.
    pub schema: fn() -> String,
    /// What is wrong with an answer that fits the schema: one line per fault, for whoever mends it.
    pub faults: fn(&Inputs, &Value) -> Vec<String>,
    /// The answer by rule, for the provider that has no model.
    pub rules: fn(&Inputs) -> Result<Value, TaskError>,
}

/// A question as its task states it, in types: the answer's type yields the schema.
pub(crate) trait Asks {
    /// What a provider answers.
    type Answer: Serialize + DeserializeOwned + JsonSchema;
    /// The instruction.
    const PROMPT: &'static str;
    /// The inputs that a model gets to read.
    const SHOWS: &'static [&'static str];

    /// What is wrong with an answer that fits the schema.
    fn faults(_: &Inputs, _: &Self::Answer) -> Vec<String> {
        Vec::new()
    }

    /// The answer by rule.
    fn rules(inputs: &Inputs) -> Result<Self::Answer, TaskError>;
}

/// The table entry of a question.
pub(crate) const fn ask<A: Asks>() -> Ask {
    Ask {
        prompt: A::PROMPT,
        shows: A::SHOWS,
        schema: schema::<A::Answer>,
        faults: typed_faults::<A>,
        rules: typed_rules::<A>,
    }
}

/// The JSON Schema of a type, without references, as model endpoints want it.
pub(crate) fn schema<T: JsonSchema>() -> String {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|it| {
        it.inline_subschemas = true;
        it.meta_schema = None;
    });
    let mut value = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("title");
    }
    value.to_string()
}

fn typed_faults<A: Asks>(inputs: &Inputs, answer: &Value) -> Vec<String> {
    match serde_json::from_value::<A::Answer>(answer.clone()) {
        Ok(answer) => A::faults(inputs, &answer),
        Err(error) => vec![error.to_string()],
    }
}

fn typed_rules<A: Asks>(inputs: &Inputs) -> Result<Value, TaskError> {
    let answer = A::rules(inputs)?;
    Ok(serde_json::to_value(answer).expect("answers are plain data"))
}

/// For answers that the schema alone judges.
pub fn no_faults(_: &Inputs, _: &Value) -> Vec<String> {
    Vec::new()
}

impl Task {
    /// The question behind the task, if a model answers it.
    pub fn ask(&self) -> Option<&Ask> {
        match &self.by {
            By::Code | By::Drawing => None,
            By::Planner(ask) | By::Validator(ask) => Some(ask),
        }
    }

    /// Identity of prompt and schema in the task's key.
    pub fn prompt_digest(&self) -> Option<Digest> {
        self.ask().map(|ask| {
            Digest::of(format!("{}\0{:?}\0{}", ask.prompt, ask.shows, (ask.schema)()).as_bytes())
        })
    }
}

/// An artifact a task reads.
#[derive(Debug, Clone, Copy)]
pub struct Input {
    /// Path below `out`.
    pub path: &'static str,
    /// What happens when it is absent.
    pub need: Need,
}

/// Whether an input must exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Its producer runs first.
    Hard,
    /// It counts when it is there, and never makes anything run.
    Soft,
}

/// An input that must exist.
pub const fn hard(path: &'static str) -> Input {
    Input { path, need: Need::Hard }
}

/// An input that is taken into account when it exists.
pub const fn soft(path: &'static str) -> Input {
    Input { path, need: Need::Soft }
}

/// An artifact a task writes.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// Path below `out`.
    pub path: &'static str,
    /// Whether it is the plan, a report on it, a log, state or an intermediate result.
    pub kind: Kind,
}

/// An output of the given kind.
pub const fn output(path: &'static str, kind: Kind) -> Output {
    Output { path, kind }
}

/// The stages of a run, in order; a run only moves forward through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Reading the prompt.
    Initializing,
    /// Writing the plan.
    GeneratingPlan,
    /// Judging it.
    Validating,
    /// Making documents of it.
    Exporting,
    /// Taking stock.
    Finalizing,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Self; 5] = [
        Self::Initializing,
        Self::GeneratingPlan,
        Self::Validating,
        Self::Exporting,
        Self::Finalizing,
    ];

    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Initializing => "initializing",
            Self::GeneratingPlan => "generating_plan",
            Self::Validating => "validating",
            Self::Exporting => "exporting",
            Self::Finalizing => "finalizing",
        }
    }
}

/// Content for one output.
#[derive(Debug, Clone)]
pub struct Produced {
    /// One of the task's declared outputs.
    pub path: &'static str,
    /// The whole content.
    pub bytes: Vec<u8>,
}

impl Produced {
    /// Text as it stands.
    pub fn text(path: &'static str, text: impl Into<String>) -> Self {
        Self { path, bytes: text.into().into_bytes() }
    }

    /// JSON, indented and with a final line break, so that edits and diffs are pleasant.
    pub fn json(path: &'static str, value: &Value) -> Self {
        Self::text(path, format!("{value:#}\n"))
    }
}

/// Why a task produced nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The run is being stopped.
    #[error("cancelled")]
    Cancelled,
    /// A resume may succeed: a model was unreachable, or an edited input can be mended.
    #[error("{0}")]
    Recoverable(String),
    /// The same inputs will fail again.
    #[error("{0}")]
    Fatal(String),
    /// Only a person can say how to go on; a resume after the answer does.
    #[error("{0}")]
    NeedsAnswer(String),
}

impl From<ProviderError> for TaskError {
    fn from(error: ProviderError) -> Self {
        match error {
            ProviderError::Cancelled => Self::Cancelled,
            ProviderError::Failed(message) => Self::Recoverable(message),
            ProviderError::Task(error) => error,
        }
    }
}

/// The content of a task's declared inputs.
#[derive(Debug, Clone, Default)]
pub struct Inputs(BTreeMap<&'static str, Vec<u8>>);

impl Inputs {
    /// Adds the content of an artifact, or replaces it.
    pub fn insert(&mut self, path: &'static str, bytes: Vec<u8>) {
        self.0.insert(path, bytes);
    }

    /// The bytes of a declared input that exists.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// A declared input as text.
    pub fn text(&self, path: &str) -> Result<&str, TaskError> {
        let bytes = self.bytes(path).ok_or_else(|| {
            TaskError::Fatal(format!("{path} is not among the inputs this task declares"))
        })?;
        std::str::from_utf8(bytes)
            .map_err(|error| TaskError::Recoverable(format!("{path} is not UTF-8: {error}")))
    }

    /// A declared input as JSON.
    pub fn json(&self, path: &str) -> Result<Value, TaskError> {
        self.read(path)
    }

    /// A declared input in the shape its readers need.
    pub(crate) fn read<T: DeserializeOwned>(&self, path: &str) -> Result<T, TaskError> {
        serde_json::from_str(self.text(path)?)
            .map_err(|error| TaskError::Recoverable(format!("{path} cannot be used: {error}")))
    }

    /// A soft input in the shape its readers need, `None` when it does not exist.
    pub(crate) fn optional<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, TaskError> {
        if self.bytes(path).is_some() { self.read(path).map(Some) } else { Ok(None) }
    }

    /// The paths that exist, in order.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

/// Everything a running task can see and say.
pub struct Context<'a> {
    /// The task itself.
    pub task: &'a Task,
    /// The artifacts that the task declares as inputs.
    pub inputs: &'a Inputs,
    /// Answers the task's question; absent for tasks done by code alone.
    pub provider: Option<&'a dyn Provider>,
    /// Draws diagrams.
    pub draw: &'a dyn Draw,
    /// The session the task works for, for providers whose questions people see.
    pub session: &'a str,
    /// The day the session was created: no work begins before it.
    pub today: Date,
    /// Changes whenever the task has finished.
    pub generation: &'a str,
    /// Set when the run is being stopped.
    pub cancel: &'a Cancel,
    /// Where progress and log lines go.
    pub report: &'a dyn Report,
}

impl Context<'_> {
    /// JSON that says where it came from: the task, who decided, and what was read. Digests are left
    /// out, so that a change that changes nothing here stops here.
    pub(crate) fn stamped(&self, path: &'static str, mut value: Value, origin: &str) -> Produced {
        let inputs: Vec<&str> = self.inputs.paths().collect();
        if origin.starts_with("rules") && value.get("notice").is_none() {
            value["notice"] = json!(NOTICE);
        }
        value["provenance"] = json!({ "task": self.task.name, "by": origin, "inputs": inputs });
        Produced::json(path, &value)
    }

    /// The provider's answer in the type of the question, and who gave it.
    pub(crate) fn answered<T: DeserializeOwned>(&self) -> Result<(T, String), TaskError> {
        let answer = self.answer()?;
        let value = serde_json::from_value(answer.value).map_err(|error| {
            TaskError::Recoverable(format!("the answer cannot be used: {error}"))
        })?;
        Ok((value, answer.origin))
    }

    /// An artifact that says who decided it.
    pub(crate) fn written(
        &self,
        path: &'static str,
        value: &impl Serialize,
        origin: &str,
    ) -> Produced {
        let value = serde_json::to_value(value).expect("artifacts are plain data");
        self.stamped(path, value, origin)
    }

    /// JSON that code alone decided.
    pub(crate) fn computed(&self, path: &'static str, value: &impl Serialize) -> Produced {
        self.written(path, value, CODE)
    }

    /// The provider's answer to the task's question.
    pub fn answer(&self) -> Result<Answer, TaskError> {
        let (Some(ask), Some(provider)) = (self.task.ask(), self.provider) else {
            return Err(TaskError::Fatal(format!("{} has no question to ask", self.task.name)));
        };
        let (task, session, generation) = (self.task.name, self.session, self.generation);
        let question = Question { task, session, generation, ask, inputs: self.inputs };
        let call = Call { cancel: self.cancel, report: self.report };
        let mut answer = provider.answer(&question, &call)?;
        if !answer.origin.starts_with("rules") {
            crate::lint::mark(&question, &mut answer.value);
        }
        Ok(answer)
    }
}

/// The origin of what no model and no template had a say in.
pub(crate) const CODE: &str = "computed";

/// Receives what a running task says about itself.
pub trait Report: Send + Sync {
    /// The share of the task that is done, 0 to 1.
    fn progress(&self, share: f64);
    /// One line for the run's log and, thinned out, for events.
    fn log(&self, level: Level, message: &str);
    /// A prompt or answer: always in the log, in events only if the session allows it.
    fn prompt(&self, message: &str);
}

/// Weight of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// What is going on.
    Info,
    /// Worth a look.
    Warn,
    /// Something failed.
    Error,
}

impl Level {
    /// The spelling in logs and events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}
