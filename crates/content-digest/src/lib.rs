//! SHA-256 digests: the identity of deployed files, of artifact versions and of task keys. Reads no files.
//!
//! ```
//! use content_digest::Digest;
//!
//! let digest = Digest::of("abc");
//! assert_eq!(digest.to_string().parse(), Ok(digest));
//! ```

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 value; prints, parses and serialises as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Stands where a digest is still to be filled in; no content is known to have it.
    pub const UNKNOWN: Self = Self([0; 32]);

    /// The digest of bytes in memory.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The raw bytes, for binary indexes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A digest read back from a binary index.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The form `sha256:<hex>`, which names the algorithm.
    pub fn prefixed(&self) -> String {
        format!("sha256:{self}")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Manifests hold tens of thousands of digests: one write each, not thirty-two.
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

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a SHA-256 has 64 hexadecimal digits")]
pub struct NotADigest;

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(NotADigest);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |c: u8| char::from(c).to_digit(16).ok_or(NotADigest);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
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
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A digest that grows with its input, for files and logs that are hashed piece by piece.
#[derive(Clone, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds bytes at the end.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of everything so far; more may follow.
    pub fn digest(&self) -> Digest {
        Digest(self.0.clone().finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn prints_and_parses_the_known_value_of_the_empty_text() {
        let digest = Digest::of("");
        assert_eq!(digest.to_string(), EMPTY);
        assert_eq!(format!("{digest:?}"), EMPTY);
        assert_eq!(digest.prefixed(), format!("sha256:{EMPTY}"));
        assert_eq!(EMPTY.parse(), Ok(digest));
        assert_eq!(Digest::from_bytes(*digest.bytes()), digest);
        assert_eq!(serde_json::to_string(&digest).unwrap(), format!("\"{EMPTY}\""));
        assert_eq!(serde_json::from_str::<Digest>(&format!("\"{EMPTY}\"")).unwrap(), digest);
    }

    #[test]
    fn text_that_is_not_64_digits_is_refused() {
        let letters = EMPTY.replace('0', "g");
        let accented = EMPTY.replacen("e3", "é", 1);
        for text in ["", "xyz", &EMPTY[1..], &letters, &accented, &format!("{EMPTY}0")] {
            assert_eq!(text.parse::<Digest>(), Err(NotADigest), "{text}");
        }
        assert!(serde_json::from_str::<Digest>("\"zz\"").is_err());
    }

    #[test]
    fn a_growing_digest_equals_the_digest_of_the_whole() {
        let mut hasher = Hasher::default();
        hasher.update(b"one ");
        assert_eq!(hasher.digest(), Digest::of("one "));
        hasher.update(b"two");
        assert_eq!(hasher.digest(), Digest::of("one two"));
    }
}
