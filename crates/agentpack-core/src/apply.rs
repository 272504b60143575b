//! The one effect: writes exactly a plan, or nothing. Every step stands in the journal before it is taken
//! and after; a run that is killed anywhere is finished or undone by the next one (`apply/recover.rs`).

mod disk;
mod journal;
mod recover;
mod run_lock;
mod transaction;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::clock;
use crate::digest::Digest;
use crate::environment::Environment;
use crate::error::Result;
use crate::manifest;
use crate::path::{PathMap, below};
use crate::plan::Plan;
use crate::snapshot::{self, Kind, ManagedRoot, Record, Registry, Snapshot};
use transaction::{Meta, Transaction};

pub use disk::Disk;
pub use recover::{Recovered, recover};
pub use run_lock::RunLock;

/// What a run is for, as its snapshot will say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// A deploy; the lock's digest goes on record.
    Deploy {
        /// Of the lock at the time.
        lock: Option<Digest>,
    },
    /// A rollback.
    Rollback {
        /// The snapshot it goes back to.
        to: String,
        /// Folders that the undone runs made, deepest first; removed when empty.
        emptied: Vec<PathBuf>,
    },
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The snapshot to go back to.
    pub snapshot_id: String,
}

/// Applies `plan`. The run lock proves that nobody else is writing and that earlier runs are finished.
pub fn apply(lock: &RunLock, env: &Environment, plan: &Plan, deed: &Deed) -> Result<Applied> {
    apply_on(lock, &Disk::new(env.fsync), env, plan, deed)
}

/// Applies `plan` through `disk`, which may be told to stop or fail at a given effect.
pub fn apply_on(
    lock: &RunLock,
    disk: &Disk,
    env: &Environment,
    plan: &Plan,
    deed: &Deed,
) -> Result<Applied> {
    lock.assert_held();
    plan.refuse_blocked()?;
    let state = env.state();
    let now = clock::now();
    let created_at = clock::rfc3339(now);
    let earlier = snapshot::list(&state)?;
    let newest = earlier.last().and_then(|snapshot| snapshot.id.parse::<u128>().ok()).unwrap_or(0);
    let is_first = !earlier.iter().any(|snapshot| snapshot.project == env.project);
    // Ids order runs even if the clock steps back; one is left free for the snapshot before the first.
    let number = now.as_nanos().max(newest + 2);
    let id = number.to_string();
    let kind = if matches!(deed, Deed::Deploy { .. }) { Kind::Deploy } else { Kind::Rollback };
    let mut snapshot = Snapshot::new(kind, id.clone(), created_at.clone(), env.project.clone());
    snapshot.targets = plan.targets.iter().map(|host| host.name().to_owned()).collect();
    let written = written_roots(plan, env);
    snapshot.roots = roots(plan, &written, env);
    let mut emptied = emptied_by(plan, &earlier);
    match deed {
        Deed::Deploy { lock } => snapshot.lockfile_sha256 = *lock,
        Deed::Rollback { to, emptied: folders } => {
            snapshot.rolled_back_to = Some(to.clone());
            emptied.extend_from_slice(folders);
        }
    }
    let transaction = Transaction::new(disk, &state, &id, plan)?;
    snapshot.changes = records(plan, &transaction);
    snapshot.created_dirs = transaction.new_folders().to_vec();
    let mut meta = manifests(plan, &id, &created_at);
    if let Some(registry) = Registry::load(&state)?.with(&written) {
        meta.push(Meta { path: Registry::file(&state), bytes: Some(registry.bytes()) });
    }
    if is_first && kind == Kind::Deploy {
        let first_id = (number - 1).to_string();
        let mut first = Snapshot::new(
            Kind::BeforeFirstDeploy,
            first_id.clone(),
            created_at,
            env.project.clone(),
        );
        first.targets.clone_from(&snapshot.targets);
        first.roots.clone_from(&snapshot.roots);
        meta.push(Meta { path: Snapshot::file(&state, &first_id), bytes: Some(first.bytes()) });
    }
    meta.push(Meta { path: Snapshot::file(&state, &id), bytes: Some(snapshot.bytes()) });
    transaction.run(plan, &meta, &emptied)?;
    Ok(Applied { snapshot_id: id })
}

/// Folders that earlier runs made and that the plan's deletions may leave empty.
fn emptied_by(plan: &Plan, earlier: &[Snapshot]) -> Vec<PathBuf> {
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
    let listed = listed.map(|((owner, root), _)| (owner, root));
    let changed = plan.changes.iter().map(|change| (&change.owner, &change.root));
    let changed = changed.map(|(owner, root)| (owner.as_str(), root.as_path()));
    let listed = listed.map(|(owner, root)| (owner.as_str(), root.as_path()));
    let known = plan.previous.values().map(|managed| (&*managed.owner, &*managed.root));
    managed_roots(listed.chain(changed).chain(known), env)
}

/// The folders the plan answers for: those it writes to, and those of its hosts that are still empty.
fn roots(plan: &Plan, written: &[ManagedRoot], env: &Environment) -> Vec<ManagedRoot> {
    let written = written.iter().map(|root| (root.owner.as_str(), root.path.as_path()));
    let own = plan.roots.iter().map(|(owner, root)| (owner.as_str(), root.as_path()));
    managed_roots(own.chain(written), env)
}

fn managed_roots<'r>(
    roots: impl Iterator<Item = (&'r str, &'r Path)>,
    env: &Environment,
) -> Vec<ManagedRoot> {
    let all: BTreeSet<_> = roots.collect();
    let in_project = |root: &Path| root.starts_with(&env.project).then(|| env.project.clone());
    let managed = |(owner, root): (&str, &Path)| ManagedRoot {
        owner: owner.to_owned(),
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
        target: change.target.clone(),
        op: Some(change.op),
        owner: change.owner.clone(),
        root: change.root.clone(),
        path: change.path.clone(),
        before: change.before,
        before_mode: transaction.mode_before(&change.path),
        after: change.after,
        entry_before: entry_before(&change.path),
        entry_after: entry_after(&change.path),
    });
    let relisted = plan.relisted.iter().map(|path| {
        let known = plan
            .previous
            .get(path)
            .map(|managed| (managed.owner.to_string(), managed.root.to_path_buf()));
        let (owner, root) = match after.get(path) {
            Some((key, _)) => (*key).clone(),
            None => known.expect("a relisted file was or is listed"),
        };
        Record {
            target: plan
                .targets
                .first()
                .map_or_else(|| owner.clone(), |host| host.name().to_owned()),
            op: None,
            owner,
            root,
            path: path.clone(),
            before: None,
            before_mode: None,
            after: None,
            entry_before: entry_before(path),
            entry_after: entry_after(path),
        }
    });
    changed.chain(relisted).collect()
}

/// The manifest files as they will stand; one without lines goes.
fn manifests(plan: &Plan, id: &str, created_at: &str) -> Vec<Meta> {
    let listed = plan.manifests.keys().map(|(owner, root)| (owner.as_str(), root.as_path()));
    let changed = plan.changes.iter().map(|change| (change.owner.as_str(), change.root.as_path()));
    let known = plan.previous.values().map(|managed| (&*managed.owner, &*managed.root));
    let keys: BTreeSet<(&str, &Path)> = listed.chain(changed).chain(known).collect();
    let mut metas = Vec::new();
    for (owner, root) in keys {
        let path = manifest::file(root, owner);
        let entries = plan.manifests.get(&(owner.to_owned(), root.to_path_buf()));
        let entries = entries.filter(|entries| !entries.is_empty());
        let bytes = entries.map(|entries| manifest::bytes(owner, id, created_at, entries));
        if bytes.is_some() || path.exists() {
            metas.push(Meta { path, bytes });
        }
    }
    metas
}

/// Replaces one file in one step, outside of any plan: our own state, and the config repo when its owner asks.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_as(file, bytes, disk::mode_of(file).map(disk::Mode::Exact))
}

/// Replaces one file whose execute bits are known.
pub(crate) fn replace_like(file: &Path, bytes: &[u8], executable: bool) -> io::Result<()> {
    replace_as(file, bytes, Some(disk::Mode::following(disk::mode_of(file), executable)))
}

fn replace_as(file: &Path, bytes: &[u8], mode: Option<disk::Mode>) -> io::Result<()> {
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
