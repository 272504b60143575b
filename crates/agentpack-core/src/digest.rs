//! SHA-256 digests: one small copyable value, written as lower-case hex.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Stands where a digest is still to be filled in; no content is known to have it.
    pub(crate) const UNKNOWN: Self = Self([0; 32]);

    /// Of bytes in memory.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Of a file, read in pieces so that size does not matter.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        Self::of_file_sized(path, None, &mut [0; 16 * 1024])
    }

    /// Of a file by way of `piece`. A file that ends at `size` is not asked again whether it goes on.
    pub(crate) fn of_file_sized(
        path: &Path,
        size: Option<u64>,
        piece: &mut [u8],
    ) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut hasher = Sha256::new();
        let mut total = 0;
        loop {
            let read = file.read(piece)?;
            hasher.update(&piece[..read]);
            total += read as u64;
            if read == 0 || read < piece.len() && Some(total) == size {
                return Ok(Self(hasher.finalize().into()));
            }
        }
    }

    /// The raw bytes, for binary indexes.
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A digest read back from a binary index.
    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The form `sha256:<hex>` used by status and preview.
    pub fn prefixed(&self) -> String {
        format!("sha256:{self}")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = HEX[usize::from(byte >> 4)];
            pair[1] = HEX[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&text).expect("hex digits are ASCII"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADigest;

impl fmt::Display for NotADigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a SHA-256 in hexadecimal")
    }
}

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        if text.len() != 64 || !text.is_ascii() {
            return Err(NotADigest);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digit = |c: u8| (c as char).to_digit(16).ok_or(NotADigest);
            *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_reads_back_to_the_same_digest() {
        let digest = Digest::of(b"abc");
        assert!(digest.to_string().starts_with("ba7816bf"));
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!("zz".parse::<Digest>(), Err(NotADigest));
    }
}
