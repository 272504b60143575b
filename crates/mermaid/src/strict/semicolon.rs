//! Semicolons that end a statement where the type has no such sign.

use super::Fault;
use super::entity::without_entities;
use crate::codes;

/// Class diagrams have no semicolon outside of quotes, notes and class bodies.
pub(super) fn in_class(line: &str) -> Option<Fault> {
    if is_prose(line, &["note ", "click ", "callback ", "link ", "direction "]) {
        return None;
    }
    let text = without_entities(line);
    let mut quoted = false;
    let at = text.char_indices().find_map(|(at, letter)| {
        quoted ^= matches!(letter, '"' | '`');
        (letter == ';' && !quoted).then_some(at)
    })?;
    Some(fault(at, line))
}

/// A journey's titles, sections and tasks end at a semicolon, and nothing may follow.
pub(super) fn in_journey(line: &str) -> Option<Fault> {
    if is_prose(line, &[]) {
        return None;
    }
    without_entities(line).find(';').map(|at| fault(at, line))
}

/// A gantt setting or task ends at a semicolon or number sign; what follows is read as another task.
pub(super) fn in_gantt(line: &str) -> Option<Fault> {
    if is_prose(line, &["title ", "section ", "click "]) {
        return None;
    }
    let text = without_entities(line);
    let word = text.trim_start();
    let is_setting = SETTINGS.iter().any(|it| word.starts_with(it));
    let from = if is_setting { Some(0) } else { text.find(':') }?;
    let at = from + text[from..].find([';', '#'])?;
    (!text[at..].contains(':')).then(|| fault(at, line))
}

const SETTINGS: &[&str] = &[
    "dateFormat ",
    "axisFormat ",
    "tickInterval ",
    "includes ",
    "excludes ",
    "todayMarker ",
    "weekday ",
    "weekend ",
];

/// Lines whose text reaches to their end, whatever it holds.
fn is_prose(line: &str, words: &[&str]) -> bool {
    let text = line.trim_start();
    ["accTitle", "accDescr", "%%"].iter().chain(words).any(|word| text.starts_with(word))
}

fn fault(at: usize, line: &str) -> Fault {
    let sign = &line[at..=at];
    Fault {
        code: codes::SEMICOLON,
        range: at..at + 1,
        message: format!("`{sign}` cannot stand here"),
        hint: "put one statement on a line, without a sign at its end",
        replacement: (line[at + 1..].trim().is_empty() && sign == ";").then(String::new),
    }
}
