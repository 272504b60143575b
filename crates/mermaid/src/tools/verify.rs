//! `verify`: is this diagram right?

use serde_json::{Value, json};

use super::{code, explain};
use crate::Limits;

/// `{"ok": true}`, or `{"ok": false, "error": ...}`.
pub fn verify(arguments: &Value) -> Value {
    let code = match code(arguments) {
        Ok(code) => code,
        Err(error) => return json!({ "ok": false, "error": error }),
    };
    let verdict = crate::verify(code, &Limits::default());
    if verdict.is_ok() {
        return json!({ "ok": true });
    }
    json!({ "ok": false, "error": explain(code, &verdict.diagnostics) })
}
