//! `planexe questions`: what the model `agent` is asked in a session.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use planexe_core::Result;
use serde_json::{Value, json};

use crate::context::Context;

/// Show the questions that wait for an answer
#[derive(Debug, Args)]
pub(crate) struct Questions {
    /// Wait this long for a question
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    wait: u64,
}

impl Questions {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let session = context.session()?;
        let wait = Duration::from_secs(self.wait);
        let waiting = context.engine.questions(&context.caller, &session, wait)?;
        let mut text = String::new();
        for question in &waiting {
            let _ = writeln!(text, "{} {}\n", &question.id[..12], question.task);
            // What was wrong with the last answer comes before what is long.
            for fault in &question.faults {
                let _ = writeln!(text, "mend: {fault}");
            }
            let _ = writeln!(text, "{}\n", question.prompt);
            let _ = writeln!(text, "answer with JSON for this schema:\n{}\n", question.schema);
        }
        let questions: Vec<Value> = waiting.iter().map(planexe::question).collect();
        context.answer(&json!({ "questions": questions }), &text)?;
        Ok(if waiting.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
