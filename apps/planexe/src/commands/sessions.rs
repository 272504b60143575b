//! `planexe sessions`: the caller's sessions.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::Result;
use serde_json::{Value, json};

use crate::context::Context;

/// List sessions, newest first
#[derive(Debug, Args)]
pub(crate) struct Sessions {}

impl Sessions {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Self {} = self;
        let sessions = context.engine.sessions(&context.caller)?;
        let mut text = String::new();
        for session in &sessions {
            let _ = writeln!(
                text,
                "{} {:8} {}  {}",
                session.id,
                session.state.as_str(),
                session.updated_at,
                session.title()
            );
        }
        let list: Vec<Value> = sessions.iter().map(planexe::session).collect();
        context.answer(&json!({ "sessions": list }), &text)?;
        Ok(ExitCode::SUCCESS)
    }
}
