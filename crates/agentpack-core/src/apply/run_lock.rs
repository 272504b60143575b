//! One run at a time: an advisory lock on a file of the state folder, released by the system when a run dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::apply::disk::Disk;
use crate::apply::recover::{Recovered, recover_held};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};

const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

/// Held while files are changed.
#[derive(Debug)]
pub struct RunLock {
    file: File,
}

impl RunLock {
    /// Waits for other runs, then finishes or undoes what a killed one left.
    pub fn acquire(env: &Environment) -> Result<(Self, Option<Recovered>)> {
        let mut waited = Duration::ZERO;
        loop {
            if let Some(lock) = Self::try_acquire(&env.state())? {
                let recovered = recover_held(&Disk::new(env.fsync), &env.state())?;
                return Ok((lock, recovered));
            }
            if waited >= PATIENCE {
                return Err(Error::new(
                    Code::Busy,
                    "another agentpack is changing files; try again when it is done",
                )
                .at(&env.state()));
            }
            thread::sleep(PAUSE);
            waited += PAUSE;
        }
    }

    /// The lock if nobody holds it.
    pub(super) fn try_acquire(state: &Path) -> Result<Option<Self>> {
        let path = state.join("run.lock");
        let open = || {
            Disk::new(false).private_folder(state)?;
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(&path)
        };
        let file = open().map_err(|error| Error::io("lock", &path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::io("lock", &path, &error)),
        }
    }

    /// The file is what holds the lock; using it keeps it open.
    pub(crate) fn assert_held(&self) {
        debug_assert!(self.file.metadata().is_ok(), "a run lock is an open file");
    }
}
