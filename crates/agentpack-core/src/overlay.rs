//! Overlays as things one works on: where they are, starting one, bringing one up to date with its module.
//! How they change a module that is deployed is in `module/overlay.rs`.

pub(crate) mod metadata;

mod edit;
mod rebase;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::clock;
use crate::config::{ModuleEntry, Source};
use crate::environment::Environment;
use crate::error::Result;
use crate::git::Git;
use crate::lock::{self, Lock, LockedFile};
use crate::module::{self, File, Ground, Layer, overlay};
use crate::path::{RelPath, fs_key};
use metadata::Baseline;

pub use edit::{EditOptions, Edited, Fill, edit};
pub use metadata::Kind;
pub use rebase::{Rebased, Sparsify, rebase};

/// A module at one layer of overlays.
#[derive(Debug)]
pub struct Spot<'s> {
    pub(crate) env: &'s Environment,
    entry: ModuleEntry,
    layer: Layer,
    lock: Option<Lock>,
}

impl<'s> Spot<'s> {
    /// The spot of a module of the config; an unknown id is an error with a hint.
    pub fn new(env: &'s Environment, id: &str, layer: Layer) -> Result<Self> {
        let config = crate::survey::load_config(env)?;
        let entry = config.module(id)?.clone();
        Ok(Self { env, entry, layer, lock: Lock::load(&env.repo)? })
    }

    /// The overlay's folder, whether it is there or not.
    pub fn dir(&self) -> PathBuf {
        let folder = overlay::layer_folder(self.env, self.layer);
        let canonical = folder.join(fs_key(self.entry.id.as_str()));
        overlay::existing(&folder, &self.entry.id).unwrap_or(canonical)
    }

    /// Whether the module's files are in the config repo.
    pub(crate) fn is_local(&self) -> bool {
        matches!(self.entry.source, Source::Local { .. })
    }

    /// The layer of the overlay.
    pub fn layer(&self) -> Layer {
        self.layer
    }

    pub(crate) fn ground(&self) -> Result<Ground> {
        module::ground(&self.entry, self.env, self.lock.as_ref(), self.layer)
    }

    /// The module as it is now, on record for later rebases.
    pub(crate) fn baseline(&self, upstream: &BTreeMap<RelPath, File>) -> Baseline {
        let files = upstream.iter().map(|(rel, file)| (rel.as_str(), file.digest, file.size));
        let listed = files.clone().map(|(path, sha256, bytes)| {
            LockedFile { path: path.to_owned(), sha256, bytes }.into()
        });
        Baseline {
            version: 2,
            created_at: clock::rfc3339(clock::now()),
            upstream_sha256: lock::module_digest(files.clone()).to_string(),
            file_manifest: listed.collect(),
            upstream: self.upstream_data(),
        }
    }

    fn upstream_data(&self) -> Json {
        match &self.entry.source {
            Source::Local { path } => {
                let git = Git::at(&self.env.repo);
                let revision = git.head().ok();
                let dirty = revision.as_ref().and_then(|_| git.changed_files().ok());
                json!({
                    "kind": "local_path", "repo_rel_path": path.as_str(), "repo_git_rev": revision,
                    "repo_dirty": dirty.map(|files| !files.is_empty()),
                })
            }
            Source::Git { url, subdir, .. } => {
                let commit = self.locked_commit();
                let subdir = subdir.as_ref().map_or("", RelPath::as_str);
                json!({"kind": "git", "url": url, "commit": commit, "subdir": subdir})
            }
        }
    }

    fn locked_commit(&self) -> Option<&str> {
        let locked = self.lock.as_ref()?.module(&self.entry.id)?;
        Some(&locked.resolved_source.git.as_ref()?.commit)
    }

    /// Fields every answer about an overlay has.
    pub fn data(&self) -> Json {
        let dir = self.dir();
        json!({
            "machine_id": self.env.machine_id,
            "module_id": self.entry.id,
            "overlay_dir": dir,
            "overlay_dir_posix": crate::path::posix(&dir),
            "project_id": self.env.project_id(),
            "scope": self.layer.name(),
        })
    }
}
