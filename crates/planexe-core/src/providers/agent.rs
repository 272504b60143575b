//! `agent`: whoever calls does the thinking. A question is a file until somebody answers it, so that
//! the server that drives the run, another server and a shell can all hand it out and take the answer.
#![expect(clippy::disallowed_methods, reason = "questions are files by design")]

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use planner::{Answer, Call, Digest, Level, Provider, ProviderError, Question};

use super::calls::{self, Calls};
use super::schema;

/// How often a waiting task looks for its answer.
const LOOK: Duration = Duration::from_millis(100);

/// Hands questions out and takes answers.
#[derive(Debug, Clone)]
pub struct Agent {
    folder: PathBuf,
    answers: Calls,
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// Names the question when it is answered; equal questions of a session have equal ids.
    pub id: String,
    /// The session that waits.
    pub session: String,
    /// The task that asks.
    pub task: String,
    /// Instruction and material, as a model reads it.
    pub prompt: String,
    /// JSON Schema of the answer.
    pub schema: Value,
    /// What was wrong with the answer before, one line per fault.
    pub faults: Vec<String>,
}

impl Agent {
    /// Questions and answers below `folder`.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.join("questions"), answers: Calls::new(&folder.join("answers")) }
    }

    /// The questions of a session that wait, in order of their tasks' names.
    pub(crate) fn questions(&self, session: &str) -> Result<Vec<Pending>, ProviderError> {
        let entries = match std::fs::read_dir(self.folder.join(session)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(|error| calls::fault(&self.folder, &error))?,
        };
        let mut questions = Vec::new();
        for entry in entries.flatten() {
            // First the answer, then the question: once an answer is given up, the question that says why is written.
            if entry.path().extension().is_some_and(|ending| ending == "json")
                && !self.is_answered(&entry.path())?
                && let Some(question) = Self::load(&entry.path())?
            {
                questions.push(question);
            }
        }
        questions.sort_by(|a: &Pending, b| a.task.cmp(&b.task));
        Ok(questions)
    }

    /// Takes an answer. `Ok(Err(faults))` means that it does not fit the schema and was not taken.
    pub(crate) fn submit(
        &self,
        question: &Pending,
        value: Value,
        by: &str,
    ) -> Result<Result<(), Vec<String>>, ProviderError> {
        let faults = schema::faults(&question.schema, &value);
        if !faults.is_empty() {
            return Ok(Err(faults));
        }
        let key: Digest = question.id.parse().map_err(|_| {
            ProviderError::Failed(format!("{} is not the id of a question", question.id))
        })?;
        self.answers.keep(&key, &Answer { value, origin: format!("agent, {by}") })?;
        Ok(Ok(()))
    }

    /// Whether an answer is there that the task has not looked at yet.
    fn is_answered(&self, question: &Path) -> Result<bool, ProviderError> {
        let id = question.file_stem().unwrap_or_default().to_string_lossy();
        match id.parse() {
            Ok(key) => Ok(self.answers.find(&key)?.is_some()),
            Err(_) => Ok(false),
        }
    }

    fn load(path: &Path) -> Result<Option<Pending>, ProviderError> {
        match std::fs::read_to_string(path) {
            // Answered in the meantime.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(calls::fault(path, &error)),
            Ok(text) => {
                serde_json::from_str(&text).map(Some).map_err(|error| calls::fault(path, &error))
            }
        }
    }

    fn path(&self, question: &Pending) -> PathBuf {
        self.folder.join(&question.session).join(format!("{}.json", question.id))
    }

    fn ask(&self, question: &Pending) -> Result<(), ProviderError> {
        let path = self.path(question);
        let text = serde_json::to_string(question).map_err(|error| calls::fault(&path, &error))?;
        calls::write(&path, &text)
    }

    /// Waits for an answer without faults.
    fn wait(
        &self,
        key: &Digest,
        pending: &mut Pending,
        question: &Question<'_>,
        call: &Call<'_>,
    ) -> Result<Answer, ProviderError> {
        let mut is_first = true;
        loop {
            if let Some(answer) = self.answers.find(key)? {
                pending.faults = question.faults(&answer.value, is_first);
                is_first = false;
                if pending.faults.is_empty() {
                    return Ok(answer);
                }
                let message = format!("asked again: {}", pending.faults.join("; "));
                call.report.log(Level::Warn, &message);
                self.ask(pending)?;
                self.answers.forget(key)?;
            }
            if call.cancel.wait(LOOK) {
                return Err(ProviderError::Cancelled);
            }
        }
    }
}

impl Provider for Agent {
    fn identity(&self) -> String {
        "agent/1".to_owned()
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        let key = Calls::key(&self.identity(), question.session, question);
        let schema = serde_json::from_str(&(question.ask.schema)())
            .map_err(|error| ProviderError::Failed(format!("{}: {error}", question.task)))?;
        let mut pending = Pending {
            id: key.to_string(),
            session: question.session.to_owned(),
            task: question.task.to_owned(),
            prompt: question.prompt(),
            schema,
            faults: Vec::new(),
        };
        call.report.prompt(&pending.prompt);
        self.ask(&pending)?;
        call.report.log(Level::Info, "waits for an answer");
        let answer = self.wait(&key, &mut pending, question, call);
        calls::remove(&self.path(&pending))?;
        answer
    }
}
