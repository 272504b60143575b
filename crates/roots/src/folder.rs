//! An open folder: names in it are single parts of a path, and none is followed if it is a link.

#[cfg(not(unix))]
#[path = "folder/portable.rs"]
mod system;
#[cfg(unix)]
#[path = "folder/unix.rs"]
mod system;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Component, Path};

/// A folder that stays the one that was opened, whatever its name leads to later.
#[derive(Debug)]
pub struct Folder(system::Handle);

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A plain file.
    File,
    /// A folder.
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

    /// What is in the folder, in no order, and at most so many names.
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
