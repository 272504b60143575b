//! `embedded`: answers by rule, without network, key, clock or chance.

use crate::provider::{Answer, Call, Provider, ProviderError, Question};

/// The line every artifact carries whose content came from rules.
pub(crate) const NOTICE: &str = "rule-based draft, no language model";

/// The rule-based provider; the same question always has the same answer.
#[derive(Debug, Clone, Copy)]
pub struct Embedded;

impl Provider for Embedded {
    fn identity(&self) -> String {
        "embedded/4".to_owned()
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        if call.cancel.is_cancelled() {
            return Err(ProviderError::Cancelled);
        }
        let value = (question.ask.rules)(question.inputs).map_err(ProviderError::Task)?;
        Ok(Answer { value, origin: format!("rules, {}", self.identity()) })
    }
}
