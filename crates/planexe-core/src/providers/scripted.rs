//! `scripted`: answers by rule, but late, never, or with a failure, as a script file says.
//!
//! For rehearsing stops, failures and crashes. The file is read at every call, so that a script can
//! change between a stop and a resume:
//!
//! ```json
//! { "delay_ms": 5, "tasks": { "SelfAudit": { "hang": true }, "IdentifyRisks": { "fail": "no quota" } } }
//! ```
#![expect(clippy::disallowed_methods, reason = "the script is a file by design")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use planner::{Answer, Call, Level, Provider, ProviderError, Question};

/// A provider that follows a script.
#[derive(Debug, Clone)]
pub struct Scripted {
    file: PathBuf,
}

impl Scripted {
    /// Follows the script in `file`.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    fn script(&self) -> Result<Script, ProviderError> {
        let fault = |error: String| {
            ProviderError::Failed(format!("script {}: {error}", self.file.display()))
        };
        let text = std::fs::read_to_string(&self.file).map_err(|error| fault(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| fault(error.to_string()))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Script {
    /// Before every answer.
    delay_ms: u64,
    /// Log lines before every answer.
    log_lines: u32,
    tasks: BTreeMap<String, Part>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Part {
    /// Wait until cancelled.
    hang: bool,
    /// Fail with this message.
    fail: Option<String>,
}

impl Provider for Scripted {
    fn identity(&self) -> String {
        "scripted/1".to_owned()
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        let script = self.script()?;
        let part = script.tasks.get(question.task);
        call.report.prompt(&question.prompt());
        for line in 0..script.log_lines {
            call.report.log(Level::Info, &format!("{} line {line}", question.task));
        }
        if call.cancel.wait(Duration::from_millis(script.delay_ms)) {
            return Err(ProviderError::Cancelled);
        }
        call.report.progress(0.5);
        if part.is_some_and(|part| part.hang) {
            while !call.cancel.wait(Duration::from_mins(1)) {}
            return Err(ProviderError::Cancelled);
        }
        if let Some(message) = part.and_then(|part| part.fail.clone()) {
            return Err(ProviderError::Failed(message));
        }
        let value = (question.ask.rules)(question.inputs).map_err(ProviderError::Task)?;
        Ok(Answer { value, origin: format!("rules, {}", self.identity()) })
    }
}
