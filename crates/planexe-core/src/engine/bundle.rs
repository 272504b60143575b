//! A session as one zip file.

use std::io::{Cursor, Write};

use serde_json::json;
use zip::write::{SimpleFileOptions, ZipWriter};

use planner::Kind;

use super::Engine;
use crate::artifact::{Artifact, ArtifactPath, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::event::EventKind;
use crate::session::{Caller, SessionId};
use crate::store::{Change, Commit, Expected, Guard, NewArtifact};

const NAME: &str = "bundle.zip";

/// Whether artifacts that may quote prompts are taken along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logs {
    /// Left out.
    Without,
    /// Taken along.
    With,
}

/// A zip of a session.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// The archive; equal artifacts give equal bytes.
    pub bytes: Vec<u8>,
    /// The paths inside, in order.
    pub paths: Vec<ArtifactPath>,
    /// Artifacts that are left out because their content is missing or altered.
    pub missing: Vec<ArtifactPath>,
}

impl Engine {
    /// Zips the current artifacts of a session, except earlier bundles.
    pub fn bundle(&self, caller: &Caller, id: &SessionId, logs: Logs) -> Result<Bundle> {
        self.session(caller, id)?;
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let (mut paths, mut missing) = (Vec::new(), Vec::new());
        let fault = |error: zip::result::ZipError| Error::internal(format!("bundle: {error}"));
        for artifact in self.parts.store.artifacts(id, "")? {
            let is_left_out = artifact.is_sensitive() && logs == Logs::Without;
            if is_left_out || artifact.path.as_str() == NAME {
                continue;
            }
            let Some(bytes) = self.content(id, &artifact)? else {
                missing.push(artifact.path);
                continue;
            };
            zip.start_file(artifact.path.as_str(), SimpleFileOptions::default()).map_err(fault)?;
            zip.write_all(&bytes).map_err(|error| Error::internal(format!("bundle: {error}")))?;
            paths.push(artifact.path);
        }
        let bytes = zip.finish().map_err(fault)?.into_inner();
        Ok(Bundle { bytes, paths, missing })
    }

    /// Zips the session and keeps the zip as the artifact `bundle.zip`, for clients that only
    /// read artifacts. Allowed at any time, in archived sessions as well: no task reads it.
    pub fn bundle_as_artifact(
        &self,
        caller: &Caller,
        id: &SessionId,
        logs: Logs,
    ) -> Result<(Artifact, Bundle)> {
        let bundle = self.bundle(caller, id, logs)?;
        let path: ArtifactPath = NAME.parse()?;
        let sha256 = self.parts.blobs.put(&bundle.bytes)?;
        let standing = self.parts.store.artifact(id, &path)?;
        if standing.as_ref().is_none_or(|artifact| artifact.sha256 != sha256) {
            let event = match standing {
                Some(_) => EventKind::ArtifactUpdated,
                None => EventKind::ArtifactCreated,
            };
            let data = json!({
                "path": path, "artifact_uri": ArtifactUri::new(id, &path),
                "kind": Kind::Intermediate, "sha256": sha256, "by": "engine",
            });
            let artifact = NewArtifact {
                path: path.clone(),
                sha256,
                size: bundle.bytes.len() as u64,
                kind: Kind::Intermediate,
                author: Author::Engine,
                pinned: false,
                expected: Expected::Anything,
            };
            let changes = [Change::Artifact(artifact), Change::Event(event, data)];
            let at = Timestamp::now();
            self.parts.store.commit(&Commit {
                session: id,
                guard: Guard::None,
                changes: &changes,
                at,
            })?;
            self.parts.changes.notify();
            self.parts.show(id, &path)?;
        }
        let artifact = self.parts.store.artifact(id, &path)?;
        let artifact = artifact.ok_or_else(|| Error::internal("the bundle is gone"))?;
        Ok((artifact, bundle))
    }
}
