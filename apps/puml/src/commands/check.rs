//! `puml check`: every problem of every file, with places, reasons and fixes.

use std::fmt;

use clap::Args;
use diag::{Safety, Severity, TextEdit};
use diagrams::{Checked, Scheme};
use serde_json::{Value, json};

use crate::{
    compiling::{self, Compiling, Undrawn},
    exit::{Failure, Outcome},
    inputs::{self, Document, Pages, Unread},
    output, terminal,
};

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
    /// Apply the fixes that keep the evident meaning, then check again
    #[arg(long)]
    fix: bool,
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
        let mut checked = compiling::check(&document, &arguments.compiling, Scheme::Light)?;
        if arguments.fix {
            checked = fixed(document, checked, &arguments.compiling)?;
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

/// Applies safe fixes until none is left; each round checks anew, since a fix may uncover the next.
fn fixed(
    mut document: Document,
    mut checked: Checked,
    compiling: &Compiling,
) -> Result<Checked, Failure> {
    let Some(path) = document.path.clone() else {
        return Err(Failure::Usage("--fix needs files; standard input cannot be rewritten".into()));
    };
    let before = document.text.clone();
    for _ in 0..16 {
        let edits = safe_edits(&checked);
        let Ok(text) = diag::apply_to(&document.text, &edits) else { break };
        if edits.is_empty() {
            break;
        }
        document.text = text;
        checked = compiling::check(&document, compiling, Scheme::Light)?;
    }
    if document.text != before {
        output::write(&path, document.text.as_bytes())?;
        terminal::report(&format!("fixed {}", document.name));
    }
    Ok(checked)
}

/// The safe fixes that do not touch each other, first come first served.
fn safe_edits(checked: &Checked) -> Vec<TextEdit> {
    let mut taken: Vec<TextEdit> = Vec::new();
    for diagnostic in &checked.diagnostics {
        let Some(fix) = diagnostic.fixes.iter().find(|it| it.safety == Safety::Safe) else {
            continue;
        };
        let is_free = fix.edits.iter().all(|edit| {
            edit.span.source == checked.id
                && taken
                    .iter()
                    .all(|it| edit.span.end < it.span.start || it.span.end < edit.span.start)
        });
        if is_free {
            taken.extend(fix.edits.iter().cloned());
        }
    }
    taken
}

/// What all files come to.
#[derive(Default)]
struct Total {
    diagrams: usize,
    undrawn: usize,
    errors: usize,
    warnings: usize,
}

impl Total {
    fn add(&mut self, checked: &Checked) {
        let count =
            |severity| checked.diagnostics.iter().filter(|it| it.severity == severity).count();
        self.diagrams += checked.diagrams().len();
        self.undrawn += checked.undrawn().len();
        self.errors += count(Severity::Error);
        self.warnings += count(Severity::Warning);
    }

    fn json(&self) -> Value {
        let Self { diagrams, undrawn, errors, warnings } = self;
        json!({ "diagrams": diagrams, "undrawn": undrawn, "errors": errors, "warnings": warnings })
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
        write!(f, ": {}, {}", many(self.errors, "error"), many(self.warnings, "warning"))
    }
}
