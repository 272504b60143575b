//! `planexe questions`: what waits for a person, and what the model `agent` is asked, in a session.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use planexe_core::{Open, Result, SessionId};
use serde_json::{Value, json};

use super::new::{answered_by, for_a_person};
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
        let open = context.engine.open_questions(&context.caller, &session)?;
        // What only a person can answer comes first.
        let mut text = for_a_person(&session, &open);
        if !open.is_empty() && !waiting.is_empty() {
            text.push('\n');
        }
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
        let intake: Vec<Value> = open.iter().map(|it| for_programs(&session, it)).collect();
        context.answer(&json!({ "intake": intake, "questions": questions }), text.trim_start())?;
        Ok(if waiting.is_empty() && open.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        })
    }
}

/// A question of the intake with the commands that answer it.
fn for_programs(session: &SessionId, open: &Open) -> Value {
    let mut commands: Vec<String> =
        open.options.iter().map(|option| answered_by(session, open, &option.value)).collect();
    if commands.is_empty() {
        commands.push(answered_by(session, open, "\"…\""));
    }
    let mut value = json!(open);
    value["commands"] = json!(commands);
    value
}
