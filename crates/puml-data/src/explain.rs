//! Data in words: which tables there are and what stands in them.

use puml_family::{Described, Explanation, Step, count, plain};

use crate::model::{Cell, Model, Notation, Row, Table, TableId, TableKind};

/// How many rows of a table are named.
const NAMED: usize = 8;

pub(crate) fn explain(model: &Model) -> Explanation {
    let mut parts = Vec::with_capacity(model.tables.len());
    let mut flow = Vec::with_capacity(model.tables.len());
    for (idx, table) in model.tables.iter().enumerate() {
        let id = TableId(idx as u32);
        let path = model.path(id);
        let name = path.last().cloned().unwrap_or_else(|| "the data".to_owned());
        parts.push(Described {
            id: path.join("/"),
            name,
            kind: kind(table),
            counts: vec![("rows", table.rows.len() as u32)],
            group: table.parent.map(|it| ("inside", model.path(it.0).join("/"))),
        });
        let text = if path.is_empty() {
            format!("The data is {}", contents(model, table))
        } else {
            format!("“{}” is {}", path.join(" / "), contents(model, table))
        };
        flow.push(Step { page: 1, depth: model.depth(id), text, origin: table.origin });
    }
    Explanation { summary: summary(model), parts_name: "tables", parts, flow }
}

/// One sentence about the whole.
pub(crate) fn summary(model: &Model) -> String {
    let noun = match model.notation {
        Notation::Json => "JSON data",
        Notation::Yaml => "YAML data",
    };
    let Some(root) = model.tables.first() else { return format!("{noun} that is not valid.") };
    let rows: usize = model.tables.iter().map(|it| it.rows.len()).sum();
    let deepest = (0..model.tables.len()).map(|it| model.depth(TableId(it as u32))).max();
    format!(
        "{noun}: {} with {}, {} in {} on {}.",
        kind_with_article(root),
        count(root.rows.len(), if root.kind == TableKind::Map { "key" } else { "value" }),
        count(rows, "row"),
        count(model.tables.len(), "table"),
        count(deepest.unwrap_or(0) as usize + 1, "level"),
    )
}

fn kind(table: &Table) -> &'static str {
    match table.kind {
        TableKind::Map => "map",
        TableKind::List => "list",
        TableKind::Scalar => "value",
    }
}

fn kind_with_article(table: &Table) -> String {
    format!("a {}", kind(table))
}

/// `a map of “a” (1), “b” (a list of 2) and 3 more`.
fn contents(model: &Model, table: &Table) -> String {
    let rows: Vec<String> = table.rows.iter().take(NAMED).map(|it| told(model, it)).collect();
    let more = table.rows.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    match table.kind {
        TableKind::Scalar => rows.join(", "),
        _ => format!("a {} of {}{rest}", kind(table), rows.join(", ")),
    }
}

fn told(model: &Model, row: &Row) -> String {
    let value = match &row.cell {
        Cell::Scalar { label, .. } => plain(label),
        Cell::Table(id) => {
            let inner = model.table(*id);
            format!("a {} of {}", kind(inner), inner.rows.len())
        }
    };
    let marked = if row.highlight.is_some() { ", highlighted" } else { "" };
    match &row.key {
        Some(key) => format!("“{}” ({value}{marked})", plain(key)),
        None if marked.is_empty() => value,
        None => format!("{value} (highlighted)"),
    }
}
