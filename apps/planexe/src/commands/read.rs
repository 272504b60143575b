//! `planexe read`: the content of an artifact on stdout.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Range, Result};
use serde_json::json;

use crate::context::{Context, print_bytes};

/// Print an artifact
#[derive(Debug, Args)]
pub(crate) struct Read {
    /// Path in the session, or URI
    artifact: String,
    /// An older version
    #[arg(long)]
    version: Option<u32>,
}

impl Read {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let uri = context.artifact(&self.artifact)?;
        let mut range = Range::default();
        let mut bytes = Vec::new();
        // One read has a limit; the artifact need not fit it.
        let artifact = loop {
            range.start = bytes.len() as u64;
            let content = context.engine.read(&context.caller, &uri, self.version, range)?;
            bytes.extend_from_slice(&content.bytes);
            if bytes.len() as u64 >= content.artifact.size || content.bytes.is_empty() {
                break content.artifact;
            }
        };
        if context.is_json {
            let mut answer = planexe::artifact(&uri.session, &artifact);
            answer["content"] = json!(String::from_utf8_lossy(&bytes));
            context.answer(&answer, "")?;
        } else {
            print_bytes(&bytes)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
