//! `puml check --fix`: which fixes are applied, in rounds, and what is left.

use clap::ValueEnum;
use diag::{Diagnostic, Fix, Safety, Severity, TextEdit};
use diagrams::{Checked, Scheme};

use crate::{
    compiling::{self, Compiling},
    exit::Failure,
    inputs::Document,
    output, terminal,
};

/// Rounds after which nothing new is to be expected: each one checks anew, since a fix may uncover the next.
const ROUNDS: usize = 64;

/// Which fixes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// Those that keep the evident meaning, and those that make the file valid
    Certain,
    /// The first one that each finding offers
    All,
}

/// Applies fixes, writes the file if it changed, and tells what is left.
pub(super) fn applied(
    document: Document,
    checked: Checked,
    which: Which,
    compiling: &Compiling,
) -> Result<Checked, Failure> {
    let Some(path) = document.path.clone() else {
        return Err(Failure::Usage("--fix needs files; standard input cannot be rewritten".into()));
    };
    let before = document.text.clone();
    let name = document.name.clone();
    let again = |document: &Document| compiling::check(document, compiling, Scheme::Light);
    let mut state = rounds((document, checked), certain, &again)?;
    let choice: fn(&Diagnostic) -> Option<&Fix> = match which {
        Which::Certain => only_repair,
        Which::All => |it| it.fixes.first(),
    };
    if which == Which::All || errors(&state.1) > 0 {
        let tried = one_by_one((state.0.clone(), again(&state.0)?), choice, &again)?;
        // A guess counts as certain if it leaves nothing wrong.
        if which == Which::All || errors(&tried.1) == 0 {
            state = tried;
        }
    }
    let (document, checked) = state;
    if document.text != before {
        output::write(&path, document.text.as_bytes())?;
        terminal::report(&format!("fixed {name}"));
    }
    tell_left(&name, &checked, which);
    Ok(checked)
}

/// Applies the chosen fixes, many at once, until none is left or a round makes nothing better.
fn rounds(
    mut state: (Document, Checked),
    choose: fn(&Diagnostic) -> Option<&Fix>,
    again: &dyn Fn(&Document) -> Result<Checked, Failure>,
) -> Result<(Document, Checked), Failure> {
    for _ in 0..ROUNDS {
        let edits = chosen(&state.1, choose);
        let Ok(text) = diag::apply_to(&state.0.text, &edits) else { break };
        if edits.is_empty() || text == state.0.text {
            break;
        }
        let document = Document { text, ..state.0.clone() };
        let checked = again(&document)?;
        let messages =
            |it: &Checked| it.diagnostics.iter().map(|it| it.message.clone()).collect::<Vec<_>>();
        let is_stuck = messages(&checked) == messages(&state.1);
        if is_stuck || checked.diagnostics.len() > state.1.diagnostics.len() {
            break;
        }
        state = (document, checked);
    }
    Ok(state)
}

/// Applies the chosen fixes from top to bottom, each alone, since one may settle what others are about; those that
/// bring more errors are left out.
fn one_by_one(
    mut state: (Document, Checked),
    choose: fn(&Diagnostic) -> Option<&Fix>,
    again: &dyn Fn(&Document) -> Result<Checked, Failure>,
) -> Result<(Document, Checked), Failure> {
    let mut tried = Vec::new();
    for _ in 0..ROUNDS {
        let length = state.0.text.len();
        // What stands behind a place does not move when something before it changes.
        let place =
            |it: &Fix| (it.title.clone(), it.edits.first().map(|it| length - it.span.end as usize));
        let own = |it: &&Fix| it.edits.iter().all(|edit| edit.span.source == state.1.id);
        let mut fixes = state.1.diagnostics.iter().filter_map(choose).filter(own);
        let Some(fix) = fixes.find(|it| !tried.contains(&place(it))) else { break };
        tried.push(place(fix));
        let Ok(text) = diag::apply_to(&state.0.text, &fix.edits) else { continue };
        let document = Document { text, ..state.0.clone() };
        let checked = again(&document)?;
        if errors(&checked) <= errors(&state.1) {
            state = (document, checked);
        }
    }
    Ok(state)
}

fn certain(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|it| it.safety == Safety::Safe)
}

/// The fix of an error that has one only.
fn only_repair(diagnostic: &Diagnostic) -> Option<&Fix> {
    match diagnostic.fixes.as_slice() {
        [only] if diagnostic.severity == Severity::Error => Some(only),
        _ => certain(diagnostic),
    }
}

/// The chosen fixes that do not touch each other, first come first served.
fn chosen(checked: &Checked, choose: fn(&Diagnostic) -> Option<&Fix>) -> Vec<TextEdit> {
    let mut taken: Vec<TextEdit> = Vec::new();
    for fix in checked.diagnostics.iter().filter_map(choose) {
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

fn errors(checked: &Checked) -> usize {
    checked.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
}

/// Says how much was left to the reader, and why.
fn tell_left(name: &str, checked: &Checked, which: Which) {
    let counted = |it: &&Diagnostic| it.severity != Severity::Info;
    let left: Vec<&Diagnostic> = checked.diagnostics.iter().filter(counted).collect();
    let guesses = left.iter().filter(|it| !it.fixes.is_empty()).count();
    let hopeless = left.len() - guesses;
    if guesses > 0 {
        let told = match which {
            Which::Certain => {
                let them = if guesses == 1 { "it" } else { "them" };
                let fixes = many(guesses, "likely fix", "likely fixes");
                format!("{fixes}; `--fix=all` applies {them}")
            }
            Which::All => format!("{} that did not help", many(guesses, "fix", "fixes")),
        };
        terminal::report(&format!("{name}: left {told}"));
    }
    if hopeless > 0 {
        let count = many(hopeless, "finding has", "findings have");
        terminal::report(&format!("{name}: {count} no fix"));
    }
}

fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
