//! `planexe export`: a session as one zip file.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Error, Logs, Result};
use serde_json::json;

use crate::context::{Context, say};

/// Export the artifacts of a session as a zip file
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The file to write; it must not exist [default: SESSION.zip]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take logs along; they may quote prompts
    #[arg(long)]
    include_logs: bool,
}

impl Export {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let session = context.session()?;
        let logs = if self.include_logs { Logs::With } else { Logs::Without };
        let bundle = context.engine.bundle(&context.caller, &session, logs)?;
        let file = self.output.unwrap_or_else(|| PathBuf::from(format!("{session}.zip")));
        let fault = |error| Error::argument(format!("{}: {error}", file.display()));
        let mut out = std::fs::File::create_new(&file).map_err(fault)?;
        std::io::Write::write_all(&mut out, &bundle.bytes).map_err(fault)?;
        let answer = json!({
            "file": file, "size": bundle.bytes.len(), "paths": bundle.paths,
            "missing": bundle.missing,
        });
        context
            .answer(&answer, &format!("{}: {} artifacts\n", file.display(), bundle.paths.len()))?;
        for path in &bundle.missing {
            say(&format!(
                "warning: {path} is not in it: its content is missing or altered; run `planexe resume -s \
                 {session}` and export again"
            ));
        }
        Ok(if bundle.missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
