//! An open folder: names in it are single parts of a path, and none is followed if it is a link.

// Its tests run everywhere, so that a mistake in it is seen on every machine.
#[cfg(any(not(unix), test))]
mod portable;
#[cfg(unix)]
mod unix;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Component, Path};

#[cfg(not(unix))]
use portable as system;
#[cfg(unix)]
use unix as system;

/// A folder that stays the one that was opened, whatever its name leads to later.
#[derive(Debug)]
pub struct Folder(system::Handle);

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A plain file.
    File,
    /// A folder; not a link to one.
    Folder,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, a pipe, a socket.
    Other,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Without its folder.
    pub name: OsString,
    /// Of the name itself, not of what a link leads to.
    pub kind: Kind,
}

impl Folder {
    /// A folder by its path, links followed: for roots and for what the user named, never for what a request names.
    pub fn at(path: &Path) -> io::Result<Self> {
        system::Handle::at(path).map(Self)
    }

    /// A folder below this one, by a path of plain names. A link on the way is an error.
    pub fn beneath(&self, path: &Path) -> io::Result<Self> {
        let mut handle = self.0.same()?;
        for component in path.components() {
            handle = handle.folder(plain(component)?)?;
        }
        Ok(Self(handle))
    }

    /// The same, with folders made where they are missing.
    pub fn made_beneath(&self, path: &Path) -> io::Result<Self> {
        let mut handle = self.0.same()?;
        for component in path.components() {
            let name = plain(component)?;
            match handle.make_folder(name) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => handle = handle.folder(name)?,
            }
        }
        Ok(Self(handle))
    }

    /// What stands under a name; an error of kind `NotFound` if nothing does.
    pub fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        self.0.kind(name)
    }

    /// A plain file for reading. Never blocks, and a link is an error.
    pub fn open(&self, name: &OsStr) -> io::Result<File> {
        self.0.open(name)
    }

    /// What is in the folder, in no order, and at most this many names.
    pub fn entries(&self, most: usize) -> io::Result<Vec<Entry>> {
        self.0.entries(most)
    }

    pub(crate) fn create(&self, name: &OsStr) -> io::Result<File> {
        self.0.create(name)
    }

    pub(crate) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        self.0.rename(from, to)
    }

    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        self.0.remove(name)
    }
}

fn plain(component: Component<'_>) -> io::Result<&OsStr> {
    match component {
        Component::Normal(name) => Ok(name),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "only plain names lead on")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The system's own folders take no new ones, not even from root.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_reason_why_a_folder_cannot_be_made_is_told() {
        let error = Folder::at(Path::new("/sys/kernel")).unwrap().made_beneath(Path::new("new"));
        assert_ne!(error.unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn names_are_listed_up_to_the_limit_with_what_they_are() {
        let tree = tempfile::tempdir().unwrap();
        std::fs::create_dir(tree.path().join("folder")).unwrap();
        std::fs::File::create(tree.path().join("file")).unwrap();
        std::os::unix::fs::symlink("file", tree.path().join("link")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(tree.path().join("socket")).unwrap();
        let folder = Folder::at(tree.path()).unwrap();
        let mut found = folder.entries(10).unwrap();
        found.sort_by(|one, other| one.name.cmp(&other.name));
        let kinds: Vec<_> = found.iter().map(|it| (it.name.to_str().unwrap(), it.kind)).collect();
        let expected = [
            ("file", Kind::File),
            ("folder", Kind::Folder),
            ("link", Kind::Link),
            ("socket", Kind::Other),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(folder.entries(4).unwrap().len(), 4);
        assert_eq!(folder.entries(3).unwrap().len(), 3);
        for (name, kind) in expected {
            assert_eq!(folder.kind(OsStr::new(name)).unwrap(), kind);
            assert_eq!(folder.open(OsStr::new(name)).is_ok(), kind == Kind::File, "{name}");
        }
    }

    #[test]
    fn only_plain_names_lead_on() {
        let tree = tempfile::tempdir().unwrap();
        std::fs::create_dir(tree.path().join("sub")).unwrap();
        let folder = Folder::at(tree.path()).unwrap();
        for path in ["..", "sub/..", "/", "./sub"] {
            let error = folder.beneath(Path::new(path)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path}");
            let error = folder.made_beneath(Path::new(path)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path}");
        }
    }
}
