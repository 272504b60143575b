//! `planexe edit`: an artifact in the user's editor, written back only if nobody else wrote it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use planexe_core::{ArtifactUri, Edit as Change, Error, Range, Result};
use serde_json::json;
use tempfile::TempDir;

use crate::context::Context;

/// Edit an artifact in $VISUAL or $EDITOR
#[derive(Debug, Args)]
pub(crate) struct Edit {
    /// Path in the session, or URI
    artifact: String,
    /// Put an older version back instead of opening an editor
    #[arg(long, value_name = "VERSION")]
    restore: Option<u32>,
    /// Take the text from this file instead of opening an editor
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    file: Option<PathBuf>,
    /// Why, kept with the version
    #[arg(long, default_value = "")]
    reason: String,
}

impl Edit {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let uri = context.artifact(&self.artifact)?;
        let read = |version| context.engine.read(&context.caller, &uri, version, Range::default());
        // Its content may be lost, which is no reason not to write it again.
        let standing =
            context.engine.artifacts(&context.caller, &uri.session, uri.path.as_str())?;
        let expected =
            standing.iter().find(|it| it.path == uri.path).map(|artifact| artifact.sha256);
        let (bytes, edited) = match (self.restore, &self.file) {
            (Some(version), _) => (read(Some(version))?.bytes, None),
            (None, Some(file)) => (std::fs::read(file).map_err(unreadable(file))?, None),
            (None, None) => {
                let current = read(None)?;
                let folder = context.engine.home().join("edits");
                let edited = Edited::by_a_person(&folder, &uri, &current.bytes)?;
                (edited.text.clone(), Some(edited))
            }
        };
        let change = Change { bytes, reason: self.reason, expected };
        let saved = match (context.engine.write(&context.caller, &uri, change), edited) {
            (Ok(saved), _) => saved,
            (Err(error), None) => return Err(error),
            (Err(error), Some(edited)) => {
                return Err(edited.keep(error, &uri));
            }
        };
        let text = if saved.updated {
            "saved; run `planexe resume` to rebuild what depends on it"
        } else {
            "unchanged"
        };
        context.answer(
            &planexe::artifact(&uri.session, &saved.artifact),
            &format!("{}: {text}\n", uri.path),
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What a person's editor has left behind. The file goes with it unless it is kept.
struct Edited {
    folder: TempDir,
    file: PathBuf,
    text: Vec<u8>,
}

impl Edited {
    /// Opens the editor on a copy of `bytes` below `folder`, and waits for its end.
    fn by_a_person(folder: &Path, uri: &ArtifactUri, bytes: &[u8]) -> Result<Self> {
        let name = uri.path.as_str();
        let fault = |error: io::Error| Error::internal(format!("editing {name}: {error}"));
        let variable =
            |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let editor = variable("VISUAL").or_else(|| variable("EDITOR")).ok_or_else(|| {
            Error::argument("set VISUAL or EDITOR, or edit the file in the session's out folder")
        })?;
        std::fs::create_dir_all(folder).map_err(fault)?;
        let folder = TempDir::with_prefix_in("edit-", folder).map_err(fault)?;
        let file = folder.path().join(Path::new(name).file_name().unwrap_or(name.as_ref()));
        std::fs::write(&file, bytes).map_err(fault)?;
        // The variable may hold options, as in `code --wait`; it is never given to a shell.
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or_default();
        let status = Command::new(program).args(words).arg(&file).status().map_err(fault)?;
        let text = std::fs::read(&file).map_err(fault)?;
        let edited = Self { folder, file, text };
        if status.success() {
            return Ok(edited);
        }
        let error = Error::argument(format!("{program} ended with {status}; nothing is written"));
        if edited.text == bytes {
            return Err(error);
        }
        Err(edited.keep(error, uri))
    }

    /// Leaves the text in its file, and says so along with what went wrong.
    fn keep(self, error: Error, uri: &ArtifactUri) -> Error {
        let file = self.file.display().to_string();
        // From here on nobody removes the folder.
        let _ = self.folder.keep();
        let message = format!(
            "{}; your text is kept in {file}: mend it there and run `planexe edit {} -s {} --file {file}`",
            error.message, uri.path, uri.session
        );
        let mut details = if error.details.is_object() { error.details } else { json!({}) };
        details["kept"] = json!(file);
        Error { message, details, ..error }
    }
}

fn unreadable(file: &Path) -> impl Fn(io::Error) -> Error {
    let name = file.display().to_string();
    move |error| Error::argument(format!("{name}: {error}"))
}
