//! Finished calls, kept as files: what a model said is not asked for again when a run is resumed.
#![expect(clippy::disallowed_methods, reason = "calls are files by design")]

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use planner::{Answer, Digest, ProviderError, Question};

/// A folder of finished calls. Several processes may use it at once.
#[derive(Debug, Clone)]
pub(crate) struct Calls {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    value: Value,
    origin: String,
}

impl Calls {
    /// The calls below `folder`, which is made when the first one is kept.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The key of a question to a provider. `scope` keeps apart what must not be shared.
    pub(crate) fn key(identity: &str, scope: &str, question: &Question<'_>) -> Digest {
        let parts = [
            identity,
            scope,
            question.task,
            question.generation,
            &(question.ask.schema)(),
            &question.prompt(),
        ];
        Digest::of(parts.join("\0").as_bytes())
    }

    /// The answer that was kept under a key.
    pub(crate) fn find(&self, key: &Digest) -> Result<Option<Answer>, ProviderError> {
        let path = self.path(key);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| fault(&path, &error))?,
        };
        let kept: Kept = serde_json::from_str(&text).map_err(|error| fault(&path, &error))?;
        Ok(Some(Answer { value: kept.value, origin: kept.origin }))
    }

    /// Keeps an answer; readers see all of it or nothing.
    pub(crate) fn keep(&self, key: &Digest, answer: &Answer) -> Result<(), ProviderError> {
        let kept = Kept { value: answer.value.clone(), origin: answer.origin.clone() };
        let text = serde_json::to_string(&kept).map_err(|error| fault(&self.folder, &error))?;
        write(&self.path(key), &text)
    }

    /// Forgets an answer that turned out to be of no use.
    pub(crate) fn forget(&self, key: &Digest) -> Result<(), ProviderError> {
        remove(&self.path(key))
    }

    fn path(&self, key: &Digest) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }
}

/// Writes a file in one step; its folder is made if it is missing.
pub(super) fn write(path: &Path, text: &str) -> Result<(), ProviderError> {
    roots::replace(path, text.as_bytes()).map_err(|error| fault(path, &error))
}

/// Removes a file that may be gone already.
pub(super) fn remove(path: &Path) -> Result<(), ProviderError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(fault(path, &error)),
        _ => Ok(()),
    }
}

pub(super) fn fault(path: &Path, error: &dyn std::error::Error) -> ProviderError {
    ProviderError::Failed(format!("{}: {error}", path.display()))
}
