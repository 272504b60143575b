//! Answers against their schema: every fault at once, in words that whoever answers can use.

use serde_json::Value;

/// What is wrong with `value`, one line per fault with its place.
pub(super) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    match jsonschema::validator_for(schema) {
        Err(error) => vec![format!("the schema itself is faulty: {error}")],
        Ok(validator) => validator
            .iter_errors(value)
            .take(20)
            .map(|fault| {
                let place = fault.instance_path().to_string();
                let place = if place.is_empty() { "the answer".to_owned() } else { place };
                format!("{place}: {fault}")
            })
            .collect(),
    }
}
