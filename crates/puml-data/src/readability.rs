//! Advice on reading data.

use diag::Diagnostic;
use puml_family::plain;

use crate::codes::lint::{LONG_TABLE, LONG_VALUE};
use crate::model::{Cell, Model};

/// Rows that are taken in without searching.
const ROWS: usize = 30;
/// Characters of a value that still reads as one.
const LETTERS: usize = 120;

pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for table in &model.tables {
        if table.rows.len() > ROWS {
            let message = format!("this table has {} rows", table.rows.len());
            found.push(
                Diagnostic::new(LONG_TABLE, table.origin, message)
                    .with_hint("show the part that matters"),
            );
        }
        for row in &table.rows {
            let Cell::Scalar { label, .. } = &row.cell else { continue };
            let letters = plain(label).chars().count();
            if letters > LETTERS {
                let message = format!("this value has {letters} characters");
                found.push(
                    Diagnostic::new(LONG_VALUE, row.origin, message)
                        .with_hint("shorten it with `…`, or leave it out"),
                );
            }
        }
    }
    found
}
