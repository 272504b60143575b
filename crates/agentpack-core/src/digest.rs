//! Digests of files, read piece by piece so that size does not matter.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use content_digest::{Digest, Hasher};

pub(crate) fn of_file(path: &Path) -> io::Result<Digest> {
    of_file_sized(path, None, &mut [0; 16 * 1024])
}

/// The digest of a file by way of `piece`. A file that ends at `size` is not asked again whether it goes on.
pub(crate) fn of_file_sized(
    path: &Path,
    size: Option<u64>,
    piece: &mut [u8],
) -> io::Result<Digest> {
    let mut file = File::open(path)?;
    let mut hasher = Hasher::default();
    let mut total = 0;
    loop {
        let read = file.read(piece)?;
        hasher.update(&piece[..read]);
        total += read as u64;
        if read == 0 || read < piece.len() && Some(total) == size {
            return Ok(hasher.digest());
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_does_not_fit_the_buffer_is_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let content = "0123456789".repeat(5);
        std::fs::write(&path, &content).unwrap();
        assert_eq!(of_file(&path).unwrap(), Digest::of(&content));
        for size in [None, Some(50), Some(12), Some(7)] {
            assert_eq!(of_file_sized(&path, size, &mut [0; 7]).unwrap(), Digest::of(&content));
        }
    }
}
