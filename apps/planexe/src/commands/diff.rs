//! `planexe diff`: two versions of an artifact, line by line.

use std::process::ExitCode;

use clap::Args;
use planexe_core::{Range, Result};
use serde_json::json;
use similar::TextDiff;

use crate::context::Context;

/// Compare two versions of an artifact
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// Path in the session, or URI
    artifact: String,
    /// The older version [default: the one before the newer]
    #[arg(long, value_name = "VERSION")]
    from: Option<u32>,
    /// The newer version [default: the current one]
    #[arg(long, value_name = "VERSION")]
    to: Option<u32>,
}

impl Diff {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let uri = context.artifact(&self.artifact)?;
        let versions = context.engine.versions(&context.caller, &uri)?;
        let last = versions.last().map_or(1, |artifact| artifact.version);
        let to = self.to.unwrap_or(last);
        let from = self.from.unwrap_or(to.saturating_sub(1).max(1));
        let text = |version| -> Result<String> {
            let range = Range::default();
            let content = context.engine.read(&context.caller, &uri, Some(version), range)?;
            Ok(String::from_utf8_lossy(&content.bytes).into_owned())
        };
        let (old, new) = (text(from)?, text(to)?);
        let diff = TextDiff::from_lines(&old, &new)
            .unified_diff()
            .header(&format!("{} v{from}", uri.path), &format!("{} v{to}", uri.path))
            .to_string();
        let is_equal = old == new;
        let answer = json!({ "path": uri.path, "from": from, "to": to, "diff": diff });
        context.answer(&answer, if is_equal { "" } else { &diff })?;
        Ok(if is_equal { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
