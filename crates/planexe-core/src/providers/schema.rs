//! Answers against their schema: every fault at once, in words that whoever answers can use.

use serde_json::Value;

/// What is wrong with `value`, one line per fault with its place.
pub(super) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    match jsonschema::validator_for(schema) {
        Err(error) => vec![format!("the schema itself is faulty: {error}")],
        Ok(validator) => {
            let mut faults: Vec<String> = validator
                .iter_errors(value)
                .map(|fault| {
                    let place = fault.instance_path().to_string();
                    let place = if place.is_empty() { "the answer".to_owned() } else { place };
                    format!("{place}: {fault}")
                })
                .collect();
            repeats(value, "", &mut faults);
            faults.truncate(20);
            faults
        }
    }
}

/// Entries of a list that say the same again, as weak models write them. Not part of the schemas:
/// many endpoints refuse the word for it.
fn repeats(value: &Value, place: &str, faults: &mut Vec<String>) {
    match value {
        Value::Array(entries) => {
            for (idx, entry) in entries.iter().enumerate() {
                let place = format!("{place}/{idx}");
                if !entry.is_number() && entries[..idx].contains(entry) {
                    faults.push(format!("{place}: says the same as an entry before it"));
                }
                repeats(entry, &place, faults);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                repeats(field, &format!("{place}/{name}"), faults);
            }
        }
        _ => {}
    }
}

/// Leaves out what [`faults`] would call repeated; says how many entries that were.
pub(super) fn drop_repeats(value: &mut Value) -> usize {
    match value {
        Value::Array(entries) => {
            let mut kept: Vec<Value> = Vec::new();
            let before = entries.len();
            for entry in entries.drain(..) {
                if entry.is_number() || !kept.contains(&entry) {
                    kept.push(entry);
                }
            }
            *entries = kept;
            let dropped = before - entries.len();
            dropped + entries.iter_mut().map(drop_repeats).sum::<usize>()
        }
        Value::Object(fields) => fields.values_mut().map(drop_repeats).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_fault_has_its_place_and_repeating_is_one() {
        let schema = json!({ "properties": { "a": { "items": { "type": "string" } } } });
        assert!(faults(&schema, &json!({ "a": ["x", "y"] })).is_empty());
        let found = faults(&schema, &json!({ "a": ["x", "x", 3] }));
        assert!(found[0].starts_with("/a/2: "), "{found:?}");
        assert_eq!(found[1], "/a/1: says the same as an entry before it");
        let mut value = json!({ "a": ["x", "x", { "b": ["y", "y"] }], "c": [3, 3] });
        assert_eq!(drop_repeats(&mut value), 2);
        assert_eq!(value, json!({ "a": ["x", { "b": ["y"] }], "c": [3, 3] }));
    }
}
