//! Why a request has no answer. The one place where that becomes a JSON-RPC code.

use lsp_server::{ErrorCode, ResponseError};

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The parameters do not fit the method.
    Params(String),
    /// The document was never opened, or is closed.
    NotOpen(String),
    /// Nobody knows the method.
    UnknownMethod(String),
    /// What was asked for cannot be done; the reason is for the user.
    Refused(String),
    /// The client does not want the answer any more.
    Cancelled,
    /// The method may not be called now.
    Misplaced(&'static str),
    /// Nothing may be asked before `initialize`.
    TooEarly,
    /// A panic while the request was answered, with its message.
    Bug(String),
}

impl From<Fault> for ResponseError {
    fn from(fault: Fault) -> Self {
        let (code, message) = match fault {
            Fault::Params(reason) => (ErrorCode::InvalidParams, reason),
            Fault::NotOpen(uri) => (ErrorCode::InvalidParams, format!("{uri} is not open")),
            Fault::UnknownMethod(method) => {
                (ErrorCode::MethodNotFound, format!("there is no method {method}"))
            }
            Fault::Refused(reason) => (ErrorCode::RequestFailed, reason),
            Fault::Cancelled => (ErrorCode::RequestCanceled, "cancelled".to_owned()),
            Fault::Misplaced(reason) => (ErrorCode::InvalidRequest, reason.to_owned()),
            Fault::TooEarly => {
                (ErrorCode::ServerNotInitialized, "initialize comes first".to_owned())
            }
            Fault::Bug(reason) => {
                (ErrorCode::InternalError, format!("a bug in puml-lsp: {reason}"))
            }
        };
        Self { code: code as i32, message, data: None }
    }
}
