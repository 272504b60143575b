//! What is kept about a good run beside its transcript: what the compiler says of the final source, and the picture.

use std::fmt::Write as _;

use diag::Sources;
use puml_compiler::{Options, compile};

use crate::run::{Outcome, Run};

/// The kept part of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// A line for each finding in the final source; empty for none.
    pub diagnostics: String,
    /// The latest picture that the run drew.
    pub svg: Option<String>,
}

/// Takes the snapshot of a run.
pub fn snapshot(run: &Run) -> Snapshot {
    let mut diagnostics = String::new();
    if let Some(source) = run.final_source() {
        let mut sources = Sources::default();
        let id = sources.add("final.puml", source);
        for it in compile(&mut sources, id, &run.workspace, &Options::default()).diagnostics {
            let at = sources.source(it.span.source).lines().line(it.span.start) + 1;
            let _ =
                writeln!(diagnostics, "{} {} line {at}: {}", it.severity, it.code.name, it.message);
        }
    }
    let drawn = run.calls.iter().rev().find(|it| it.tool == "puml_render_svg" && it.is_ok());
    let svg = drawn.and_then(|it| match &it.outcome {
        Outcome::Answer(answer) => answer["svg"].as_str().map(|it| format!("{}\n", it.trim_end())),
        Outcome::Refused(_) => None,
    });
    Snapshot { diagnostics, svg }
}
