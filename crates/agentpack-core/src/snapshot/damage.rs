//! Records that cannot be read: finding them, and setting them aside so that work can go on.

use std::path::{Path, PathBuf};

use crate::apply::{Disk, Mode, RunLock};
use crate::error::{Code, Error, Result};
use crate::snapshot::{Registry, Snapshot, history, ids, load};

/// A file of the state folder that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The file that cannot be read, absolute.
    pub path: PathBuf,
    /// The free name beside it that it would be kept under.
    pub aside: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl Damage {
    fn new(path: PathBuf, reason: String) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut names = (1..).map(|idx: u32| match idx {
            1 => path.with_file_name(format!("{name}.broken")),
            _ => path.with_file_name(format!("{name}.broken-{idx}")),
        });
        let aside = names.find(|it| it.symlink_metadata().is_err()).unwrap_or_default();
        Self { path, aside, reason }
    }
}

/// Every snapshot and list of roots that cannot be read.
pub fn damage(state: &Path) -> Vec<Damage> {
    let snapshots =
        ids(state).into_iter().map(|id| (Snapshot::file(state, id), load(state, id).map(drop)));
    let registry = (Registry::file(state), Registry::load(state).map(drop));
    let all = snapshots.chain([registry]);
    let broken = all.filter_map(|(path, read)| Some((path, read.err()?)));
    broken
        .filter(|(_, error)| error.code == Code::SnapshotCorrupt)
        .map(|(path, error)| Damage::new(path, error.message))
        .collect()
}

/// Renames what is damaged now, and writes the list of roots again from the snapshots that can be read.
/// Nothing is thrown away; a run whose snapshot is set aside can no longer be undone.
pub fn set_aside(lock: &RunLock, state: &Path) -> Result<Vec<Damage>> {
    lock.assert_held();
    let disk = Disk::new(false);
    let damaged = damage(state);
    for Damage { path, aside, .. } in &damaged {
        disk.rename(path, aside).map_err(|error| Error::io("rename", path, &error))?;
    }
    let registry = Registry::file(state);
    if damaged.iter().any(|it| it.path == registry) {
        let roots: Vec<_> =
            history(state, ids(state))?.into_iter().flat_map(|it| it.roots).collect();
        if let Some(rebuilt) = Registry::default().with(&roots) {
            disk.write(&registry, &rebuilt.bytes(), Some(Mode::PRIVATE))
                .map_err(|error| Error::io("write", &registry, &error))?;
        }
    }
    Ok(damaged)
}
