//! Questions that wait for the calling agent or for a person, and their answers.

use std::time::Duration;

use serde_json::{Value, json};

use planner::{ANSWERS, Answers, Intake, Open, ProviderError};

use super::artifacts::Edit;
use super::recovery::Grace;
use super::{Engine, Invalidate, Standing};
use crate::artifact::{ArtifactPath, ArtifactUri};
use crate::clock::Deadline;
use crate::error::{Error, ErrorCode, Result};
use crate::graph::Target;
use crate::providers::agent::{Agent, Pending};
use crate::run::{Run, StopMode};
use crate::session::{Caller, SessionId};

/// How often a wait looks for questions; runs of other processes notify nobody here.
const LOOK: Duration = Duration::from_millis(100);
/// How long an answer waits for a run to stop, once the stop itself has waited.
const STOP: Duration = Duration::from_secs(8);
/// The artifact with the questions for a person.
const INTAKE: &str = "intake.json";
/// The question that a person may answer at any time.
const KIND: &str = "kind";

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
        let waiting = agent.questions(id.as_str()).map_err(fault)?;
        let is_meant = |it: &&Pending| it.id.starts_with(question) && question.len() >= 8;
        let pending = waiting.iter().find(is_meant).ok_or_else(|| {
            let ids: Vec<&str> = waiting.iter().map(|it| it.id.as_str()).collect();
            let told = match ids.len() {
                0 => "none waits for an agent".to_owned(),
                _ => format!("these wait for an agent: {}", ids.join(", ")),
            };
            Error::argument(format!("no question {question:?} waits in this session; {told}"))
                .with(json!({ "waiting": ids }))
        })?;
        match agent.submit(pending, value, by).map_err(fault)? {
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
    /// before the intake has run. What was answered since then is left out until the intake has read it.
    pub fn open_questions(&self, caller: &Caller, id: &SessionId) -> Result<Vec<Open>> {
        let intake = self.json::<Intake>(caller, id, INTAKE)?;
        let mut open = intake.map(|intake| intake.questions().to_vec()).unwrap_or_default();
        let run = self.parts.store.run(id, None)?;
        let stopped = run.filter(|run| run.error["reason"] == "needs_answer");
        if let Some(run) = stopped
            && !open.iter().any(|it| it.id == KIND)
        {
            // A model's intake did not ask what stops the run nevertheless.
            let question = run.error["message"].as_str().unwrap_or_default().to_owned();
            open.insert(0, Open { id: KIND.to_owned(), question, options: Vec::new() });
        }
        let answers = self.json::<Answers>(caller, id, ANSWERS)?.unwrap_or_default();
        if answers != Answers::default() && !self.is_intake_fresh(caller, id)? {
            open.retain(|it| !is_answered(&answers, &it.id));
        }
        Ok(open)
    }

    /// Whether the intake has read the answers that are there.
    fn is_intake_fresh(&self, caller: &Caller, id: &SessionId) -> Result<bool> {
        let tasks = self.tasks(caller, id)?;
        let intake = tasks.iter().find(|task| task.outputs.contains(&INTAKE));
        Ok(intake.is_none_or(|it| matches!(it.standing, Standing::Fresh | Standing::Pinned)))
    }

    /// Takes a person's answer to a question of the intake and goes on with it. An active run is stopped
    /// first, wherever it waits: what it finished stays, unless the answer changes it.
    pub fn reply_and_resume(
        &self,
        caller: &Caller,
        id: &SessionId,
        question: &str,
        text: &str,
    ) -> Result<Run> {
        self.open_session(caller, id)?;
        let answers = self.judged(caller, id, question, text)?;
        self.parts.recover(id, Grace::None)?;
        let run = self.parts.store.run(id, None)?;
        if let Some(run) = run.as_ref().filter(|run| run.state.is_active()) {
            self.make_way(caller, id, run)?;
        }
        self.take(caller, id, answers, question, text)?;
        match run {
            Some(run) => self.resume(caller, id, run.target.as_str(), &Invalidate::default()),
            None => self.start(caller, id, Target::BuildPlanAndValidate.as_str(), &[]),
        }
    }

    /// Stops a run so that an answer can be written.
    fn make_way(&self, caller: &Caller, id: &SessionId, run: &Run) -> Result<()> {
        match self.stop(caller, id, Some(run.id), StopMode::Graceful, "a person answered") {
            // It ended by itself in the meantime.
            Err(error) if error.code == ErrorCode::RunNotActive => return Ok(()),
            stopped => drop(stopped?),
        }
        if self.wait(id, run.id, STOP)?.state.is_active() {
            let message = "the run is still stopping; give the answer again in a moment";
            return Err(
                Error::new(ErrorCode::RunningReadonly, message).with(json!({ "run_id": run.id }))
            );
        }
        Ok(())
    }

    /// Takes a person's answer to a question of the intake. It counts with the next resume.
    pub fn reply(&self, caller: &Caller, id: &SessionId, question: &str, text: &str) -> Result<()> {
        let answers = self.judged(caller, id, question, text)?;
        self.take(caller, id, answers, question, text)
    }

    /// The answers so far, if this one may be added to them.
    fn judged(
        &self,
        caller: &Caller,
        id: &SessionId,
        question: &str,
        text: &str,
    ) -> Result<Answers> {
        if text.trim().is_empty() {
            return Err(Error::argument("the answer is empty"));
        }
        let answers = self.json::<Answers>(caller, id, ANSWERS)?.unwrap_or_default();
        let open = self.open_questions(caller, id)?;
        let asked = open.iter().find(|it| it.id == question);
        let offered = |open: &Open| open.options.iter().map(|it| it.value.clone()).collect();
        let options: Vec<String> = match asked {
            // The question offers the likely kinds; a person may name any, asked or not.
            _ if question == KIND => planner::kinds().into_iter().map(str::to_owned).collect(),
            Some(asked) => offered(asked),
            // An answer can be given again in other words.
            None if is_answered(&answers, question) => Vec::new(),
            None => return Err(unknown_question(question, &open)),
        };
        if options.is_empty() || options.iter().any(|option| option == text) {
            return Ok(answers);
        }
        let message =
            format!("{text:?} is none of the answers to {question:?}: {}", options.join(", "));
        Err(Error::argument(message))
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

    /// A JSON artifact of a session; none where it does not exist, or has lost its content.
    fn json<T: serde::de::DeserializeOwned>(
        &self,
        caller: &Caller,
        id: &SessionId,
        path: &str,
    ) -> Result<Option<T>> {
        self.session(caller, id)?;
        let Some(artifact) = self.parts.store.artifact(id, &path.parse()?)? else {
            return Ok(None);
        };
        let Some(bytes) = self.content(id, &artifact)? else { return Ok(None) };
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Error::argument(format!("{path} cannot be used: {error}")))?;
        Ok(Some(value))
    }
}

/// Whether a person has answered a question.
fn is_answered(answers: &Answers, question: &str) -> bool {
    let is_chosen = question == KIND && (answers.kind.is_some() || answers.assume);
    is_chosen || answers.replies.iter().any(|reply| reply.question == question)
}

fn unknown_question(question: &str, open: &[Open]) -> Error {
    let waiting: Vec<&str> = open.iter().map(|it| it.id.as_str()).collect();
    let told = if waiting.is_empty() {
        "none waits for a person".to_owned()
    } else {
        format!("these wait for a person: {}", waiting.join(", "))
    };
    Error::argument(format!("no question {question:?} waits; {told}"))
        .with(json!({ "waiting": waiting }))
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
