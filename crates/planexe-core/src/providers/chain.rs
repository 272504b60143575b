//! Several models in a row: when one fails, the next is asked.

use std::sync::Arc;

use crate::provider::{Answer, Call, Provider, ProviderError, Question};
use crate::task::Level;

/// Providers in order of preference.
pub(crate) struct Chain(pub(crate) Vec<Arc<dyn Provider>>);

impl Provider for Chain {
    fn identity(&self) -> String {
        let all: Vec<String> = self.0.iter().map(|provider| provider.identity()).collect();
        all.join(", else ")
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        let mut reasons = Vec::new();
        for provider in &self.0 {
            match provider.answer(question, call) {
                Err(ProviderError::Failed(reason)) => {
                    let line = format!("{} failed: {reason}", provider.identity());
                    call.report.log(Level::Warn, &line);
                    reasons.push(reason);
                }
                settled => return settled,
            }
        }
        Err(ProviderError::Failed(reasons.join("; then: ")))
    }
}
