//! Keeping the `out` folder and the store together: showing artifacts as files, and taking over
//! what people change there.

use std::collections::{BTreeMap, BTreeSet};

use planner::Digest;

use super::artifacts::{Edit, check};
use super::{Engine, Parts};
use crate::artifact::{Artifact, ArtifactPath, ArtifactUri};
use crate::error::{Error, Result};
use crate::run::ledger::Fresh;
use crate::session::{Caller, SessionId};
use crate::store::StoreError;

/// What became of a file in the `out` folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// It has the content of the artifact.
    Current,
    /// Somebody edited it; the edit is left alone and taken over when the next run starts.
    EditKept,
}

/// What a run finds when it looks at the `out` folder and at its content.
pub(super) struct Adopted {
    /// Files that people edited.
    pub(super) edits: Vec<ArtifactPath>,
    /// Artifacts whose content is gone for good.
    pub(super) lost: Vec<Artifact>,
}

/// One path, and what came of showing it.
pub(crate) type Attempt<'a> = (&'a ArtifactPath, Result<Shown, StoreError>);

impl Parts {
    /// Shows what stands at a path now, in the `out` folder, unless that would destroy an edit.
    pub(crate) fn show(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
    ) -> Result<Shown, StoreError> {
        let shown = self.show_all(session, std::slice::from_ref(path), &Fresh::default())?;
        shown.into_iter().next().map_or(Ok(Shown::Current), |(_, shown)| shown)
    }

    /// Shows what stands at each of `paths`. Content that a run has at hand is not read again.
    pub(crate) fn show_all<'a>(
        &self,
        session: &SessionId,
        paths: &'a [ArtifactPath],
        fresh: &Fresh,
    ) -> Result<Vec<Attempt<'a>>, StoreError> {
        // Two threads that show one path must not leave the older content behind.
        let _turn = self.view.turn();
        let names: Vec<&str> = paths.iter().map(ArtifactPath::as_str).collect();
        let standing = self.store.standing(session, &names)?;
        let shown = paths.iter().zip(standing).map(|(path, artifact)| {
            (path, artifact.map_or(Ok(Shown::Current), |it| self.show_one(session, &it, fresh)))
        });
        Ok(shown.collect())
    }

    fn show_one(
        &self,
        session: &SessionId,
        artifact: &Artifact,
        fresh: &Fresh,
    ) -> Result<Shown, StoreError> {
        let path = &artifact.path;
        if artifact.live {
            return Ok(Shown::Current);
        }
        if let Some(bytes) = self.view.file(session, path)? {
            let sha256 = Digest::of(&bytes);
            if sha256 == artifact.sha256 {
                return Ok(Shown::Current);
            }
            if !artifact.kind.is_reserved() && !self.is_version(session, path, sha256)? {
                return Ok(Shown::EditKept);
            }
        }
        match fresh.content(&artifact.sha256) {
            Some(bytes) => self.view.write(session, path, &bytes)?,
            None => self.view.write(session, path, &self.blobs.read(&artifact.sha256)?)?,
        }
        Ok(Shown::Current)
    }

    /// Whether content ever stood at a path. A file with such content is not an edit but a view
    /// that was cut short.
    fn is_version(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
        sha256: Digest,
    ) -> Result<bool, StoreError> {
        let versions = self.store.versions(session, path)?;
        Ok(versions.iter().any(|version| version.sha256 == sha256))
    }
}

impl Engine {
    /// Takes over files that somebody changed or added in the `out` folder, and shows again what is
    /// missing there. Content that the store lost and a file still has is put back.
    pub(super) fn adopt_edits(&self, session: &SessionId) -> Result<Adopted> {
        if self.parts.view.is_shown() {
            self.parts.view.prepare(session)?;
        }
        let standing = self.parts.store.artifacts(session, "")?;
        let mut lost = self.parts.lost(session, &standing)?;
        for artifact in &lost {
            self.parts.blobs.set_aside(&artifact.sha256)?;
        }
        let standing: BTreeMap<_, _> = standing.iter().map(|it| (&it.path, it.sha256)).collect();
        let mut current = BTreeSet::new();
        let mut edited = Vec::new();
        for path in self.parts.view.paths(session)? {
            let Some(bytes) = self.parts.view.file(session, &path)? else { continue };
            if standing.get(&path) == Some(&Digest::of(&bytes)) {
                if let Some(place) = lost.iter().position(|it| it.path == path) {
                    self.parts.blobs.put(&bytes)?;
                    lost.remove(place);
                }
                current.insert(path);
            } else {
                edited.push((path, bytes));
            }
        }
        // All of them are looked at before the first is taken over.
        for (path, bytes) in &edited {
            if !self.parts.is_version(session, path, Digest::of(bytes))? {
                check(path, bytes).map_err(|error| unusable(path, error))?;
            }
        }
        let mut edits = Vec::new();
        for (path, _) in edited {
            if self.adopt_edit(session, &path)? {
                lost.retain(|it| it.path != path);
                edits.push(path);
            }
        }
        for artifact in self.parts.store.artifacts(session, "")? {
            if !current.contains(&artifact.path) {
                match self.parts.show(session, &artifact.path) {
                    // The run makes it again.
                    Err(StoreError::Content(_)) => {}
                    shown => drop(shown?),
                }
            }
        }
        Ok(Adopted { edits, lost })
    }

    /// Files of the `out` folder that somebody changed or added since the last run: the next one takes them over.
    /// Reads all of them.
    pub fn changed_files(&self, caller: &Caller, session: &SessionId) -> Result<Vec<String>> {
        self.session(caller, session)?;
        let standing = self.parts.store.artifacts(session, "")?;
        let standing: BTreeMap<_, _> = standing.iter().map(|it| (&it.path, it)).collect();
        let mut changed = Vec::new();
        for path in self.parts.view.paths(session)? {
            let known = standing.get(&path);
            if known.is_some_and(|it| it.live || it.kind.is_reserved()) {
                continue;
            }
            let Some(bytes) = self.parts.view.file(session, &path)? else { continue };
            let sha256 = Digest::of(&bytes);
            let is_known = known.is_some_and(|it| it.sha256 == sha256);
            if !is_known && !self.parts.is_version(session, &path, sha256)? {
                changed.push(path.as_str().to_owned());
            }
        }
        Ok(changed)
    }

    /// Takes over one file; says whether it was an edit.
    pub(super) fn adopt_edit(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
    ) -> Result<bool, StoreError> {
        let Some(bytes) = self.parts.view.file(session, path)? else {
            return Ok(false);
        };
        if self.parts.is_version(session, path, Digest::of(&bytes))? {
            return Ok(false);
        }
        let edit = Edit { bytes, reason: "external_edit".to_owned(), expected: None };
        match self.save(&ArtifactUri::new(session, path), edit) {
            Ok(_) => Ok(true),
            // The engine's own files are simply put back.
            Err(StoreError::Reserved(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// The way out for somebody who saved a file that no run can use.
fn unusable(path: &ArtifactPath, error: Error) -> Error {
    let message =
        format!("out/{}; mend the file, or delete it to get {path} as it was", error.message);
    Error { message, ..error }
}
