//! Who a file was written for: one host, or every host that reads the same folder.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::adapter::Host;

/// A host, or [`Owner::SHARED`]. It names a manifest file, so a name that comes from a file is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(&'static str);

impl Owner {
    /// Files of folders that several hosts read.
    pub const SHARED: Owner = Owner("shared");

    /// The owner of that name, unless no host could have it.
    pub fn named(name: &str) -> Option<Self> {
        Host::of(name).map(Self::from)
    }

    /// The name in manifests, snapshots and answers.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The one host; `None` for shared files.
    pub fn host(self) -> Option<Host> {
        if self == Self::SHARED { None } else { Host::of(self.0) }
    }
}

impl From<Host> for Owner {
    fn from(host: Host) -> Self {
        Self(host.name())
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Owner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Owner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            serde::de::Error::custom(format!("`{name}` is not a valid name for a host"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leaves_its_folder_is_refused() {
        let read = |text: &str| serde_json::from_str::<Owner>(text);
        assert_eq!(read(r#""codex""#).unwrap().name(), "codex");
        assert_eq!(read(r#""shared""#).unwrap(), Owner::SHARED);
        assert!(read(r#""../codex""#).is_err());
    }

    #[test]
    fn shared_files_belong_to_no_single_host() {
        assert_eq!(Owner::SHARED.host(), None);
        let codex = Host::of("codex").unwrap();
        assert_eq!(Owner::from(codex).host(), Some(codex));
    }
}
