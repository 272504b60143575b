//! Values that are no numbers, or not allowed ones.

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    match clue.kind {
        "pie" => clue.statements().iter().filter_map(slice).collect(),
        "sankey" => clue.statements().iter().filter_map(flow).collect(),
        _ => Vec::new(),
    }
}

fn slice(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let value = text.strip_prefix('"')?.split_once('"')?.1.trim().strip_prefix(':')?.trim();
    match value.parse::<f64>() {
        Ok(number) if number >= 0.0 => None,
        Ok(_) => Some(bad(
            line,
            format!("the slice has the negative value `{value}`"),
            "slices are zero or more",
        )),
        Err(_) => Some(bad(
            line,
            "the slice has no number".to_owned(),
            "write a slice as `\"Name\" : 42`",
        )),
    }
}

fn flow(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let value = text.rsplit(',').next()?.trim();
    let columns = text.split(',').count();
    let wrong = columns < 3 || value.parse::<f64>().is_err();
    let quoted = text.contains('"');
    (wrong && !quoted).then(|| {
        bad(
            line,
            "the row is not `source,target,value`".to_owned(),
            "write rows as `Coal,Power,25.5`",
        )
    })
}

fn bad(line: &Line<'_>, message: String, hint: &str) -> Suspect {
    Suspect::new(codes::BAD_NUMBER, line.range(), message, hint).certain()
}
