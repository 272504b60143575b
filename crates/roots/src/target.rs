//! The one atomic writer: a reader sees the old file or the new one, never half of it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Folder;

/// A place in an open folder: free, or a plain file.
#[derive(Debug)]
pub struct Target {
    pub(crate) folder: Folder,
    pub(crate) name: OsString,
}

impl Target {
    /// The file's name without its folder.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// What the file holds now; `None` if there is none.
    pub fn read(&self) -> io::Result<Option<Vec<u8>>> {
        match self.folder.open(&self.name) {
            Ok(mut file) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes the file; an error of kind `AlreadyExists` if somebody was quicker. Nothing is left after a failure.
    pub fn create(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.folder.create(&self.name)?;
        fill(&mut file, bytes).inspect_err(|_| {
            let _ = self.folder.remove(&self.name);
        })
    }

    /// Puts the file there in one step, in place of what is there. Permissions stay as they were.
    pub fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        static DRAFTS: AtomicU64 = AtomicU64::new(0);
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let mut draft = OsString::from(".");
        draft.push(&self.name);
        draft.push(format!(".{}-{number}.draft", std::process::id()));
        let mut file = self.folder.create(&draft)?;
        self.keep_permissions(&file)
            .and_then(|()| fill(&mut file, bytes))
            .and_then(|()| self.folder.rename(&draft, &self.name))
            .inspect_err(|_| {
                let _ = self.folder.remove(&draft);
            })
    }

    /// A new file keeps the usual permissions.
    fn keep_permissions(&self, draft: &File) -> io::Result<()> {
        match self.folder.open(&self.name) {
            Ok(before) => draft.set_permissions(before.metadata()?.permissions()),
            Err(_) => Ok(()),
        }
    }
}

/// Writes a file that the user named, in one step; its folder is made if it is missing.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "the path names no file");
    let name = path.file_name().ok_or_else(no_name)?.to_owned();
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    Target { folder: Folder::at(folder)?, name }.replace(bytes)
}

fn fill(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sub/a.svg");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert!(replace(Path::new("/"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_links_are_replaced_instead_of_written_through() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        replace(&path, b"one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        symlink(&path, &other).unwrap();
        replace(&other, b"three").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(!other.symlink_metadata().unwrap().is_symlink());
    }

    #[test]
    fn what_cannot_be_put_in_its_place_leaves_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a.svg")).unwrap();
        replace(&folder.path().join("a.svg"), b"one").unwrap_err();
        let names = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["a.svg"]);
    }

    #[test]
    fn a_new_file_is_never_put_over_another() {
        let folder = tempfile::tempdir().unwrap();
        let target =
            || Target { folder: Folder::at(folder.path()).unwrap(), name: OsString::from("a") };
        assert_eq!(target().read().unwrap(), None);
        target().create(b"one").unwrap();
        let error = target().create(b"two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(target().read().unwrap().as_deref(), Some(&b"one"[..]));
        std::fs::remove_file(folder.path().join("a")).unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        assert!(target().read().is_err(), "a folder is not a free place");
    }
}
