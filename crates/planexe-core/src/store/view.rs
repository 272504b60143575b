//! The `out` folder of a session: current artifacts as plain files, for people and their tools.
//!
//! The files are a view. Content is always read by its digest; what people change here is found by
//! [`View::edits`] and taken over as their edit.
#![expect(clippy::disallowed_methods, reason = "the view is a folder of files")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::blobs::fault;
use crate::artifact::ArtifactPath;
use crate::session::SessionId;

const PART: &str = ".planexe-part";

/// The folders of all sessions.
#[derive(Debug)]
pub(crate) struct View {
    folder: PathBuf,
}

impl View {
    /// The view below `folder`, which need not exist yet.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
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
        fs::create_dir_all(&out).map_err(|error| fault(&out, error))
    }

    /// Shows content at a path. Readers see the old file or the new one, never a part.
    pub(crate) fn show(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let out = self.out(session);
        let target = out.join(path.as_str());
        let folder = target.parent().expect("an artifact lies below `out`");
        let write = || {
            fs::create_dir_all(folder)?;
            // A link inside `out` could lead anywhere.
            if fs::canonicalize(folder)?.strip_prefix(fs::canonicalize(&out)?).is_err() {
                return Err(io::Error::other("lies behind a link that leaves the session"));
            }
            let part = folder.join(format!("{PART}-{}", std::process::id()));
            fs::write(&part, bytes)?;
            fs::rename(&part, &target)
        };
        write().map_err(|error| fault(&target, error))
    }

    /// Every file below `out` with its content, except links and names no artifact can have.
    pub(crate) fn files(
        &self,
        session: &SessionId,
    ) -> Result<BTreeMap<ArtifactPath, Vec<u8>>, StoreError> {
        let out = self.out(session);
        let mut files = BTreeMap::new();
        if out.exists() {
            collect(&out, &out, &mut files).map_err(|error| fault(&out, error))?;
        }
        Ok(files)
    }
}

fn collect(
    out: &Path,
    folder: &Path,
    files: &mut BTreeMap<ArtifactPath, Vec<u8>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(out, &path, files)?;
        } else if kind.is_file()
            && let Ok(relative) = path.strip_prefix(out)
            && let Some(text) = relative.to_str()
            && let Ok(name) = text.replace(std::path::MAIN_SEPARATOR, "/").parse::<ArtifactPath>()
        {
            files.insert(name, fs::read(&path)?);
        }
    }
    Ok(())
}
