//! The time axis below the players, and thin lines at its moments.

use puml_family::{Label, pen, text};
use scene::{Group, Id, Interval, Item};

use super::Sheet;
use super::lanes::Lanes;
use crate::element::Element;

/// Labels that overlap stand in at most this many lines.
const MOST: usize = 3;

/// The moments that are drawn, in order.
fn moments(sheet: &Sheet<'_>) -> Vec<f64> {
    let axis = &sheet.model.axis;
    if !axis.manual {
        return axis.ticks.clone();
    }
    let mut marked = axis.marked.clone();
    marked.sort_by(f64::total_cmp);
    marked.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    marked
}

pub(super) fn grid(sheet: &Sheet<'_>) -> Vec<Item> {
    let Some(stroke) = pen::stroke(sheet.ctx.element(Element::Grid)) else { return Vec::new() };
    let mut group = Group::new("grid");
    group.id = Some(Id::Role);
    let mut latest = f64::MIN;
    for at in moments(sheet) {
        let x = sheet.scale.x(at).round() + 0.5;
        if x - latest < 3.0 {
            continue;
        }
        latest = x;
        group.items.push(pen::line(
            pen::at(x, sheet.top),
            pen::at(x, sheet.bottom),
            stroke.clone(),
        ));
    }
    vec![Item::Group(group)]
}

pub(super) fn draw(sheet: &Sheet<'_>) -> Vec<Item> {
    if !sheet.model.axis.visible {
        return Vec::new();
    }
    let look = sheet.ctx.element(Element::Timeline);
    let mut group = Group::new("axis");
    group.id = Some(Id::Role);
    let y = sheet.bottom.round() + 0.5;
    let Some(stroke) = pen::stroke(look) else { return Vec::new() };
    let (from, to) = (sheet.scale.left(), sheet.scale.right());
    group.items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
    let mut lanes = Lanes::default();
    let mut latest = f64::MIN;
    for at in moments(sheet) {
        let x = sheet.scale.x(at).round() + 0.5;
        group.items.push(pen::line(pen::at(x, y), pen::at(x, y + 5.0), stroke.clone()));
        let label = sheet.ctx.line(&Label { text: sheet.model.axis.written(at) }, look);
        let width = label.bounds.width;
        let is_named = sheet.model.axis.names.iter().any(|it| (it.0 - at).abs() < 1e-9);
        // Two moments in one pixel are one to the eye.
        if !is_named && x - latest < 1.5 {
            continue;
        }
        latest = x;
        let lane = lanes.place(Interval::new(x - width / 2.0, x + width / 2.0));
        if lane < MOST || is_named {
            let top = y + 6.0 + 14.0 * lane as f64;
            group.items.push(Item::Text(text::place(label, x - width / 2.0, top)));
        }
    }
    vec![Item::Group(group)]
}
