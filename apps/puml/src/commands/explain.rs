//! `puml explain`: what diagrams show, in words.

use std::fmt::Write as _;

use clap::Args;
use diagrams::{Explanation, Scheme};
use serde_json::{Value, json};

use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome},
    inputs::{self, Pages},
    terminal,
};

/// Arguments of `puml explain`.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Files, patterns and folders; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    compiling: Compiling,
}

/// Explains every diagram that is in order and reports the others.
pub(crate) fn run(arguments: &Explain) -> Result<Outcome, Failure> {
    let mut text = String::new();
    let mut all: Vec<Value> = Vec::new();
    let mut outcome = Outcome::Fine;
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        let checked = compiling::check(&document, &arguments.compiling, Scheme::Light)?;
        if !checked.is_ok() {
            terminal::show(&checked.sources, &checked.diagnostics);
            outcome = Outcome::Findings;
            return Ok(());
        }
        for diagram in checked.diagrams() {
            let Some(explanation) = diagram.explanation() else { continue };
            all.push(json!({ "file": document.name, "name": diagram.name(), "explanation": explanation.to_json() }));
            words(&mut text, &document.name, &explanation);
        }
        Ok(())
    })?;
    if arguments.json {
        text = format!("{:#}\n", json!({ "version": 1, "diagrams": all }));
    }
    terminal::put(text.as_bytes())?;
    outcome.unless(&unread)
}

fn words(out: &mut String, name: &str, explanation: &Explanation) {
    let _ = writeln!(out, "{name}: {}\n", explanation.summary);
    for (idx, step) in explanation.flow.iter().enumerate() {
        let indent = "  ".repeat(step.depth as usize);
        let _ = writeln!(out, "{:>4}. {indent}{}", idx + 1, step.text);
    }
    out.push('\n');
}
