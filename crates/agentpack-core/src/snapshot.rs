//! What was written, when: one small file per run that lists its changes, over a store of content.
//! A snapshot is a difference, so that a one-byte change costs bytes; states are folds over snapshots.

mod damage;
mod id;
mod objects;
mod prune;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::error::{Code, Error, Result};
use crate::manifest::Entry;
use crate::owner::Owner;
use crate::path::posix;
use crate::plan::{Op, Stamp};
use content_digest::Digest;

pub use damage::{Damage, damage, set_aside};
pub use id::{Id, NotAnId, last_run, resolve, short};
pub(crate) use objects::{Objects, PackWriter};
pub use prune::{KEPT_RUNS, Pruned, prune, prune_by_policy};

/// The format this build writes; files without the number come from older tools.
const FORMAT: u64 = 2;

/// One run that changed files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Always 2.
    pub format: u64,
    /// Deploy, rollback, or the state before the first.
    pub kind: Kind,
    /// Orders snapshots by time.
    pub id: Id,
    /// The time of the run, RFC 3339.
    pub created_at: String,
    /// The project it ran in.
    pub project: PathBuf,
    /// The hosts it was for.
    pub targets: Vec<Owner>,
    /// The folders it was responsible for.
    pub roots: Vec<ManagedRoot>,
    /// Files it changed, and manifest lines that changed without their file.
    pub changes: Vec<Record>,
    /// Folders that the run made, so that undoing it removes them if they are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub created_dirs: Vec<PathBuf>,
    /// For a rollback: the snapshot it went back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_back_to: Option<Id>,
    /// For an undo: the run it undid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<Id>,
    /// The digest of the lock at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lockfile_sha256: Option<Digest>,
    /// For folded runs: those it stands for, whose files may still be there after a kill and count no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) folds: Vec<Id>,
}

/// Why a snapshot exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The state before anything was written in a project; changes nothing itself.
    BeforeFirstDeploy,
    /// `deploy --apply`.
    Deploy,
    /// `rollback` and `undo`.
    Rollback,
    /// Forgotten runs, folded into one so that older states stay reachable. Not a state to go back to.
    Folded,
}

impl Kind {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeFirstDeploy => "before_first_deploy",
            Self::Deploy => "deploy",
            Self::Rollback => "rollback",
            Self::Folded => "folded",
        }
    }

    /// Whether people see the snapshot and can go back to it.
    pub(crate) fn is_listed(self) -> bool {
        self != Self::Folded
    }
}

/// A folder with a manifest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ManagedRoot {
    /// A host, or `shared`.
    pub owner: Owner,
    /// The managed folder, absolute.
    pub path: PathBuf,
    /// The project it lies in; `None` for a folder of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<PathBuf>,
}

/// One file of a snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The host it was reported under.
    pub target: Owner,
    /// `None` when only the manifest changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<Op>,
    /// A host, or `shared`.
    pub owner: Owner,
    /// The managed folder, absolute.
    pub root: PathBuf,
    /// The file's absolute path.
    pub path: PathBuf,
    /// The file before the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Stamp>,
    /// Its permission bits before the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_mode: Option<u32>,
    /// The file after the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stamp>,
    /// The manifest line before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry_before: Option<Entry>,
    /// The manifest line after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry_after: Option<Entry>,
    /// Runs were folded into this record, and somebody else wrote the file between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interleaved: bool,
}

impl Snapshot {
    pub(crate) fn new(kind: Kind, id: Id, created_at: String, project: PathBuf) -> Self {
        Self {
            format: FORMAT,
            kind,
            id,
            created_at,
            project,
            targets: Vec::new(),
            roots: Vec::new(),
            changes: Vec::new(),
            created_dirs: Vec::new(),
            rolled_back_to: None,
            undone: None,
            lockfile_sha256: None,
            folds: Vec::new(),
        }
    }

    /// Its file below the state folder.
    pub(crate) fn file(state: &Path, id: Id) -> PathBuf {
        folder(state).join(format!("{id}.json"))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a snapshot has only text keys");
        bytes.push(b'\n');
        bytes
    }

    /// One line of a listing.
    pub fn data(&self) -> Json {
        let count = |op| self.changes.iter().filter(|change| change.op == Some(op)).count();
        json!({
            "id": self.id,
            "kind": self.kind.name(),
            "created_at": self.created_at,
            "project": self.project,
            "project_posix": posix(&self.project),
            "targets": self.targets,
            "rolled_back_to": self.rolled_back_to,
            "undone": self.undone,
            "summary": {"create": count(Op::Create), "delete": count(Op::Delete), "update": count(Op::Update)},
        })
    }
}

fn folder(state: &Path) -> PathBuf {
    state.join("snapshots")
}

/// Every snapshot that can be rolled back to, oldest first. Files of other formats are left out.
pub fn list(state: &Path) -> Result<Vec<Snapshot>> {
    Ok(history(state, ids(state))?.into_iter().filter(|it| it.kind.is_listed()).collect())
}

/// The snapshots of `ids`, folded ones included. Files of other formats are left out.
pub(crate) fn history(state: &Path, ids: Vec<Id>) -> Result<Vec<Snapshot>> {
    let mut snapshots = Vec::new();
    for id in ids {
        match load(state, id) {
            Ok(snapshot) => snapshots.push(snapshot),
            Err(error) if error.code == Code::SnapshotUnsupported => {}
            Err(error) => return Err(error),
        }
    }
    let folded: HashSet<Id> =
        snapshots.iter().flat_map(|it: &Snapshot| &it.folds).copied().collect();
    snapshots.retain(|it| !folded.contains(&it.id));
    Ok(snapshots)
}

/// What a snapshot says about itself, without its changes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Header {
    /// Deploy, rollback, or the state before the first.
    pub kind: Kind,
    /// Orders snapshots by time.
    pub id: Id,
    /// The project it ran in.
    pub project: PathBuf,
    #[serde(default)]
    pub(crate) created_dirs: Vec<PathBuf>,
    #[serde(default)]
    folds: Vec<Id>,
}

/// The headers of all snapshots, oldest first. Costs a fraction of [`list`], because changes are skipped over.
pub fn headers(state: &Path) -> Result<Vec<Header>> {
    let mut headers = Vec::new();
    for id in ids(state) {
        match parse(state, id) {
            Ok(header) => headers.push(header),
            Err(error) if error.code == Code::SnapshotUnsupported => {}
            Err(error) => return Err(error),
        }
    }
    let folded: HashSet<Id> = headers.iter().flat_map(|it: &Header| &it.folds).copied().collect();
    headers.retain(|it| !folded.contains(&it.id));
    Ok(headers)
}

/// The ids of all snapshot files, oldest first.
pub(crate) fn ids(state: &Path) -> Vec<Id> {
    let entries = fs::read_dir(folder(state)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut ids: Vec<Id> =
        names.filter_map(|name| name.strip_suffix(".json")?.parse().ok()).collect();
    ids.sort_unstable();
    ids
}

/// Reads a snapshot whole; fails where it is missing or damaged.
pub fn load(state: &Path, id: Id) -> Result<Snapshot> {
    parse(state, id)
}

fn parse<T: serde::de::DeserializeOwned>(state: &Path, id: Id) -> Result<T> {
    #[derive(Deserialize)]
    struct Probe {
        #[serde(default)]
        format: u64,
    }
    let path = Snapshot::file(state, id);
    let bytes = fs::read(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => id::unknown(state, &id.to_string()),
        _ => Error::io("read", &path, &error),
    })?;
    let corrupt = |error: serde_json::Error| {
        let message = format!(
            "snapshot {id} cannot be read: {error}; `agentpack doctor --fix` sets it aside"
        );
        Error::new(Code::SnapshotCorrupt, message).at(&path).caused_by(error)
    };
    let probe: Probe = serde_json::from_slice(&bytes).map_err(corrupt)?;
    if probe.format != FORMAT {
        let message =
            format!("snapshot {id} was written by another tool and cannot be rolled back to");
        return Err(Error::new(Code::SnapshotUnsupported, message)
            .with("snapshot_id", id.to_string())
            .at(&path));
    }
    serde_json::from_slice(&bytes).map_err(corrupt)
}

/// The roots that were ever written to, so that none is forgotten when the config changes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Registry {
    #[serde(default)]
    version: u64,
    #[serde(default)]
    roots: Vec<ManagedRoot>,
}

impl Registry {
    pub(crate) fn file(state: &Path) -> PathBuf {
        state.join("roots.json")
    }

    pub(crate) fn load(state: &Path) -> Result<Self> {
        let path = Self::file(state);
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                Error::new(
                    Code::SnapshotCorrupt,
                    format!(
                        "{} cannot be read: {error}; `agentpack doctor --fix` makes it anew",
                        path.display()
                    ),
                )
                .at(&path)
                .caused_by(error)
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Error::io("read", &path, &error)),
        }
    }

    pub(crate) fn of_project(&self, project: &Path) -> impl Iterator<Item = &ManagedRoot> {
        self.roots
            .iter()
            .filter(move |root| root.project.as_deref().is_none_or(|own| own == project))
    }

    pub(crate) fn has(&self, owner: Owner, path: &Path) -> bool {
        self.roots.iter().any(|root| root.owner == owner && root.path == path)
    }

    /// With more roots; `None` when all are known.
    pub(crate) fn with(mut self, roots: &[ManagedRoot]) -> Option<Self> {
        let before = self.roots.len();
        for root in roots {
            if !self.has(root.owner, &root.path) {
                self.roots.push(root.clone());
            }
        }
        self.version = 1;
        self.roots.sort();
        (self.roots.len() > before).then_some(self)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("a registry has only text keys");
        bytes.push(b'\n');
        bytes
    }
}

/// The manifests as the snapshots remember them, for roots whose manifest file is gone.
#[derive(Debug, Default)]
pub(crate) struct Ledger(BTreeMap<(Owner, PathBuf), BTreeMap<PathBuf, Entry>>);

impl Ledger {
    pub(crate) fn load(state: &Path) -> Result<Self> {
        let mut ledger = Self::default();
        for snapshot in history(state, ids(state))? {
            for record in snapshot.changes {
                let entries = ledger.0.entry((record.owner, record.root)).or_default();
                match record.entry_after {
                    Some(entry) => entries.insert(record.path, entry),
                    None => entries.remove(&record.path),
                };
            }
        }
        Ok(ledger)
    }

    pub(crate) fn entries(&self, owner: Owner, root: &Path) -> Vec<Entry> {
        self.0
            .get(&(owner, root.to_path_buf()))
            .into_iter()
            .flat_map(|entries| entries.values().cloned())
            .collect()
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_of_another_tool_is_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("snapshots")).unwrap();
        std::fs::write(dir.path().join("snapshots/17.json"), r#"{"kind":"deploy","id":"17"}"#)
            .unwrap();
        assert_eq!(load(dir.path(), Id::new(17)).unwrap_err().code, Code::SnapshotUnsupported);
        assert!(list(dir.path()).unwrap().is_empty());
    }
}
