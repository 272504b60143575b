//! The model as JSON. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::json::{self, Object};
use serde_json::Value;

use crate::element::vocabulary;
use crate::model::{Cell, Model, Notation, Row, ScalarKind, Table, TableKind};

/// The version of the form, as its `version` field says.
const VERSION: u32 = 1;

/// The model as one value; `source` is the text that ranges count in unless they say otherwise.
pub(crate) fn model_json(model: &Model, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("version", VERSION);
    let notation = match model.notation {
        Notation::Json => "json",
        Notation::Yaml => "yaml",
    };
    out.put("notation", notation);
    json::surroundings(&mut out, &model.surroundings);
    out.put("tables", model.tables.iter().map(|it| table(it, source)).collect::<Value>());
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, vocabulary(model.notation)));
    out.done()
}

fn table(table: &Table, source: SourceId) -> Value {
    let mut out = Object::default();
    let kind = match table.kind {
        TableKind::Map => "map",
        TableKind::List => "list",
        TableKind::Scalar => "value",
    };
    out.put("kind", kind);
    if let Some((parent, row)) = table.parent {
        out.put("parent", parent.0);
        out.put("row", row);
    }
    out.put("rows", table.rows.iter().map(|it| self::row(it, source)).collect::<Value>());
    out.put("at", json::at(table.origin, source));
    out.done()
}

fn row(row: &Row, source: SourceId) -> Value {
    let mut out = Object::default();
    out.some("key", row.key.as_ref().map(|it| it.text.as_str()));
    match &row.cell {
        Cell::Scalar { label, kind } => {
            let name = match kind {
                ScalarKind::Text | ScalarKind::Quoted => "text",
                ScalarKind::Number => "number",
                ScalarKind::Word => "word",
            };
            out.put(name, label.text.as_str());
        }
        Cell::Table(id) => out.put("table", id.0),
    }
    out.some("highlight", row.highlight.map(|it| it.ground.0));
    out.put("at", json::at(row.origin, source));
    out.done()
}
