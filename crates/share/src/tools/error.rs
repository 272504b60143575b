//! What an encoder tool answers instead of a result: the published codes, messages and statuses.

/// A refusal. Its text is the published message and tells nothing of the inside.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The code is missing, not a string, or white space only.
    #[error("plantumlCode is required and cannot be empty")]
    EmptyCode,
    /// The code is longer than the limit, counted in UTF-8 bytes.
    #[error("PlantUML code exceeds maximum size of 50KB")]
    CodeTooLarge,
    /// The text is not valid UTF-8, so that no code can stand for it.
    #[error("Failed to encode PlantUML code")]
    EncodingFailed,
    /// The text to decode is missing, not a string, or white space only.
    #[error("encoded is required and cannot be empty")]
    EmptyEncoded,
    /// The text to decode is no finished PlantUML code; the reason is in the message.
    #[error("Failed to decode PlantUML code: {0}")]
    DecodingFailed(#[from] crate::DecodeError),
    /// No tool has this name.
    #[error("Tool '{0}' not found")]
    ToolNotFound(String),
    /// The request names no tool at all.
    #[error("Tool name is required")]
    ToolNameRequired,
    /// The request uses another method than the one given here.
    #[error("Only {0} method is allowed")]
    MethodNotAllowed(&'static str),
    /// Anything that should not happen; what it was stays inside.
    #[error("Internal server error")]
    Internal,
}

impl ToolError {
    /// The published code, stable over releases.
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptyCode => "EMPTY_CODE",
            Self::CodeTooLarge => "CODE_TOO_LARGE",
            Self::EncodingFailed => "ENCODING_FAILED",
            Self::EmptyEncoded => "EMPTY_ENCODED",
            Self::DecodingFailed(_) => "DECODING_FAILED",
            Self::ToolNotFound(_) => "TOOL_NOT_FOUND",
            Self::ToolNameRequired => "TOOL_NAME_REQUIRED",
            Self::MethodNotAllowed(_) => "METHOD_NOT_ALLOWED",
            Self::Internal => "INTERNAL_ERROR",
        }
    }

    /// The HTTP status that goes with the code.
    pub fn status(&self) -> u16 {
        match self {
            Self::EmptyCode
            | Self::EmptyEncoded
            | Self::DecodingFailed(_)
            | Self::ToolNameRequired => 400,
            Self::ToolNotFound(_) => 404,
            Self::MethodNotAllowed(_) => 405,
            Self::CodeTooLarge => 413,
            Self::EncodingFailed | Self::Internal => 500,
        }
    }
}
