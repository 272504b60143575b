//! Values that are no numbers, or not allowed ones.

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    match clue.kind {
        "pie" => clue.statements().iter().filter_map(slice).collect(),
        "quadrant" => clue.statements().iter().filter_map(point).collect(),
        "sankey" => clue.statements().iter().filter_map(flow).collect(),
        _ => Vec::new(),
    }
}

fn slice(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let value = text.strip_prefix('"')?.split_once('"')?.1.trim().strip_prefix(':')?.trim();
    match value.parse::<f64>() {
        Ok(number) if number >= 0.0 => None,
        Ok(_) => {
            let message = format!("the slice has the negative value `{value}`");
            Some(bad(line, message, "slices are zero or more"))
        }
        Err(_) => {
            let message = "the slice has no plain number".to_owned();
            let found = bad(line, message, "write a slice as `\"Name\" : 42`");
            let plain = value.trim_end_matches('%').trim_end().replace([',', '_'], "");
            let readable = plain.parse::<f64>().is_ok_and(|number| number >= 0.0);
            let end = line.range().end;
            let edits = readable.then(|| (end - value.len()..end, plain.clone()));
            Some(found.fix(format!("write `{plain}`"), edits))
        }
    }
}

/// `Name: [x, y]` with both between 0 and 1.
fn point(line: &Line<'_>) -> Option<Suspect> {
    let (_, values) = line.trimmed().split_once(':')?;
    let values = values.trim();
    let bare = values.trim_matches(['[', ']']);
    let numbers: Vec<f64> = bare.split(',').filter_map(|it| it.trim().parse().ok()).collect();
    let [x, y] = numbers.as_slice() else { return None };
    let inside = |number: &f64| (0.0..=1.0).contains(number);
    if !inside(x) || !inside(y) {
        let message = "the point lies outside the chart".to_owned();
        return Some(bad(line, message, "both coordinates are between 0 and 1"));
    }
    if values.starts_with('[') && values.ends_with(']') {
        return None;
    }
    let message = "the point's coordinates need brackets".to_owned();
    let found = bad(line, message, "write a point as `Name: [0.3, 0.6]`");
    let end = line.range().end;
    Some(found.fix("add the brackets", [(end - values.len()..end, format!("[{x}, {y}]"))]))
}

/// A row of a Sankey diagram has three columns.
fn flow(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let columns = text.split(',').count();
    if columns == 3 || text.contains('"') {
        return None;
    }
    if columns > 3 {
        let message = format!("the row has {columns} columns, not three");
        let hint = "put a name that holds a comma in quotes, as in `\"Oil, raw\",Power,25.5`";
        return Some(bad(line, message, hint));
    }
    let message = "the row is not `source,target,value`".to_owned();
    Some(bad(line, message, "write rows as `Coal,Power,25.5`"))
}

fn bad(line: &Line<'_>, message: String, hint: &str) -> Suspect {
    Suspect::new(codes::BAD_NUMBER, line.range(), message, hint).certain()
}
