//! The `out` folder of a session: current artifacts as plain files, for people and their tools.
//!
//! The files are a view. Content is always read by its digest; what people change here is
//! taken over as their edit by `engine/edits.rs`.
#![expect(clippy::disallowed_methods, reason = "the view is a folder of files")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::StoreError;
use super::blobs::fault;
use super::scratch::Scratch;
use crate::artifact::ArtifactPath;
use crate::session::SessionId;

/// The folders of all sessions.
#[derive(Debug)]
pub(crate) struct View {
    folder: PathBuf,
    files: Files,
    turn: Mutex<()>,
}

/// Whether artifacts are shown as files.
#[derive(Debug)]
enum Files {
    Shown,
    /// Sessions of many machines have no folder of their own; only logs on their way are here.
    None {
        /// Held, since the folder goes with it.
        _scratch: Scratch,
    },
}

/// Names that editors, office programs and file managers give to files of their own.
pub(crate) fn is_temporary(name: &str) -> bool {
    const BEGINNINGS: [&str; 3] = [".", "~$", "#"];
    const ENDINGS: [&str; 9] =
        ["~", "#", ".swp", ".swo", ".swx", ".tmp", ".bak", "___jb_tmp___", "___jb_old___"];
    // Vim writes 4913 to see whether it can write, and counts on from there.
    let is_probe = name.len() == 4 && name.starts_with("49") && name.parse::<u32>().is_ok();
    is_probe
        || BEGINNINGS.iter().any(|it| name.starts_with(it))
        || ENDINGS.iter().any(|it| name.ends_with(it))
        || ["Thumbs.db", "desktop.ini"].contains(&name)
}

impl View {
    /// The view below `folder`, which need not exist yet.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, files: Files::Shown, turn: Mutex::default() }
    }

    /// No view at all; `scratch` holds the logs of runs that this process drives.
    pub(crate) fn none(scratch: Scratch) -> Self {
        let folder = scratch.path().to_owned();
        Self { folder, files: Files::None { _scratch: scratch }, turn: Mutex::default() }
    }

    /// Whether other processes can read what is here.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(self.files, Files::Shown)
    }

    /// The `out` folder of a session.
    pub(crate) fn out(&self, session: &SessionId) -> PathBuf {
        self.folder.join(session.as_str()).join("out")
    }

    /// The file a run's log grows in.
    pub(crate) fn live_log(&self, session: &SessionId) -> PathBuf {
        self.folder.join(session.as_str()).join("run.log")
    }

    /// Makes the folder of a session.
    pub(crate) fn prepare(&self, session: &SessionId) -> Result<(), StoreError> {
        let out = self.out(session);
        let folder = if self.is_shown() { out } else { self.folder.join(session.as_str()) };
        fs::create_dir_all(&folder).map_err(|error| fault(&folder, error))
    }

    /// Removes the folder of a session, and nothing that a link in it leads to.
    pub(crate) fn remove(&self, session: &SessionId) -> Result<(), StoreError> {
        let folder = self.folder.join(session.as_str());
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fault(&folder, error)),
            _ => Ok(()),
        }
    }

    /// Removes the log of a run that has ended where nobody but its process could read it.
    pub(crate) fn discard_log(&self, session: &SessionId) {
        if !self.is_shown() {
            // It goes with the process at the latest.
            let _ = fs::remove_dir_all(self.folder.join(session.as_str()));
        }
    }

    /// Lets one thread at a time look at a file and replace it.
    pub(crate) fn turn(&self) -> MutexGuard<'_, ()> {
        // Nothing is guarded but the order, so a panic elsewhere leaves nothing half-done.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a file. Readers see the old content or the new one, never a part.
    pub(crate) fn write(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        if !self.is_shown() {
            return Ok(());
        }
        let out = self.out(session);
        let target = out.join(path.as_str());
        let folder = target.parent().expect("an artifact lies below `out`");
        let write = || {
            if folder != out {
                fs::create_dir_all(folder)?;
                // A link inside `out` could lead anywhere.
                if fs::canonicalize(folder)?.strip_prefix(fs::canonicalize(&out)?).is_err() {
                    return Err(io::Error::other("lies behind a link that leaves the session"));
                }
            }
            // Synced, so that a crash leaves no empty file, which would count as an edit.
            roots::replace(&target, bytes)
        };
        write().map_err(|error| fault(&target, error))
    }

    /// The content of a file, if there is one and it is not a link.
    pub(crate) fn file(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let file = self.out(session).join(path.as_str());
        match fs::symlink_metadata(&file) {
            Ok(found) if found.is_file() => {
                fs::read(&file).map(Some).map_err(|error| fault(&file, error))
            }
            _ => Ok(None),
        }
    }

    /// Every file below `out`, in order, except links, names no artifact can have, and what programs
    /// leave beside the files that they have open.
    pub(crate) fn paths(&self, session: &SessionId) -> Result<Vec<ArtifactPath>, StoreError> {
        let out = self.out(session);
        let mut paths = Vec::new();
        if out.exists() {
            collect(&out, &out, &mut paths).map_err(|error| fault(&out, error))?;
        }
        paths.sort();
        Ok(paths)
    }
}

fn collect(out: &Path, folder: &Path, paths: &mut Vec<ArtifactPath>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if is_temporary(&entry.file_name().to_string_lossy()) {
            continue;
        }
        if kind.is_dir() {
            collect(out, &path, paths)?;
        } else if kind.is_file()
            && let Ok(relative) = path.strip_prefix(out)
            && let Some(text) = relative.to_str()
            && let Ok(path) = text.replace(std::path::MAIN_SEPARATOR, "/").parse()
        {
            paths.push(path);
        }
    }
    Ok(())
}
