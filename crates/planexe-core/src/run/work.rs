//! One task being run, in the run's own process or by a worker elsewhere.
#![expect(clippy::disallowed_methods, reason = "a task's duration needs a clock")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use planner::{By, Cancel, Context, Date, Digest, Inputs, Provider, Report, TaskError};

use super::freshness::Record;
use super::ledger::Fresh;
use super::step::Written;
use crate::engine::Parts;
use crate::graph::{PathIdx, TaskIdx};
use crate::session::{Config, SessionId};
use crate::store::StoreError;

/// A task with everything it needs.
pub(crate) struct Work {
    pub(crate) parts: Arc<Parts>,
    /// Takes small content, until a commit does.
    pub(crate) fresh: Arc<Fresh>,
    pub(crate) session: SessionId,
    /// The day the session was created.
    pub(crate) today: Date,
    /// Tells one finished run of the task from the next, for providers that keep answers.
    pub(crate) generation: String,
    pub(crate) provider: Option<Arc<dyn Provider>>,
    pub(crate) cancel: Cancel,
    pub(crate) report: Box<dyn Report>,
    pub(crate) task: TaskIdx,
    pub(crate) inputs: Vec<(PathIdx, Digest)>,
}

impl Work {
    /// Runs the task; says what it wrote, and how many milliseconds it took.
    pub(crate) fn run(&self) -> (Result<Vec<Written>, TaskError>, u64) {
        let begun = Instant::now();
        let produced = catch_unwind(AssertUnwindSafe(|| self.produce())).unwrap_or_else(|panic| {
            Err(TaskError::Fatal(format!("panicked: {}", panic_text(panic.as_ref()))))
        });
        (produced, begun.elapsed().as_millis() as u64)
    }

    /// Reads the inputs, runs the task, and stores what it declares as outputs.
    fn produce(&self) -> Result<Vec<Written>, TaskError> {
        let graph = &self.parts.graph;
        let task = &graph.tasks()[self.task];
        let fault = |error: StoreError| TaskError::Recoverable(error.to_string());
        let mut inputs = Inputs::default();
        for (path, sha256) in &self.inputs {
            let bytes = match self.fresh.content(sha256) {
                Some(bytes) => bytes.to_vec(),
                None => self.parts.blobs.read(sha256).map_err(fault)?,
            };
            inputs.insert(graph.paths()[*path], bytes);
        }
        let drawing = self.parts.providers.drawing();
        let context = Context {
            task,
            inputs: &inputs,
            provider: self.provider.as_deref(),
            draw: drawing.as_ref(),
            session: self.session.as_str(),
            today: self.today,
            generation: &self.generation,
            cancel: &self.cancel,
            report: self.report.as_ref(),
        };
        let produced = (task.run)(&context)?;
        let mut outputs = Vec::new();
        for &path in graph.outputs(self.task) {
            let name = graph.paths()[path];
            let content = produced
                .iter()
                .find(|produced| produced.path == name)
                .ok_or_else(|| TaskError::Fatal(format!("{} did not write {name}", task.name)))?;
            let sha256 = Digest::of(&content.bytes);
            if !self.fresh.keep(sha256, &content.bytes) {
                self.parts.blobs.put(&content.bytes).map_err(fault)?;
            }
            outputs.push(Written { path, sha256, size: content.bytes.len() as u64 });
        }
        Ok(outputs)
    }
}

/// The generation that follows a task's last record.
pub(crate) fn generation(record: Option<&Record>) -> String {
    record.map_or_else(String::new, |record| format!("{} {}", record.key, record.millis))
}

impl Parts {
    /// Whoever answers the task's question under `config`.
    pub(crate) fn provider(&self, config: &Config, task: TaskIdx) -> Option<Arc<dyn Provider>> {
        match self.graph.tasks()[task].by {
            By::Code | By::Drawing => None,
            By::Planner(_) => self.providers.find(&config.planner_model),
            By::Validator(_) => self.providers.find(&config.validator_model),
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
