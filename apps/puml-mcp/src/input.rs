//! What a call is about: the text in `source`, or the file at `path`.

use std::path::PathBuf;

use serde_json::{Value, json};
use toolserver::{Call, ToolError, Violation};

/// A text with a name for findings, and the folder it lies in if it is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) folder: Option<PathBuf>,
}

/// The name that findings have for a text that came without a file.
const UNNAMED: &str = "source";

impl Input {
    /// Exactly one of `source` and `path`; a path is confined to the roots of the call.
    pub(crate) fn of(call: &Call, arguments: &Value) -> Result<Self, ToolError> {
        match (arguments["source"].as_str(), arguments["path"].as_str()) {
            (Some(text), None) => {
                Ok(Self { name: UNNAMED.to_owned(), text: text.to_owned(), folder: None })
            }
            (None, Some(path)) => {
                let text = call.read_text(path)?;
                let real = call.roots().confine(path)?;
                let folder = real.parent().map(PathBuf::from);
                Ok(Self { name: path.replace('\\', "/"), text, folder })
            }
            (Some(_), Some(_)) => {
                Err(invalid(&[violation("/path", "stands beside source; pass one of them")]))
            }
            (None, None) => {
                Err(invalid(&[violation("/source", "is required, unless path names a file")]))
            }
        }
    }
}

/// One thing wrong with an argument that its schema cannot say.
pub(crate) fn violation(path: &str, message: &str) -> Violation {
    Violation { path: path.to_owned(), keyword: "required".to_owned(), message: message.to_owned() }
}

/// The same error as for arguments that break their schema.
pub(crate) fn invalid(violations: &[Violation]) -> ToolError {
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let listed: Vec<Value> = violations
        .iter()
        .map(|it| json!({"path": it.path, "keyword": it.keyword, "message": it.message}))
        .collect();
    let message = format!("Correct these arguments and call again:\n{}", lines.join("\n"));
    ToolError::new("tool/invalid-arguments", message).with_details(json!({"violations": listed}))
}
