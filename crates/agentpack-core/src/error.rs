//! The one error of this crate: a stable code, a message and machine-readable details.
//! What each code means for the caller (`reason_code`, `next_actions`) is the table in `error/code.rs`.

mod code;

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};

pub use code::Code;

/// Why an operation could not finish. `details` already holds `reason_code` and `next_actions`.
#[derive(Debug, Clone)]
pub struct Error {
    /// The stable code callers match on.
    pub code: Code,
    /// One sentence for a person, naming source paths, never temporary ones.
    pub message: String,
    /// Facts for a program, additive over releases.
    pub details: Map<String, Value>,
    /// What failed underneath, for a log.
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// Shorthand for everything here that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with the details every error of `code` carries.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut details = Map::new();
        details.insert("reason_code".into(), code.reason().into());
        details.insert("next_actions".into(), json!(code.next_actions()));
        Self { code, message: message.into(), details, source: None }
    }

    /// The same error with one more detail; replaces a default of that name.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.details.insert(key.into(), value.into());
        self
    }

    /// The same error with what failed underneath.
    #[must_use]
    pub fn caused_by(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// The same error about a file: `path` and its twin with forward slashes.
    #[must_use]
    pub fn at(self, path: &Path) -> Self {
        self.with("path", path.display().to_string()).with("path_posix", crate::path::posix(path))
    }

    /// What the operating system refused, folded into the stable `E_IO_*` codes.
    pub fn io(verb: &str, path: &Path, cause: &io::Error) -> Self {
        let code = match cause.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Code::IoPermissionDenied
            }
            io::ErrorKind::InvalidFilename => Code::IoPathTooLong,
            io::ErrorKind::InvalidInput
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory => Code::IoInvalidPath,
            io::ErrorKind::Interrupted => Code::Interrupted,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Code::IoNoSpace,
            _ => Code::IoFailed,
        };
        Self::new(code, format!("cannot {verb} {}: {cause}", path.display()))
            .at(path)
            .with("cause", cause.to_string())
            .caused_by(duplicate(cause))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// An error of the system cannot be cloned; its number or its kind and text say the same.
fn duplicate(cause: &io::Error) -> io::Error {
    match cause.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::new(cause.kind(), cause.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_a_program_what_to_do_next() {
        let error = Error::new(Code::ConfigMissing, "no agentpack.yaml");
        assert_eq!(error.details["reason_code"], "config_missing");
        assert_eq!(
            error.details["next_actions"],
            json!(["run_init", "retry_with_repo", "retry_command"])
        );
    }

    #[test]
    fn a_full_disk_has_a_code_of_its_own() {
        let cause = io::Error::from(io::ErrorKind::StorageFull);
        let error = Error::io("write", Path::new("/x"), &cause);
        assert_eq!(error.code, Code::IoNoSpace);
        let source = std::error::Error::source(&error).unwrap();
        let source: &io::Error = source.downcast_ref().unwrap();
        assert_eq!(source.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_file_that_cannot_be_parsed_keeps_what_the_parser_said() {
        let error = crate::Lock::parse("{").unwrap_err();
        let source = std::error::Error::source(&error).unwrap();
        let source: &serde_json::Error = source.downcast_ref().unwrap();
        assert!(source.is_eof(), "{source}");
        assert!(error.message.contains(&source.to_string()), "{error}");
    }
}
