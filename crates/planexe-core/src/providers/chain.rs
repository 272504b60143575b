//! Several models in a row: when one fails, the next is asked, and the answer says so.

use std::sync::Arc;

use serde_json::Value;

use planner::{Answer, Call, Level, Provider, ProviderError, Question};

/// Providers in order of preference.
pub(crate) struct Chain(pub(crate) Vec<Arc<dyn Provider>>);

impl Provider for Chain {
    fn identity(&self) -> String {
        let all: Vec<String> = self.0.iter().map(|provider| provider.identity()).collect();
        all.join(", else ")
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        let mut reasons = Vec::new();
        let mut failed = Vec::new();
        for provider in &self.0 {
            match provider.answer(question, call) {
                Err(ProviderError::Failed(reason)) => {
                    // Most failures name whose they are.
                    let name = provider.identity();
                    let line = if reason.starts_with(&name) {
                        reason.clone()
                    } else {
                        format!("{name}: {reason}")
                    };
                    call.report.log(Level::Warn, &line);
                    failed.push(provider.identity());
                    reasons.push(reason);
                }
                Ok(answer) => return Ok(after(answer, &failed)),
                settled => return settled,
            }
        }
        Err(ProviderError::Failed(reasons.join("; then: ")))
    }
}

/// The answer with who was asked before in vain, for everybody who reads where it comes from. The
/// reasons are in the log: they may differ from run to run.
fn after(mut answer: Answer, failed: &[String]) -> Answer {
    if failed.is_empty() {
        return answer;
    }
    let before = format!("instead of {}, which gave no usable answer", failed.join(" and "));
    answer.origin = format!("{}, {before}", answer.origin);
    if let Some(Value::String(notice)) = answer.value.get_mut("notice") {
        *notice = format!("{notice}, {before}");
    }
    answer
}
