//! `agentpack.lock.json`: which commit and which bytes each module had. Reading is strict.
//! Resolving and fetching are in `lock/update.rs`.

mod update;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::git::is_commit;
use crate::hash_cache::read_text;
use crate::module::ModuleId;
use content_digest::Digest;

pub use update::{LockUpdate, ModuleUpdate, fetch, resolve_lock, write_lock};

/// The file name inside the config repo.
pub const FILE: &str = "agentpack.lock.json";
const MAX_BYTES: u64 = 256 << 20;

/// The lock of a repo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// Always 1.
    pub version: u64,
    /// When it was written.
    pub generated_at: String,
    /// Sorted by id.
    pub modules: Vec<LockedModule>,
}

/// One module as it was locked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedModule {
    /// Unique in the lock.
    pub id: ModuleId,
    /// The module's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The exact folder or commit that the source led to.
    pub resolved_source: ResolvedSource,
    /// `local` or the commit.
    pub resolved_version: String,
    /// The module's digest, see [`module_digest`].
    pub sha256: Digest,
    /// Sorted by path.
    pub file_manifest: Vec<LockedFile>,
}

/// Exactly one of the two is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedSource {
    /// Relative to the repo.
    #[serde(default)]
    pub local_path: Option<ResolvedLocal>,
    /// A commit of a repository.
    #[serde(default)]
    pub git: Option<ResolvedGit>,
}

/// A locked folder of the repo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedLocal {
    /// Relative to the repo.
    pub path: String,
}

/// A repository pinned to one commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedGit {
    /// As in the config.
    pub url: String,
    /// The full commit id.
    pub commit: String,
    /// Folder of the repository, empty for the whole.
    #[serde(default)]
    pub subdir: String,
}

/// One file of a locked module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// Relative to the module, with forward slashes.
    pub path: String,
    /// The digest of the file's bytes.
    pub sha256: Digest,
    /// The file's size in bytes.
    pub bytes: u64,
}

impl Lock {
    /// The lock of `repo`; `None` when there is none, an error when there is one that cannot be read.
    pub fn load(repo: &Path) -> Result<Option<Self>> {
        let path = repo.join(FILE);
        if let Err(error) = path.symlink_metadata()
            && error.kind() == io::ErrorKind::NotFound
        {
            return Ok(None);
        }
        let text = read_text(&path, MAX_BYTES)?;
        Self::parse(&text).map(Some).map_err(|error| error.at(&path))
    }

    /// Fails where the text is no JSON, or of another version.
    pub fn parse(text: &str) -> Result<Self> {
        let invalid = |error: &dyn std::fmt::Display| {
            Error::new(Code::LockfileInvalid, format!("{FILE} cannot be read: {error}"))
        };
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| invalid(&error).caused_by(error))?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(1) => {}
            Some(other) => {
                let message = format!("{FILE} has version {other}; this build reads version 1");
                return Err(
                    Error::new(Code::LockfileUnsupportedVersion, message).with("version", other)
                );
            }
            None => return Err(invalid(&"it has no version")),
        }
        let lock: Self =
            serde_json::from_value(value).map_err(|error| invalid(&error).caused_by(error))?;
        for module in &lock.modules {
            if let Some(git) = &module.resolved_source.git
                && !is_commit(&git.commit)
            {
                return Err(invalid(&format!("`{}` of {} is not a commit", git.commit, module.id)));
            }
        }
        Ok(lock)
    }

    /// The entry of a module.
    pub fn module(&self, id: &ModuleId) -> Option<&LockedModule> {
        self.modules.iter().find(|module| module.id == *id)
    }

    /// Pretty JSON with a final newline, modules by id and files by path.
    pub fn to_text(&self) -> String {
        let mut sorted = self.clone();
        sorted.modules.sort_by(|a, b| a.id.cmp(&b.id));
        for module in &mut sorted.modules {
            module.file_manifest.sort_by(|a, b| a.path.cmp(&b.path));
        }
        serde_json::to_string_pretty(&sorted).expect("a lock has only text keys") + "\n"
    }
}

/// The digest of a module: over path, digest and size of each file, sorted by path.
pub(crate) fn module_digest<'f>(files: impl IntoIterator<Item = (&'f str, Digest, u64)>) -> Digest {
    let sorted: BTreeMap<_, _> =
        files.into_iter().map(|(path, digest, size)| (path, (digest, size))).collect();
    let mut text = String::new();
    for (path, (digest, size)) in sorted {
        let _ = writeln!(text, "{path}\n{digest}\n{size}");
    }
    Digest::of(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corrupt_lock_is_an_error_and_a_new_version_another() {
        assert_eq!(Lock::parse("{").unwrap_err().code, Code::LockfileInvalid);
        assert_eq!(Lock::parse("{\"version\":1}").unwrap_err().code, Code::LockfileInvalid);
        assert_eq!(
            Lock::parse("{\"version\":2}").unwrap_err().code,
            Code::LockfileUnsupportedVersion
        );
    }

    #[test]
    fn a_lock_written_is_the_lock_read() {
        let file = LockedFile { path: "SKILL.md".into(), sha256: Digest::of("x"), bytes: 1 };
        let lock = Lock {
            version: 1,
            generated_at: "2026-01-01T00:00:00Z".into(),
            modules: vec![LockedModule {
                id: "skill:a".into(),
                kind: "skill".into(),
                resolved_source: ResolvedSource {
                    local_path: Some(ResolvedLocal { path: "a".into() }),
                    git: None,
                },
                resolved_version: "local".into(),
                sha256: module_digest([("SKILL.md", file.sha256, 1)]),
                file_manifest: vec![file],
            }],
        };
        assert_eq!(Lock::parse(&lock.to_text()).unwrap(), lock);
    }

    #[test]
    fn a_commit_that_is_not_one_is_refused() {
        let text = r#"{"version":1,"generated_at":"","modules":[{"id":"a","type":"skill","resolved_source":{"git":{"url":"/x","commit":"../../x"}},"resolved_version":"","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","file_manifest":[]}]}"#;
        assert_eq!(Lock::parse(text).unwrap_err().code, Code::LockfileInvalid);
    }
}
