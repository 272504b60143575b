//! Where results go: names of files, and writing them whole or not at all.

use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// Where the user wants results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// Beside each source.
    Beside,
    /// Standard output.
    Stdout,
    /// Everything into this file.
    File(PathBuf),
    /// A folder, made if it is missing.
    Folder(PathBuf),
}

impl Target {
    /// Reads `-o`: `-`, an existing folder, a path that ends in a slash, or a file.
    pub(crate) fn new(argument: Option<&str>) -> Self {
        match argument {
            None => Self::Beside,
            Some("-") => Self::Stdout,
            Some(text) if text.ends_with(['/', '\\']) || Path::new(text).is_dir() => {
                Self::Folder(text.into())
            }
            Some(text) => Self::File(text.into()),
        }
    }

    /// The same, for a source from a folder further down: the output's folders look like the sources'.
    pub(crate) fn below(&self, folder: &Path) -> Self {
        match self {
            Self::Folder(root) => Self::Folder(root.join(folder)),
            other => other.clone(),
        }
    }
}

/// Whether a diagram's name can be a file's: in the folder or below it, never outside, and nothing hidden.
pub(crate) fn is_inside(name: &str) -> bool {
    let is_plain = |it: char| it.is_alphanumeric() || " ._-".contains(it);
    let is_part = |it: &str| !it.is_empty() && !it.starts_with('.') && it.chars().all(is_plain);
    name.split('/').all(is_part)
}

/// Replaces the file in one step, so that a reader never sees half of it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    roots::replace(path, bytes)
        .map_err(|source| Failure::Write { path: path.to_path_buf(), source })
}
