//! Forgetting old runs. What forgotten runs did is folded into one record per gap, so that every state that stays
//! can still be reached; content nobody refers to goes.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::apply::{Disk, Mode, RunLock};
use crate::environment::Environment;
use crate::error::{Error, Result};
use crate::plan::Op;
use crate::snapshot::objects::index_file;
use crate::snapshot::{Id, Kind, Objects, PackWriter, Record, Snapshot, headers, history, ids};
use content_digest::Digest;

/// The newest runs of each project that stay without anybody asking.
pub const KEPT_RUNS: usize = 50;
/// Runs beyond the limit before old ones are folded, so that not every run pays for it.
const SLACK: usize = 10;

/// The snapshots that were removed, and the space that it freed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pruned {
    /// How many snapshots were removed.
    pub snapshots: usize,
    /// Bytes of content removed.
    pub bytes: u64,
}

/// Forgets old runs once a project has clearly more than [`KEPT_RUNS`]; `None` when it has not.
pub fn prune_by_policy(lock: &RunLock, env: &Environment) -> Result<Option<Pruned>> {
    let state = env.state();
    if ids(&state).len() <= KEPT_RUNS + SLACK {
        return Ok(None);
    }
    let own = |kind: Kind| kind.is_listed() && kind != Kind::BeforeFirstDeploy;
    let runs =
        headers(&state)?.iter().filter(|it| own(it.kind) && it.project == env.project).count();
    if runs <= KEPT_RUNS + SLACK {
        return Ok(None);
    }
    prune(lock, &state, KEPT_RUNS).map(Some)
}

/// Keeps the newest `keep` runs of each project, and the state before the first deploy of each.
pub fn prune(lock: &RunLock, state: &Path, keep: usize) -> Result<Pruned> {
    lock.assert_held();
    let disk = Disk::new(false);
    let mut snapshots = history(state, ids(state))?;
    for id in snapshots.iter().flat_map(|it| &it.folds) {
        remove(&disk, state, *id)?;
    }
    let stays: Vec<bool> = (0..snapshots.len()).map(|at| stays(&snapshots, at, keep)).collect();
    remember_reach(&disk, state, &mut snapshots, &stays)?;
    let mut pruned = Pruned::default();
    let mut kept: Vec<Snapshot> = Vec::new();
    let mut gap: Vec<Snapshot> = Vec::new();
    for (snapshot, stays) in snapshots.into_iter().zip(stays) {
        if !stays {
            pruned.snapshots += usize::from(snapshot.kind.is_listed());
            gap.push(snapshot);
            continue;
        }
        kept.extend(close(&disk, state, &mut gap)?);
        kept.push(snapshot);
    }
    kept.extend(close(&disk, state, &mut gap)?);
    let live: HashSet<Digest> = kept
        .iter()
        .flat_map(|snapshot| &snapshot.changes)
        .flat_map(|record| [record.before, record.after])
        .flatten()
        .map(|stamp| stamp.digest)
        .collect();
    pruned.bytes = sweep(&disk, state, &live)?;
    Ok(pruned)
}

fn stays(snapshots: &[Snapshot], at: usize, keep: usize) -> bool {
    let snapshot = &snapshots[at];
    let newer = snapshots[at + 1..].iter();
    let newer = newer.filter(|it| it.project == snapshot.project && it.kind.is_listed()).count();
    match snapshot.kind {
        Kind::BeforeFirstDeploy => true,
        Kind::Folded => false,
        Kind::Deploy | Kind::Rollback => newer < keep.max(1),
    }
}

/// The state before the first deploy of a project reaches as far as all its runs did, forgotten ones too.
fn remember_reach(
    disk: &Disk,
    state: &Path,
    snapshots: &mut [Snapshot],
    stays: &[bool],
) -> Result<()> {
    for at in 0..snapshots.len() {
        if snapshots[at].kind != Kind::BeforeFirstDeploy {
            continue;
        }
        let mut first = snapshots[at].clone();
        let forgotten = snapshots.iter().zip(stays).filter(|(_, stays)| !**stays);
        for (run, _) in forgotten.filter(|(run, _)| run.project == first.project) {
            join(&mut first.roots, &run.roots);
            join(&mut first.targets, &run.targets);
        }
        if first != snapshots[at] {
            store(disk, state, &first)?;
            snapshots[at] = first;
        }
    }
    Ok(())
}

fn join<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for item in more {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

/// Folds the runs of a gap into its last one, which takes their place.
fn close(disk: &Disk, state: &Path, gap: &mut Vec<Snapshot>) -> Result<Option<Snapshot>> {
    let Some(mut folded) = gap.pop() else { return Ok(None) };
    let is_done = gap.is_empty() && folded.kind == Kind::Folded;
    folded.kind = Kind::Folded;
    folded.folds = gap.iter().map(|earlier| earlier.id).collect();
    for earlier in gap.iter().rev() {
        fold(&mut folded, earlier);
    }
    if !is_done {
        store(disk, state, &folded)?;
    }
    for old in gap.drain(..) {
        remove(disk, state, old.id)?;
    }
    Ok(Some(folded))
}

/// Removes the file of a folded run, if it is still there.
fn remove(disk: &Disk, state: &Path, id: Id) -> Result<()> {
    let file = Snapshot::file(state, id);
    disk.remove(&file).map_err(|error| Error::io("remove", &file, &error))
}

fn store(disk: &Disk, state: &Path, snapshot: &Snapshot) -> Result<()> {
    let file = Snapshot::file(state, snapshot.id);
    let failed = |error: std::io::Error| Error::io("write", &file, &error);
    let stage = file.with_extension("new");
    disk.remove(&stage).map_err(failed)?;
    disk.write(&stage, &snapshot.bytes(), Some(Mode::PRIVATE)).map_err(failed)?;
    // What it stands for is removed next, so it must outlive a power cut.
    Disk::secure(&[&stage]).map_err(failed)?;
    disk.rename(&stage, &file).map_err(failed)
}

/// Makes `later` stand for both runs: what was before the earlier one, what is after the later one.
fn fold(later: &mut Snapshot, earlier: &Snapshot) {
    join(&mut later.created_dirs, &earlier.created_dirs);
    join(&mut later.roots, &earlier.roots);
    join(&mut later.targets, &earlier.targets);
    let mut first = HashMap::new();
    for (at, record) in later.changes.iter().enumerate() {
        first.entry(record.path.clone()).or_insert(at);
    }
    // A file that changed hands keeps a record for each owner, oldest first, as a replay needs them.
    let mut before = Vec::new();
    for old in &earlier.changes {
        let known = first.get(&old.path).map(|at| &mut later.changes[*at]);
        match known.filter(|record| record.owner == old.owner && record.root == old.root) {
            Some(record) => fold_record(record, old),
            None => before.push(old.clone()),
        }
    }
    before.append(&mut later.changes);
    later.changes = before;
}

fn fold_record(new: &mut Record, old: &Record) {
    new.interleaved |= old.interleaved;
    if let Some(op) = old.op {
        if new.op.is_none() {
            new.after = old.after;
        } else if old.after.map(|stamp| stamp.digest) != new.before.map(|stamp| stamp.digest) {
            new.interleaved = true;
        }
        new.before = old.before;
        new.before_mode = old.before_mode;
        new.op = Some(match (new.before, new.after) {
            (None, Some(_)) => Op::Create,
            (Some(_), Some(_)) => Op::Update,
            (Some(_), None) => Op::Delete,
            (None, None) => op,
        });
    }
    new.entry_before.clone_from(&old.entry_before);
}

/// Rewrites each pack without dead content.
fn sweep(disk: &Disk, state: &Path, live: &HashSet<Digest>) -> Result<u64> {
    let objects = Objects::load(state)?;
    let mut freed = 0;
    for (number, pack) in objects.packs.iter().enumerate() {
        let mut inside: Vec<_> =
            objects.index.iter().filter(|(_, place)| place.pack == number).collect();
        inside.sort_by_key(|(_, place)| place.offset);
        let dead: u64 = inside
            .iter()
            .filter(|(digest, _)| !live.contains(digest))
            .map(|(_, place)| place.len)
            .sum();
        if dead == 0 {
            continue;
        }
        let failed = |error: std::io::Error| Error::io("rewrite", pack, &error);
        let empty = Objects { packs: Vec::new(), index: std::collections::HashMap::new() };
        let mut writer = PackWriter::new(Vec::new());
        for (digest, _) in inside.iter().filter(|(digest, _)| live.contains(digest)) {
            writer.add(&empty, **digest, &objects.read(**digest)?).map_err(failed)?;
        }
        let (bytes, index) = writer.finish().map_err(failed)?;
        // The index goes first: content without an index is unused, an index without content is damage.
        if let Some(index) = index {
            let fresh = pack.with_file_name(format!(
                "{}r.pack",
                pack.file_stem().unwrap_or_default().to_string_lossy()
            ));
            disk.remove(&index_file(&fresh)).map_err(failed)?;
            disk.remove(&fresh).map_err(failed)?;
            disk.write(&fresh, &bytes, Some(Mode::PRIVATE)).map_err(failed)?;
            disk.write(&index_file(&fresh), &index, Some(Mode::PRIVATE)).map_err(failed)?;
            Disk::secure(&[&fresh, &index_file(&fresh)]).map_err(failed)?;
        }
        disk.remove(&index_file(pack)).map_err(failed)?;
        disk.remove(pack).map_err(failed)?;
        freed += dead;
    }
    Ok(freed)
}
