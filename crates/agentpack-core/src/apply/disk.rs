//! Every change to the machine is one effect here. A disk can be told to stop for good after a number of
//! effects, as a kill would, or to fail once, as a full disk would: so tests reach every point of a run.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Permission bits of a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// What the user's mask gives a plain file.
    Plain,
    /// What the user's mask gives a program.
    Program,
    /// These bits.
    Exact(u32),
}

/// The file system, as the one thing that may be changed.
#[derive(Debug)]
pub struct Disk {
    fsync: bool,
    effects: Cell<u64>,
    fault: Fault,
}

#[derive(Debug, Clone, Copy)]
enum Fault {
    Never,
    StopAfter(u64),
    FailAt(u64),
}

impl Disk {
    /// The real thing; `fsync` flushes each file and its folder.
    pub fn new(fsync: bool) -> Self {
        Self { fsync, effects: Cell::new(0), fault: Fault::Never }
    }

    /// Lets `effects` happen, tears the next write, then refuses everything.
    pub fn stopping_after(effects: u64) -> Self {
        Self { fsync: false, effects: Cell::new(0), fault: Fault::StopAfter(effects) }
    }

    /// Refuses the effect of that number once, as a full disk does.
    pub fn failing_at(effect: u64) -> Self {
        Self { fsync: false, effects: Cell::new(0), fault: Fault::FailAt(effect) }
    }

    /// Effects so far, refused ones included.
    pub fn effects(&self) -> u64 {
        self.effects.get()
    }

    /// Counts one effect. `Ok(false)` asks for half of a write before the stop.
    fn count(&self) -> io::Result<bool> {
        let number = self.effects.get();
        self.effects.set(number + 1);
        match self.fault {
            Fault::StopAfter(limit) if number == limit => Ok(false),
            Fault::StopAfter(limit) if number > limit => Err(stopped()),
            Fault::FailAt(which) if number == which => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(true),
        }
    }

    fn effect(&self) -> io::Result<()> {
        if self.count()? { Ok(()) } else { Err(stopped()) }
    }

    /// Writes a file that must not exist yet.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8], mode: Option<Mode>) -> io::Result<()> {
        let whole = self.count()?;
        let mut file = create_new(path, mode.unwrap_or(Mode::Plain))?;
        if !whole {
            file.write_all(&bytes[..bytes.len() / 2])?;
            return Err(stopped());
        }
        file.write_all(bytes)?;
        if self.fsync {
            file.sync_all()?;
        }
        Ok(())
    }

    /// A new file for a long write; counted once.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        self.effect()?;
        create_new(path, Mode::Plain)
    }

    /// Flushes a file made by `create`, when the disk flushes at all.
    pub(crate) fn settle(&self, file: &File) -> io::Result<()> {
        if self.fsync { file.sync_all() } else { Ok(()) }
    }

    /// Appends one line to an open file.
    pub(crate) fn append(&self, file: &mut File, line: &[u8]) -> io::Result<()> {
        if !self.count()? {
            file.write_all(&line[..line.len() / 2])?;
            return Err(stopped());
        }
        file.write_all(line)?;
        self.settle(file)
    }

    /// Puts `from` in the place of `to` in one step.
    #[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.effect()?;
        fs::rename(from, to)?;
        self.settle_folder(to)
    }

    /// Removes a file; one that is not there is fine.
    #[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.effect()?;
        match fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Makes one folder; one that is there is fine.
    pub(crate) fn folder(&self, path: &Path) -> io::Result<()> {
        self.effect()?;
        match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
            other => other,
        }
    }

    /// Makes a folder and those above it.
    #[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
    pub(crate) fn folders(&self, path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        self.effect()?;
        fs::create_dir_all(path)
    }

    /// Removes a folder if nothing is in it.
    pub(crate) fn remove_if_empty(&self, path: &Path) -> io::Result<()> {
        self.effect()?;
        match fs::remove_dir(path) {
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::DirectoryNotEmpty
                        | io::ErrorKind::NotFound
                        | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(())
            }
            other => other,
        }
    }

    fn settle_folder(&self, path: &Path) -> io::Result<()> {
        match path.parent() {
            Some(folder) if self.fsync => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }
}

fn stopped() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "stopped")
}

#[cfg(unix)]
fn create_new(path: &Path, mode: Mode) -> io::Result<File> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let masked = match mode {
        Mode::Plain => 0o666,
        Mode::Program => 0o777,
        Mode::Exact(_) => 0o600,
    };
    let file = OpenOptions::new().write(true).create_new(true).mode(masked).open(path)?;
    if let Mode::Exact(bits) = mode {
        file.set_permissions(fs::Permissions::from_mode(bits & 0o7777))?;
    }
    Ok(file)
}

#[cfg(not(unix))]
fn create_new(path: &Path, _mode: Mode) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The permission bits of a file that is there.
#[cfg(unix)]
pub(crate) fn mode_of(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    fs::symlink_metadata(path).ok().map(|metadata| metadata.permissions().mode() & 0o7777)
}

/// Other systems have no permission bits.
#[cfg(not(unix))]
pub(crate) fn mode_of(_path: &Path) -> Option<u32> {
    None
}

impl Mode {
    /// For a file that replaces one with `existing` bits: the same, with the execute bits following the read bits.
    pub(crate) fn following(existing: Option<u32>, executable: bool) -> Self {
        match existing {
            Some(bits) if executable => Self::Exact(bits | (bits & 0o444) >> 2),
            Some(bits) => Self::Exact(bits & !0o111),
            None if executable => Self::Program,
            None => Self::Plain,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn execute_bits_follow_the_read_bits_and_the_rest_stays() {
        assert_eq!(Mode::following(Some(0o640), true), Mode::Exact(0o750));
        assert_eq!(Mode::following(Some(0o755), false), Mode::Exact(0o644));
        assert_eq!(Mode::following(Some(0o600), false), Mode::Exact(0o600));
        assert_eq!(Mode::following(None, true), Mode::Program);
    }

    #[test]
    fn a_stopped_disk_tears_one_write_and_refuses_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::stopping_after(1);
        disk.write(&dir.path().join("a"), b"whole", None).unwrap();
        assert!(disk.write(&dir.path().join("b"), b"torn", None).is_err());
        assert!(disk.write(&dir.path().join("c"), b"never", None).is_err());
        assert_eq!(fs::read(dir.path().join("b")).unwrap(), b"to");
        assert!(!dir.path().join("c").exists());
    }
}
