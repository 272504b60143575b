//! What a caller is told when an operation cannot be done: the codes of the interface specification.

use std::sync::Arc;

use serde_json::{Value, json};

/// The stable code of an [`Error`], as clients match on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// No session has that id.
    SessionNotFound,
    /// The session has no such run.
    RunNotFound,
    /// The session has a run that is running or stopping.
    RunAlreadyActive,
    /// The run has ended, or there is none.
    RunNotActive,
    /// The target is unknown or lacks an artifact that only the user can give.
    InvalidTarget,
    /// The URI is malformed, leaves the session, or names no artifact.
    InvalidArtifactUri,
    /// The artifact is not in the version the caller expected.
    Conflict,
    /// The caller does not own the session, or nobody may write there.
    PermissionDenied,
    /// Artifacts cannot be written while a run is active.
    RunningReadonly,
    /// The store or a file failed; the message says where.
    InternalError,
    /// An argument has a value that is not allowed. An extension of the specification's list.
    InvalidArgument,
    /// The session is frozen. An extension of the specification's list.
    SessionArchived,
    /// The cursor was never handed out. An extension of the specification's list.
    InvalidCursor,
}

impl ErrorCode {
    /// The spelling on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SessionNotFound => "SESSION_NOT_FOUND",
            Self::RunNotFound => "RUN_NOT_FOUND",
            Self::RunAlreadyActive => "RUN_ALREADY_ACTIVE",
            Self::RunNotActive => "RUN_NOT_ACTIVE",
            Self::InvalidTarget => "INVALID_TARGET",
            Self::InvalidArtifactUri => "INVALID_ARTIFACT_URI",
            Self::Conflict => "CONFLICT",
            Self::PermissionDenied => "PERMISSION_DENIED",
            Self::RunningReadonly => "RUNNING_READONLY",
            Self::InternalError => "INTERNAL_ERROR",
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::SessionArchived => "SESSION_ARCHIVED",
            Self::InvalidCursor => "INVALID_CURSOR",
        }
    }
}

/// An operation that could not be done, in the specification's shape: code, message, details.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What a program matches on.
    pub code: ErrorCode,
    /// What a person reads; says what to do next where that is known.
    pub message: String,
    /// Named values behind the message; null when there are none.
    pub details: Value,
    /// What lies behind it, for logs; callers of tools and commands read the message.
    #[source]
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error without details.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Value::Null, source: None }
    }

    /// The same error with `details`.
    #[must_use]
    pub fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// The same error, because of `source`.
    #[must_use]
    pub fn because(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// The specification's envelope, `{"error": {"code", "message", "details"?}}`.
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code.as_str(), "message": self.message });
        if !self.details.is_null() {
            error["details"] = self.details.clone();
        }
        json!({ "error": error })
    }

    /// An argument outside its allowed values.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArgument, message)
    }

    /// A failure of the machine below, not of the request.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InternalError, message)
    }
}

/// The outcome of an operation on sessions.
pub type Result<T, E = Error> = std::result::Result<T, E>;
