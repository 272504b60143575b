//! Blanks that Mermaid minds: at the end of a line, or on a line of their own.

use super::{Fault, Line, word_count};
use crate::codes;

/// A blank line between the type and the first node of an indented tree.
pub(super) fn behind_the_type(lines: &[Line<'_>]) -> Vec<(usize, Fault)> {
    let Some([head, second]) = lines.get(..2) else { return Vec::new() };
    let more = lines[2..].iter().any(|it| !it.text.trim().is_empty());
    if head.text.trim().is_empty() || !second.text.trim().is_empty() || !more {
        return Vec::new();
    }
    let fault = Fault {
        code: codes::BLANK_LINE,
        range: 0..(second.text.len() + 1),
        message: "the first node must follow the diagram type without a blank line".to_owned(),
        hint: "remove the blank line",
        replacement: Some(String::new()),
    };
    vec![(second.start, fault)]
}

/// Blanks behind a quoted name or an icon of a tree view, and lines of blanks.
pub(super) fn in_tree(lines: &[Line<'_>]) -> Vec<(usize, Fault)> {
    let minds = |line: &&Line<'_>| {
        let text = line.text.trim();
        text.is_empty() || text.ends_with(['"', ')'])
    };
    faults(lines.iter().skip(1).filter(minds))
}

/// Blanks behind an item of a treemap, and lines of blanks between items.
pub(super) fn in_treemap(lines: &[Line<'_>]) -> Vec<(usize, Fault)> {
    let is_item = |line: &&Line<'_>| line.text.trim_start().starts_with('"');
    let first = lines.iter().position(|line| is_item(&line)).unwrap_or(lines.len());
    faults(lines[first..].iter().filter(|line| is_item(line) || line.text.trim().is_empty()))
}

fn faults<'src>(lines: impl Iterator<Item = &'src Line<'src>>) -> Vec<(usize, Fault)> {
    lines.filter_map(|line| at_end(line).map(|it| (line.start, it))).collect()
}

/// Blanks at the end of statements that must end with their line.
pub(super) fn in_flowchart(line: &Line<'_>) -> Option<Fault> {
    let text = line.text.trim();
    let minds = text.starts_with("subgraph ") && text.ends_with(']')
        || text.starts_with("click ") && !text.ends_with([';', ')'])
        || text.starts_with("class ") && word_count(text) == 3 && !text.ends_with(';');
    minds.then(|| at_end(line)).flatten()
}

/// Blanks behind a brace or a fixed word of a requirement.
pub(super) fn in_requirement(line: &Line<'_>) -> Option<Fault> {
    let text = line.text.trim().to_ascii_lowercase();
    let minds = text.ends_with('{')
        || text.starts_with("risk:")
        || text.starts_with("verifymethod:")
        || text.starts_with("verifymethod :");
    minds.then(|| at_end(line)).flatten()
}

/// Blanks behind `autonumber` and participants with settings.
pub(super) fn in_sequence(line: &Line<'_>) -> Option<Fault> {
    let text = line.text.trim();
    let minds = text == "autonumber"
        || text.ends_with('}') && (text.starts_with("participant ") || text.starts_with("actor "));
    minds.then(|| at_end(line)).flatten()
}

/// Blanks behind a style of an entity diagram.
pub(super) fn in_er(line: &Line<'_>) -> Option<Fault> {
    let text = line.text.trim_start();
    let minds = ["style ", "classDef ", "class "].iter().any(|word| text.starts_with(word));
    minds.then(|| at_end(line)).flatten()
}

fn at_end(line: &Line<'_>) -> Option<Fault> {
    let end = line.text.trim_end().len();
    (end < line.text.len()).then(|| Fault {
        code: codes::TRAILING_BLANK,
        range: end..line.text.len(),
        message: "Mermaid does not read blanks at the end of this line".to_owned(),
        hint: "remove the blanks",
        replacement: Some(String::new()),
    })
}
