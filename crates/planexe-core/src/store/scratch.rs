//! The folder in which a process that shares its sessions with other machines keeps the logs of the
//! runs it drives. It goes with the process; those of processes that died are swept by the next one.
#![expect(clippy::disallowed_methods, reason = "logs on their way are files")]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::blobs::fault;

const LOCK: &str = ".planexe-lock";

/// A folder of this process.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    /// Held for its lock.
    _lock: File,
}

impl Scratch {
    /// Makes `name` below `folder`, and removes what processes left there that are gone.
    pub(crate) fn create(folder: &Path, name: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let create = || {
            // Locked before it has its name: nobody takes a folder that is being made for a dead one.
            let unnamed = folder.join(format!(".{name}"));
            fs::create_dir_all(&unnamed)?;
            let lock = File::create(unnamed.join(LOCK))?;
            lock.lock()?;
            fs::rename(&unnamed, &path)?;
            sweep(folder)?;
            Ok(lock)
        };
        let lock = create().map_err(|error| fault(&path, error))?;
        Ok(Self { path, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind is found unlocked, and removed, by the next process.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // Another process may sweep at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_process_and_the_next_one_sweeps_what_a_dead_one_left() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> =
                entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        };
        let one = Scratch::create(folder.path(), "one").unwrap();
        // A process that was killed leaves a folder whose lock nobody holds.
        fs::create_dir(folder.path().join("dead")).unwrap();
        fs::write(folder.path().join("dead").join(LOCK), "").unwrap();
        fs::write(folder.path().join("dead/run.log"), "half a log").unwrap();
        let two = Scratch::create(folder.path(), "two").unwrap();
        assert_eq!(names(), ["one", "two"]);
        drop(one);
        assert_eq!(names(), ["two"]);
        drop(two);
        assert!(names().is_empty());
    }
}
