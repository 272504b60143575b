//! Edits of deployed files on their way back into the config repo: the renderer inverted, an overlay made of it,
//! and the proof that rendering it gives the edited bytes. Writes one git branch and nothing else.

mod form;
mod invert;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::apply;
use crate::clock;
use crate::error::{Code, Error, Result};
use crate::git::{BranchFile, Commit, Git, index_beside};
use crate::merge::Format;
use crate::module::{self, Layer, Module, ModuleId};
use crate::owner::Owner;
use crate::path::{RelPath, posix, sanitize};
use crate::plan::{Change, Op, Plan, State};
use crate::render::{self, Content};
use crate::secret::has_secret;
use crate::survey::Survey;
use content_digest::Digest;
pub(crate) use invert::gathered;
use invert::{Block, edited_text};

/// Edits that can go back, and those that cannot.
#[derive(Debug)]
pub struct Proposal {
    /// Sorted by path, then module.
    pub candidates: Vec<Candidate>,
    /// In the order of the plan.
    pub skipped: Vec<Skipped>,
    layer: Layer,
    files: Vec<BranchFile>,
}

/// What an edit changes in the config repo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Into {
    /// An overlay, which leaves the module alone.
    Overlay,
    /// The module itself where it is local and no overlay decides about the file; else an overlay.
    Module,
}

/// One edit of one module's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The id of the module the edit goes back to.
    pub module_id: ModuleId,
    /// The host the edited file was reported under.
    pub target: Owner,
    /// The edited file, absolute.
    pub path: PathBuf,
    /// The module's file that the edit goes into, relative to the module.
    pub rel: RelPath,
    bytes: Vec<u8>,
}

/// An edit that does not go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The host the file was reported under.
    pub target: Owner,
    /// The edited file, absolute.
    pub path: PathBuf,
    /// Modules it is made of.
    pub modules: Vec<ModuleId>,
    /// Why it does not go back.
    pub reason: Reason,
}

/// Why an edit does not go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The file is gone.
    Missing,
    /// It cannot be told whose lines were edited.
    MultiModule,
    /// The file cannot be read.
    ReadError,
    /// The source changed too.
    SourceChanged,
    /// The edit is in lines that no module holds.
    Generated,
    /// Two files of one module were edited differently.
    Disagreeing,
    /// A higher overlay decides about the file.
    Overridden,
    /// The edit is in keys of a settings file.
    MergedKeys,
    /// Rendering the edit would give other bytes, or the module would no longer be valid.
    NotReproducible,
    /// The edit brings a secret, which a commit would keep.
    Secret,
}

impl Reason {
    /// The word in the JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::MultiModule => "multi_module_output",
            Self::ReadError => "read_error",
            Self::SourceChanged => "source_changed",
            Self::Generated => "generated_content",
            Self::Disagreeing => "disagreeing_edits",
            Self::Overridden => "overridden_by_higher_overlay",
            Self::MergedKeys => "merged_keys",
            Self::NotReproducible => "not_reproducible",
            Self::Secret => "looks_like_secret",
        }
    }

    /// One sentence for a person.
    pub fn message(self) -> &'static str {
        match self {
            Self::Missing => "the file is missing; restore or deploy it",
            Self::MultiModule => {
                "the file is made of several modules and its section marks are gone"
            }
            Self::ReadError => "the file cannot be read as text",
            Self::SourceChanged => "the module changed since the last deploy too; merge by hand",
            Self::Generated => "the edit is in lines agentpack makes; no module holds them",
            Self::Disagreeing => "another file made of the same module was edited differently",
            Self::Overridden => "a higher overlay decides about this file; propose at its scope",
            Self::MergedKeys => "keys of a settings file do not go back; edit the module",
            Self::NotReproducible => "rendering the edit would not give the edited file",
            Self::Secret => "the edit holds what looks like a secret, and a commit would keep it",
        }
    }

    fn next_actions(self) -> &'static [&'static str] {
        match self {
            Self::Missing => &["evolve_restore", "deploy_apply"],
            Self::Overridden => &["retry_with_scope"],
            Self::SourceChanged => &["preview_diff", "edit_module_source"],
            _ => &["edit_module_source"],
        }
    }
}

/// Works out what can go back into overlays of `layer`, of one module when one is named.
pub fn propose(
    survey: &Survey,
    plan: &Plan,
    module_id: Option<&str>,
    layer: Layer,
    into: Into,
) -> Result<Proposal> {
    if let Some(id) = module_id {
        survey.config.module(id)?;
    }
    let mut proposal =
        Proposal { candidates: Vec::new(), skipped: Vec::new(), layer, files: Vec::new() };
    for change in &plan.changes {
        if module_id.is_some_and(|id| !change.modules.iter().any(|own| *own == *id)) {
            continue;
        }
        match change.state {
            State::Missing => proposal.skip(change, Reason::Missing),
            State::Conflict if change.op == Op::Update => {
                proposal.skip(change, Reason::SourceChanged);
            }
            State::ModifiedByUser => match invert::invert(survey, change) {
                Ok(edits) => proposal.candidates.extend(edits),
                Err(reason) => proposal.skip(change, reason),
            },
            _ => {}
        }
    }
    proposal.drop_disagreeing(plan);
    proposal.drop_secrets(survey, plan);
    proposal.drop_unreproducible(survey, plan);
    // Only now: the edits of one file are proven together.
    proposal.candidates.retain(|edit| module_id.is_none_or(|id| edit.module_id == *id));
    form::overlays(&mut proposal, survey, plan, into)?;
    proposal.candidates.sort_by(|a, b| (&a.path, &a.module_id).cmp(&(&b.path, &b.module_id)));
    Ok(proposal)
}

impl Proposal {
    fn skip(&mut self, change: &Change, reason: Reason) {
        self.skipped.push(Skipped {
            target: change.target,
            path: change.path.clone(),
            modules: change.modules.clone(),
            reason,
        });
    }

    /// Takes every candidate of the files that `is_out` picks out of the proposal.
    fn drop_files(&mut self, plan: &Plan, reason: Reason, is_out: impl Fn(&Candidate) -> bool) {
        let paths: Vec<PathBuf> =
            self.candidates.iter().filter(|c| is_out(c)).map(|c| c.path.clone()).collect();
        self.candidates.retain(|candidate| !paths.contains(&candidate.path));
        for change in plan.changes.iter().filter(|change| paths.contains(&change.path)) {
            self.skip(change, reason);
        }
    }

    /// Takes single edits out of the proposal; other edits of the same file stay in it.
    fn drop_edits(&mut self, plan: &Plan, reason: Reason, is_out: impl Fn(&Candidate) -> bool) {
        let (out, stay): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.candidates).into_iter().partition(|edit| is_out(edit));
        self.candidates = stay;
        for edit in out {
            if let Some(change) = plan.changes.iter().find(|change| change.path == edit.path) {
                self.skip(change, reason);
                let skipped = self.skipped.last_mut().expect("just pushed");
                skipped.modules = vec![edit.module_id];
            }
        }
    }

    fn drop_disagreeing(&mut self, plan: &Plan) {
        let mut seen: BTreeMap<(ModuleId, RelPath), Digest> = BTreeMap::new();
        let mut disagreeing = Vec::new();
        for candidate in &self.candidates {
            let key = (candidate.module_id.clone(), candidate.rel.clone());
            let digest = Digest::of(&candidate.bytes);
            if *seen.entry(key.clone()).or_insert(digest) != digest {
                disagreeing.push(key);
            }
        }
        self.drop_files(plan, Reason::Disagreeing, |candidate| {
            disagreeing.contains(&(candidate.module_id.clone(), candidate.rel.clone()))
        });
    }

    fn drop_secrets(&mut self, survey: &Survey, plan: &Plan) {
        let has_one_already = |candidate: &Candidate| {
            let module = survey.modules.iter().find(|module| module.id == candidate.module_id);
            let file = module.and_then(|module| module.files.get(&candidate.rel));
            file.is_some_and(|file| file.text().is_ok_and(|text| has_secret(&text)))
        };
        self.drop_files(plan, Reason::Secret, |candidate| {
            has_secret(&String::from_utf8_lossy(&candidate.bytes)) && !has_one_already(candidate)
        });
    }

    /// Renders the modules with all edits in them, and drops what does not come out as it was typed. What is left
    /// is rendered again, because edits of one file stand or fall together.
    fn drop_unreproducible(&mut self, survey: &Survey, plan: &Plan) {
        while !self.candidates.is_empty() {
            let modules = self.edited_modules(survey);
            let invalid: Vec<ModuleId> = modules
                .iter()
                .filter(|module| module::check(module).is_err())
                .map(|module| module.id.clone())
                .collect();
            let before = self.candidates.len();
            if invalid.is_empty() {
                let desired = render::render(&survey.config, &modules, &survey.env).ok();
                let comes_out = |candidate: &Candidate| {
                    let output = desired.as_ref()?.outputs.get(&candidate.path)?;
                    let change = plan.changes.iter().find(|c| c.path == candidate.path)?;
                    Some(match &output.content {
                        Content::Merge { format: Format::Block, pieces } => {
                            let Ok(Block { edited, .. }) = edited_text(survey, change) else {
                                return None;
                            };
                            let wanted = pieces.first()?.value.as_str()?;
                            let moved = gathered(&edited);
                            wanted == edited
                                || moved.is_some_and(|text| text.trim_end() == wanted.trim_end())
                        }
                        content => {
                            let wanted = content.digest()?;
                            let gathered = || gathered(survey.texts.get(&change.path)?);
                            wanted == change.before?.digest
                                || gathered().is_some_and(|text| Digest::of(text) == wanted)
                        }
                    })
                };
                let comes_out = |candidate: &Candidate| comes_out(candidate).unwrap_or(false);
                self.drop_files(plan, Reason::NotReproducible, |candidate| !comes_out(candidate));
            } else {
                self.drop_files(plan, Reason::NotReproducible, |candidate| {
                    invalid.contains(&candidate.module_id)
                });
            }
            if self.candidates.len() == before {
                return;
            }
        }
    }

    fn edited_modules(&self, survey: &Survey) -> Vec<Module> {
        let mut modules = survey.modules.clone();
        for candidate in &self.candidates {
            let module = modules.iter_mut().find(|module| module.id == candidate.module_id);
            if let Some(file) = module.and_then(|module| module.files.get_mut(&candidate.rel)) {
                *file = file.with_bytes(candidate.bytes.clone(), self.layer);
            }
        }
        modules
    }

    /// Files of the config repo the branch changes, with forward slashes.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// Counts, candidates and what was skipped, as the reference has them.
    pub fn data(&self) -> Json {
        let candidates: Vec<Json> = self
            .candidates
            .iter()
            .map(|candidate| {
                json!({
                    "module_id": candidate.module_id, "module_path": candidate.rel.as_str(),
                    "path": candidate.path, "path_posix": posix(&candidate.path), "target": candidate.target,
                })
            })
            .collect();
        json!({
            "candidates": candidates,
            "scope": self.layer.name(),
            "skipped": self.skipped.iter().map(Skipped::data).collect::<Vec<_>>(),
            "summary": self.summary(),
        })
    }

    fn summary(&self) -> Json {
        let count = |reason| self.skipped.iter().filter(|skip| skip.reason == reason).count();
        json!({
            "drifted_proposeable": self.candidates.len(),
            "drifted_skipped": self.skipped.len(),
            "skipped_missing": count(Reason::Missing),
            "skipped_multi_module": count(Reason::MultiModule),
            "skipped_read_error": count(Reason::ReadError),
        })
    }

    /// Writes the overlays as a new branch on top of the commit that is checked out; returns branch and commit.
    pub fn write_branch(&self, survey: &Survey, branch: Option<&str>) -> Result<(String, String)> {
        let env = &survey.env;
        let git = Git::required(&env.repo)?;
        let dirty = git.changed_files()?;
        if !dirty.is_empty() {
            let message = format!("{} has uncommitted changes", env.repo.display());
            let sample: Vec<String> = dirty.into_iter().take(20).collect();
            return Err(Error::new(Code::GitWorktreeDirty, message)
                .with("files", sample)
                .at(&env.repo));
        }
        let branch = branch.map_or_else(|| self.default_branch(), str::to_owned);
        let state = env.state();
        apply::make_private_folder(&state).map_err(|error| Error::io("create", &state, &error))?;
        let index = index_beside(&state);
        let message = "chore(evolve): propose overlay updates";
        let commit = git.branch(&Commit { branch: &branch, message, files: &self.files }, &index);
        let _ = apply::remove(&index, &state);
        Ok((branch, commit?))
    }

    /// `evolve/propose-<scope>-<module>-<time>`, sortable by time.
    fn default_branch(&self) -> String {
        let mut ids: Vec<&str> = self.candidates.iter().map(|c| c.module_id.as_str()).collect();
        ids.dedup();
        let module = match ids[..] {
            [id] => sanitize(id),
            _ => "multi".to_owned(),
        };
        let now = clock::now();
        let time: String =
            clock::rfc3339(now).chars().filter(char::is_ascii_alphanumeric).take(15).collect();
        format!("evolve/propose-{}-{module}-{time}Z-{:09}", self.layer.name(), now.subsec_nanos())
    }
}

impl Skipped {
    fn data(&self) -> Json {
        let mut data = json!({
            "next_actions": self.reason.next_actions(),
            "path": self.path,
            "path_posix": posix(&self.path),
            "reason": self.reason.code(),
            "reason_code": self.reason.code(),
            "reason_message": self.reason.message(),
            "target": self.target,
        });
        match &self.modules[..] {
            [id] => data["module_id"] = id.into(),
            ids => data["module_ids"] = json!(ids),
        }
        data
    }
}
