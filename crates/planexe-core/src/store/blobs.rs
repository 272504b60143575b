//! Content by its digest. A blob is written once, never changed, and safe on disk before it counts.
#![expect(clippy::disallowed_methods, reason = "content lives in files")]

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::StoreError;
use crate::digest::Digest;

/// A folder of content, two levels deep.
#[derive(Debug)]
pub(crate) struct Blobs {
    folder: PathBuf,
    serial: AtomicU64,
}

impl Blobs {
    /// Opens, and makes if needed, the folder.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, StoreError> {
        fs::create_dir_all(&folder).map_err(|error| fault(&folder, error))?;
        Ok(Self { folder, serial: AtomicU64::new(0) })
    }

    /// Stores content; does nothing when it is there already.
    pub(crate) fn put(&self, bytes: &[u8]) -> Result<Digest, StoreError> {
        let digest = Digest::of(bytes);
        let path = self.path(&digest);
        if !path.exists() {
            self.write(&path, bytes).map_err(|error| fault(&path, error))?;
        }
        Ok(digest)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().expect("a blob lies in a folder of the store");
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let part = folder.join(format!(".part-{}-{serial}", std::process::id()));
        let mut file = match File::create(&part) {
            // Most folders exist after a while, so they are made only when one is missing.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder)?;
                File::create(&part)?
            }
            other => other?,
        };
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        File::open(folder)?.sync_all()
    }

    /// The whole content, checked against its digest.
    pub(crate) fn read(&self, digest: &Digest) -> Result<Vec<u8>, StoreError> {
        let bytes = fs::read(self.path(digest)).map_err(|_| StoreError::Content(*digest))?;
        if Digest::of(&bytes) == *digest { Ok(bytes) } else { Err(StoreError::Content(*digest)) }
    }

    /// Part of the content, shorter at the end.
    pub(crate) fn read_part(
        &self,
        digest: &Digest,
        start: u64,
        length: u64,
    ) -> Result<Vec<u8>, StoreError> {
        read_part(&self.path(digest), start, length).map_err(|_| StoreError::Content(*digest))
    }

    fn path(&self, digest: &Digest) -> PathBuf {
        let name = digest.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
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
