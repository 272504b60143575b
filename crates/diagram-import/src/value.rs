//! JSON or YAML as one value, and a look behind its references.

use diag::SourceId;
use serde_json::Value;

use crate::place::{line_from, unreadable};

/// The longest chain of references within a document that is followed.
const DEPTH: usize = 32;

/// Reads JSON, or YAML where the text does not begin as JSON does.
pub(crate) fn read(text: &str, source: SourceId) -> Result<Value, Box<diag::Diagnostic>> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with(['{', '[']) {
        return serde_json::from_str(start).map_err(|error| {
            let skipped = &text[..text.len() - start.len()];
            let before = skipped.matches('\n').count();
            let span = line_from(text, source, before + error.line(), error.column());
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or_default();
            unreadable(span, format!("this is not JSON: {reason}"))
        });
    }
    serde_saphyr::from_str(start).map_err(|error| {
        let place = error.location().map_or((1, 1), |it| (it.line(), it.column()));
        let span = line_from(text, source, place.0 as usize, place.1 as usize);
        let message = error.to_string();
        let reason = message.lines().next().unwrap_or_default();
        unreadable(span, format!("this is not YAML: {reason}"))
    })
}

/// What a value refers to with `$ref`, or the value itself. A reference that leads nowhere is kept as it is.
pub(crate) fn resolved<'v>(document: &'v Value, value: &'v Value) -> &'v Value {
    let mut at = value;
    for _ in 0..DEPTH {
        let target = at["$ref"].as_str().and_then(|it| document.pointer(it.strip_prefix('#')?));
        match target {
            Some(next) => at = next,
            None => return at,
        }
    }
    at
}

/// The last part of a reference, which is the name of a schema.
pub(crate) fn referred(value: &Value) -> Option<String> {
    let reference = value["$ref"].as_str()?;
    let last = reference.rsplit(['/', '#']).find(|it| !it.is_empty())?;
    let name = last.replace("~1", "/").replace("~0", "~");
    Some(name.strip_suffix(".json").unwrap_or(&name).to_owned())
}

/// The pairs of an object; none of anything else.
pub(crate) fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The items of an array; none of anything else.
pub(crate) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Refuses a document that is not an object.
pub(crate) fn require_object(
    value: &Value,
    source: SourceId,
    what: &str,
) -> Result<(), Box<diag::Diagnostic>> {
    if value.is_object() {
        return Ok(());
    }
    Err(crate::place::nothing(
        source,
        &format!("this is no {what}"),
        "the document must be an object",
    ))
}
