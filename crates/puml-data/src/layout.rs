//! From tables to their picture: each table measured, the tables placed as a tidy tree from left to right.

mod draw;
mod measure;

use diag::Sources;
use graph_layout::{TreeNode, tidy};
use puml_family::chrome::PageNumber;
use puml_family::page::{self, Page};
use puml_family::{LayoutContext, plain};
use scene::{Point, Scene};

use crate::explain;
use crate::model::{Cell, Model, Notation};
use measure::Measured;

/// Between a table and those that it leads to.
const STEP: i64 = 52;
/// Between tables below each other.
const GAP: i64 = 16;

/// The one page of a data diagram.
pub(crate) fn layout(model: &Model, sources: &Sources) -> Vec<Scene> {
    let ctx = LayoutContext { looks: &model.looks, sprites: &model.sprites, sources };
    let measured: Vec<Measured> = model.tables.iter().map(|it| Measured::of(it, ctx)).collect();
    let places = place(model, &measured);
    let items = draw::items(model, measured, &places, ctx);
    let extent = page::extent(&items).unwrap_or_default();
    let kind = match model.notation {
        Notation::Json => "JSON diagram",
        Notation::Yaml => "YAML diagram",
    };
    let description = match &model.surroundings.title {
        Some(title) => format!("{}: {}", plain(&title.label), explain::summary(model)),
        None => explain::summary(model),
    };
    let page = Page {
        items,
        extent,
        title: None,
        number: PageNumber { page: 1, last: 1 },
        kind,
        description,
    };
    vec![page::finish(ctx, &model.surroundings, page)]
}

/// The upper left corner of each table.
fn place(model: &Model, measured: &[Measured]) -> Vec<Point> {
    let tree: Vec<TreeNode> = model
        .tables
        .iter()
        .zip(measured)
        .map(|(table, measured)| {
            let linked = table.rows.iter().zip(measured.middles());
            let linked = linked.filter(|(row, _)| matches!(row.cell, Cell::Table(_)));
            let mut exits = linked.map(|it| it.1);
            let height = measured.size.height;
            // Lines leave between the first row that leads somewhere and the last.
            let first = exits.next();
            let exit = first
                .map_or(height / 2.0, |first| f64::midpoint(first, exits.last().unwrap_or(first)));
            TreeNode {
                parent: table.parent.map(|it| it.0.0 as usize),
                along: measured.size.width as i64,
                across: height as i64 + GAP,
                entry: height as i64 / 2,
                exit: exit as i64,
            }
        })
        .collect();
    let places = tidy(&tree, STEP);
    places.iter().map(|it| Point { x: it.along as f64, y: it.across as f64 }).collect()
}
