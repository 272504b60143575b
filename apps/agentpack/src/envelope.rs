//! The one shape every answer has, on the command line and over MCP.

use agentpack_core::{Error, redact_tokens, visible};
use serde_json::{Map, Value as Json, json};

/// What a command is called in its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    /// Dotted, such as `explain.plan`.
    pub(crate) command: String,
    /// As typed, such as `deploy --apply`.
    pub(crate) id: String,
}

impl Names {
    /// A command of one word.
    pub(crate) fn of(word: &str) -> Self {
        Self { command: word.to_owned(), id: word.to_owned() }
    }

    /// A command whose typed form says more.
    pub(crate) fn with_id(command: &str, id: &str) -> Self {
        Self { command: command.to_owned(), id: id.to_owned() }
    }

    fn path(&self) -> Vec<&str> {
        self.id.split(' ').filter(|word| !word.starts_with("--")).collect()
    }
}

/// What a command found out.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    /// The command's own shape.
    pub(crate) data: Json,
    /// For people and models; outside every hash.
    pub(crate) warnings: Vec<String>,
    /// The same for a terminal; empty when JSON was asked for.
    pub(crate) text: String,
    /// The exit code of the process: 1 when a check found something.
    pub(crate) exit: u8,
}

/// A command's answer as it is published, in the same shape whether it succeeded or failed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Envelope(Json);

impl Envelope {
    pub(crate) fn ok(names: &Names, reply: Reply) -> Self {
        Self::new(names, Ok((reply.data, reply.warnings)))
    }

    pub(crate) fn failed(names: &Names, error: &Error) -> Self {
        Self::new(names, Err(error))
    }

    fn new(names: &Names, outcome: Result<(Json, Vec<String>), &Error>) -> Self {
        let ok = outcome.is_ok();
        let (data, warnings, errors) = match outcome {
            Ok((data, warnings)) => {
                let warnings = warnings.iter().map(|it| safe(it)).collect();
                (sorted(data), warnings, Vec::new())
            }
            Err(error) => {
                let mut details = sorted(error.details.clone().into());
                make_safe(&mut details);
                let entry = json!({
                    "code": error.code.name(), "message": safe(&error.message), "details": details,
                });
                (Json::Object(Map::new()), Vec::new(), vec![entry])
            }
        };
        let mut envelope = json!({
            "schema_version": 1,
            "ok": ok,
            "command": names.command,
            "command_id": names.id,
            "command_path": names.path(),
            "version": env!("CARGO_PKG_VERSION"),
            "data": null,
            "warnings": warnings,
            "errors": errors,
        });
        // Moved in, because the macro would copy it, and it may be large.
        envelope["data"] = data;
        Self(envelope)
    }

    pub(crate) fn is_ok(&self) -> bool {
        self.0["ok"] == true
    }

    pub(crate) fn error_message(&self) -> Option<(&str, &str)> {
        let error = self.0["errors"].get(0)?;
        Some((error["code"].as_str()?, error["message"].as_str()?))
    }

    pub(crate) fn error_details(&self) -> &Json {
        &self.0["errors"][0]["details"]
    }

    pub(crate) fn value(&self) -> &Json {
        &self.0
    }

    pub(crate) fn into_value(self) -> Json {
        self.0
    }
}

/// A message as it may leave the process: it may quote git, a path or a file of somebody else.
fn safe(text: &str) -> String {
    visible(&redact_tokens(text)).into_owned()
}

fn make_safe(value: &mut Json) {
    match value {
        Json::String(text) => *text = safe(text),
        Json::Array(items) => items.iter_mut().for_each(make_safe),
        Json::Object(fields) => fields.values_mut().for_each(make_safe),
        _ => {}
    }
}

/// The value with the keys of every object in order, so that equal answers are equal bytes.
pub(crate) fn sorted(mut value: Json) -> Json {
    value.sort_all_objects();
    value
}

pub(crate) fn schema() -> Json {
    json!({
        "type": "object",
        "required": ["schema_version", "ok", "command", "command_id", "command_path", "version", "data", "warnings", "errors"],
        "properties": {
            "schema_version": {"const": 1},
            "ok": {"type": "boolean"},
            "command": {"type": "string"},
            "command_id": {"type": "string"},
            "command_path": {"type": "array", "items": {"type": "string"}},
            "version": {"type": "string"},
            "data": {"type": "object"},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "errors": {"type": "array", "items": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "details": {"type": "object"}},
            }},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_command_leaves_its_flags_out() {
        assert_eq!(Names::with_id("deploy", "deploy --apply").path(), ["deploy"]);
        assert_eq!(Names::with_id("explain.plan", "explain plan").path(), ["explain", "plan"]);
    }

    #[test]
    fn keys_are_sorted_at_every_depth() {
        assert_eq!(
            sorted(json!({"b": [{"d": 1, "c": 2}], "a": 0})).to_string(),
            r#"{"a":0,"b":[{"c":2,"d":1}]}"#
        );
    }
}
