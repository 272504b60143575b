//! The model, one fact a line.

use std::fmt::Write as _;

use crate::model::{Cell, Model, Notation, ScalarKind, TableId, TableKind};

pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::from(match model.notation {
        Notation::Json => "json\n",
        Notation::Yaml => "yaml\n",
    });
    if let Some(title) = &model.surroundings.title {
        let _ = writeln!(out, "title {:?}", title.label.text);
    }
    if !model.tables.is_empty() {
        table(model, TableId(0), 0, &mut out);
    }
    out
}

fn table(model: &Model, id: TableId, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let table_here = model.table(id);
    for (idx, row) in table_here.rows.iter().enumerate() {
        let name = match (&row.key, table_here.kind) {
            (Some(key), _) => format!("{:?}: ", key.text),
            (None, TableKind::List) => format!("{idx}: "),
            (None, _) => String::new(),
        };
        let marked = if row.highlight.is_some() { " highlighted" } else { "" };
        match &row.cell {
            Cell::Scalar { label, kind } => {
                let kind = match kind {
                    ScalarKind::Text | ScalarKind::Quoted => "text",
                    ScalarKind::Number => "number",
                    ScalarKind::Word => "word",
                };
                let _ = writeln!(out, "{indent}{name}{kind} {:?}{marked}", label.text);
            }
            Cell::Table(inner) => {
                let word = match model.table(*inner).kind {
                    TableKind::Map => "map",
                    TableKind::List => "list",
                    TableKind::Scalar => "value",
                };
                let _ = writeln!(out, "{indent}{name}{word}{marked}");
                table(model, *inner, depth + 1, out);
            }
        }
    }
}
