//! Every change to the machine is one effect here. A disk can be told to stop for good after a number of
//! effects, as a kill would, or to fail once, as a full disk would: so tests reach every point of a run.

use std::cell::Cell;
use std::cmp::Ordering;
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
    /// Exactly these bits, whatever the user's mask.
    Exact(u32),
}

impl Mode {
    /// For files of the state folder, which hold copies of whatever stood in the user's files.
    pub(crate) const PRIVATE: Self = Self::Exact(0o600);
}

/// The file system, as the one thing that may be changed.
pub struct Disk {
    fsync: bool,
    effects: Cell<u64>,
    fault: Fault,
    interference: Option<Interference>,
}

/// What another program does after the effect of a number.
type Interference = (u64, Box<dyn Fn()>);

#[derive(Debug, Clone, Copy)]
enum Fault {
    Never,
    StopAfter(u64),
    FailAt(u64),
}

impl Disk {
    /// The real thing; with `fsync`, [`Disk::barrier`] waits until what was written is on the medium.
    pub fn new(fsync: bool) -> Self {
        Self { fsync, effects: Cell::new(0), fault: Fault::Never, interference: None }
    }

    /// Lets `effects` happen, tears the next write, then refuses everything.
    pub fn stopping_after(effects: u64) -> Self {
        Self { fault: Fault::StopAfter(effects), ..Self::new(false) }
    }

    /// Refuses the effect of that number once, as a full disk does.
    pub fn failing_at(effect: u64) -> Self {
        Self { fault: Fault::FailAt(effect), ..Self::new(false) }
    }

    /// Calls `other` right after the effect of that number, as a program beside this one might.
    pub fn interrupted_after(effect: u64, other: impl Fn() + 'static) -> Self {
        Self { interference: Some((effect, Box::new(other))), ..Self::new(false) }
    }

    /// Lets the other program act, when its time has come.
    fn settle<T>(&self, outcome: T) -> T {
        if let Some((effect, other)) = &self.interference
            && self.effects.get() == effect + 1
        {
            other();
        }
        outcome
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
            Fault::StopAfter(limit) => match number.cmp(&limit) {
                Ordering::Less => Ok(true),
                Ordering::Equal => Ok(false),
                Ordering::Greater => Err(stopped()),
            },
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
        self.settle(file.write_all(bytes))
    }

    /// A new file of the state folder for a long write; counted once.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        self.effect()?;
        self.settle(create_new(path, Mode::PRIVATE))
    }

    /// Waits until `files` and what their folders list is on the medium, when the disk flushes at all. One wait
    /// for a whole phase of a run costs a fraction of one for each file.
    pub(crate) fn barrier(&self, files: impl Iterator<Item: AsRef<Path>>) -> io::Result<()> {
        if self.fsync { flush(files) } else { Ok(()) }
    }

    /// Waits until these files and their folder are on the medium, whatever the disk does otherwise.
    pub(crate) fn secure(files: &[&Path]) -> io::Result<()> {
        for file in files {
            sync_file(file)?;
        }
        match files.first().and_then(|file| file.parent()) {
            Some(folder) => sync_folder(folder),
            None => Ok(()),
        }
    }

    /// Appends one line to an open file.
    pub(crate) fn append(&self, file: &mut File, line: &[u8]) -> io::Result<()> {
        if !self.count()? {
            file.write_all(&line[..line.len() / 2])?;
            return Err(stopped());
        }
        self.settle(file.write_all(line))
    }

    /// Puts `from` in the place of `to` in one step.
    #[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.effect()?;
        self.settle(fs::rename(from, to))
    }

    /// Puts `from` at `to`, where nothing may stand: the look and the move are one step of the system.
    pub(crate) fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.effect()?;
        self.settle(rename_new(from, to))
    }

    /// Removes a file; one that is not there is fine.
    #[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.effect()?;
        self.settle(match fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        })
    }

    /// Makes one folder; one that is there is fine.
    pub(crate) fn folder(&self, path: &Path) -> io::Result<()> {
        self.effect()?;
        made(fs::create_dir(path), path)
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

    /// Makes a folder that only its owner may enter, and those above it. One that others may enter is closed to
    /// them, with everything in it.
    pub(crate) fn private_folder(&self, path: &Path) -> io::Result<()> {
        if !path.is_dir() {
            self.folders(path.parent().unwrap_or(path))?;
            self.effect()?;
            return made(create_private(path), path);
        }
        match mode_of(path) {
            Some(mode) if mode & 0o077 != 0 => {
                self.effect()?;
                close_to_others(path)
            }
            _ => Ok(()),
        }
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
}

/// The outcome of making a folder, which somebody else may have made first.
fn made(outcome: io::Result<()>, folder: &Path) -> io::Result<()> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        other => other,
    }
}

fn stopped() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "stopped")
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Some file systems cannot do both in one step.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => look_and_rename(from, to),
        other => other.map_err(io::Error::from),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    look_and_rename(from, to)
}

#[expect(clippy::disallowed_methods, reason = "this module is where files are changed")]
fn look_and_rename(from: &Path, to: &Path) -> io::Result<()> {
    // A place that cannot be looked at cannot be renamed to either.
    match fs::symlink_metadata(to) {
        Err(_) => fs::rename(from, to),
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Every folder that holds one of `files`, once.
fn folders_of(files: &[impl AsRef<Path>]) -> Vec<&Path> {
    let mut folders: Vec<&Path> = files.iter().filter_map(|file| file.as_ref().parent()).collect();
    folders.sort_unstable();
    folders.dedup();
    folders
}

/// Flushes each file system that holds one of `files`.
#[cfg(target_os = "linux")]
fn flush(files: impl Iterator<Item: AsRef<Path>>) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let files: Vec<_> = files.collect();
    let mut devices = Vec::new();
    for folder in folders_of(&files) {
        // A folder that went with its last file has nothing to wait for.
        let Ok(device) = fs::metadata(folder).map(|metadata| metadata.dev()) else { continue };
        if !devices.contains(&device) {
            rustix::fs::syncfs(File::open(folder)?)?;
            devices.push(device);
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
use self::flush_each as flush;

/// Flushes each file that is there, and its folder: the way of systems that cannot flush all at once.
#[cfg(any(not(target_os = "linux"), test))]
fn flush_each(files: impl Iterator<Item: AsRef<Path>>) -> io::Result<()> {
    let files: Vec<_> = files.collect();
    for file in &files {
        match sync_file(file.as_ref()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
    }
    folders_of(&files).into_iter().filter(|folder| folder.is_dir()).try_for_each(sync_folder)
}

/// Windows flushes only what is open for writing; elsewhere a file may be read-only.
fn sync_file(file: &Path) -> io::Result<()> {
    OpenOptions::new().read(true).write(cfg!(windows)).open(file)?.sync_all()
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Other systems keep the entries of folders by themselves.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn create_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)
}

/// Takes the rights of others away from a folder and all it holds. The folder itself comes first.
#[cfg(unix)]
fn close_to_others(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            close_to_others(&entry.path())?;
        } else if kind.is_file() {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

/// Other systems have no permission bits.
#[cfg(not(unix))]
fn close_to_others(_folder: &Path) -> io::Result<()> {
    Ok(())
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
        assert_eq!(Mode::following(None, false), Mode::Plain);
        assert_eq!(Mode::following(Some(0o755), true), Mode::Exact(0o755));
    }

    #[test]
    fn a_new_file_never_takes_the_place_of_another() {
        let dir = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| dir.path().join(name));
        let disk = Disk::new(true);
        disk.write(&from, b"ours", None).unwrap();
        disk.write(&to, b"theirs", None).unwrap();
        for rename in [rename_new, look_and_rename] {
            assert_eq!(rename(&from, &to).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(fs::read(&to).unwrap(), b"theirs");
        let free = dir.path().join("free");
        disk.rename_new(&from, &free).unwrap();
        assert_eq!(fs::read(&free).unwrap(), b"ours");
        disk.rename(&free, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"ours");
        disk.barrier([to.as_path(), &dir.path().join("gone/x")].into_iter()).unwrap();
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
        let disk = Disk::stopping_after(1);
        let mut journal = disk.create(&dir.path().join("journal")).unwrap();
        assert!(disk.append(&mut journal, b"a line").is_err());
        assert!(disk.append(&mut journal, b"another").is_err());
        assert_eq!(fs::read(dir.path().join("journal")).unwrap(), b"a l");
    }

    #[test]
    fn a_failing_disk_refuses_one_effect() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::failing_at(1);
        let written = ["a", "b", "c"].map(|it| disk.write(&dir.path().join(it), b"1", None));
        assert_eq!(written.map(|it| it.is_ok()), [true, false, true]);
    }

    #[test]
    fn another_program_acts_right_after_its_effect() {
        let dir = tempfile::tempdir().unwrap();
        let [first, second] = ["a", "b"].map(|name| dir.path().join(name));
        let acted = std::rc::Rc::new(Cell::new(false));
        let (other, seen) = (acted.clone(), second.clone());
        let disk = Disk::interrupted_after(1, move || other.set(seen.exists()));
        disk.write(&first, b"1", None).unwrap();
        assert!(!acted.get());
        disk.write(&second, b"2", None).unwrap();
        assert!(acted.get(), "right after the second file was written");
    }

    #[test]
    fn what_cannot_be_flushed_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let [file, missing] = ["file", "missing"].map(|name| dir.path().join(name));
        Disk::new(true).write(&file, b"1", None).unwrap();
        Disk::secure(&[&file]).unwrap();
        Disk::secure(&[&file, &missing]).unwrap_err();
        sync_folder(&missing).unwrap_err();
        flush_each([&file, &missing].into_iter()).unwrap();
        // A socket is there and cannot be opened, not even by root.
        let socket = dir.path().join("socket");
        let _open = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let below = || std::iter::once(socket.join("x"));
        Disk::new(true).barrier(below()).unwrap_err();
        Disk::new(false).barrier(below()).unwrap();
        flush_each(std::iter::once(&socket)).unwrap_err();
    }

    #[test]
    fn a_folder_that_is_there_is_fine_and_a_file_in_its_place_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let [folder, file] = ["folder", "file"].map(|name| dir.path().join(name));
        let disk = Disk::new(false);
        disk.folder(&folder).unwrap();
        disk.folder(&folder).unwrap();
        disk.write(&file, b"1", None).unwrap();
        assert_eq!(disk.folder(&file).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        disk.folder(&dir.path().join("missing/below")).unwrap_err();
        disk.folders(&dir.path().join("new/below")).unwrap();
        assert!(dir.path().join("new/below").is_dir());
        let before = disk.effects();
        disk.folders(&dir.path().join("new/below")).unwrap();
        assert_eq!(disk.effects(), before, "nothing to do is no effect");
    }

    #[test]
    fn a_folder_with_something_in_it_stays() {
        let dir = tempfile::tempdir().unwrap();
        let [folder, file] = ["folder", "folder/file"].map(|name| dir.path().join(name));
        let disk = Disk::new(false);
        disk.folder(&folder).unwrap();
        disk.write(&file, b"1", None).unwrap();
        disk.remove_if_empty(&folder).unwrap();
        disk.remove_if_empty(&file).unwrap();
        assert!(file.exists());
        disk.remove(&file).unwrap();
        disk.remove(&file).unwrap();
        assert!(disk.remove(&folder).is_err(), "only files are removed");
        disk.remove_if_empty(&folder).unwrap();
        disk.remove_if_empty(&folder).unwrap();
        assert!(!folder.exists());
        disk.remove_if_empty(&dir.path().join("x".repeat(5_000))).unwrap_err();
    }

    #[test]
    fn private_folders_are_made_and_closed_with_all_they_hold() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::new(false);
        let [state, objects, file] =
            ["a/state", "a/state/objects", "a/state/objects/1"].map(|name| dir.path().join(name));
        disk.private_folder(&state).unwrap();
        assert_eq!(mode_of(&state), Some(0o700));
        disk.folder(&objects).unwrap();
        disk.write(&file, b"1", Some(Mode::Exact(0o644))).unwrap();
        assert_eq!(mode_of(&file), Some(0o644));
        let before = disk.effects();
        disk.private_folder(&state).unwrap();
        assert_eq!(disk.effects(), before, "a closed folder is left alone");
        for (path, mode) in [(&state, 0o750), (&objects, 0o755)] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        disk.private_folder(&state).unwrap();
        assert_eq!(disk.effects(), before + 1);
        let modes = [&state, &objects, &file].map(|path| mode_of(path).unwrap());
        assert_eq!(modes, [0o700, 0o700, 0o600]);
        assert!(disk.private_folder(&file.join("below")).is_err());
        assert!(disk.private_folder(&file).is_err(), "a file stands in its place");
    }

    #[test]
    fn a_place_that_cannot_be_looked_at_is_not_taken_for_free() {
        let dir = tempfile::tempdir().unwrap();
        let from = dir.path().join("from");
        Disk::new(false).write(&from, b"1", None).unwrap();
        for to in [from.join("below"), dir.path().join("missing/to")] {
            look_and_rename(&from, &to).unwrap_err();
            rename_new(&from, &to).unwrap_err();
        }
        look_and_rename(&from, &dir.path().join("to")).unwrap();
        assert!(!from.exists());
    }
}
