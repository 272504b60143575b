//! Tells whether the process that drives a run still lives, without waiting for its lease to end.
//!
//! Every process holds a lock on a file of its own; the system lets go of it however the process
//! ends. Leases remain the rule: they also cover a process that hangs.
#![expect(clippy::disallowed_methods, reason = "liveness is a locked file")]

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;

use super::StoreError;
use super::blobs::fault;

/// This process as an owner of runs.
#[derive(Debug)]
pub(crate) struct Owner {
    name: String,
    /// Where the processes of this machine hold their locks; none when owners are anywhere, and
    /// only leases tell.
    locks: Option<Locks>,
}

#[derive(Debug)]
struct Locks {
    folder: PathBuf,
    /// Held for its lock.
    _lock: File,
}

impl Owner {
    /// An owner that others know by its leases alone.
    pub(crate) fn remote() -> Result<Self, StoreError> {
        Ok(Self { name: fresh_name()?, locks: None })
    }

    /// Makes and locks a file of a fresh name in `folder`.
    pub(crate) fn register(folder: PathBuf) -> Result<Self, StoreError> {
        fs::create_dir_all(&folder).map_err(|error| fault(&folder, error))?;
        let name = fresh_name()?;
        let path = folder.join(&name);
        // Locked before it has its name: nobody can take a file that is being made for a dead one.
        let unnamed = folder.join(format!(".{name}"));
        let register = || {
            let lock = File::create(&unnamed)?;
            lock.lock()?;
            fs::rename(&unnamed, &path)?;
            Ok(lock)
        };
        let lock = register().map_err(|error| fault(&path, error))?;
        let owner = Self { name, locks: Some(Locks { folder, _lock: lock }) };
        owner.sweep().map_err(|error| fault(&path, error))?;
        Ok(owner)
    }

    /// Removes the files of processes that ended without doing so.
    fn sweep(&self) -> io::Result<()> {
        let Some(locks) = &self.locks else {
            return Ok(());
        };
        for entry in fs::read_dir(&locks.folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                self.is_gone(&name);
            }
        }
        Ok(())
    }

    /// The name that leases carry.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the process behind an owner's name is gone. Its file goes as well.
    pub(crate) fn is_gone(&self, name: &str) -> bool {
        let Some(locks) = &self.locks else {
            return false;
        };
        if name == self.name || name.contains(['/', '\\']) {
            return false;
        }
        let path = locks.folder.join(name);
        let Ok(file) = File::open(&path) else {
            return true;
        };
        match file.try_lock() {
            Ok(()) => {
                // A file that stays behind would only be probed again.
                let _ = fs::remove_file(&path);
                true
            }
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        }
    }
}

fn fresh_name() -> Result<String, StoreError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random)
        .map_err(|error| StoreError::Unreadable(format!("no random numbers: {error}")))?;
    Ok(format!("{}-{:016x}", std::process::id(), u64::from_be_bytes(random)))
}

impl Drop for Owner {
    fn drop(&mut self) {
        if let Some(locks) = &self.locks {
            // A file that stays behind is found unlocked, and removed, by the next process.
            let _ = fs::remove_file(locks.folder.join(&self.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_gone_when_its_lock_is_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let one = Owner::register(folder.path().to_owned()).unwrap();
        let two = Owner::register(folder.path().to_owned()).unwrap();
        assert!(!two.is_gone(one.name()) && !one.is_gone(two.name()));
        // A process that is killed cannot remove its file; only the lock is released.
        let name = one.name().to_owned();
        fs::copy(folder.path().join(&name), folder.path().join("killed")).unwrap();
        drop(one);
        assert!(two.is_gone(&name) && two.is_gone("killed") && two.is_gone("never was"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
