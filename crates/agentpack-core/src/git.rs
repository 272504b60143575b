//! The one place that starts a program, and the program is git: to make a repository of a new config repo.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::{Code, Error, Result};

/// Makes `folder` a git repository unless it is one; `true` when it was made.
pub fn init_repository(folder: &Path) -> Result<bool> {
    if folder.join(".git").exists() {
        return Ok(false);
    }
    run(folder, &["init", "--quiet", "--", "."]).map(|()| true)
}

/// Runs git with its output captured, so that nothing reaches a protocol on stdout, and without prompts.
#[expect(clippy::disallowed_methods, reason = "this module is where git is started")]
fn run(folder: &Path, arguments: &[&str]) -> Result<()> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::new(Code::GitNotFound, "git is not installed"),
            _ => Error::io("start git in", folder, &error),
        })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Error::new(Code::GitFailed, format!("git {} failed: {said}", arguments[0]))
        .with("stderr", said))
}
