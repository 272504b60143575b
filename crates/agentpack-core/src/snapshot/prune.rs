//! Forgetting old runs. The oldest snapshot that stays keeps all it needs; content nobody refers to goes.

use std::collections::HashSet;
use std::path::Path;

use crate::apply::{Disk, RunLock};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::plan::Op;
use crate::snapshot::objects::index_file;
use crate::snapshot::{Kind, Objects, PackWriter, Snapshot, list};

/// What was forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pruned {
    /// Snapshots removed.
    pub snapshots: usize,
    /// Bytes of content removed.
    pub bytes: u64,
}

/// Keeps the newest `keep` runs of each project, and the state before the first deploy of each.
/// What a forgotten run did is folded into the next one that stays, so every kept state can still be reached.
pub fn prune(lock: &RunLock, state: &Path, keep: usize) -> Result<Pruned> {
    lock.assert_held();
    let disk = Disk::new(false);
    let snapshots = list(state)?;
    let mut pruned = Pruned::default();
    let mut kept: Vec<Snapshot> = Vec::new();
    let mut forgotten: Vec<Snapshot> = Vec::new();
    for (at, snapshot) in snapshots.iter().enumerate() {
        let newer =
            snapshots[at + 1..].iter().filter(|other| other.project == snapshot.project).count();
        if snapshot.kind != Kind::BeforeFirstDeploy && newer >= keep.max(1) {
            forgotten.push(snapshot.clone());
            continue;
        }
        let mut stays = snapshot.clone();
        for old in forgotten.drain(..).rev() {
            fold(&mut stays, old.clone());
            pruned.snapshots += 1;
        }
        if stays != *snapshot {
            let file = Snapshot::file(state, &stays.id);
            let failed = |error: std::io::Error| Error::io("write", &file, &error);
            let stage = file.with_extension("new");
            disk.remove(&stage).map_err(failed)?;
            disk.write(&stage, &stays.bytes(), None).map_err(failed)?;
            disk.rename(&stage, &file).map_err(failed)?;
        }
        kept.push(stays);
    }
    for snapshot in
        snapshots.iter().filter(|snapshot| !kept.iter().any(|stays| stays.id == snapshot.id))
    {
        disk.remove(&Snapshot::file(state, &snapshot.id))
            .map_err(|error| Error::io("remove", state, &error))?;
    }
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

/// Makes `later` stand for both runs: what was before the earlier one, what is after the later one.
fn fold(later: &mut Snapshot, earlier: Snapshot) {
    later.created_dirs.extend(earlier.created_dirs);
    for old in earlier.changes {
        match later.changes.iter_mut().find(|new| new.path == old.path && new.owner == old.owner) {
            None => later.changes.push(old),
            Some(new) => {
                if let Some(op) = old.op {
                    if new.op.is_none() {
                        new.after = old.after;
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
                new.entry_before = old.entry_before;
            }
        }
    }
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
            disk.write(&fresh, &bytes, None).map_err(failed)?;
            disk.write(&index_file(&fresh), &index, None).map_err(failed)?;
        }
        disk.remove(&index_file(pack)).map_err(failed)?;
        disk.remove(pack).map_err(failed)?;
        freed += dead;
    }
    Ok(freed)
}
