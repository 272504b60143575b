//! Folders by their path, for systems without descriptors of folders. A name is looked at before it is used and links
//! are refused, but a swap between the look and the use is not noticed; making links there needs a privilege.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Kind};

#[derive(Debug)]
pub(super) struct Handle(PathBuf);

impl Handle {
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let real = path.canonicalize()?;
        if real.is_dir() {
            return Ok(Self(real));
        }
        Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"))
    }

    pub(super) fn same(&self) -> io::Result<Self> {
        Ok(Self(self.0.clone()))
    }

    pub(super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        match self.kind(name)? {
            Kind::Folder => Ok(Self(self.0.join(name))),
            _ => Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder")),
        }
    }

    pub(super) fn make_folder(&self, name: &OsStr) -> io::Result<()> {
        std::fs::create_dir(self.0.join(name))
    }

    pub(super) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        self.0.join(name).symlink_metadata().map(|it| kind(it.file_type()))
    }

    pub(super) fn open(&self, name: &OsStr) -> io::Result<File> {
        match self.kind(name)? {
            Kind::File => File::open(self.0.join(name)),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file")),
        }
    }

    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.0.join(name))
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        std::fs::rename(self.0.join(from), self.0.join(to))
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        std::fs::remove_file(self.0.join(name))
    }

    pub(super) fn entries(&self, most: usize) -> io::Result<Vec<Entry>> {
        let found = std::fs::read_dir(&self.0)?.take(most).filter_map(Result::ok);
        Ok(found
            .filter_map(|it| Some(Entry { name: it.file_name(), kind: kind(it.file_type().ok()?) }))
            .collect())
    }
}

fn kind(found: std::fs::FileType) -> Kind {
    match found {
        it if it.is_symlink() => Kind::Link,
        it if it.is_dir() => Kind::Folder,
        it if it.is_file() => Kind::File,
        _ => Kind::Other,
    }
}
