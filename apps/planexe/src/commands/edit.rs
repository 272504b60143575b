//! `planexe edit`: an artifact in the user's editor, written back only if nobody else wrote it.

use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;
use planexe_core::{Edit as Change, Error, Range, Result};

use crate::context::Context;

/// Edit an artifact in $VISUAL or $EDITOR
#[derive(Debug, Args)]
pub(crate) struct Edit {
    /// Path in the session, or URI
    artifact: String,
    /// Put an older version back instead of opening an editor
    #[arg(long, value_name = "VERSION")]
    restore: Option<u32>,
    /// Why, kept with the version
    #[arg(long, default_value = "")]
    reason: String,
}

impl Edit {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let uri = context.artifact(&self.artifact)?;
        let read = |version| context.engine.read(&context.caller, &uri, version, Range::default());
        let current = read(None)?;
        let bytes = match self.restore {
            Some(version) => read(Some(version))?.bytes,
            None => edited(uri.path.as_str(), &current.bytes)?,
        };
        let change = Change { bytes, reason: self.reason, expected: Some(current.artifact.sha256) };
        let saved = context.engine.write(&context.caller, &uri, change)?;
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

/// The content after the user's editor has closed it.
fn edited(name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let fault = |error: std::io::Error| Error::internal(format!("editing {name}: {error}"));
    let folder = tempfile::tempdir().map_err(fault)?;
    let file = folder.path().join(Path::new(name).file_name().unwrap_or(name.as_ref()));
    std::fs::write(&file, bytes).map_err(fault)?;
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = variable("VISUAL").or_else(|| variable("EDITOR")).ok_or_else(|| {
        Error::argument("set VISUAL or EDITOR, or edit the file in the session's out folder")
    })?;
    // The variable may hold options, as in `code --wait`; it is never given to a shell.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(&file).status().map_err(fault)?;
    if !status.success() {
        return Err(Error::argument(format!("{program} ended with {status}; nothing is written")));
    }
    std::fs::read(&file).map_err(fault)
}
