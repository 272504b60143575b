//! Declaring participants that a source only uses, without moving anybody.

use std::collections::BTreeMap;

use diagrams::{Checked, Diagram};
use serde_json::Value;
use toolserver::{Call, ToolError};

use crate::checked;
use crate::input::Input;

/// A line to put in, at the offset of a line's start.
type Insertions = BTreeMap<usize, Vec<String>>;

/// The source with a declaration for every participant that has none. All of a diagram's stand together before the
/// first use if that leaves the picture as it is, otherwise each before its own first use. A source in which neither
/// works stays as it is.
pub(crate) fn declared(
    call: &Call,
    arguments: &Value,
    input: &Input,
    before: &Checked,
) -> Result<String, ToolError> {
    for place in [Place::Together, Place::AtFirstUse] {
        let text = inserted(before.text(), &insertions(before, place));
        let input = Input { text: text.clone(), ..input.clone() };
        let after = checked::text(call, arguments, &input)?;
        if says(&after) == says(before) {
            return Ok(text);
        }
    }
    Ok(before.text().to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Together,
    AtFirstUse,
}

fn insertions(checked: &Checked, place: Place) -> Insertions {
    let text = checked.text();
    let mut out = Insertions::new();
    for diagram in checked.diagrams() {
        let Diagram::Puml(diagram) = diagram else { continue };
        let undeclared = || diagram.undeclared().filter(|it| it.origin.source == checked.id);
        let first = undeclared().map(|it| it.origin.start as usize).min();
        for participant in undeclared() {
            let at = match place {
                Place::Together => first.expect("there is an undeclared one"),
                Place::AtFirstUse => participant.origin.start as usize,
            };
            let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
            let indent: String =
                text[start..].chars().take_while(|it| matches!(it, ' ' | '\t')).collect();
            let name = written(participant.id);
            let line = if participant.label == participant.id {
                format!("{indent}participant {name}\n")
            } else {
                format!("{indent}participant \"{}\" as {name}\n", participant.label)
            };
            out.entry(start).or_default().push(line);
        }
    }
    out
}

fn inserted(text: &str, insertions: &Insertions) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, lines) in insertions {
        out.push_str(&text[done..*at]);
        out.push_str(&lines.concat());
        done = *at;
    }
    out.push_str(&text[done..]);
    out
}

fn written(name: &str) -> String {
    let is_bare = name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '@'));
    if is_bare { name.to_owned() } else { format!("\"{name}\"") }
}

/// What a reader of the picture learns: who stands where, and what happens in words.
fn says(checked: &Checked) -> Vec<Value> {
    checked.diagrams().filter_map(|it| Some(it.explanation()?.to_json())).collect()
}
