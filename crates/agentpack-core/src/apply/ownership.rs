//! Keeps the project's committed ownership file in step with the manifests that a run writes.

use std::path::Path;

use super::transaction::Meta;
use crate::error::Result;
use crate::ownership::Ownership;
use crate::plan::Plan;

/// The ownership file as it will stand; `None` when it stays as it is.
pub(super) fn meta(plan: &Plan, project: &Path) -> Result<Option<Meta>> {
    if !project.join(".git").exists() {
        return Ok(None);
    }
    let before = Ownership::load(project)?;
    let mut after = before.clone();
    for (owner, root) in super::manifest_keys(plan) {
        let entries = plan.manifests.get(&(owner, root.to_path_buf()));
        after.set(project, owner, root, entries.map_or(&[], Vec::as_slice));
    }
    let path = Ownership::file(project);
    if after == before {
        return Ok(None);
    }
    Ok(Some(Meta { path, bytes: after.bytes() }))
}
