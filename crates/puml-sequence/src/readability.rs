//! Advice on reading: what makes a correct diagram hard to follow. Never an error.

mod activations;
mod groups;
mod labels;
mod participants;
mod size;

use diag::Diagnostic;

use crate::model::Model;

/// Advice about one diagram, in reading order. Linear in the number of events.
pub fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    size::check(model, &mut found);
    participants::check(model, &mut found);
    labels::check(model, &mut found);
    groups::check(model, &mut found);
    activations::check(model, &mut found);
    diag::sort(&mut found);
    found
}
