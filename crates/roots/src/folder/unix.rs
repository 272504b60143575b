//! Folders as open descriptors: every step is relative to the one before, so no swapped name leads elsewhere.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};

use super::{Entry, Kind};

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
const LINKLESS_FOLDER: OFlags = FOLDER.union(OFlags::NOFOLLOW);
// Without NONBLOCK a pipe would be waited for until somebody writes to it.
const READ: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);
// EXCL refuses a link as well.
const CREATE: OFlags =
    OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::CLOEXEC);

#[derive(Debug)]
pub(super) struct Handle(OwnedFd);

impl Handle {
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, FOLDER, Mode::empty())?))
    }

    pub(super) fn same(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    pub(super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(&self.0, name, LINKLESS_FOLDER, Mode::empty())?))
    }

    pub(super) fn make_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        let found = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(kind(FileType::from_raw_mode(found.st_mode)))
    }

    pub(super) fn open(&self, name: &OsStr) -> io::Result<File> {
        let file = File::from(rustix::fs::openat(&self.0, name, READ, Mode::empty())?);
        if file.metadata()?.is_file() {
            return Ok(file);
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"))
    }

    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        let mode = Mode::from_raw_mode(0o666);
        Ok(File::from(rustix::fs::openat(&self.0, name, CREATE, mode)?))
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn entries(&self, most: usize) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for found in Dir::read_from(self.0.as_fd())? {
            let found = found?;
            let name = OsStr::from_bytes(found.file_name().to_bytes());
            if name == "." || name == ".." {
                continue;
            }
            if entries.len() == most {
                break;
            }
            // Some file systems do not say the kind in the listing.
            let kind = match found.file_type() {
                FileType::Unknown => self.kind(name).unwrap_or(Kind::Other),
                known => kind(known),
            };
            entries.push(Entry { name: OsString::from_vec(name.as_bytes().to_vec()), kind });
        }
        Ok(entries)
    }
}

fn kind(found: FileType) -> Kind {
    match found {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::{FdFlags, fcntl_getfd};

    #[test]
    fn started_programs_inherit_no_file_and_no_folder() {
        let tree = tempfile::tempdir().unwrap();
        let name = OsStr::new("name");
        let handle = Handle::at(tree.path()).unwrap();
        let is_private = |file: &File| fcntl_getfd(file).unwrap().contains(FdFlags::CLOEXEC);
        assert!(is_private(&handle.create(name).unwrap()));
        assert!(is_private(&handle.open(name).unwrap()));
        handle.make_folder(OsStr::new("sub")).unwrap();
        for folder in [handle.folder(OsStr::new("sub")).unwrap(), handle.same().unwrap(), handle] {
            assert!(fcntl_getfd(&folder.0).unwrap().contains(FdFlags::CLOEXEC));
        }
    }

    #[test]
    fn a_link_is_neither_opened_nor_entered_nor_written_through() {
        let tree = tempfile::tempdir().unwrap();
        let handle = Handle::at(tree.path()).unwrap();
        for (link, to) in [("dangling", "nothing"), ("door", ".")] {
            std::os::unix::fs::symlink(to, tree.path().join(link)).unwrap();
            handle.open(OsStr::new(link)).unwrap_err();
            handle.folder(OsStr::new(link)).unwrap_err();
            handle.create(OsStr::new(link)).unwrap_err();
        }
        assert!(!tree.path().join("nothing").exists());
    }
}
