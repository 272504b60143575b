//! Quotes: one inside a quoted label, or one that never closes.

use super::clue::{Clue, Line};
use super::label::labels;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    clue.lines
        .iter()
        .flat_map(|line| inner(clue, line).into_iter().chain(unclosed(clue, line)))
        .collect()
}

/// Quotes between the first and the last quote of a label.
fn inner(clue: &Clue<'_>, line: &Line<'_>) -> Option<Suspect> {
    let has_nodes = clue.is_flow() || clue.kind == "mindmap";
    let labelled = labels(line.text).into_iter().find(|label| {
        let text = &line.text[label.content.clone()];
        has_nodes && label.closed && text.starts_with('"') && text.matches('"').count() > 2
    });
    let content = if let Some(label) = labelled {
        label.content
    } else {
        let quotes = line.text.matches('"').count();
        let touching = line.text.contains("\"\"") || line.text.contains("\\\"");
        if quotes < 4 || !touching {
            return None;
        }
        line.text.find('"')?..line.text.rfind('"')? + 1
    };
    let substitute = if has_nodes { "#quot;" } else { "'" };
    let start = content.start + 1;
    let inside = &line.text[start..content.end - 1];
    let edits: Vec<_> = inside
        .match_indices('"')
        .map(|(at, _)| {
            let escaped = inside[..at].ends_with('\\');
            let from = start + at - usize::from(escaped);
            (line.at(from..start + at + 1), substitute.to_owned())
        })
        .collect();
    let first = edits.first()?.0.clone();
    let found = Suspect::new(
        codes::QUOTE_IN_LABEL,
        first,
        "a quote inside a quoted text ends it",
        format!("write `{substitute}` for a quote inside quotes"),
    );
    Some(found.fix(format!("write `{substitute}` for the inner quotes"), edits))
}

/// An odd number of quotes on a line.
fn unclosed(clue: &Clue<'_>, line: &Line<'_>) -> Option<Suspect> {
    if line.text.matches('"').count().is_multiple_of(2) {
        return None;
    }
    let last = line.text.rfind('"')?;
    let rest = &line.text[last + 1..];
    let brackets: &[char] = &[']', ')', '}', '|'];
    let until = if clue.is_flow() || clue.kind == "mindmap" {
        rest.find(brackets)
    } else {
        rest.find(" :").or_else(|| rest.find(brackets)).or_else(|| rest.find(','))
    };
    let end = last + 1 + until.unwrap_or(rest.trim_end().len());
    let found = Suspect::new(
        codes::UNCLOSED_QUOTE,
        line.at(last..last + 1),
        "a quote is opened here and not closed",
        "close it with `\"` before the end of the line",
    );
    Some(found.fix("close the quote", [(line.at(end..end), "\"".to_owned())]))
}
