//! Findings, one a line, with their labels, hints and fixes indented below.

use std::fmt::Write as _;

use diag::{Diagnostic, Fix, Safety, Sources, Span};

/// `line:column-line:column severity code: message`, columns in characters from 1.
pub(super) fn dump(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for it in diagnostics {
        let _ = writeln!(
            out,
            "{} {} {}: {}",
            place(sources, it.span),
            it.severity,
            it.code.name,
            it.message
        );
        for label in &it.labels {
            let _ = writeln!(out, "  at {}: {}", place(sources, label.span), label.text);
        }
        for hint in &it.hints {
            let _ = writeln!(out, "  hint: {hint}");
        }
        for fix in &it.fixes {
            let _ = writeln!(out, "  {}", repair(sources, fix));
        }
    }
    out
}

fn repair(sources: &Sources, fix: &Fix) -> String {
    let mut out = match fix.safety {
        Safety::Safe => format!("fix: {}", fix.title),
        Safety::Suggested => format!("suggestion: {}", fix.title),
    };
    for edit in &fix.edits {
        let _ = write!(out, "; {} = {:?}", place(sources, edit.span), edit.text);
    }
    out
}

/// Only places in other sources than the case's own are named.
fn place(sources: &Sources, span: Span) -> String {
    let source = sources.source(span.source);
    let point = |offset| {
        let at = source.lines().chars(source.text(), offset);
        format!("{}:{}", at.line + 1, at.column + 1)
    };
    let file =
        if source.name() == "case.puml" { String::new() } else { format!("{}:", source.name()) };
    format!("{file}{}-{}", point(span.start), point(span.end))
}
