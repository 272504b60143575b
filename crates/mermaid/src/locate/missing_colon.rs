//! Text that needs a colon before it: messages, notes, relations, slices, tasks.

use std::ops::Range;

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

const MESSAGE_ARROWS: &[&str] = &["-->>", "->>", "-->", "->", "--x", "-x", "--)", "-)"];

/// Where the colon goes in a line, and what to write there.
type Rule = fn(&Line<'_>) -> Option<(Range<usize>, String)>;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let rule: Rule = match clue.kind {
        "sequence" => message,
        "pie" => slice,
        "er" => relation,
        "gantt" => task,
        _ => return Vec::new(),
    };
    clue.statements()
        .iter()
        .filter(|line| !line.text.contains(':'))
        .filter_map(|line| {
            let (place, text) = rule(line)?;
            let found = Suspect::new(
                codes::MISSING_COLON,
                line.range(),
                "a colon is missing on this line",
                format!("write `{}`", suggestion(line, &place, &text)),
            );
            Some(found.fix("add the colon", [(line.at(place), text)]))
        })
        .collect()
}

fn suggestion(line: &Line<'_>, place: &Range<usize>, text: &str) -> String {
    format!("{}{text}{}", &line.text[..place.start], &line.text[place.end..]).trim().to_owned()
}

/// Behind the receiver of a message, or behind the participants of a note.
fn message(line: &Line<'_>) -> Option<(Range<usize>, String)> {
    let text = line.text;
    let lower = text.trim_start().to_ascii_lowercase();
    let names = if lower.starts_with("note ") {
        let side = [" over ", " right of ", " left of "]
            .iter()
            .find_map(|it| Some(lower.find(it)? + it.len()))?;
        text.len() - text.trim_start().len() + side
    } else {
        MESSAGE_ARROWS.iter().find_map(|arrow| Some(text.find(arrow)? + arrow.len()))?
    };
    let rest = text[names..].trim_start_matches([' ', '+', '-']);
    let start = text.len() - rest.len();
    let name_end = start + rest.find(' ').unwrap_or(rest.trim_end().len());
    let tail = text[name_end..].trim();
    let colon = if tail.is_empty() { ": " } else { ":" };
    Some((name_end..name_end, colon.to_owned()))
}

/// Behind the quoted name of a pie slice.
fn slice(line: &Line<'_>) -> Option<(Range<usize>, String)> {
    let close = line.text.rfind('"').filter(|_| line.trimmed().starts_with('"'))?;
    line.text[close + 1..].trim().parse::<f64>().ok()?;
    Some((close + 1..close + 1, " :".to_owned()))
}

/// A relation without a label gets an empty one.
fn relation(line: &Line<'_>) -> Option<(Range<usize>, String)> {
    let related = line.text.contains("--") || line.text.contains("..");
    let end = line.text.trim_end().len();
    related.then(|| (end..end, " : \"\"".to_owned()))
}

/// Before the word that the first comma follows.
fn task(line: &Line<'_>) -> Option<(Range<usize>, String)> {
    let comma = line.text.find(',')?;
    let word = line.text[..comma].trim_end().rfind(' ')?;
    Some((word..word, " :".to_owned()))
}
