//! Names that must stand in quotes: slices, packet fields, axis titles.

use std::ops::Range;

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if clue.kind == "pie" {
        return clue.statements().iter().filter_map(slice).collect();
    }
    let rule: fn(&str) -> Option<Range<usize>> = match clue.kind {
        "packet" => |text| text.find(':').map(|colon| colon + 1..text.len()),
        "xychart" => axis,
        _ => return Vec::new(),
    };
    clue.statements()
        .iter()
        .filter(|line| !line.text.contains('"'))
        .filter_map(|line| quoted(line, rule(line.text)?))
        .collect()
}

/// The words between `title` or an axis keyword and a range or list.
fn axis(text: &str) -> Option<Range<usize>> {
    let trimmed = text.trim_start();
    let keyword = ["x-axis ", "y-axis ", "title "].iter().find(|it| trimmed.starts_with(**it))?;
    let start = text.len() - trimmed.len() + keyword.len();
    let rest = &text[start..];
    let number = rest.find("-->").map(|arrow| {
        let before = rest[..arrow].trim_end();
        before.rfind(' ').unwrap_or(0)
    });
    let end = start + number.or_else(|| rest.find('[')).unwrap_or(rest.len());
    (end > start).then_some(start..end)
}

/// A slice whose name is not one quoted text: without quotes, with one only, or with more inside.
fn slice(line: &Line<'_>) -> Option<Suspect> {
    let colon = line.text.rfind(':')?;
    let name = line.text[..colon].trim();
    let inner = name.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    if inner.is_some_and(|it| !it.contains('"')) {
        return None;
    }
    let plain = name.trim_matches('"');
    if matches!(plain.trim(), "title" | "accTitle" | "accDescr" | "") || name.starts_with("title ")
    {
        return None;
    }
    let start = line.text.len() - line.text.trim_start().len();
    let better = format!("\"{}\"", plain.replace('"', "'"));
    let range = line.at(start..start + name.len());
    let found = Suspect::new(
        codes::MISSING_QUOTES,
        range.clone(),
        format!("the name of a slice stands in one pair of quotes: `{name}`"),
        format!("write `{better}`"),
    );
    Some(found.fix("put the name in quotes", [(range, better)]))
}

fn quoted(line: &Line<'_>, range: Range<usize>) -> Option<Suspect> {
    let text = &line.text[range.clone()];
    let name = text.trim();
    let name_start = range.start + text.len() - text.trim_start().len();
    let keyword = matches!(name, "title" | "accTitle" | "accDescr" | "");
    if keyword {
        return None;
    }
    let range = line.at(name_start..name_start + name.len());
    let found = Suspect::new(
        codes::MISSING_QUOTES,
        range.clone(),
        format!("`{name}` needs quotes here"),
        format!("write `\"{name}\"`"),
    );
    Some(found.fix("add the quotes", [(range, format!("\"{name}\""))]))
}
