//! Trying a model: one small question, before a session depends on it.

use planner::{Ask, Call, Cancel, Inputs, Level, ProviderError, Question, Report, no_faults};
use serde_json::json;

use super::Engine;
use crate::clock::Timestamp;
use crate::error::{Error, Result};

const ASK: Ask = Ask {
    prompt: "This is a test of the connection. Answer with {\"ready\": true}.",
    shows: &[],
    schema: || {
        r#"{"type":"object","required":["ready"],"properties":{"ready":{"type":"boolean"}}}"#
            .to_owned()
    },
    faults: no_faults,
    rules: |_| Ok(json!({ "ready": true })),
};

struct Silent;

impl Report for Silent {
    fn progress(&self, _: f64) {}
    fn log(&self, _: Level, _: &str) {}
    fn prompt(&self, _: &str) {}
}

impl Engine {
    /// Asks a model one question and says who answered, or why nobody did. Of several models the first that
    /// answers is named, with the reasons of those before it.
    pub fn try_model(&self, name: &str) -> Result<String> {
        let providers = self.parts.providers.without_retries();
        let unknown = || {
            Error::argument(format!(
                "no model {name:?}: use one of {}; an address must be known or allowed with --endpoint",
                self.models().join(", ")
            ))
        };
        let chain: Option<Vec<_>> =
            name.split(',').map(|part| providers.find(part.trim())).collect();
        let chain = chain.ok_or_else(unknown)?;
        // Whoever calls answers during a run; there is nobody to ask now.
        if name.split(',').any(|part| part.trim() == "agent") {
            return Ok("asks whoever calls".to_owned());
        }
        // An answer that was kept says nothing about today.
        let generation = Timestamp::now().0.to_string();
        let question = Question {
            task: "TryModel",
            session: "",
            generation: &generation,
            ask: &ASK,
            inputs: &Inputs::default(),
        };
        let call = Call { cancel: &Cancel::default(), report: &Silent };
        let mut reasons = Vec::new();
        for provider in chain {
            match provider.answer(&question, &call) {
                Ok(answer) if reasons.is_empty() => {
                    return Ok(format!("answered ({})", answer.origin));
                }
                Ok(answer) => {
                    let reasons = reasons.join("; then: ");
                    return Ok(format!("answered ({}), because of {reasons}", answer.origin));
                }
                Err(ProviderError::Failed(reason)) => reasons.push(reason),
                Err(error) => return Err(super::questions::fault(error)),
            }
        }
        Err(Error::internal(reasons.join("; then: ")))
    }
}
