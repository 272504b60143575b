//! Records that cannot be read: finding them, and setting them aside so that work can go on.

use std::path::{Path, PathBuf};

use crate::apply::{Disk, RunLock};
use crate::error::{Code, Error, Result};
use crate::snapshot::{Registry, Snapshot, ids, list, load};

/// A file of the state folder that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Absolute.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// Every snapshot and list of roots that cannot be read.
pub fn damage(state: &Path) -> Vec<Damage> {
    let snapshots =
        ids(state).into_iter().map(|id| (Snapshot::file(state, &id), load(state, &id).map(drop)));
    let registry = (Registry::file(state), Registry::load(state).map(drop));
    let all = snapshots.chain([registry]);
    let broken = all.filter_map(|(path, read)| Some((path, read.err()?)));
    broken
        .filter(|(_, error)| error.code == Code::SnapshotCorrupt)
        .map(|(path, error)| Damage { path, reason: error.message })
        .collect()
}

/// Renames damaged files to `NAME.broken`, and writes the list of roots again from the snapshots that can be read.
/// Nothing is thrown away; a run whose snapshot is set aside can no longer be undone.
pub fn set_aside(lock: &RunLock, state: &Path, damage: &[Damage]) -> Result<()> {
    lock.assert_held();
    let disk = Disk::new(false);
    for Damage { path, .. } in damage {
        let mut aside = path.clone().into_os_string();
        aside.push(".broken");
        disk.rename(path, Path::new(&aside)).map_err(|error| Error::io("rename", path, &error))?;
    }
    let registry = Registry::file(state);
    if !damage.iter().any(|it| it.path == registry) {
        return Ok(());
    }
    let roots: Vec<_> = list(state)?.into_iter().flat_map(|it| it.roots).collect();
    let Some(rebuilt) = Registry::default().with(&roots) else { return Ok(()) };
    disk.write(&registry, &rebuilt.bytes(), None)
        .map_err(|error| Error::io("write", &registry, &error))
}
