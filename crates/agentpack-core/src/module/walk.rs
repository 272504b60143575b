//! The files below a folder, or one file: with limits, and without following links out of it.

use std::ffi::OsStr;
use std::fs::{self, Metadata, ReadDir};
use std::io;
use std::path::{Path, PathBuf};

use super::ModuleId;
use crate::error::{Code, Error, Result};
use crate::hash_cache::Fingerprint;
use crate::module::{File, Layer};
use crate::path::{RelPath, check_name};
use crate::survey::is_executable;
use content_digest::Digest;

const MAX_DEPTH: usize = 32;
const MAX_FILES: usize = 100_000;
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A file whose digest is still to be filled in.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) rel: RelPath,
    pub(crate) file: File,
    pub(super) print: Option<Fingerprint>,
}

/// Every regular file at or below `root`, but nothing of `.git` and `.agentpack`.
pub(super) fn walk(module: &ModuleId, root: &Path, layer: Layer) -> Result<Vec<Found>> {
    let mut walker = Walker { module, root, real_root: None, layer, found: Vec::new() };
    match fs::read_dir(root) {
        Ok(entries) => walker.folder("", root, entries, 0)?,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let metadata = fs::metadata(root).map_err(|error| Error::io("read", root, &error))?;
            if !metadata.is_file() {
                return Err(walker.refuse(root, "is neither a file nor a folder"));
            }
            let name = walker.name(root, root.file_name().unwrap_or_default())?.to_owned();
            walker.file(&name, root.to_path_buf(), &metadata)?;
        }
        Err(error) => return Err(Error::io("read", root, &error)),
    }
    Ok(walker.found)
}

struct Walker<'w> {
    module: &'w ModuleId,
    root: &'w Path,
    real_root: Option<PathBuf>,
    layer: Layer,
    found: Vec<Found>,
}

impl Walker<'_> {
    fn folder(&mut self, rel: &str, dir: &Path, entries: ReadDir, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(self.limit(dir, &format!("folders are nested deeper than {MAX_DEPTH}")));
        }
        for entry in entries {
            let entry = entry.map_err(|error| Error::io("read", dir, &error))?;
            let name = entry.file_name();
            if name == ".git" || name == ".agentpack" {
                continue;
            }
            let path = entry.path();
            let name = self.name(&path, &name)?;
            let rel = if rel.is_empty() { name.to_owned() } else { format!("{rel}/{name}") };
            let kind = entry.file_type().map_err(|error| Error::io("read", &path, &error))?;
            if kind.is_dir() {
                let below =
                    fs::read_dir(&path).map_err(|error| Error::io("read", &path, &error))?;
                self.folder(&rel, &path, below, depth + 1)?;
            } else if kind.is_file() {
                let metadata =
                    entry.metadata().map_err(|error| Error::io("read", &path, &error))?;
                self.file(&rel, path, &metadata)?;
            } else if kind.is_symlink() {
                self.link(&rel, path)?;
            } else {
                return Err(self.refuse(&path, "is neither a file nor a folder"));
            }
        }
        Ok(())
    }

    fn file(&mut self, rel: &str, path: PathBuf, metadata: &Metadata) -> Result<()> {
        let rel = RelPath::of_checked_names(rel).map_err(|problem| self.refuse(&path, &problem))?;
        if metadata.len() > MAX_FILE_BYTES {
            return Err(
                self.limit(&path, &format!("the file has more than {MAX_FILE_BYTES} bytes"))
            );
        }
        if self.found.len() >= MAX_FILES {
            return Err(
                self.limit(self.root, &format!("the module has more than {MAX_FILES} files"))
            );
        }
        let file = File {
            path,
            patched: None,
            size: metadata.len(),
            executable: is_executable(metadata),
            digest: Digest::UNKNOWN,
            layer: self.layer,
        };
        self.found.push(Found { rel, file, print: Fingerprint::of(metadata) });
        Ok(())
    }

    /// A link to a file of the same module stands for that file; any other link is refused, because
    /// it would carry foreign content into the places agents read.
    fn link(&mut self, rel: &str, path: PathBuf) -> Result<()> {
        let Ok(real) = path.canonicalize() else {
            return Err(self.refuse(&path, "is a link to nothing"));
        };
        if self.real_root.is_none() {
            self.real_root = Some(
                self.root.canonicalize().map_err(|error| Error::io("read", self.root, &error))?,
            );
        }
        if !self.real_root.as_ref().is_some_and(|root| real.starts_with(root)) {
            return Err(self.refuse(&path, "is a link that leaves the module"));
        }
        let metadata = fs::metadata(&real).map_err(|error| Error::io("read", &real, &error))?;
        if !metadata.is_file() {
            return Err(self.refuse(&path, "is a link to a folder"));
        }
        self.file(rel, path, &metadata)
    }

    /// One component, if it is a portable name.
    fn name<'n>(&self, path: &Path, name: &'n OsStr) -> Result<&'n str> {
        let name = name.to_str().ok_or_else(|| self.refuse(path, "is not named in UTF-8"))?;
        check_name(name).map_err(|problem| self.refuse(path, &format!("is refused: {problem}")))?;
        Ok(name)
    }

    fn refuse(&self, path: &Path, problem: &str) -> Error {
        let message = format!("module {}: {} {problem}", self.module, path.display());
        Error::new(Code::ConfigInvalid, message).with("module_id", self.module).at(path)
    }

    fn limit(&self, path: &Path, problem: &str) -> Error {
        let message = format!("module {}: {problem}: {}", self.module, path.display());
        Error::new(Code::LimitExceeded, message).with("module_id", self.module).at(path)
    }
}
