//! `.agentpack.owned.json` in a project: which of its files agentpack wrote, and with which content. It is meant to be
//! committed, so that a fresh clone tells a managed file from a person's own. Holds no times, ids or absolute paths.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::manifest::Entry;
use crate::owner::Owner;
use crate::path::{RelPath, posix};

/// The file name in the project.
pub(crate) const FILE: &str = ".agentpack.owned.json";

/// What a project's files of ours are.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ownership {
    /// By owner and folder relative to the project; empty text for the project itself.
    roots: BTreeMap<(Owner, String), Vec<Entry>>,
}

/// The file as it is written: one folder an object, one file a line, so that merges of it stay small.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: u64,
    roots: Vec<StoredRoot>,
}

#[derive(Serialize, Deserialize)]
struct StoredRoot {
    owner: Owner,
    folder: String,
    files: Vec<Entry>,
}

impl Ownership {
    pub(crate) fn file(project: &Path) -> PathBuf {
        project.join(FILE)
    }

    /// What the project's file says; nothing when there is none. A file that cannot be read is an error, because
    /// passing over it would call the team's files somebody else's.
    pub(crate) fn load(project: &Path) -> Result<Self> {
        let path = Self::file(project);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(Self::default());
            }
            Err(error) => return Err(Error::io("read", &path, &error)),
        };
        let invalid = |problem: String| {
            let message = format!(
                "{} cannot be read: {problem}; resolve it, or restore it with git",
                path.display()
            );
            Error::new(Code::OwnershipInvalid, message).at(&path)
        };
        let stored: Stored = serde_json::from_slice(&bytes)
            .map_err(|error| invalid(error.to_string()).caused_by(error))?;
        if stored.version != 1 {
            return Err(invalid(format!("it has version {}", stored.version)));
        }
        let mut roots = BTreeMap::new();
        for root in stored.roots {
            if !root.folder.is_empty() {
                RelPath::new(&root.folder).map_err(&invalid)?;
            }
            for entry in &root.files {
                RelPath::new(&entry.path).map_err(&invalid)?;
            }
            roots.insert((root.owner, root.folder), root.files);
        }
        Ok(Self { roots })
    }

    /// Takes the files of `owner` below `root` out, when `root` lies in `project` and is listed.
    pub(crate) fn take(&mut self, project: &Path, owner: Owner, root: &Path) -> Option<Vec<Entry>> {
        let folder = posix(root.strip_prefix(project).ok()?);
        self.roots.remove(&(owner, folder))
    }

    /// Lists `entries` for a folder; one outside of the project is passed over.
    pub(crate) fn set(
        &mut self,
        project: &Path,
        owner: Owner,
        root: &Path,
        entries: &[Arc<Entry>],
    ) {
        let Ok(folder) = root.strip_prefix(project) else { return };
        let key = (owner, posix(folder));
        if entries.is_empty() {
            self.roots.remove(&key);
        } else {
            let mut files: Vec<Entry> = entries.iter().map(|entry| (**entry).clone()).collect();
            files.sort_by(|a, b| a.path.cmp(&b.path));
            self.roots.insert(key, files);
        }
    }

    /// The text of the file; `None` when nothing is listed, so that the file goes.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        if self.roots.is_empty() {
            return None;
        }
        let mut text = String::from("{\"version\": 1, \"roots\": [");
        for (at, ((owner, folder), files)) in self.roots.iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { ",\n" });
            let (owner, folder) = (line(owner), line(folder));
            let _ = write!(text, "  {{\"owner\": {owner}, \"folder\": {folder}, \"files\": [");
            for (at, entry) in files.iter().enumerate() {
                text.push_str(if at == 0 { "\n    " } else { ",\n    " });
                text.push_str(&line(entry));
            }
            text.push_str("\n  ]}");
        }
        text.push_str("\n]}\n");
        Some(text.into_bytes())
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text keys only")
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;
    use content_digest::Digest;

    fn entry(path: &str) -> Arc<Entry> {
        Arc::new(Entry {
            path: path.into(),
            sha256: Digest::of(path),
            module_ids: vec!["skill:a".into()],
            readers: Vec::new(),
            merge: None,
        })
    }

    #[test]
    fn what_is_written_reads_back_and_holds_one_file_a_line() {
        let project = tempfile::tempdir().unwrap();
        let root = project.path().join(".agents/skills");
        let codex = Owner::named("codex").unwrap();
        let mut owned = Ownership::default();
        owned.set(project.path(), codex, project.path(), &[entry("AGENTS.md")]);
        owned.set(
            project.path(),
            Owner::SHARED,
            &root,
            &[entry("b/SKILL.md"), entry("a/SKILL.md")],
        );
        owned.set(project.path(), codex, Path::new("/elsewhere"), &[entry("x")]);
        let bytes = owned.bytes().unwrap();
        assert_eq!(String::from_utf8(bytes.clone()).unwrap().lines().count(), 9);
        fs::write(Ownership::file(project.path()), bytes).unwrap();
        let mut read = Ownership::load(project.path()).unwrap();
        assert_eq!(read, owned);
        let shared = read.take(project.path(), Owner::SHARED, &root).unwrap();
        assert_eq!((shared[0].path.as_str(), shared.len()), ("a/SKILL.md", 2));
        assert_eq!(read.take(project.path(), Owner::SHARED, Path::new("/elsewhere")), None);
    }

    #[test]
    fn a_file_that_leaves_the_project_or_cannot_be_read_is_refused() {
        let project = tempfile::tempdir().unwrap();
        assert_eq!(Ownership::load(project.path()).unwrap(), Ownership::default());
        for text in [
            "{",
            "<<<<<<< ours",
            r#"{"version": 2, "roots": []}"#,
            r#"{"version": 1, "roots": [{"owner": "codex", "folder": "../x", "files": []}]}"#,
        ] {
            fs::write(Ownership::file(project.path()), text).unwrap();
            assert_eq!(Ownership::load(project.path()).unwrap_err().code, Code::OwnershipInvalid);
        }
    }
}
