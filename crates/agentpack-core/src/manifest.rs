//! `.agentpack.manifest.<owner>.json`: what we wrote below one root. Reading is soft, because a
//! manifest lives among the user's files: what cannot be read is a warning and counts as absent.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::merge::{Format, Piece};
use crate::module::ModuleId;
use crate::owner::Owner;
use crate::path::RelPath;
use crate::snapshot::Id;
use content_digest::Digest;

/// The line that keeps manifests out of git.
pub const GITIGNORE_LINE: &str = ".agentpack.manifest*.json";
const LEGACY: &str = ".agentpack.manifest.json";

/// What one owner manages below one root.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Manifest {
    /// Always 1.
    pub schema_version: u64,
    /// The owner: a host, or `shared`.
    pub tool: String,
    /// Sorted by path.
    pub managed_files: Vec<Entry>,
}

/// One managed file, as it was last written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Relative to the root, with forward slashes.
    pub path: String,
    /// Of the bytes as last written.
    pub sha256: Digest,
    /// Modules it was made of.
    #[serde(default)]
    pub module_ids: Vec<ModuleId>,
    /// Hosts that read it, when there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<String>,
    /// Our part of a file that others write too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merge: Option<Merged>,
}

/// Our part of a shared file, as last written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Merged {
    /// How the host's file is written.
    pub format: Format,
    /// The file did not exist before us, so it may go with our last piece.
    pub created: bool,
    /// The parts of the file that agentpack wrote; the rest is the user's.
    pub pieces: Vec<Piece>,
}

/// The path of an owner's manifest below a root.
pub(crate) fn file(root: &Path, owner: Owner) -> PathBuf {
    root.join(format!(".agentpack.manifest.{owner}.json"))
}

/// The manifest of `owner` as the run `snapshot_id` writes it.
pub(crate) fn bytes(
    owner: Owner,
    snapshot_id: Id,
    generated_at: &str,
    entries: &[Arc<Entry>],
) -> Vec<u8> {
    #[derive(Serialize)]
    struct Written<'w> {
        schema_version: u64,
        generated_at: &'w str,
        tool: &'w str,
        snapshot_id: Id,
        managed_files: Vec<&'w Entry>,
    }
    let written = Written {
        schema_version: 1,
        generated_at,
        tool: owner.name(),
        snapshot_id,
        managed_files: entries.iter().map(Arc::as_ref).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&written).expect("a manifest has only text keys");
    bytes.push(b'\n');
    bytes
}

/// Whether a file name is one of ours, so that it is never an extra file.
pub(crate) fn is_own_file(name: &str) -> bool {
    name.starts_with(".agentpack.manifest")
        || name.starts_with(".agentpack-stage.")
        || name == crate::ownership::FILE
}

/// The manifest of `owner` below `root`.
pub(crate) fn read(root: &Path, owner: Owner, warnings: &mut Vec<String>) -> Option<Manifest> {
    let own = file(root, owner);
    match fs::read(&own) {
        Ok(bytes) => parse(&bytes, owner, &own, warnings),
        Err(error) if is_absent(&error) => {
            let legacy = root.join(LEGACY);
            let bytes = fs::read(&legacy).ok()?;
            let mut quiet = Vec::new();
            parse(&bytes, owner, &legacy, &mut quiet)
        }
        Err(error) => {
            warnings.push(format!("manifest {} cannot be read: {error}", own.display()));
            None
        }
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn parse(bytes: &[u8], owner: Owner, path: &Path, warnings: &mut Vec<String>) -> Option<Manifest> {
    let mut manifest: Manifest = match serde_json::from_slice(bytes) {
        Ok(manifest) => manifest,
        Err(error) => {
            warnings.push(format!("manifest {} is ignored: {error}", path.display()));
            return None;
        }
    };
    if manifest.schema_version != 1 || manifest.tool != owner.name() {
        warnings.push(format!(
            "manifest {} is ignored: schema_version {} of `{}`",
            path.display(),
            manifest.schema_version,
            manifest.tool
        ));
        return None;
    }
    manifest.managed_files.retain(|entry| match RelPath::new(&entry.path) {
        Ok(_) => true,
        Err(problem) => {
            warnings.push(format!("manifest {}: an entry is skipped: {problem}", path.display()));
            false
        }
    });
    Some(manifest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"schema_version":1,"generated_at":"","tool":"codex","snapshot_id":"1","managed_files":[
        {"path":"a/b","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","module_ids":["skill:a"]},
        {"path":"../x","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","module_ids":[]}]}"#;

    fn owner(name: &str) -> Owner {
        Owner::named(name).unwrap()
    }

    #[test]
    fn entries_that_leave_the_root_are_skipped_with_a_warning() {
        let mut warnings = Vec::new();
        let manifest =
            parse(TEXT.as_bytes(), owner("codex"), Path::new("m"), &mut warnings).unwrap();
        assert_eq!(manifest.managed_files.len(), 1);
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn a_manifest_of_another_tool_counts_as_absent() {
        let mut warnings = Vec::new();
        assert!(parse(TEXT.as_bytes(), owner("cursor"), Path::new("m"), &mut warnings).is_none());
        assert!(parse(b"{", owner("codex"), Path::new("m"), &mut warnings).is_none());
        assert_eq!(warnings.len(), 2);
    }
}
