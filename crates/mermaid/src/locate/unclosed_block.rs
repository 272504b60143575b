//! Blocks that are not closed, and `end` or `}` that close nothing.

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

/// What opens and what closes blocks in a type, line by line.
struct Grammar {
    opens: fn(&str) -> bool,
    closer: &'static str,
}

fn grammar(kind: &str) -> Option<Grammar> {
    Some(match kind {
        "flowchart" | "swimlane" => {
            Grammar { opens: |text| starts(text, &["subgraph"]), closer: "end" }
        }
        "block" => Grammar { opens: |text| starts(text, &["block"]), closer: "end" },
        "sequence" => Grammar {
            opens: |text| {
                starts(
                    text,
                    &["alt", "opt", "loop", "par", "par_over", "critical", "break", "rect", "box"],
                )
            },
            closer: "end",
        },
        "class" | "state" | "er" | "requirement" | "c4" | "zenuml" => {
            Grammar { opens: |text| text.ends_with('{'), closer: "}" }
        }
        _ => return None,
    })
}

fn starts(text: &str, words: &[&str]) -> bool {
    let first = text.split([' ', ':', '\t']).next().unwrap_or_default();
    words.iter().any(|word| first.eq_ignore_ascii_case(word))
}

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some(grammar) = grammar(clue.kind) else { return Vec::new() };
    let mut open: Vec<&Line<'_>> = Vec::new();
    let mut found = Vec::new();
    for line in clue.statements() {
        let text = line.trimmed();
        if (grammar.opens)(text) {
            open.push(line);
        } else if text == grammar.closer && open.pop().is_none() {
            let suspect = Suspect::new(
                codes::STRAY_END,
                line.range(),
                format!("`{text}` closes nothing"),
                "remove the line, or add the block that it should close",
            );
            found.push(
                suspect
                    .fix(format!("remove `{text}`"), [(line.with_end(clue.source), String::new())]),
            );
        }
    }
    if let Some(last) = open.last() {
        let end = clue.source.trim_end().len();
        let closers = open.iter().rev().fold(String::new(), |closers, line| {
            closers
                + "
" + line.indent()
                + grammar.closer
        });
        let word = last.trimmed().split([' ', ':']).next().unwrap_or_default();
        let suspect = Suspect::new(
            codes::UNCLOSED_BLOCK,
            last.range(),
            format!("the block `{word}` is not closed"),
            format!("close it with `{}` on a line of its own", grammar.closer),
        );
        found.push(
            suspect.fix(format!("add `{}` at the end", grammar.closer), [(end..end, closers)]),
        );
    }
    found
}
