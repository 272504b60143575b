//! Boxes around participants, nested or side by side, from above the heads to below the feet.

use scene::{Item, Rect, Text};

use super::canvas::Canvas;
use super::columns::{Constraints, Sides};
use super::context::Context;
use super::spacing::{ENCLOSURE_GAP, ENCLOSURE_PAD, crisp};
use crate::model::EnclosureId;
use puml_family::pen;
use puml_family::text;

/// Above and below a box's title.
const TITLE_PAD: f64 = 5.0;

/// A box with its title measured.
pub(super) struct Enclosure {
    title: Text,
    /// The outermost columns; `None` for a box around nobody.
    columns: Option<(usize, usize)>,
    /// How many boxes it has inside one another.
    height: u32,
    /// From its columns to its edges.
    left: f64,
    right: f64,
    /// The room for titles above the heads, its own and those inside.
    headroom: f64,
}

/// Measures all boxes and keeps columns clear of their edges. Everything else must have been constrained before.
pub(super) fn measure(ctx: Context<'_>, constraints: &mut Constraints) -> Vec<Enclosure> {
    let model = ctx.model;
    let mut all: Vec<Enclosure> = model
        .enclosures
        .iter()
        .map(|it| {
            let title = it
                .label
                .as_ref()
                .map_or_else(text::empty, |label| ctx.line(label, ctx.look(it.look)));
            Enclosure { title, columns: None, height: 0, left: 0.0, right: 0.0, headroom: 0.0 }
        })
        .collect();
    for (idx, participant) in model.participants.iter().enumerate() {
        let mut next = participant.enclosure;
        while let Some(EnclosureId(id)) = next {
            let (lo, hi) = all[id as usize].columns.unwrap_or((idx + 1, idx + 1));
            all[id as usize].columns = Some((lo.min(idx + 1), hi.max(idx + 1)));
            next = model.enclosures[id as usize].parent;
        }
    }
    let pad = ENCLOSURE_PAD + model.box_padding.max(0.0);
    let mut outer: Vec<Sides> =
        (0..=constraints.last()).map(|column| constraints.sides(column)).collect();
    // Children come after their parents, so that going backwards meets the innermost first.
    for idx in (0..all.len()).rev() {
        let Some((lo, hi)) = all[idx].columns else { continue };
        let width = all[idx].title.bounds.width + 2.0 * pad;
        all[idx].left = outer[lo].left + pad;
        all[idx].right = outer[hi].right + pad;
        if lo == hi {
            let missing = (width - all[idx].left - all[idx].right).max(0.0) / 2.0;
            all[idx].left += missing;
            all[idx].right += missing;
        } else {
            constraints.apart(lo, hi, width - all[idx].left - all[idx].right);
        }
        let title = all[idx].title.bounds.height;
        all[idx].headroom += if title > 0.0 { title + 2.0 * TITLE_PAD } else { pad };
        outer[lo].left = all[idx].left;
        outer[hi].right = all[idx].right;
        if let Some(EnclosureId(parent)) = model.enclosures[idx].parent {
            let (headroom, height) = (all[idx].headroom, all[idx].height + 1);
            let parent = &mut all[parent as usize];
            parent.headroom = parent.headroom.max(headroom);
            parent.height = parent.height.max(height);
        }
    }
    separate(&all, &outer, constraints);
    all
}

/// Keeps what stands on both sides of a box's edge off that edge.
fn separate(all: &[Enclosure], outer: &[Sides], constraints: &mut Constraints) {
    let last = constraints.last();
    for &(lo, hi) in all.iter().filter_map(|it| it.columns.as_ref()) {
        for (left, right) in [(lo - 1, lo), (hi, hi + 1)] {
            let gap = if left == 0 || right == last { 0.0 } else { ENCLOSURE_GAP };
            let reach = if left == 0 { 0.0 } else { outer[left].right }
                + if right == last { 0.0 } else { outer[right].left };
            constraints.apart(left, right, reach + gap);
        }
    }
}

/// Draws all boxes around what stands between `top` and `bottom`.
pub(super) fn draw(all: &[Enclosure], top: f64, bottom: f64, canvas: &mut Canvas<'_>) {
    for (idx, enclosure) in all.iter().enumerate() {
        let model = &canvas.ctx.model.enclosures[idx];
        let look = canvas.ctx.look(model.look);
        let Some((lo, hi)) = enclosure.columns else { continue };
        let left = crisp(canvas.columns.x(lo) - enclosure.left);
        let right = crisp(canvas.columns.x(hi) + enclosure.right);
        let upper = crisp(top - enclosure.headroom);
        let lower = crisp(bottom + ENCLOSURE_PAD * f64::from(enclosure.height + 1));
        let rect = Rect { x: left, y: upper, width: right - left, height: lower - upper };
        let mut group = canvas.group("enclosure", model.origin);
        group.items = pen::panel(rect, look);
        if enclosure.title.bounds.width > 0.0 {
            group.title = Some(text::spoken(&enclosure.title));
            let x = left + (rect.width - enclosure.title.bounds.width) / 2.0;
            group.items.push(Item::Text(text::place(
                enclosure.title.clone(),
                x,
                upper + TITLE_PAD,
            )));
        }
        canvas.enclosures.push(Item::Group(group));
    }
}
