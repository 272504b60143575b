//! From model to scenes: columns from the widths of words, rows from events, then everything in its place.

mod activations;
mod arrowheads;
mod canvas;
mod chrome;
mod columns;
mod delays;
mod desk;
mod dividers;
mod durations;
mod enclosures;
mod fragments;
mod heads;
#[cfg(test)]
mod invariants;
mod lifelines;
mod lives;
mod messages;
mod notes;
mod pages;
mod pen;
mod reach;
mod references;
mod rows;
mod spacing;
mod stretches;
mod symbols;
mod tiles;

use diag::Sources;
use scene::Scene;

use crate::model::Model;

/// What a caller may choose about laying out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LayoutOptions {
    /// Only this page, counted from 1; all of them if there is none.
    pub page: Option<usize>,
}

/// Lays a model out, one scene a page. Columns stand at the same place on every page.
///
/// Time grows with the number of events; `sources` are those that the model's spans point into.
pub fn layout(model: &Model, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
    pages::draw(model, sources, *options)
}
