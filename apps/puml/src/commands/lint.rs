//! `puml lint`: advice on readability, apart from what is wrong.

use clap::Args;
use diagrams::Scheme;
use serde_json::{Value, json};

use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome},
    inputs::{self, Pages},
    terminal,
};

/// Arguments of `puml lint`.
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Files, patterns and folders; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    compiling: Compiling,
}

/// Gives advice; a file with errors is reported as `check` would.
pub(crate) fn run(arguments: &Lint) -> Result<Outcome, Failure> {
    let mut files = Vec::new();
    let mut outcome = Outcome::Fine;
    let unread = inputs::each(&arguments.inputs, Pages::Read, |document| {
        let checked = compiling::check(&document, &arguments.compiling, Scheme::Light)?;
        let mut findings: Vec<_> =
            checked.diagnostics.iter().filter(|it| it.is_error()).cloned().collect();
        if findings.is_empty() {
            findings = checked.diagrams().flat_map(|it| it.readability()).collect();
            diag::sort(&mut findings);
        }
        if !findings.is_empty() {
            outcome = Outcome::Findings;
        }
        if arguments.json {
            let found: Vec<Value> = findings.iter().map(|it| checked.finding(it)).collect();
            files.push(
                json!({ "file": checked.sources.source(checked.id).name(), "findings": found }),
            );
        } else {
            terminal::show(&checked.sources, &findings);
        }
        Ok(())
    })?;
    if arguments.json {
        inputs::put_json(outcome, files, &unread)?;
    }
    outcome.unless(&unread)
}
