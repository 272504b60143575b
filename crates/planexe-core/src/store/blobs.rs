//! Content by its digest. It is written once, never changed, and safe on disk before it counts.
//!
//! Small content lies in the database, where the commit that refers to it makes both safe with one
//! sync; large content is a file of its own, or an object in a bucket.
#![expect(clippy::disallowed_methods, reason = "large content lives in files")]

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use planner::Digest;

use super::objects::Objects;
use super::{Store, StoreError};

/// The largest content that goes into the database.
pub(crate) const SMALL: usize = 64 * 1024;

/// All content of all sessions.
pub(crate) struct Blobs {
    store: Arc<dyn Store>,
    large: Large,
}

/// Where large content lies.
pub(crate) enum Large {
    /// In files, for the processes of one machine.
    Folder(Folder),
    /// In a bucket, for many machines.
    Bucket(Objects),
}

impl Blobs {
    /// Content in `store` and, where it is large, in `large`.
    pub(crate) fn new(store: Arc<dyn Store>, large: Large) -> Self {
        Self { store, large }
    }

    /// The bucket that large content lies in.
    pub(crate) fn bucket(&self) -> Option<&Objects> {
        match &self.large {
            Large::Folder(_) => None,
            Large::Bucket(objects) => Some(objects),
        }
    }

    /// Keeps content; does nothing when it is there already.
    pub(crate) fn put(&self, bytes: &[u8]) -> Result<Digest, StoreError> {
        let digest = Digest::of(bytes);
        if bytes.len() <= SMALL {
            self.store.put_content(&digest, bytes)?;
            return Ok(digest);
        }
        match &self.large {
            Large::Folder(folder) => folder.put(&digest, bytes)?,
            Large::Bucket(objects) => objects.put(&digest, bytes)?,
        }
        Ok(digest)
    }

    /// The whole content, checked against its digest.
    pub(crate) fn read(&self, digest: &Digest) -> Result<Vec<u8>, StoreError> {
        let bytes = match self.store.content(digest)? {
            Some(bytes) => bytes,
            None => match &self.large {
                Large::Folder(folder) => {
                    fs::read(folder.path(digest)).map_err(|_| StoreError::Content(*digest))?
                }
                Large::Bucket(objects) => objects.read(digest)?,
            },
        };
        if Digest::of(&bytes) == *digest { Ok(bytes) } else { Err(StoreError::Content(*digest)) }
    }

    /// Whether large content is there, and whole as far as that can be told without moving it.
    pub(crate) fn has_large(&self, digest: &Digest, size: u64) -> Result<bool, StoreError> {
        match &self.large {
            Large::Folder(folder) => {
                folder.has(digest).map_err(|error| fault(&folder.path(digest), error))
            }
            Large::Bucket(objects) => objects.has(digest, size),
        }
    }

    /// Sets a file with altered content aside, so that the same content can be written again.
    pub(crate) fn set_aside(&self, digest: &Digest) -> Result<(), StoreError> {
        let Large::Folder(folder) = &self.large else { return Ok(()) };
        let path = folder.path(digest);
        match fs::rename(&path, path.with_extension("damaged")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fault(&path, error)),
            _ => Ok(()),
        }
    }

    /// Removes large content that nobody refers to.
    pub(crate) fn forget(&self, digests: &[Digest]) -> Result<(), StoreError> {
        for digest in digests {
            match &self.large {
                Large::Folder(folder) => {
                    let path = folder.path(digest);
                    match fs::remove_file(&path) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => {
                            return Err(fault(&path, error));
                        }
                        _ => {}
                    }
                }
                Large::Bucket(objects) => objects.remove(digest)?,
            }
        }
        Ok(())
    }

    /// Part of the content, shorter at the end. What lies on this machine is checked as a whole.
    pub(crate) fn read_part(
        &self,
        digest: &Digest,
        start: u64,
        length: u64,
    ) -> Result<Vec<u8>, StoreError> {
        if let Large::Bucket(objects) = &self.large
            && self.store.content(digest)?.is_none()
        {
            return objects.read_part(digest, start, length);
        }
        let rest = self.read(digest)?.into_iter().skip(start as usize);
        Ok(rest.take(length as usize).collect())
    }
}

/// Large content in files.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Content below `path`, which is made if needed.
    pub(crate) fn open(path: PathBuf) -> Result<Self, StoreError> {
        fs::create_dir_all(&path).map_err(|error| fault(&path, error))?;
        Ok(Self { path })
    }

    fn put(&self, digest: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(digest);
        if path.exists() {
            return Ok(());
        }
        Self::write(&path, bytes).map_err(|error| fault(&path, error))
    }

    fn has(&self, digest: &Digest) -> io::Result<bool> {
        match fs::read(self.path(digest)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            bytes => Ok(Digest::of(&bytes?) == *digest),
        }
    }

    fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
        roots::replace(path, bytes)?;
        // The new name must be on disk as well before a commit refers to it.
        let folder = path.parent().expect("a blob lies in a folder of the store");
        File::open(folder)?.sync_all()
    }

    fn path(&self, digest: &Digest) -> PathBuf {
        let name = digest.to_string();
        self.path.join(&name[..2]).join(&name[2..])
    }
}

/// Bytes `start..start + length` of a file, fewer at its end.
pub(crate) fn read_part(path: &Path, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An IO error with the file it is about; only the name, so that answers show no server paths.
pub(crate) fn fault(path: &Path, error: io::Error) -> StoreError {
    let name =
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    StoreError::Io { path: name, error }
}
