//! Block diagrams: what is missing, left over or unknown.

use super::{Fault, Line, statement};
use crate::codes;

/// Faults of a block diagram.
pub(super) fn faults(lines: &[Line<'_>]) -> Vec<(usize, Fault)> {
    let Some(head) = lines.first() else { return Vec::new() };
    let body: Vec<&Line<'_>> = lines[1..].iter().filter(|it| !it.text.trim().is_empty()).collect();
    if body.is_empty() && head.text.split_whitespace().count() == 1 {
        return vec![(head.start, nothing(head))];
    }
    let mut found = Vec::new();
    let mut open = 0_usize;
    for line in &body {
        let text = line.text.trim();
        if text == "end" {
            match open.checked_sub(1) {
                Some(left) => open = left,
                None => found.push((line.start, left_over(line))),
            }
        } else if text == "block" || text.starts_with("block:") || text.starts_with("block ") {
            open += 1;
        }
        found.extend(unknown(line, lines).map(|it| (line.start, it)));
    }
    found
}

fn nothing(head: &Line<'_>) -> Fault {
    Fault {
        code: codes::SYNTAX,
        range: 0..head.text.len(),
        message: "the block diagram has no blocks".to_owned(),
        hint: "add a block, such as `a[\"Start\"]`",
        replacement: None,
    }
}

fn left_over(line: &Line<'_>) -> Fault {
    let at = line.text.len() - line.text.trim_start().len();
    Fault {
        code: codes::STRAY_END,
        range: at..at + 3,
        message: "this `end` closes nothing".to_owned(),
        hint: "remove it, or open a block above",
        replacement: None,
    }
}

/// `style x` for an `x` that stands nowhere else.
fn unknown(line: &Line<'_>, lines: &[Line<'_>]) -> Option<Fault> {
    let (_, "style") = statement::word_at(line.text, 0)? else { return None };
    let (at, name) = statement::word_at(line.text, 1)?;
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
    let known = lines
        .iter()
        .filter(|it| it.start != line.start)
        .any(|it| it.text.split(|letter| !is_word(letter)).any(|word| word == name));
    let several = name.contains(',');
    (!known && !several).then(|| Fault {
        code: codes::BAD_STYLE,
        range: at..at + name.len(),
        message: format!("there is no block `{name}`"),
        hint: "style a block that the diagram has",
        replacement: None,
    })
}
