//! From model to scenes: columns from the widths of words, rows from events, then everything in its place.

mod activations;
mod arrowheads;
mod canvas;
mod columns;
mod context;
mod delays;
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
mod reach;
mod references;
mod rows;
mod spacing;
mod symbols;
mod tiles;

use diag::Sources;
use puml_family::LayoutOptions;
use scene::Scene;

use crate::model::Model;

/// Lays a model out, one scene a page. Columns stand at the same place on every page.
///
/// Time grows with the number of events; `sources` are those that the model's spans point into.
pub fn layout(model: &Model, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
    pages::draw(model, sources, *options)
}
