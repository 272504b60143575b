//! `planexe answer`: answers a question of the model `agent`.

use std::io::Read as _;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Error, Result};
use serde_json::{Value, json};

use crate::context::Context;

/// Answer a question with JSON from a file or stdin
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The beginning of the question's id, eight letters or more
    question: String,
    /// A file with the JSON object; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Who thought; the plan's readers see it
    #[arg(long, default_value = "a person at a shell")]
    model: String,
}

impl Answer {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let mut text = String::new();
        let read = if self.file == "-" {
            std::io::stdin().read_to_string(&mut text).map(drop)
        } else {
            std::fs::read_to_string(&self.file).map(|content| text = content)
        };
        read.map_err(|error| Error::argument(format!("{}: {error}", self.file)))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Error::argument(format!("{} is not JSON: {error}", self.file)))?;
        let session = context.session()?;
        let engine = &context.engine;
        engine.answer(&context.caller, &session, &self.question, value, &self.model)?;
        context.answer(&json!({ "accepted": true }), "accepted\n")?;
        Ok(ExitCode::SUCCESS)
    }
}
