//! What a call is about: the text in `source`, or the file at `path`.

use std::path::{Path, PathBuf};

use diagrams::{Language, not_a_diagram};
use puml_compiler::{Limits, oversized};
use serde_json::{Value, json};
use toolserver::{Call, RootError, ToolError, Violation};

/// A text with a name for findings, and the folder it lies in if it is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
    /// By the ending of the path; a text without one is puml.
    pub(crate) language: Language,
    pub(crate) folder: Option<PathBuf>,
}

/// The name that findings have for a text that came without a file.
const UNNAMED: &str = "source";

impl Input {
    /// As [`Input::of`], for tools that do more with a text than compile it: refused when it is larger than a compiler
    /// would read.
    pub(crate) fn bounded(call: &Call, arguments: &Value) -> Result<Self, ToolError> {
        let input = Self::of(call, arguments)?;
        match oversized(&input.text, &Limits::SHARED) {
            None => Ok(input),
            Some((line, message)) => {
                let line = line + 1;
                let message = format!("line {line}: {message}; split the text into several files");
                Err(ToolError::new("puml/too-large", message))
            }
        }
    }

    /// As [`Input::bounded`], for tools that work on the text of one puml source and not on a page.
    pub(crate) fn puml(call: &Call, arguments: &Value) -> Result<Self, ToolError> {
        let input = Self::bounded(call, arguments)?;
        if input.language == Language::Puml {
            return Ok(input);
        }
        let message = format!(
            "{:?} is {}, not puml; pass the text of the diagram as source",
            input.name,
            input.language.name()
        );
        Err(ToolError::new("path/not-puml", message))
    }

    /// Exactly one of `source` and `path`; a path is confined to the roots of the call and must be a diagram's.
    pub(crate) fn of(call: &Call, arguments: &Value) -> Result<Self, ToolError> {
        match (arguments["source"].as_str(), arguments["path"].as_str()) {
            (Some(text), None) => {
                let (name, text) = (UNNAMED.to_owned(), text.to_owned());
                Ok(Self { name, text, language: Language::Puml, folder: None })
            }
            (None, Some(path)) => {
                call.roots().confine(path)?;
                admit(Path::new(path))?;
                let found = call.roots().read(path, call.limits().source_bytes)?;
                // A link may lead to a file of another name.
                admit(&found.path)?;
                let text = String::from_utf8(found.bytes)
                    .map_err(|_| RootError::NotText(path.to_owned()))?;
                let folder = found.path.parent().map(PathBuf::from);
                let language = Language::of_path(&found.path).unwrap_or(Language::Puml);
                Ok(Self { name: path.replace('\\', "/"), text, language, folder })
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

/// Refuses files that are not named as diagrams, and those that hosts protect.
fn admit(path: &Path) -> Result<(), ToolError> {
    let Some(reason) = not_a_diagram(path) else { return Ok(()) };
    let message = format!("{reason}; pass a diagram file, or its text as source");
    Err(ToolError::new("path/not-a-diagram", message))
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
