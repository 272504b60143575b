//! `planexe answer`: answers a question of the intake in words, or one of the model `agent` with JSON.

use std::io::Read as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Error, Result};
use serde_json::{Value, json};

use crate::context::Context;

/// Answer a question of the plan (kind, budget, deadline …) and resume, or one of the model `agent`
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The question: kind, budget, start, deadline, size, place, team; or the id of a question for
    /// the model `agent`, eight letters or more
    question: String,
    /// The answer in words; for `agent` a file with the JSON object, `-` is stdin
    #[arg(value_name = "ANSWER", default_value = "-")]
    content: String,
    /// Who thought; the plan's readers see it
    #[arg(long, default_value = "a person at a shell")]
    model: String,
}

impl Answer {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let is_id =
            self.question.len() >= 8 && self.question.bytes().all(|it| it.is_ascii_hexdigit());
        if is_id { self.for_agent(context) } else { self.in_words(context) }
    }

    /// Takes a person's answer and runs what depends on it.
    fn in_words(self, context: &Context) -> Result<ExitCode> {
        let session = context.session()?;
        let engine = &context.engine;
        let run =
            engine.reply_and_resume(&context.caller, &session, &self.question, &self.content)?;
        super::new::to_the_end(context, &session, &run)
    }

    fn for_agent(self, context: &Context) -> Result<ExitCode> {
        let mut text = String::new();
        let read = if self.content == "-" {
            std::io::stdin().read_to_string(&mut text).map(drop)
        } else {
            std::fs::read_to_string(&self.content).map(|content| text = content)
        };
        read.map_err(|error| Error::argument(format!("{}: {error}", self.content)))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Error::argument(format!("{} is not JSON: {error}", self.content)))?;
        let session = context.session()?;
        let engine = &context.engine;
        engine.answer(&context.caller, &session, &self.question, value, &self.model)?;
        context.answer(&json!({ "accepted": true }), "accepted\n")?;
        Ok(ExitCode::SUCCESS)
    }
}
