//! What Mermaid reads and the engine does not: such a source is rewritten, step by step, into one that means the same.
//! A rewriting counts only if the engine then draws it; otherwise the original is judged.

mod c4;
mod class;
mod er;
mod flowchart;
mod gantt;
mod joined;
mod sequence;
mod state;
mod zenuml;

use diag::{Diagnostic, SourceId, Span};

use crate::engine::SyntaxError;
use crate::{codes, kinds};

/// More steps than this mean a source that is not worth mending.
pub(crate) const MOST_STEPS: usize = 12;

/// Another spelling of the same diagram, nearer to what the engine reads, if there is a known one.
pub(crate) fn rewritten(source: &str, error: &SyntaxError) -> Option<String> {
    let other = match kinds::public_name(error.kind.as_deref()?) {
        "flowchart" => flowchart::rewritten(source, error),
        "swimlane" => {
            flowchart::rewritten(source, error).or_else(|| Some(joined::behind_end(source)))
        }
        "class" => class::rewritten(source),
        "er" => Some(er::rewritten(source)),
        "sequence" => Some(sequence::rewritten(source)),
        "state" => Some(state::rewritten(source, error)),
        "zenuml" => zenuml::rewritten(source, error),
        "gantt" => Some(gantt::rewritten(source)),
        "c4" => Some(c4::rewritten(source)),
        "xychart" => Some(joined::before(source, &["title", "x-axis", "y-axis", "bar", "line"])),
        "venn" => Some(joined::before(source, &["set", "union", "style", "text"])),
        "treemap" => Some(joined::before_quotes(source)),
        _ => None,
    };
    other.filter(|other| other != source)
}

/// A warning for each line that a rewriting left out.
pub(crate) fn ignored(source: &str, drawn: &str, engine_kind: &str) -> Vec<Diagnostic> {
    if source == drawn || !matches!(kinds::public_name(engine_kind), "class" | "zenuml" | "c4") {
        return Vec::new();
    }
    let kept = squashed(drawn);
    let mut found = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        if !text.is_empty() && !kept.contains(&squashed(text)) {
            let from = start + (line.len() - line.trim_start().len());
            let span = Span::new(SourceId(0), from as u32, (from + text.len()) as u32);
            let message = "this line has no meaning here and is left out";
            found.push(
                Diagnostic::new(codes::IGNORED_LINE, span, message)
                    .with_hint("check its spelling, or remove it"),
            );
        }
        start += line.len();
    }
    found
}

/// A text without what a rewriting may move or drop freely.
fn squashed(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace() && !matches!(it, '{' | '}' | ';' | '"')).collect()
}
