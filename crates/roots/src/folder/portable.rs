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

    #[expect(clippy::unnecessary_wraps, reason = "a descriptor may fail to be copied")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_a_folder_that_exists() {
        let tree = tempfile::tempdir().unwrap();
        File::create(tree.path().join("file")).unwrap();
        assert!(Handle::at(&tree.path().join("file")).is_err());
        assert!(Handle::at(&tree.path().join("nothing")).is_err());
        let handle = Handle::at(tree.path()).unwrap().same().unwrap();
        handle.make_folder(OsStr::new("sub")).unwrap();
        assert!(tree.path().join("sub").is_dir());
        let again = handle.make_folder(OsStr::new("sub")).unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
        handle.folder(OsStr::new("sub")).unwrap().create(OsStr::new("a")).unwrap();
        assert!(tree.path().join("sub/a").is_file());
        assert!(handle.folder(OsStr::new("file")).is_err());
    }

    #[test]
    fn files_are_made_once_moved_and_removed() {
        let tree = tempfile::tempdir().unwrap();
        let (one, two) = (OsStr::new("one"), OsStr::new("two"));
        let handle = Handle::at(tree.path()).unwrap();
        handle.create(one).unwrap();
        assert_eq!(handle.create(one).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        handle.rename(one, two).unwrap();
        assert!(handle.open(two).is_ok());
        assert_eq!(handle.open(one).unwrap_err().kind(), io::ErrorKind::NotFound);
        handle.remove(two).unwrap();
        assert!(handle.entries(10).unwrap().is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn names_are_listed_up_to_the_limit_and_links_are_not_followed() {
        let tree = tempfile::tempdir().unwrap();
        let handle = Handle::at(tree.path()).unwrap();
        handle.make_folder(OsStr::new("folder")).unwrap();
        handle.create(OsStr::new("file")).unwrap();
        std::os::unix::fs::symlink("file", tree.path().join("link")).unwrap();
        std::os::unix::fs::symlink("folder", tree.path().join("door")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(tree.path().join("socket")).unwrap();
        let mut found = handle.entries(10).unwrap();
        found.sort_by(|one, other| one.name.cmp(&other.name));
        let kinds: Vec<_> = found.iter().map(|it| (it.name.to_str().unwrap(), it.kind)).collect();
        let expected = [
            ("door", Kind::Link),
            ("file", Kind::File),
            ("folder", Kind::Folder),
            ("link", Kind::Link),
            ("socket", Kind::Other),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(handle.entries(2).unwrap().len(), 2);
        for (name, kind) in expected {
            assert_eq!(handle.kind(OsStr::new(name)).unwrap(), kind);
            assert_eq!(handle.open(OsStr::new(name)).is_ok(), kind == Kind::File, "{name}");
            assert_eq!(handle.folder(OsStr::new(name)).is_ok(), kind == Kind::Folder, "{name}");
        }
    }
}
