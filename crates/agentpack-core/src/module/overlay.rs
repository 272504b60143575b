//! Overlays as a module is loaded: where each layer keeps them, and what they do to the files below.
//! Making and rebasing them is in `overlay.rs`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::ModuleId;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::read_text;
use crate::module::walk::{self, Found};
use crate::module::{File, Layer, MAX_TEXT};
use crate::overlay::metadata::{self, Baseline, Kind, Metadata};
use crate::patch::Patch;
use crate::path::{RelPath, fs_key, sanitize};
use crate::three_way::has_markers;
use content_digest::Digest;

/// One overlay of one module.
#[derive(Debug)]
pub(crate) struct Overlay {
    pub(crate) dir: PathBuf,
    pub(crate) layer: Layer,
    pub(crate) metadata: Metadata,
    /// Files that replace one of the module as a whole.
    pub(crate) files: Vec<Found>,
    /// The files that patches change, sorted.
    pub(crate) patches: Vec<RelPath>,
    pub(crate) baseline: Option<Baseline>,
}

/// The folder in which a layer keeps its overlays.
pub(crate) fn layer_folder(env: &Environment, layer: Layer) -> PathBuf {
    let global = env.repo.join("overlays");
    match layer {
        Layer::Upstream | Layer::Global => global,
        Layer::Machine => global.join("machines").join(&env.machine_id),
        Layer::Project => env.repo.join("projects").join(env.project_id()).join("overlays"),
    }
}

/// The folders that hold overlays, lowest first.
pub(super) fn layers(env: &Environment) -> Vec<(Layer, PathBuf)> {
    let mut layers = vec![Layer::Global, Layer::Machine];
    if env.repo.join("projects").is_dir() {
        layers.push(Layer::Project);
    }
    let folders = layers.into_iter().map(|layer| (layer, layer_folder(env, layer)));
    folders.filter(|(_, folder)| folder.is_dir()).collect()
}

/// The overlays of a module, lowest first.
pub(super) fn walk(id: &ModuleId, layers: &[(Layer, PathBuf)]) -> Result<Vec<Overlay>> {
    let found = layers.iter().filter_map(|(layer, folder)| Some((*layer, existing(folder, id)?)));
    found.map(|(layer, dir)| read(id, dir, layer)).collect()
}

/// Reads the overlay in `dir`, its files not hashed yet.
pub(crate) fn read(id: &ModuleId, dir: PathBuf, layer: Layer) -> Result<Overlay> {
    let metadata = Metadata::read(id, &dir)?;
    let files = walk::walk(id, &dir, layer)?;
    let patches = dir.join(".agentpack/patches");
    let mut patched = Vec::new();
    if patches.is_dir() {
        for found in walk::walk(id, &patches, layer)? {
            let rel = found.rel.as_str().strip_suffix(".patch");
            let rel = rel.and_then(|rel| RelPath::new(rel).ok());
            patched.extend(rel);
        }
    }
    patched.sort();
    let (found, wrong) = match metadata.kind {
        Kind::Dir => ("patches", !patched.is_empty()),
        Kind::Patch => ("whole files", !files.is_empty()),
    };
    if wrong {
        let message = format!(
            "the overlay {} is of kind `{}` and holds {found} too",
            dir.display(),
            metadata.kind.name()
        );
        return Err(Error::new(Code::ConfigInvalid, message).with("module_id", id).at(&dir));
    }
    let baseline = Baseline::read(&dir);
    Ok(Overlay { dir, layer, metadata, files, patches: patched, baseline })
}

/// The overlay's folder: the canonical name, else a name older releases used.
pub(crate) fn existing(folder: &Path, id: &ModuleId) -> Option<PathBuf> {
    let id = id.as_str();
    let uncut = format!("{}--{}", sanitize(id), &Digest::of(id).to_string()[..10]);
    let plain = !id.contains(['/', '\\']) && id != "." && id != ".." && id != "machines";
    let names = [Some(fs_key(id)), Some(uncut), plain.then(|| id.to_owned())];
    names.into_iter().flatten().map(|name| folder.join(name)).find(|dir| dir.is_dir())
}

impl Overlay {
    /// Whether the overlay has a say about a file.
    pub(crate) fn touches(&self, rel: &RelPath) -> bool {
        self.files.iter().any(|found| found.rel == *rel)
            || self.patches.contains(rel)
            || self.metadata.deleted().any(|deleted| deleted == *rel)
    }

    /// Changes `files`, which lie below, as the overlay says.
    pub(crate) fn lay_over(
        &self,
        id: &ModuleId,
        files: &mut BTreeMap<RelPath, File>,
    ) -> Result<()> {
        for rel in self.metadata.deleted() {
            files.remove(&rel);
        }
        for rel in &self.patches {
            let patched = self.patched(id, rel, files.get(rel))?;
            files.insert(rel.clone(), patched);
        }
        for found in &self.files {
            let below = files.get(&found.rel);
            if found.file.size <= MAX_TEXT
                && let Ok(text) = found.file.text()
            {
                refuse_markers(id, &found.file.path, &text, below)?;
            }
            files.insert(found.rel.clone(), found.file.clone());
        }
        Ok(())
    }

    fn patched(&self, id: &ModuleId, rel: &RelPath, below: Option<&File>) -> Result<File> {
        let place = metadata::patch_file(&self.dir, rel);
        let conflict = metadata::conflict_file(&self.dir, rel);
        if conflict.is_file() {
            return Err(unresolved(id, &conflict));
        }
        let scope = self.layer.name();
        let misfit = |problem: String| {
            let message = format!(
                "module {id}: {} does not apply: {problem}; run `agentpack overlay rebase {id} --scope {scope}`",
                place.display()
            );
            Error::new(Code::OverlayPatchApplyFailed, message).with("module_id", id).at(&place)
        };
        let patch =
            Patch::parse(&read_text(&place, MAX_TEXT)?, rel.as_str()).map_err(|problem| {
                let message = format!("module {id}: {}: {problem}", place.display());
                Error::new(Code::ConfigInvalid, message).with("module_id", id).at(&place)
            })?;
        let below = below.ok_or_else(|| misfit(format!("there is no `{rel}` to change")))?;
        let text = String::from_utf8(below.bytes()?)
            .map_err(|_| misfit(format!("`{rel}` is not valid UTF-8")))?;
        let new = patch.apply(&text).map_err(misfit)?;
        refuse_markers(id, &place, &new, Some(below))?;
        Ok(below.with_bytes(new.into_bytes(), self.layer))
    }

    /// Warns of each overlaid file whose original changed since the overlay was made.
    pub(super) fn drift(
        &self,
        id: &ModuleId,
        upstream: &BTreeMap<RelPath, File>,
        warnings: &mut Vec<String>,
    ) {
        for file in self.baseline.iter().flat_map(|baseline| &baseline.file_manifest) {
            let Ok(rel) = RelPath::new(&file.path) else { continue };
            let Some(now) = upstream.get(&rel) else { continue };
            let (old, new) = (&file.sha256, now.digest.to_string());
            if new != *old && self.touches(&rel) {
                warnings.push(format!(
                    "overlay drift ({}) module {id}: upstream changed for {rel} ({old} -> {new})",
                    self.layer.name()
                ));
            }
        }
    }
}

/// A conflict that nobody resolved must never reach an agent. A module that talks about markers itself is fine.
fn refuse_markers(id: &ModuleId, place: &Path, text: &str, below: Option<&File>) -> Result<()> {
    let known = || below.and_then(|file| file.text().ok()).is_some_and(|text| has_markers(&text));
    if has_markers(text) && !known() { Err(unresolved(id, place)) } else { Ok(()) }
}

fn unresolved(id: &ModuleId, place: &Path) -> Error {
    let message = format!(
        "module {id}: {} holds an unresolved conflict; resolve it and run `agentpack overlay rebase {id}`",
        place.display()
    );
    Error::new(Code::OverlayRebaseConflict, message).with("module_id", id).at(place)
}
