//! Why a path is refused.

use std::io;
use std::path::Path;

/// Why a path is refused. Paths are shown as the caller wrote them, and nothing is told about what lies outside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// Paths cannot be used at all.
    #[error("no folder is allowed, so {path:?} cannot be used: pass the text itself, or {advice}")]
    NoRoot {
        /// As the caller wrote it.
        path: String,
        /// How a folder can be allowed.
        advice: String,
    },
    /// The path leads out of every root, by its spelling or through a symbolic link.
    #[error("{path:?} lies outside the allowed folders: {advice}")]
    Outside {
        /// As the caller wrote it.
        path: String,
        /// How a folder can be allowed.
        advice: String,
    },
    /// Inside a root, but nothing is there.
    #[error("{0:?} does not exist under the allowed folders")]
    Missing(String),
    /// A folder, a device or a pipe.
    #[error("{0:?} is not a file")]
    NotAFile(String),
    /// The place to write to is a symbolic link.
    #[error("{0:?} is a symbolic link, and links are not written through")]
    Symlink(String),
    /// More bytes than a source may have.
    #[error("{path:?} has more than {limit} bytes")]
    TooLarge {
        /// As the caller wrote it.
        path: String,
        /// The bound that was set.
        limit: usize,
    },
    /// The bytes are not UTF-8.
    #[error("{0:?} is not UTF-8 text")]
    NotText(String),
    /// The system refused, for a reason of its own.
    #[error("{path:?} cannot be used: {reason}")]
    Unusable {
        /// As the caller wrote it.
        path: String,
        /// The system's words.
        reason: String,
    },
}

pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

pub(crate) fn unusable(path: &Path, error: &io::Error) -> RootError {
    RootError::Unusable { path: shown(path), reason: error.to_string() }
}
