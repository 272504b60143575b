//! The one effect: writes exactly a plan, or nothing. Every step stands in the journal before it is taken
//! and after; a run that is killed anywhere is finished or undone by the next one (`apply/recover.rs`).

mod disk;
mod journal;
mod ownership;
mod recover;
mod run_lock;
mod transaction;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::clock;
use crate::environment::Environment;
use crate::error::{Error, Result};
use crate::manifest;
use crate::owner::Owner;
use crate::path::{PathMap, below};
use crate::plan::Plan;
use crate::snapshot::{self, Header, Id, Kind, ManagedRoot, Record, Registry, Snapshot};
use content_digest::Digest;
use transaction::{Meta, Transaction};

pub use disk::Disk;
pub(crate) use disk::Mode;
pub use recover::{Recovered, recover};
pub use run_lock::RunLock;

/// What a run is for, as its snapshot will say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// A deploy; the lock's digest goes on record.
    Deploy {
        /// The digest of the lock at that time.
        lock: Option<Digest>,
    },
    /// Every run after a snapshot is taken back.
    Rollback {
        /// The snapshot it goes back to.
        to: Id,
        /// Folders that the undone runs made, deepest first; removed when empty.
        emptied: Vec<PathBuf>,
    },
    /// A single run is taken back; later ones stay.
    Undo {
        /// The snapshot of the run that is undone.
        run: Id,
        /// Folders that the undone runs made, deepest first; removed when empty.
        emptied: Vec<PathBuf>,
    },
    /// A person's edits merged with a changed source.
    Merge,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The snapshot of this run, which `undo` undoes.
    pub snapshot_id: Id,
}

/// Applies `plan`. The run lock proves that nobody else is writing and that earlier runs are finished.
pub fn apply(lock: &RunLock, env: &Environment, plan: &Plan, purpose: &Purpose) -> Result<Applied> {
    apply_on(lock, &Disk::new(env.fsync), env, plan, purpose)
}

/// Applies `plan` through `disk`, which may be told to stop or fail at a given effect.
pub fn apply_on(
    lock: &RunLock,
    disk: &Disk,
    env: &Environment,
    plan: &Plan,
    purpose: &Purpose,
) -> Result<Applied> {
    lock.assert_held();
    plan.refuse_blocked()?;
    let state = env.state();
    let now = clock::now();
    let created_at = clock::rfc3339(now);
    let earlier = snapshot::headers(&state)?;
    let is_first = !earlier.iter().any(|snapshot| snapshot.project == env.project);
    let id = Id::following(snapshot::ids(&state).last().copied(), now.as_nanos());
    let kind = match purpose {
        Purpose::Deploy { .. } | Purpose::Merge => Kind::Deploy,
        Purpose::Rollback { .. } | Purpose::Undo { .. } => Kind::Rollback,
    };
    let mut snapshot = Snapshot::new(kind, id, created_at.clone(), env.project.clone());
    snapshot.targets = plan.targets.iter().map(|host| Owner::from(*host)).collect();
    let written = written_roots(plan, env);
    snapshot.roots = roots(plan, &written, env);
    let mut emptied = emptied_by(plan, &earlier);
    match purpose {
        Purpose::Deploy { lock } => snapshot.lockfile_sha256 = *lock,
        Purpose::Rollback { to, emptied: folders } => {
            snapshot.rolled_back_to = Some(*to);
            emptied.extend_from_slice(folders);
        }
        Purpose::Undo { run, emptied: folders } => {
            snapshot.undone = Some(*run);
            emptied.extend_from_slice(folders);
        }
        Purpose::Merge => {}
    }
    let transaction = Transaction::new(disk, &state, id, plan)?;
    snapshot.changes = records(plan, &transaction);
    snapshot.created_dirs = transaction.new_folders().to_vec();
    let mut meta = manifests(plan, id, &created_at);
    meta.extend(ownership::meta(plan, &env.project)?);
    if let Some(registry) = Registry::load(&state)?.with(&written) {
        meta.push(Meta { path: Registry::file(&state), bytes: Some(registry.bytes()) });
    }
    if is_first && kind == Kind::Deploy {
        let kind = Kind::BeforeFirstDeploy;
        let mut first = Snapshot::new(kind, id.before(), created_at, env.project.clone());
        first.targets.clone_from(&snapshot.targets);
        first.roots.clone_from(&snapshot.roots);
        meta.push(Meta { path: Snapshot::file(&state, first.id), bytes: Some(first.bytes()) });
    }
    meta.push(Meta { path: Snapshot::file(&state, id), bytes: Some(snapshot.bytes()) });
    transaction.run(plan, &meta, &emptied)?;
    Ok(Applied { snapshot_id: id })
}

/// Folders that earlier runs made and that the plan's deletions may leave empty.
fn emptied_by(plan: &Plan, earlier: &[Header]) -> Vec<PathBuf> {
    let made: BTreeSet<&Path> =
        earlier.iter().flat_map(|run| &run.created_dirs).map(PathBuf::as_path).collect();
    let deleted = plan.changes.iter().filter(|change| change.after.is_none());
    let above = deleted
        .flat_map(|change| change.path.ancestors().skip(1))
        .filter(|folder| made.contains(folder));
    above.map(Path::to_path_buf).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The folders the plan writes to: where it lists files, and where it changes some.
fn written_roots(plan: &Plan, env: &Environment) -> Vec<ManagedRoot> {
    let listed = plan.manifests.iter().filter(|(_, entries)| !entries.is_empty());
    let listed = listed.map(|((owner, root), _)| (*owner, root.as_path()));
    let changed = plan.changes.iter().map(|change| (change.owner, change.root.as_path()));
    let known = plan.previous.values().map(|managed| (managed.owner, &*managed.root));
    managed_roots(listed.chain(changed).chain(known), env)
}

/// The folders the plan answers for: those it writes to, and those of its hosts that are still empty.
fn roots(plan: &Plan, written: &[ManagedRoot], env: &Environment) -> Vec<ManagedRoot> {
    let written = written.iter().map(|root| (root.owner, root.path.as_path()));
    let own = plan.roots.iter().map(|(owner, root)| (*owner, root.as_path()));
    managed_roots(own.chain(written), env)
}

fn managed_roots<'r>(
    roots: impl Iterator<Item = (Owner, &'r Path)>,
    env: &Environment,
) -> Vec<ManagedRoot> {
    let all: BTreeSet<_> = roots.collect();
    let in_project = |root: &Path| root.starts_with(&env.project).then(|| env.project.clone());
    let managed = |(owner, root): (Owner, &Path)| ManagedRoot {
        owner,
        path: root.to_path_buf(),
        project: in_project(root),
    };
    all.into_iter().map(managed).collect()
}

/// The changes as the snapshot keeps them, and manifest lines that change without their file.
fn records(plan: &Plan, transaction: &Transaction<'_>) -> Vec<Record> {
    let listed = plan.manifests.iter().flat_map(|(key, entries)| {
        entries.iter().map(move |entry| (below(&key.1, &entry.path), (key, entry)))
    });
    let after: PathMap<_> = listed.collect();
    let entry_before =
        |path: &Path| plan.previous.get(path).map(|managed| (*managed.entry).clone());
    let entry_after = |path: &Path| after.get(path).map(|(_, entry)| (***entry).clone());
    let changed = plan.changes.iter().map(|change| Record {
        target: change.target,
        op: Some(change.op),
        owner: change.owner,
        root: change.root.clone(),
        path: change.path.clone(),
        before: change.before,
        before_mode: transaction.mode_before(&change.path),
        after: change.after,
        entry_before: entry_before(&change.path),
        entry_after: entry_after(&change.path),
        interleaved: false,
    });
    let relisted = plan.relisted.iter().map(|path| {
        let known =
            plan.previous.get(path).map(|managed| (managed.owner, managed.root.to_path_buf()));
        let (owner, root) = match after.get(path) {
            Some((key, _)) => (*key).clone(),
            None => known.expect("a relisted file was or is listed"),
        };
        Record {
            target: plan.targets.first().map_or(owner, |host| (*host).into()),
            op: None,
            owner,
            root,
            path: path.clone(),
            before: None,
            before_mode: None,
            after: None,
            entry_before: entry_before(path),
            entry_after: entry_after(path),
            interleaved: false,
        }
    });
    changed.chain(relisted).collect()
}

/// Owner and folder of every manifest that a plan decides about.
fn manifest_keys(plan: &Plan) -> BTreeSet<(Owner, &Path)> {
    let listed = plan.manifests.keys().map(|(owner, root)| (*owner, root.as_path()));
    let changed = plan.changes.iter().map(|change| (change.owner, change.root.as_path()));
    let known = plan.previous.values().map(|managed| (managed.owner, &*managed.root));
    listed.chain(changed).chain(known).collect()
}

/// The manifest files as they will stand; one without lines goes.
fn manifests(plan: &Plan, id: Id, created_at: &str) -> Vec<Meta> {
    let mut metas = Vec::new();
    for (owner, root) in manifest_keys(plan) {
        let path = manifest::file(root, owner);
        let entries = plan.manifests.get(&(owner, root.to_path_buf()));
        let entries = entries.filter(|entries| !entries.is_empty());
        let bytes = entries.map(|entries| manifest::bytes(owner, id, created_at, entries));
        if bytes.is_some() || path.exists() {
            metas.push(Meta { path, bytes });
        }
    }
    metas
}

/// Replaces a file of the config repo or the project that a person asked to change, in one step.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, bytes).map_err(|error| Error::io("write", path, &error))
}

/// Replaces one file in one step, outside of any plan: our own state, and the config repo when its owner asks.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_as(file, bytes, disk::mode_of(file).map(Mode::Exact))
}

/// Replaces one file whose execute bits are known.
pub(crate) fn replace_like(file: &Path, bytes: &[u8], executable: bool) -> io::Result<()> {
    replace_as(file, bytes, Some(Mode::following(disk::mode_of(file), executable)))
}

fn replace_as(file: &Path, bytes: &[u8], mode: Option<Mode>) -> io::Result<()> {
    let disk = Disk::new(false);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stage = file.with_file_name(format!(".agentpack-stage.{name}"));
    let stored = disk.folders(file.parent().unwrap_or(file)).and_then(|()| {
        disk.remove(&stage)?;
        disk.write(&stage, bytes, mode)?;
        disk.rename(&stage, file)
    });
    if stored.is_err() {
        let _ = disk.remove(&stage);
    }
    stored
}

/// Replaces one file of the state folder, which only its owner may read.
pub(crate) fn replace_private(state: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    Disk::new(false).private_folder(state)?;
    replace_as(file, bytes, Some(Mode::PRIVATE))
}

/// Makes the state folder, which only its owner may enter.
pub(crate) fn make_private_folder(state: &Path) -> io::Result<()> {
    Disk::new(false).private_folder(state)
}

/// Makes a folder of our own, and those above it.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    Disk::new(false).folders(folder)
}

/// Puts a folder of our own in its place in one step.
pub(crate) fn put_folder(from: &Path, to: &Path) -> io::Result<()> {
    Disk::new(false).rename(from, to)
}

/// Removes a folder that a failed fetch left in our cache. What stays only takes space.
#[expect(
    clippy::disallowed_methods,
    reason = "the folder is one we made a moment ago in our own cache"
)]
pub(crate) fn discard_own_folder(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

/// Removes one file outside of any plan, and the folders this leaves empty below `root`.
pub(crate) fn remove(file: &Path, root: &Path) -> io::Result<()> {
    let disk = Disk::new(false);
    disk.remove(file)?;
    for folder in file.ancestors().skip(1).take_while(|folder| *folder != root) {
        disk.remove_if_empty(folder)?;
    }
    Ok(())
}
