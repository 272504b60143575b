//! What a plan must not do without being told to.

use serde_json::{Value as Json, json};

use crate::error::{Code, Error, Result};
use crate::path::posix;
use crate::plan::{Change, Plan, State};
use crate::survey::Blocked;

impl Plan {
    /// The refusal when something stands where a file should go.
    pub fn refuse_blocked(&self) -> Result<()> {
        let blocked: Vec<_> =
            self.changes.iter().filter(|change| change.blocked.is_some()).collect();
        let Some(first) = blocked.first() else { return Ok(()) };
        let paths: Vec<Json> = blocked
            .iter()
            .take(20)
            .map(|change| {
                let kind = change.blocked.as_ref().map(Blocked::kind);
                json!({"path": change.path, "path_posix": posix(&change.path), "kind": kind, "reason": change.reason})
            })
            .collect();
        let message = format!("{}: {}; nothing was written", first.path.display(), first.reason);
        Err(Error::new(Code::DestinationBlocked, message).with("blocked", paths).at(&first.path))
    }

    /// The refusal when files that are not ours would be overwritten.
    pub fn refuse_adoptions(&self) -> Result<()> {
        let count = self.adoptions().count();
        if count == 0 {
            return Ok(());
        }
        let sample: Vec<_> =
            self.adoptions().take(20).map(|change| change.path.display().to_string()).collect();
        Err(Error::new(
            Code::AdoptConfirmRequired,
            "refusing to overwrite unmanaged existing files without --adopt",
        )
        .with("flag", "--adopt")
        .with("adopt_updates", count)
        .with("sample_paths", sample))
    }

    /// The refusal when edited files would be overwritten or deleted.
    pub fn refuse_user_edits(&self) -> Result<()> {
        refuse_edits(self.user_edits())
    }
}

/// The refusal for a set of edited files.
pub(crate) fn refuse_edits<'c>(edited: impl Iterator<Item = &'c Change>) -> Result<()> {
    let edited: Vec<_> = edited.collect();
    if edited.is_empty() {
        return Ok(());
    }
    let files: Vec<Json> = edited
        .iter()
        .take(20)
        .map(|change| json!({"path": change.path, "path_posix": posix(&change.path), "op": change.op.name(), "state": change.state.name()}))
        .collect();
    let message = format!(
        "{} edited since it was written would be overwritten or deleted",
        count(edited.len(), "file")
    );
    let mut error = Error::new(Code::UserEditConfirmRequired, message)
        .with("user_edits", edited.len())
        .with("files", files)
        .with("flags", vec!["--overwrite-edits", "--keep-edits"]);
    if edited.iter().any(|change| change.state == State::Conflict) {
        error = error.with("hint", "`agentpack merge` merges edits with a changed source");
    }
    Err(error)
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
