//! Artifacts: file-like values inside a session, their paths, addresses and kinds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};
use unicode_normalization::is_nfc;

use planner::{Digest, Kind};

use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode};
use crate::session::SessionId;

const LONGEST_PATH: usize = 512;

/// One version of one artifact, without its bytes: those are found by `sha256`.
#[derive(Debug, Clone, PartialEq)]
pub struct Artifact {
    /// Where it lives below the session's `out`.
    pub path: ArtifactPath,
    /// Counts from 1; every write of new bytes makes the next one, and old ones stay.
    pub version: u32,
    /// The digest of the whole content.
    pub sha256: Digest,
    /// Length of the content in bytes.
    pub size: u64,
    /// What the artifact is to a reader.
    pub kind: Kind,
    /// The task or person that wrote this version.
    pub author: Author,
    /// Whether a person's bytes stand here; a pinned artifact is never overwritten by a run.
    pub pinned: bool,
    /// Whether the content still grows; true only for the log of an active run.
    pub live: bool,
    /// When this version was written.
    pub updated_at: Timestamp,
}

impl Artifact {
    /// The MIME type, told by the name's ending.
    pub fn content_type(&self) -> &'static str {
        self.path.content_type()
    }

    /// Whether the content may quote prompts and answers, so that exports leave it out unless asked.
    pub fn is_sensitive(&self) -> bool {
        self.kind == Kind::Log
    }
}

/// Who wrote a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// A task of the pipeline, by name.
    Task(String),
    /// The engine itself: logs and state.
    Engine,
    /// A person or agent, with the reason given for the edit.
    User(String),
}

/// A relative path below a session's `out` that cannot leave it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ArtifactPath(String);

impl ArtifactPath {
    /// The path with `/` between segments.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The MIME type, told by the name's ending.
    pub fn content_type(&self) -> &'static str {
        match self.0.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "md" => "text/markdown",
            "html" => "text/html",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "csv" => "text/csv",
            "png" => "image/png",
            "pdf" => "application/pdf",
            "zip" => "application/zip",
            "log" | "txt" | "mmd" | "puml" => "text/plain",
            _ => "application/octet-stream",
        }
    }
}

impl FromStr for ArtifactPath {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let fault = |reason: &str| {
            Error::new(ErrorCode::InvalidArtifactUri, format!("artifact path {text:?} {reason}"))
        };
        if text.is_empty() || text.len() > LONGEST_PATH {
            return Err(fault("must have 1 to 512 bytes"));
        }
        if text.chars().any(|c| c.is_control() || matches!(c, '\\' | '%' | '?' | '#' | ':')) {
            return Err(fault("has a character that paths may not have: \\ % ? # : or a control"));
        }
        if !is_nfc(text) {
            return Err(fault("is not in Unicode form NFC"));
        }
        for segment in text.split('/') {
            if matches!(segment, "" | "." | "..") {
                return Err(fault("has an empty, `.` or `..` segment"));
            }
            if segment.starts_with(".planexe") || segment.starts_with(' ') || segment.ends_with(' ')
            {
                return Err(fault("has a segment that is reserved or padded"));
            }
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for ArtifactPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `planexe://sessions/<id>/out/<path>`, the address of an artifact across sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArtifactUri {
    /// The first part of the address.
    pub session: SessionId,
    /// The path inside.
    pub path: ArtifactPath,
}

impl ArtifactUri {
    /// The address of `path` in `session`.
    pub fn new(session: &SessionId, path: &ArtifactPath) -> Self {
        Self { session: session.clone(), path: path.clone() }
    }
}

impl FromStr for ArtifactUri {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let fault = || {
            Error::new(
                ErrorCode::InvalidArtifactUri,
                format!("{text:?} is not of the form planexe://sessions/<session_id>/out/<path>"),
            )
        };
        let rest = text.strip_prefix("planexe://sessions/").ok_or_else(fault)?;
        let (session, path) = rest.split_once("/out/").ok_or_else(fault)?;
        Ok(Self { session: session.parse().map_err(|_| fault())?, path: path.parse()? })
    }
}

impl fmt::Display for ArtifactUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "planexe://sessions/{}/out/{}", self.session, self.path)
    }
}

impl Serialize for ArtifactUri {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_leave_its_session() {
        for path in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "./a",
            "a\\b",
            "a\0b",
            "%2e%2e/x",
            "a/",
            ".planexe-tmp",
            "x/.planexe",
            "C:/x",
            "e\u{301}.md",
            " a",
            "a?b",
            "a#b",
        ] {
            assert!(path.parse::<ArtifactPath>().is_err(), "{path:?} must be refused");
        }
        for path in ["plan.md", "exports/wbs.csv", "\u{e9}.md", "a b.md"] {
            assert_eq!(path.parse::<ArtifactPath>().unwrap().as_str(), path);
        }
    }

    #[test]
    fn an_address_round_trips_and_foreign_schemes_are_refused() {
        let text = "planexe://sessions/pxe_2026_01_14__0123456789abcdef/out/exports/wbs.csv";
        assert_eq!(text.parse::<ArtifactUri>().unwrap().to_string(), text);
        for text in [
            "file:///etc/passwd",
            "planexe://sessions/pxe_2026_01_14__0123456789abcdef/out/../db",
            "planexe://sessions/../out/plan.md",
            "planexe://sessions/pxe_2026_01_14__0123456789abcdef/plan.md",
        ] {
            assert!(text.parse::<ArtifactUri>().is_err(), "{text} must be refused");
        }
    }
}
