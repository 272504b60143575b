//! Questions that wait for the calling agent or for a person, and their answers.

use std::time::Duration;

use serde_json::{Value, json};

use planner::{ANSWERS, Answers, Intake, Open, ProviderError};

use super::Engine;
use super::artifacts::{Edit, Range};
use crate::artifact::{ArtifactPath, ArtifactUri};
use crate::clock::Deadline;
use crate::error::{Error, ErrorCode, Result};
use crate::providers::agent::{Agent, Pending};
use crate::session::{Caller, SessionId};

/// How often a wait looks for questions; runs of other processes notify nobody here.
const LOOK: Duration = Duration::from_millis(100);

impl Engine {
    /// The questions of a session that wait for an answer. Without any, waits for one, but no longer
    /// than `wait` and only while a run is active.
    pub fn questions(
        &self,
        caller: &Caller,
        id: &SessionId,
        wait: Duration,
    ) -> Result<Vec<Pending>> {
        self.session(caller, id)?;
        let Some(agent) = self.parts.providers.agent() else { return Ok(Vec::new()) };
        let deadline = Deadline::after(wait);
        loop {
            let run = self.parts.store.run(id, None)?;
            if !run.is_some_and(|run| run.state.is_active()) {
                return Ok(Vec::new());
            }
            let questions = agent.questions(id.as_str()).map_err(fault)?;
            if !questions.is_empty() || deadline.left().is_zero() {
                return Ok(questions);
            }
            let seen = self.parts.changes.count();
            self.parts.changes.wait(seen, LOOK.min(deadline.left()));
        }
    }

    /// Answers a question of a session. `by` names whoever thought, for readers of the plan.
    pub fn answer(
        &self,
        caller: &Caller,
        id: &SessionId,
        question: &str,
        value: Value,
        by: &str,
    ) -> Result<()> {
        self.session(caller, id)?;
        let agent: &Agent = self
            .parts
            .providers
            .agent()
            .ok_or_else(|| Error::argument("the model `agent` is not available here"))?;
        let pending = agent.questions(id.as_str()).map_err(fault)?;
        let pending =
            pending.into_iter().find(|it| it.id.starts_with(question) && question.len() >= 8);
        let pending = pending.ok_or_else(|| {
            Error::argument(format!("no question {question:?} waits in this session"))
        })?;
        match agent.submit(&pending, value, by).map_err(fault)? {
            Ok(()) => {
                self.parts.changes.notify();
                Ok(())
            }
            Err(faults) => {
                let message = format!("the answer for {} does not fit its schema", pending.task);
                Err(Error::argument(message).with(json!({ "faults": faults })))
            }
        }
    }
}

impl Engine {
    /// The questions that the intake of a session leaves to a person, those that stop a run first. None
    /// before the intake has run.
    pub fn open_questions(&self, caller: &Caller, id: &SessionId) -> Result<Vec<Open>> {
        let intake = self.json::<Intake>(caller, id, "intake.json")?;
        Ok(intake.map(|intake| intake.questions().to_vec()).unwrap_or_default())
    }

    /// Takes a person's answer to a question of the intake. It counts with the next resume.
    pub fn reply(&self, caller: &Caller, id: &SessionId, question: &str, text: &str) -> Result<()> {
        if text.trim().is_empty() {
            return Err(Error::argument("the answer is empty"));
        }
        let answers = self.json::<Answers>(caller, id, ANSWERS)?.unwrap_or_default();
        let open = self.open_questions(caller, id)?;
        let asked = open.iter().find(|it| it.id == question);
        if let Some(asked) = asked.filter(|it| !it.options.is_empty()) {
            let offered = || asked.options.iter().map(|option| option.value.as_str()).collect();
            // The question offers the likely kinds; a person may name any.
            let options: Vec<&str> = if question == "kind" { planner::kinds() } else { offered() };
            if options.contains(&text) {
                return self.take(caller, id, answers, question, text);
            }
            let message =
                format!("{text:?} is none of the answers to {question:?}: {}", options.join(", "));
            return Err(Error::argument(message));
        }
        self.take(caller, id, answers, question, text)
    }

    fn take(
        &self,
        caller: &Caller,
        id: &SessionId,
        mut answers: Answers,
        question: &str,
        text: &str,
    ) -> Result<()> {
        answers.take(question, text);
        let bytes = serde_json::to_vec_pretty(&answers)
            .map_err(|error| Error::internal(format!("{ANSWERS}: {error}")))?;
        let edit = Edit { bytes, reason: format!("answer to {question}"), expected: None };
        self.write(caller, &uri(id, ANSWERS)?, edit)?;
        Ok(())
    }

    /// A JSON artifact of a session, none where it does not exist.
    fn json<T: serde::de::DeserializeOwned>(
        &self,
        caller: &Caller,
        id: &SessionId,
        path: &str,
    ) -> Result<Option<T>> {
        match self.read(caller, &uri(id, path)?, None, Range::default()) {
            Err(error) if error.code == ErrorCode::InvalidArtifactUri => Ok(None),
            Err(error) => Err(error),
            Ok(content) => {
                let value = serde_json::from_slice(&content.bytes)
                    .map_err(|error| Error::argument(format!("{path} cannot be used: {error}")))?;
                Ok(Some(value))
            }
        }
    }
}

fn uri(id: &SessionId, path: &str) -> Result<ArtifactUri> {
    Ok(ArtifactUri::new(id, &path.parse::<ArtifactPath>()?))
}

pub(super) fn fault(error: ProviderError) -> Error {
    let message = match error {
        ProviderError::Failed(message) => message,
        ProviderError::Cancelled => "cancelled".to_owned(),
        ProviderError::Task(error) => error.to_string(),
    };
    Error::new(ErrorCode::InternalError, message)
}
