//! `puml check`: every problem of every file, with places, reasons and fixes.

mod fixes;

use std::fmt;

use clap::Args;
use diag::Severity;
use diagrams::{Checked, Scheme};
use serde_json::{Value, json};

use crate::{
    compiling::{self, Compiling, Undrawn},
    exit::{Failure, Outcome},
    inputs::{self, Pages, Unread},
    parts, terminal,
};
use fixes::Which;

/// Arguments of `puml check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files, patterns and folders; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Apply fixes, then check again: those that are certain or make a file valid, or `=all` for the likely ones too
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain"
    )]
    fix: Option<Which>,
    #[command(flatten)]
    undrawn: Undrawn,
    #[command(flatten)]
    compiling: Compiling,
}

/// Checks all files and reports on all of them.
pub(crate) fn run(arguments: &Check) -> Result<Outcome, Failure> {
    let mut files = Vec::new();
    let mut total = Total::default();
    let is_tolerant = arguments.undrawn.is_tolerated(&arguments.inputs);
    let unread = inputs::each(&arguments.inputs, Pages::Read, |document| {
        if parts::is_part(&arguments.inputs, &document) {
            if !arguments.json {
                terminal::report(&format!("{}: not checked: only for includes", document.name));
            }
            total.parts.push(document.name);
            return Ok(());
        }
        let mut checked = compiling::check(&document, &arguments.compiling, Scheme::Light)?;
        if let Some(which) = arguments.fix {
            checked = fixes::applied(document, checked, which, &arguments.compiling)?;
        }
        if is_tolerant {
            checked.tolerate_undrawn();
        }
        total.add(&checked);
        if arguments.json {
            files.push(checked.json());
        } else {
            terminal::show(&checked.sources, &checked.diagnostics);
            terminal::tell_undrawn(&checked);
        }
        Ok(())
    })?;
    files.extend(unread.iter().map(Unread::json));
    let is_ok =
        unread.is_empty() && total.errors == 0 && (total.warnings == 0 || !arguments.deny_warnings);
    if arguments.json {
        let answer = json!({ "version": 1, "ok": is_ok, "summary": total.json(), "files": files });
        terminal::put(format!("{answer:#}\n").as_bytes())?;
    } else {
        terminal::report(&total.to_string());
    }
    let outcome = if is_ok { Outcome::Fine } else { Outcome::Findings };
    outcome.unless(&unread)
}

/// What all files come to.
#[derive(Default)]
struct Total {
    diagrams: usize,
    undrawn: usize,
    /// The files that are only there to be included.
    parts: Vec<String>,
    errors: usize,
    warnings: usize,
}

impl Total {
    fn add(&mut self, checked: &Checked) {
        let count =
            |severity| checked.diagnostics.iter().filter(|it| it.severity == severity).count();
        // A Mermaid diagram with errors is one, though nothing is known of it.
        self.diagrams += checked.drawable().len();
        self.undrawn += checked.undrawn().len();
        self.errors += count(Severity::Error);
        self.warnings += count(Severity::Warning);
    }

    fn json(&self) -> Value {
        let Self { diagrams, undrawn, parts, errors, warnings } = self;
        json!({ "diagrams": diagrams, "undrawn": undrawn, "parts": parts, "errors": errors, "warnings": warnings })
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize, word: &str| match count {
            1 => format!("1 {word}"),
            _ => format!("{count} {word}s"),
        };
        f.write_str(&many(self.diagrams, "diagram"))?;
        if self.undrawn > 0 {
            write!(f, ", {} not drawn", self.undrawn)?;
        }
        if !self.parts.is_empty() {
            write!(f, ", {} not checked", many(self.parts.len(), "include"))?;
        }
        write!(f, ": {}, {}", many(self.errors, "error"), many(self.warnings, "warning"))
    }
}
