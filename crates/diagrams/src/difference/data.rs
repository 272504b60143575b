//! Which rows of tables stand for values that differ: data has paths, and many values may stand on one line.

use std::collections::HashMap;

use puml_compiler::Explanation;
use scene::{Group, Item, Origin};

use super::{Change, Status};

/// What became of each row and table of a picture, by its place in the text; rows of one line have places of their own.
pub(super) fn rows(
    items: &[Item],
    explanation: &Explanation,
    changes: &[Change],
) -> HashMap<(&'static str, u32, u32), Status> {
    let mut found = HashMap::new();
    for table in items.iter().filter_map(group) {
        let path = table.title.clone().unwrap_or_default();
        let Some(part) = explanation.parts.iter().find(|it| it.id == path.replace(" / ", "/"))
        else {
            continue;
        };
        let own = |path: &str| changes.iter().find(|it| it.id == path).map(|it| it.status);
        if let (Some(status), Some(origin)) = (own(&path), table.origin)
            && status != Status::Changed
        {
            found.insert(key(table, origin), status);
        }
        let rows: Vec<&Group> = table.items.iter().filter_map(group).collect();
        let count = part.counts.iter().find(|it| it.0 == "rows").map_or(0, |it| it.1 as usize);
        for (idx, row) in rows.iter().enumerate() {
            let name = match part.kind {
                "map" => words(row),
                _ if rows.len() == count => Some(idx.to_string()),
                _ => None,
            };
            let path = name.map(|name| match path.as_str() {
                "" => name,
                path => format!("{path} / {name}"),
            });
            if let (Some(status), Some(origin)) = (path.and_then(|it| own(&it)), row.origin) {
                found.insert(key(row, origin), status);
            }
        }
    }
    found
}

/// What tells a group from the others of its picture.
pub(super) fn key(group: &Group, origin: Origin) -> (&'static str, u32, u32) {
    (group.role, origin.start, origin.end)
}

fn group(item: &Item) -> Option<&Group> {
    match item {
        Item::Group(group) => Some(group),
        _ => None,
    }
}

/// The first text of a row: its key.
fn words(row: &Group) -> Option<String> {
    let text = row.items.iter().find_map(|it| match it {
        Item::Text(text) => Some(text),
        _ => None,
    })?;
    Some(text.lines.iter().flat_map(|it| &it.runs).map(|it| it.text.as_str()).collect())
}
