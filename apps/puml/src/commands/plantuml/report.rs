//! Errors in the words that scripts look for, on standard error; people get the source line below them.

use diag::Diagnostic;
use diagrams::Checked;

use super::{Block, Tally};
use crate::{inputs::Document, legacy::Report, terminal};

/// Tells the first error of a diagram in a file.
pub(super) fn in_file(report: Report, document: &Document, checked: &Checked) {
    let Some((error, line)) = first(checked) else { return };
    let place = format!("Error line {line} in file: {}", document.name);
    match report {
        Report::Line => {
            terminal::tell(&format!("{}:{line}:error:{}", document.name, error.message));
        }
        Report::Pairs => {
            terminal::tell(&pairs(line, &error.message));
            terminal::tell(&place);
        }
        Report::Words => {
            terminal::tell(&place);
            terminal::show(&checked.sources, &checked.diagnostics);
        }
    }
}

/// Tells the first error of a diagram that came through a pipe.
pub(super) fn in_pipe(report: Report, block: &Block, checked: &Checked) {
    terminal::tell(words(report, block, checked).trim_end());
    if report == Report::Words {
        terminal::show(&checked.sources, &checked.diagnostics);
    }
}

/// The first error of a diagram; lines count from its marker.
pub(super) fn words(report: Report, block: &Block, checked: &Checked) -> String {
    let Some((error, line)) = first(checked) else { return String::new() };
    let line = line - block.line;
    match report {
        Report::Words => format!("ERROR\n{}\n{}\n", line - 1, error.message),
        Report::Pairs => pairs(line, &error.message) + "\n",
        Report::Line => format!("string:{line}:error:{}\n", error.message),
    }
}

/// Tells what all files come to.
pub(super) fn end(report: Report, tally: &Tally) {
    if tally.diagrams == 0 {
        terminal::tell("No diagram found");
    } else if tally.errors > 0 && report != Report::Line {
        terminal::tell("Some diagram description contains errors");
    }
}

fn pairs(line: i64, message: &str) -> String {
    format!("protocolVersion=1\nstatus=ERROR\nlineNumber={line}\nlabel={message}")
}

/// The first error and its line from 1, in its own file.
fn first(checked: &Checked) -> Option<(&Diagnostic, i64)> {
    let error = checked.diagnostics.iter().find(|it| it.is_error())?;
    let lines = checked.sources.source(error.span.source).lines();
    Some((error, i64::from(lines.line(error.span.start)) + 1))
}
