//! The one place where an outcome becomes an exit code: 0 fine, 1 findings, 2 could not run, 3 bug; PlantUML's own for
//! its own command line.

use std::{io, panic, path::PathBuf, process::ExitCode};

use crate::{inputs::Unread, terminal};

/// How a command that ran to its end turned out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Nothing to complain about.
    Fine,
    /// The input has errors, or differs from what was asked.
    Findings,
    /// What the `plantuml` command line would answer, for scripts that were written for it.
    Plantuml(Verdict),
}

/// Why PlantUML would not be content; its own codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// No file was named that is there.
    NoFile = 50,
    /// No diagram is in the files.
    NoDiagram = 100,
    /// A diagram has errors.
    Errors = 200,
}

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder that was read.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file that PlantUML's flags want to be read before each diagram is not there.
    #[error("cannot read {0}")]
    NoSettings(String),
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file that was written.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Standard input or output failed.
    #[error("standard input or output: {0}")]
    Stdio(#[from] io::Error),
    /// A picture could not be made.
    #[error("{0}")]
    Picture(String),
    /// What could not be done was told already.
    #[error("not everything could be done")]
    Told,
    /// Arguments that clap refused, or help and version, which it prints itself.
    #[error("{0}")]
    Arguments(#[from] clap::Error),
}

impl Outcome {
    /// The outcome, unless a file could not be read, which was told already.
    pub(crate) fn unless(self, unread: &[Unread]) -> Result<Self, Failure> {
        if unread.is_empty() { Ok(self) } else { Err(Failure::Told) }
    }
}

/// Runs the command and turns what comes of it into an exit code. A reader that went away is no failure.
pub(crate) fn guard(
    command: impl FnOnce() -> Result<Outcome, Failure> + panic::UnwindSafe,
) -> ExitCode {
    match panic::catch_unwind(command) {
        Ok(Ok(Outcome::Fine)) => ExitCode::SUCCESS,
        Ok(Ok(Outcome::Findings)) => ExitCode::from(1),
        Ok(Ok(Outcome::Plantuml(verdict))) => ExitCode::from(verdict as u8),
        Ok(Err(Failure::Stdio(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Ok(Err(Failure::Told)) => ExitCode::from(2),
        Ok(Err(Failure::Arguments(error))) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // Nobody is left to tell when even help cannot be printed.
            let _ = error.print();
            ExitCode::from(code)
        }
        Ok(Err(failure)) => {
            terminal::tell_error(&failure.to_string());
            // PlantUML's own code for it.
            ExitCode::from(if matches!(failure, Failure::NoSettings(_)) { 42 } else { 2 })
        }
        Err(_) => {
            terminal::tell_error(
                "this is a bug in puml; the input and the lines above would help to mend it",
            );
            ExitCode::from(3)
        }
    }
}
