//! Listing, reading and writing artifacts.

use serde_json::json;

use planner::{Digest, Kind};

use super::Engine;
use super::recovery::Grace;
use crate::artifact::{Artifact, ArtifactPath, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::error::{Error, ErrorCode, Result};
use crate::event::EventKind;
use crate::session::{Caller, SessionId};
use crate::store::blobs::{fault, read_part};
use crate::store::view::is_temporary;
use crate::store::{Change, Commit, Expected, Guard, NewArtifact, StoreError};

/// Most bytes in one read.
const LONGEST_READ: u64 = 4 * 1024 * 1024;
/// Most bytes in one write.
const LONGEST_WRITE: usize = 16 * 1024 * 1024;
/// Written by the engine alone.
const RESERVED: [&str; 4] = ["run.log", "luigi_state.json", "run_error.json", "bundle.zip"];

/// A part of an artifact to be read, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// The first byte.
    pub start: u64,
    /// How many; fewer come at the end of the artifact or of a character.
    pub length: u64,
}

impl Default for Range {
    fn default() -> Self {
        Self { start: 0, length: LONGEST_READ }
    }
}

/// What a read gives.
#[derive(Debug, Clone)]
pub struct Content {
    /// The version that was read; its digest is that of the whole.
    pub artifact: Artifact,
    /// The bytes of the range.
    pub bytes: Vec<u8>,
    /// Where they begin: text starts at a character.
    pub start: u64,
}

/// A write by a person or an agent.
#[derive(Debug, Clone)]
pub struct Edit {
    /// The new content, whole.
    pub bytes: Vec<u8>,
    /// Why, in the client's words.
    pub reason: String,
    /// The digest the client last saw; another one is a conflict.
    pub expected: Option<Digest>,
}

/// What a write did.
#[derive(Debug, Clone)]
pub struct Saved {
    /// What stands there now.
    pub artifact: Artifact,
    /// False when the content was there already.
    pub updated: bool,
}

impl Engine {
    /// The current artifacts below a folder, or the one at a path; `""` is everything.
    pub fn artifacts(&self, caller: &Caller, id: &SessionId, path: &str) -> Result<Vec<Artifact>> {
        self.session(caller, id)?;
        let path = path.trim_end_matches('/');
        if path.is_empty() {
            return Ok(self.parts.store.artifacts(id, "")?);
        }
        let path: ArtifactPath = path.parse()?;
        if let Some(artifact) = self.parts.store.artifact(id, &path)? {
            return Ok(vec![artifact]);
        }
        Ok(self.parts.store.artifacts(id, &format!("{path}/"))?)
    }

    /// Every version of an artifact, oldest first.
    pub fn versions(&self, caller: &Caller, uri: &ArtifactUri) -> Result<Vec<Artifact>> {
        self.session(caller, &uri.session)?;
        let versions = self.parts.store.versions(&uri.session, &uri.path)?;
        if versions.is_empty() { Err(absent(uri)) } else { Ok(versions) }
    }

    /// Reads a part of an artifact, or of an older version of it.
    pub fn read(
        &self,
        caller: &Caller,
        uri: &ArtifactUri,
        version: Option<u32>,
        range: Range,
    ) -> Result<Content> {
        self.session(caller, &uri.session)?;
        let artifact = match version {
            None => self.parts.store.artifact(&uri.session, &uri.path)?,
            Some(version) => {
                let versions = self.parts.store.versions(&uri.session, &uri.path)?;
                versions.into_iter().find(|artifact| artifact.version == version)
            }
        };
        let artifact = artifact.ok_or_else(|| absent(uri))?;
        let start = range.start.min(artifact.size);
        let length = range.length.min(LONGEST_READ).min(artifact.size - start);
        let bytes = if artifact.live {
            let log = self.parts.view.live_log(&uri.session);
            read_part(&log, start, length).map_err(|error| fault(&log, error))
        } else if start == 0 && length == artifact.size {
            self.parts.blobs.read(&artifact.sha256)
        } else {
            self.parts.blobs.read_part(&artifact.sha256, start, length)
        };
        let bytes = bytes.map_err(|error| match error {
            StoreError::Content(_) => lost(uri, &artifact, version.is_none()),
            other => other.into(),
        })?;
        let is_text = !artifact.content_type().starts_with("application/")
            || artifact.content_type() == "application/json";
        Ok(if is_text {
            whole_characters(artifact, bytes, start)
        } else {
            Content { artifact, bytes, start }
        })
    }

    /// The whole content of an artifact, whatever its size; none when it is missing or altered.
    pub(super) fn content(
        &self,
        session: &SessionId,
        artifact: &Artifact,
    ) -> Result<Option<Vec<u8>>> {
        if artifact.live {
            let log = self.parts.view.live_log(session);
            let read = read_part(&log, 0, artifact.size).map_err(|error| fault(&log, error))?;
            return Ok(Some(read));
        }
        match self.parts.blobs.read(&artifact.sha256) {
            Err(StoreError::Content(_)) => Ok(None),
            read => Ok(Some(read?)),
        }
    }

    /// Current artifacts whose content is missing or does not match its digest.
    pub fn damage(&self, caller: &Caller, id: &SessionId) -> Result<Vec<ArtifactUri>> {
        let artifacts = self.artifacts(caller, id, "")?;
        let is_damaged = |artifact: &&Artifact| {
            !artifact.live && self.parts.blobs.read(&artifact.sha256).is_err()
        };
        let damaged = artifacts.iter().filter(is_damaged);
        Ok(damaged.map(|artifact| ArtifactUri::new(id, &artifact.path)).collect())
    }

    /// Writes an artifact as the caller. The content is pinned: runs build on it and leave it
    /// alone, unless it is what the producing task wrote itself.
    pub fn write(&self, caller: &Caller, uri: &ArtifactUri, edit: Edit) -> Result<Saved> {
        self.open_session(caller, &uri.session)?;
        self.parts.recover(&uri.session, Grace::None)?;
        if edit.bytes.len() > LONGEST_WRITE {
            return Err(Error::argument("an artifact has at most 16 MiB"));
        }
        if let Some(name) = uri.path.as_str().split('/').find(|name| is_temporary(name)) {
            let message = format!(
                "{name:?} is a name that editors give to files of their own, which are no artifacts; \
                 choose another"
            );
            return Err(Error::new(ErrorCode::InvalidArtifactUri, message));
        }
        check(&uri.path, &edit.bytes)?;
        let save = || {
            // An edit of the file in `out` came first; a client that did not see it must not win.
            self.adopt_edit(&uri.session, &uri.path)?;
            self.save(uri, edit)
        };
        let saved = save().map_err(|error| match error {
            StoreError::Active(run) => Error::new(
                ErrorCode::RunningReadonly,
                "Artifacts cannot be written while a run is active; stop it, edit, resume.",
            )
            .with(json!({ "run_id": run })),
            other => other.into(),
        })?;
        self.parts.changes.notify();
        Ok(saved)
    }

    /// Writes whatever may be written while no run is active.
    pub(super) fn save(&self, uri: &ArtifactUri, edit: Edit) -> Result<Saved, StoreError> {
        let (session, path) = (&uri.session, &uri.path);
        let standing = self.parts.store.artifact(session, path)?;
        let kind = self.kind(path, standing.as_ref());
        if kind.is_reserved() || RESERVED.contains(&path.as_str()) {
            return Err(StoreError::Reserved(path.clone()));
        }
        let actual = standing.as_ref().map(|artifact| artifact.sha256);
        if edit.expected.is_some_and(|expected| Some(expected) != actual) {
            return Err(StoreError::Conflict { path: path.clone(), actual });
        }
        let sha256 = self.parts.blobs.put(&edit.bytes)?;
        if let Some(artifact) = standing.clone()
            && artifact.sha256 == sha256
        {
            return Ok(Saved { artifact, updated: false });
        }
        let event = match standing {
            Some(_) => EventKind::ArtifactUpdated,
            None => EventKind::ArtifactCreated,
        };
        let reason = if edit.reason.is_empty() { "user_patch".to_owned() } else { edit.reason };
        let data = json!({
            "path": path, "artifact_uri": uri, "kind": kind, "sha256": sha256, "by": "user",
            "edit_reason": reason,
        });
        let artifact = NewArtifact {
            path: path.clone(),
            sha256,
            size: edit.bytes.len() as u64,
            kind,
            author: Author::User(reason),
            pinned: self.stands_for_a_task(session, path, sha256)?,
            expected: Expected::Exactly(actual),
        };
        let changes = [Change::Artifact(artifact), Change::Event(event, data)];
        let at = Timestamp::now();
        self.parts.store.commit(&Commit { session, guard: Guard::Idle, changes: &changes, at })?;
        // Large content that was there already may have gone with another session meanwhile.
        self.parts.blobs.put(&edit.bytes)?;
        self.parts.show(session, path)?;
        let artifact = self.parts.store.artifact(session, path)?;
        let artifact = artifact.ok_or(StoreError::Content(sha256))?;
        Ok(Saved { artifact, updated: true })
    }

    /// Whether a user's content takes the place of what a task would write.
    fn stands_for_a_task(
        &self,
        session: &SessionId,
        path: &ArtifactPath,
        sha256: Digest,
    ) -> Result<bool, StoreError> {
        let graph = &self.parts.graph;
        let Some(task) = graph.path(path.as_str()).and_then(|path| graph.producer(path)) else {
            return Ok(false);
        };
        let records = self.parts.records(session)?;
        let written = records[task].as_ref().and_then(|record| record.outputs.get(path.as_str()));
        Ok(written != Some(&sha256))
    }

    fn kind(&self, path: &ArtifactPath, standing: Option<&Artifact>) -> Kind {
        let outputs = self.parts.graph.tasks().iter().flat_map(|task| task.outputs);
        let declared = outputs.into_iter().find(|output| output.path == path.as_str());
        let standing = standing.map(|artifact| artifact.kind);
        declared.map(|output| output.kind).or(standing).unwrap_or(Kind::Intermediate)
    }
}

/// Refuses content that the tasks behind it could not use, with the place of each fault.
pub(super) fn check(path: &ArtifactPath, bytes: &[u8]) -> Result<()> {
    let faults = planner::edit_faults(path.as_str(), bytes);
    if faults.is_empty() {
        return Ok(());
    }
    let message = format!("{path} cannot be used: {}", faults.join("; "));
    Err(Error::argument(message).with(json!({ "path": path, "faults": faults })))
}

fn absent(uri: &ArtifactUri) -> Error {
    Error::new(ErrorCode::InvalidArtifactUri, format!("there is no artifact {uri}"))
}

/// The way forward from content that is gone.
fn lost(uri: &ArtifactUri, artifact: &Artifact, is_current: bool) -> Error {
    let Artifact { path, version, .. } = artifact;
    let way = if is_current {
        "`planexe doctor` lists all such content, `planexe resume` makes it again"
    } else {
        "nothing makes an older version again; `planexe doctor` lists what is lost of the current ones"
    };
    Error::internal(format!(
        "the content of {path}, version {version}, is missing or altered; {way}"
    ))
    .with(json!({ "artifact_uri": uri, "version": version }))
}

/// Cuts a range of text so that it begins and ends at a character.
fn whole_characters(artifact: Artifact, mut bytes: Vec<u8>, start: u64) -> Content {
    let is_inside = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    let skipped =
        if start == 0 { 0 } else { bytes.iter().take(3).take_while(|b| is_inside(b)).count() };
    bytes.drain(..skipped);
    let start = start + skipped as u64;
    if start + (bytes.len() as u64) < artifact.size
        && let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    Content { artifact, bytes, start }
}
