//! The overlay an edit becomes: the kind that is there, else a patch where one fits, else a whole file.

use std::path::Path;

use crate::error::Result;
use crate::evolve::{Candidate, Into, Proposal, Reason};
use crate::git::BranchFile;
use crate::module::{Ground, ModuleId};
use crate::overlay::Spot;
use crate::overlay::metadata::{self, Baseline, BaselineFile, Kind, Metadata};
use crate::patch::{self, Patch};
use crate::path::{RelPath, posix};
use crate::plan::Plan;
use crate::survey::Survey;

/// Turns the candidates into files of the branch; those a higher overlay decides about are skipped.
pub(super) fn overlays(
    proposal: &mut Proposal,
    survey: &Survey,
    plan: &Plan,
    into: Into,
) -> Result<()> {
    let mut ids: Vec<ModuleId> = proposal.candidates.iter().map(|c| c.module_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let mut grounds = Vec::new();
    for id in ids {
        let spot = Spot::new(&survey.env, id.as_str(), proposal.layer)?;
        let ground = spot.ground()?;
        proposal.drop_edits(plan, Reason::Overridden, |candidate| {
            candidate.module_id == id && ground.above.iter().any(|o| o.touches(&candidate.rel))
        });
        grounds.push((id, spot, ground));
    }
    for (id, spot, ground) in grounds {
        let mut edits: Vec<&Candidate> =
            proposal.candidates.iter().filter(|candidate| candidate.module_id == id).collect();
        edits.sort_by(|a, b| a.rel.cmp(&b.rel));
        edits.dedup_by(|a, b| a.rel == b.rel);
        if edits.is_empty() {
            continue;
        }
        if into == Into::Module
            && let Some(files) = module_files(&spot, &ground, &edits)
        {
            proposal.files.extend(files);
            continue;
        }
        let files = files(&spot, &ground, &edits);
        let Some(files) = files else {
            proposal.drop_files(plan, Reason::NotReproducible, |c| c.module_id == id);
            continue;
        };
        proposal.files.extend(files);
    }
    Ok(())
}

/// The files of a local module as edited; `None` when they are not its own to change.
fn module_files(spot: &Spot<'_>, ground: &Ground, edits: &[&Candidate]) -> Option<Vec<BranchFile>> {
    if !spot.is_local() {
        return None;
    }
    let mut branch = Branch { repo: &spot.env.repo, files: Vec::new() };
    for edit in edits {
        let file = ground.upstream.get(&edit.rel)?;
        let overlaid = ground.files.get(&edit.rel).is_none_or(|it| it.digest != file.digest)
            || ground.overlay.as_ref().is_some_and(|overlay| overlay.touches(&edit.rel));
        if overlaid {
            return None;
        }
        branch.push(&file.path, Some(edit.bytes.clone()), file.executable);
    }
    Some(branch.files)
}

/// The files of one overlay; `None` when its kind cannot hold an edit.
fn files(spot: &Spot<'_>, ground: &Ground, edits: &[&Candidate]) -> Option<Vec<BranchFile>> {
    let known = ground.overlay.as_ref().map(|overlay| &overlay.metadata);
    let patches: Option<Vec<String>> = edits.iter().map(|edit| patch_of(ground, edit)).collect();
    let kind = match (known, &patches) {
        (Some(metadata), _) => metadata.kind,
        (None, Some(_)) => Kind::Patch,
        (None, None) => Kind::Dir,
    };
    let dir = spot.dir();
    let mut branch = Branch { repo: &spot.env.repo, files: Vec::new() };
    let mut baseline = ground
        .overlay
        .as_ref()
        .and_then(|overlay| overlay.baseline.clone())
        .unwrap_or_else(|| spot.baseline(&ground.upstream));
    for (at, edit) in edits.iter().enumerate() {
        let below = ground.files.get(&edit.rel);
        let base = below.and_then(|file| file.bytes().ok());
        let is_needless = base.as_ref() == Some(&edit.bytes);
        let executable = below.is_some_and(|file| file.executable);
        match kind {
            Kind::Dir => {
                let bytes = (!is_needless).then(|| edit.bytes.clone());
                branch.push(&edit.rel.under(&dir), bytes, executable);
            }
            Kind::Patch => {
                let text = patches.as_ref()?[at].clone();
                let bytes = (!is_needless).then(|| text.into_bytes());
                branch.push(&metadata::patch_file(&dir, &edit.rel), bytes, false);
            }
        }
        branch.push(&metadata::base_file(&dir, &edit.rel), base.filter(|_| !is_needless), false);
        renew(&mut baseline, ground, &edit.rel);
    }
    let metadata = Metadata { kind, delete: known.map(|m| m.delete.clone()).unwrap_or_default() };
    branch.push(&metadata::folder(&dir).join("overlay.json"), Some(metadata.bytes()), false);
    branch.push(&metadata::folder(&dir).join("baseline.json"), Some(baseline.bytes()), false);
    let id = edits[0].module_id.as_str().as_bytes().to_vec();
    branch.push(&metadata::folder(&dir).join("module_id"), Some(id), false);
    Some(branch.files)
}

/// The patch of an edit, if one gives exactly its bytes.
fn patch_of(ground: &Ground, edit: &Candidate) -> Option<String> {
    let below = String::from_utf8(ground.files.get(&edit.rel)?.bytes().ok()?).ok()?;
    let new = std::str::from_utf8(&edit.bytes).ok()?;
    if below == new {
        return Some(String::new());
    }
    let text = patch::make(edit.rel.as_str(), &below, new);
    let made = Patch::parse(&text, edit.rel.as_str()).ok()?.apply(&below).ok()?;
    (made == new).then_some(text)
}

/// The overlay now says something about this file as it is below.
fn renew(baseline: &mut Baseline, ground: &Ground, rel: &RelPath) {
    let Some(file) = ground.upstream.get(rel) else { return };
    let line =
        BaselineFile { path: rel.to_string(), sha256: file.digest.to_string(), bytes: file.size };
    baseline.file_manifest.retain(|known| known.path != line.path);
    baseline.file_manifest.push(line);
    baseline.file_manifest.sort_by(|a, b| a.path.cmp(&b.path));
}

struct Branch<'b> {
    repo: &'b Path,
    files: Vec<BranchFile>,
}

impl Branch<'_> {
    fn push(&mut self, path: &Path, bytes: Option<Vec<u8>>, executable: bool) {
        let rel = path.strip_prefix(self.repo).expect("overlays lie in the config repo");
        // Removing what is not there would only be noise in the branch.
        if bytes.is_some() || path.exists() {
            self.files.push(BranchFile { path: posix(rel), bytes, executable });
        }
    }
}
