//! What an overlay says about itself, in its `.agentpack` folder: kind, deletions, and what it was made on.
//! The formats are those of existing repos; `delete` and `base/` are additions that older tools pass over.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::apply;
use crate::error::{Code, Error, Result};
use crate::hash_cache::{read_bytes, read_text};
use crate::lock::LockedFile;
use crate::module::{MAX_TEXT, ModuleId};
use crate::path::RelPath;
use content_digest::Digest;

/// How an overlay changes its module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Whole files that replace or join those of the module.
    #[default]
    Dir,
    /// Unified diffs of text files.
    Patch,
}

impl Kind {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dir => "dir",
            Self::Patch => "patch",
        }
    }
}

/// `overlay.json`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Metadata {
    #[serde(rename = "overlay_kind")]
    pub(crate) kind: Kind,
    /// Files of the module that are taken away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) delete: Vec<String>,
}

/// `baseline.json`, version 2: the module as it was when the overlay was made or last rebased.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Baseline {
    pub(crate) version: u64,
    #[serde(default)]
    pub(crate) created_at: String,
    #[serde(default)]
    pub(crate) upstream_sha256: String,
    #[serde(default)]
    pub(crate) file_manifest: Vec<BaselineFile>,
    #[serde(default)]
    pub(crate) upstream: Json,
}

/// One file of a baseline. The digest is text, because a damaged one only means that drift cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BaselineFile {
    pub(crate) path: String,
    pub(crate) sha256: String,
    #[serde(default)]
    pub(crate) bytes: u64,
}

impl From<LockedFile> for BaselineFile {
    fn from(file: LockedFile) -> Self {
        Self { path: file.path, sha256: file.sha256.to_string(), bytes: file.bytes }
    }
}

impl Baseline {
    pub(crate) fn digest(&self, rel: &str) -> Option<&str> {
        let file = self.file_manifest.iter().find(|file| file.path == rel)?;
        Some(&file.sha256)
    }
}

/// The folder of an overlay's metadata.
pub(crate) fn folder(overlay: &Path) -> PathBuf {
    overlay.join(".agentpack")
}

/// Where the patch of a file stands.
pub(crate) fn patch_file(overlay: &Path, rel: &RelPath) -> PathBuf {
    folder(overlay).join("patches").join(format!("{rel}.patch"))
}

/// Where a merge that needs a person stands.
pub(crate) fn conflict_file(overlay: &Path, rel: &RelPath) -> PathBuf {
    rel.under(&folder(overlay).join("conflicts"))
}

/// Where the file an overlay was made on is kept, so that a merge needs no history.
pub(crate) fn base_file(overlay: &Path, rel: &RelPath) -> PathBuf {
    rel.under(&folder(overlay).join("base"))
}

impl Metadata {
    /// Absent means a plain folder.
    pub(crate) fn read(id: &ModuleId, overlay: &Path) -> Result<Self> {
        let file = folder(overlay).join("overlay.json");
        if !file.is_file() {
            return Ok(Self::default());
        }
        let invalid = |message: String| {
            Error::new(Code::ConfigInvalid, message).with("module_id", id).at(&file)
        };
        let metadata: Self = serde_json::from_str(&read_text(&file, MAX_TEXT)?)
            .map_err(|error| invalid(format!("{}: {error}", file.display())).caused_by(error))?;
        for path in &metadata.delete {
            RelPath::new(path)
                .map_err(|problem| invalid(format!("{}: delete: {problem}", file.display())))?;
        }
        Ok(metadata)
    }

    /// The deleted files as paths.
    pub(crate) fn deleted(&self) -> impl Iterator<Item = RelPath> {
        self.delete.iter().filter_map(|path| RelPath::new(path).ok())
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        pretty(self)
    }

    pub(crate) fn write(&self, overlay: &Path) -> Result<()> {
        store(&folder(overlay).join("overlay.json"), &self.bytes())
    }
}

impl Baseline {
    /// `None` when there is none or it cannot be read: then drift cannot be told, which is no fault of the overlay.
    pub(crate) fn read(overlay: &Path) -> Option<Self> {
        let file = folder(overlay).join("baseline.json");
        serde_json::from_str(&read_text(&file, MAX_TEXT).ok()?).ok()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        pretty(self)
    }

    pub(crate) fn write(&self, overlay: &Path) -> Result<()> {
        store(&folder(overlay).join("baseline.json"), &self.bytes())
    }
}

/// The kept base of a file, when it was kept.
pub(crate) fn kept_base(overlay: &Path, rel: &RelPath) -> Option<Vec<u8>> {
    read_bytes(&base_file(overlay, rel), MAX_TEXT).ok()
}

/// Of bytes, in the spelling of baselines.
pub(crate) fn digest_text(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string()
}

/// Replaces a file of the config repo in one step.
pub(crate) fn store(path: &Path, bytes: &[u8]) -> Result<()> {
    apply::replace(path, bytes).map_err(|error| Error::io("write", path, &error))
}

/// Replaces a file of the config repo that may be a program.
pub(crate) fn store_file(path: &Path, bytes: &[u8], executable: bool) -> Result<()> {
    apply::replace_like(path, bytes, executable).map_err(|error| Error::io("write", path, &error))
}

fn pretty(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("text keys only");
    bytes.push(b'\n');
    bytes
}
