//! Every way a well-formed call can fail, and how the failure reads unless a server says otherwise.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{Answer, Tool, ToolError, Violation};

/// Why a call has no ordinary answer. It becomes a result with `isError: true`, never a protocol error.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The arguments break the input schema or the source limit; every violation is listed.
    Arguments(Vec<Violation>),
    /// The handler refused or failed.
    Tool(ToolError),
    /// The handler was still running when its time was up; it has been told to stop.
    TimeLimit(Duration),
    /// The answer was larger than the limit.
    OutputLimit {
        /// What the answer would have taken as JSON.
        bytes: usize,
        /// The bound that was set.
        limit: usize,
    },
    /// The handler panicked. The message is for the log; the server lives on.
    Panic(String),
    /// The answer breaks the tool's own output schema; looked for in debug builds only.
    Output(Vec<Violation>),
}

/// Renders a fault in a system's own envelope. Gets the tool and the arguments as they came; the answer is marked as an
/// error whatever it says itself.
///
/// ```
/// use serde_json::{Value, json};
/// use toolserver::{Answer, Fault, Server, Tool};
///
/// fn envelope(tool: &Tool, _arguments: &Value, fault: &Fault) -> Answer {
///     let error = fault.to_error(&tool.name);
///     let code = match fault {
///         // A missing property is named itself, so approval can be told apart from other violations.
///         Fault::Arguments(violations) if violations.iter().any(|violation| violation.path == "/yes") => {
///             "E_CONFIRM_REQUIRED"
///         }
///         Fault::Arguments(_) => "E_ARGUMENTS",
///         Fault::Tool(error) => error.code.as_str(),
///         _ => "E_INTERNAL",
///     };
///     Answer::json(json!({"ok": false, "command": tool.name, "errors": [{"code": code, "message": error.message}]}))
/// }
///
/// let server = Server { render_fault: Some(envelope), ..Server::new("deployer", "1.0.0") };
/// # let _ = server;
/// ```
pub type RenderFault = fn(&Tool, &Value, &Fault) -> Answer;

impl Fault {
    /// The code, message and details used when a server has no [`RenderFault`] of its own.
    pub fn to_error(&self, tool: &str) -> ToolError {
        match self {
            Self::Arguments(violations) => {
                let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
                let message = format!(
                    "The arguments of {tool} do not fit its schema. Correct these and call again:\n{}",
                    lines.join("\n")
                );
                ToolError::new("tool/invalid-arguments", message)
                    .with_details(json!({"violations": list(violations)}))
            }
            Self::Tool(error) => error.clone(),
            Self::TimeLimit(limit) => {
                let message = format!(
                    "{tool} was stopped after {} ms. Try a smaller input.",
                    limit.as_millis()
                );
                ToolError::new("tool/time-limit", message)
            }
            Self::OutputLimit { bytes, limit } => {
                let message = format!(
                    "The answer of {tool} has {bytes} bytes, more than the {limit} allowed. Ask for less."
                );
                ToolError::new("tool/output-limit", message)
                    .with_details(json!({"bytes": bytes, "limit": limit}))
            }
            Self::Panic(message) => ToolError::new(
                "tool/bug",
                format!("internal error in {tool}; please report it with the input: {message}"),
            ),
            Self::Output(violations) => ToolError::new(
                "tool/bug",
                format!("internal error in {tool}; please report it with the input: the answer breaks its own output schema"),
            )
            .with_details(json!({"violations": list(violations)})),
        }
    }
}

fn list(violations: &[Violation]) -> Vec<Value> {
    violations
        .iter()
        .map(|violation| {
            json!({"path": violation.path, "keyword": violation.keyword, "message": violation.message})
        })
        .collect()
}
