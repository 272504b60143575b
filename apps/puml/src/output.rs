//! Where results go: names of files, and writing them whole or not at all.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::exit::Failure;

/// Where the user wants results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// Beside each source.
    Beside,
    /// Standard output.
    Stdout,
    /// One file.
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
    let failed = |source| Failure::Write { path: path.to_path_buf(), source };
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    keep_mode(path, &file).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A replaced file keeps its permissions; a new one gets the usual ones instead of a temporary file's.
#[cfg(unix)]
fn keep_mode(path: &Path, file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).map_or(0o644, |it| it.permissions().mode());
    file.as_file().set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_mode(_: &Path, _: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}
