//! Folder overlays: files that replace or join those of a module, by machine and project.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::digest::Digest;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::read_text;
use crate::module::walk::{self, Found};
use crate::module::{Layer, MAX_TEXT};
use crate::path::{fs_key, sanitize};

/// One overlay of one module.
#[derive(Debug)]
pub(super) struct Overlay {
    pub(super) files: Vec<Found>,
    layer: Layer,
    /// What the module's files were when the overlay was made.
    baseline: Vec<(String, String)>,
}

/// The folders that hold overlays, lowest first.
pub(super) fn layers(env: &Environment) -> Vec<(Layer, PathBuf)> {
    let global = env.repo.join("overlays");
    let machine = global.join("machines").join(&env.machine_id);
    let projects = env.repo.join("projects");
    let mut layers = vec![(Layer::Global, global), (Layer::Machine, machine)];
    if projects.is_dir() {
        layers.push((Layer::Project, projects.join(env.project_id()).join("overlays")));
    }
    layers.retain(|(_, folder)| folder.is_dir());
    layers
}

/// The overlays of a module, lowest first.
pub(super) fn walk(id: &str, layers: &[(Layer, PathBuf)]) -> Result<Vec<Overlay>> {
    let mut overlays = Vec::new();
    for (layer, folder) in layers {
        let Some(dir) = existing(folder, id) else { continue };
        refuse_other_kinds(id, &dir)?;
        let files = walk::walk(id, &dir, *layer)?;
        overlays.push(Overlay { files, layer: *layer, baseline: baseline(&dir) });
    }
    Ok(overlays)
}

/// The overlay's folder: the canonical name, else a name older releases used.
fn existing(folder: &Path, id: &str) -> Option<PathBuf> {
    let uncut = format!("{}--{}", sanitize(id), &Digest::of(id).to_string()[..10]);
    let plain = !id.contains(['/', '\\']) && id != "." && id != ".." && id != "machines";
    let names = [Some(fs_key(id)), Some(uncut), plain.then(|| id.to_owned())];
    names.into_iter().flatten().map(|name| folder.join(name)).find(|dir| dir.is_dir())
}

fn refuse_other_kinds(id: &str, dir: &Path) -> Result<()> {
    let file = dir.join(".agentpack").join("overlay.json");
    if !file.is_file() {
        return Ok(());
    }
    let invalid =
        |message: String| Error::new(Code::ConfigInvalid, message).with("module_id", id).at(&file);
    let value: Json = serde_json::from_str(&read_text(&file, MAX_TEXT)?)
        .map_err(|error| invalid(format!("{} is not valid JSON: {error}", file.display())))?;
    match value["overlay_kind"].as_str() {
        Some("dir") => Ok(()),
        Some("patch") => {
            let message = format!("the overlay {} holds patches", dir.display());
            Err(Error::new(Code::OverlayKindUnsupported, message).with("module_id", id).at(dir))
        }
        _ => Err(invalid(format!("{}: overlay_kind must be `dir` or `patch`", file.display()))),
    }
}

/// An unreadable baseline means that drift cannot be told, not that the overlay is wrong.
fn baseline(dir: &Path) -> Vec<(String, String)> {
    let file = dir.join(".agentpack").join("baseline.json");
    let value: Json = read_text(&file, MAX_TEXT)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let entries = value["file_manifest"].as_array().cloned().unwrap_or_default();
    entries
        .iter()
        .filter_map(|entry| {
            Some((entry["path"].as_str()?.to_owned(), entry["sha256"].as_str()?.to_owned()))
        })
        .collect()
}

impl Overlay {
    /// Warns of each overlaid file whose original changed since the overlay was made.
    pub(super) fn drift(&self, id: &str, upstream: &[Found], warnings: &mut Vec<String>) {
        for (path, old) in &self.baseline {
            let overlaid = self.files.iter().any(|found| found.rel.as_str() == path);
            let Some(now) = upstream.iter().find(|found| found.rel.as_str() == path) else {
                continue;
            };
            let new = now.file.digest.to_string();
            if overlaid && new != *old {
                let scope = self.layer.name();
                warnings.push(format!(
                    "overlay drift ({scope}) module {id}: upstream changed for {path} ({old} -> {new})"
                ));
            }
        }
    }
}
