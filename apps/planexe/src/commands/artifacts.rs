//! `planexe artifacts`: what a session holds.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::Result;
use serde_json::{Value, json};

use crate::context::Context;

/// List the artifacts of a session
#[derive(Debug, Args)]
pub(crate) struct Artifacts {
    /// A folder inside the session
    #[arg(default_value = "")]
    path: String,
}

impl Artifacts {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let session = context.session()?;
        let artifacts = context.engine.artifacts(&context.caller, &session, &self.path)?;
        let mut text = String::new();
        for artifact in &artifacts {
            let mark = if artifact.pinned { "edited" } else { "" };
            let _ = writeln!(
                text,
                "{:28} {:12} v{:<3} {:>9} {}",
                artifact.path.as_str(),
                artifact.kind.as_str(),
                artifact.version,
                artifact.size,
                mark
            );
        }
        let entries: Vec<Value> =
            artifacts.iter().map(|artifact| planexe::artifact(&session, artifact)).collect();
        context.answer(&json!({ "entries": entries }), &text)?;
        Ok(ExitCode::SUCCESS)
    }
}
