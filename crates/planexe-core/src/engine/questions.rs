//! Questions that wait for the calling agent, and its answers.

use std::time::Duration;

use serde_json::{Value, json};

use super::Engine;
use crate::clock::Deadline;
use crate::error::{Error, ErrorCode, Result};
use crate::provider::ProviderError;
use crate::providers::agent::{Agent, Pending};
use crate::session::{Caller, SessionId};

/// How often a wait looks for questions; runs of other processes ring no bell here.
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
            let seen = self.parts.bell.count();
            self.parts.bell.wait(seen, LOOK.min(deadline.left()));
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
                self.parts.bell.ring();
                Ok(())
            }
            Err(faults) => {
                let message = format!("the answer for {} does not fit its schema", pending.task);
                Err(Error::argument(message).with(json!({ "faults": faults })))
            }
        }
    }
}

fn fault(error: ProviderError) -> Error {
    let message = match error {
        ProviderError::Failed(message) => message,
        ProviderError::Cancelled => "cancelled".to_owned(),
        ProviderError::Task(error) => error.to_string(),
    };
    Error::new(ErrorCode::InternalError, message)
}
