//! Durations: dimension lines at the right of the picture, with witness lines from the messages they measure.

use scene::{Geometry, Item, Stroke, Text};

use super::canvas::Canvas;
use super::rows::Anchor;
use super::spacing::crisp;
use crate::model::{Event, EventKind};
use puml_family::pen;
use puml_family::text;

/// From the picture to the first lane, and between lanes.
const LANE_GAP: f64 = 14.0;
/// From a lane's line to its label.
const LABEL_GAP: f64 = 6.0;
/// Half the width of the base of a dimension line's head.
const HEAD_HALF: f64 = 3.5;
/// From the tip of a head back to its base.
const HEAD_LENGTH: f64 = 8.0;

/// Durations that do not overlap share a lane.
struct Lane {
    bottom: f64,
    x: f64,
    width: f64,
}

/// Draws every duration to the right of `edge`; `anchor` finds a height by its name.
pub(super) fn draw(
    events: &[&Event],
    edge: f64,
    canvas: &mut Canvas<'_>,
    anchor: impl Fn(&str) -> Option<Anchor>,
) {
    let mut found: Vec<(Anchor, Anchor, Text, &Event)> = Vec::new();
    for event in events {
        let EventKind::Duration { from, to, label, look } = &event.kind else { continue };
        let (Some(from), Some(to)) = (anchor(from), anchor(to)) else { continue };
        let label = canvas.ctx.line(label, canvas.ctx.look(*look));
        let (upper, lower) = if from.y <= to.y { (from, to) } else { (to, from) };
        found.push((upper, lower, label, event));
    }
    found.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let mut lanes: Vec<Lane> = Vec::new();
    let mut places = Vec::with_capacity(found.len());
    for (upper, lower, label, _) in &found {
        let height = label.bounds.height.max(lower.y - upper.y);
        let idx = lanes.iter().position(|lane| lane.bottom + 4.0 <= upper.y).unwrap_or(lanes.len());
        if idx == lanes.len() {
            lanes.push(Lane { bottom: 0.0, x: 0.0, width: 0.0 });
        }
        lanes[idx].bottom = upper.y + height;
        lanes[idx].width = lanes[idx].width.max(label.bounds.width);
        places.push(idx);
    }
    let mut x = edge;
    for lane in &mut lanes {
        lane.x = crisp(x + LANE_GAP);
        x = lane.x + LABEL_GAP + lane.width;
    }
    for ((upper, lower, label, event), lane) in found.into_iter().zip(places) {
        let title = format!("Duration: {}", text::spoken(&label));
        let items = dimension(upper, lower, label, lanes[lane].x, canvas, event);
        let mut group = canvas.group("duration", event.origin);
        group.title = Some(title);
        group.items = items;
        canvas.front.push(Item::Group(group));
    }
}

fn dimension(
    upper: Anchor,
    lower: Anchor,
    label: Text,
    x: f64,
    canvas: &Canvas<'_>,
    event: &Event,
) -> Vec<Item> {
    let EventKind::Duration { look, .. } = &event.kind else {
        unreachable!("only durations are drawn as dimensions")
    };
    let look = canvas.ctx.look(*look);
    let stroke = Stroke::solid(look.line, look.line_width.max(0.5));
    let witness = Stroke::dashed(look.line, stroke.width.min(1.0), [2.0, 3.0]);
    let mut items = Vec::new();
    for anchor in [upper, lower] {
        items.push(pen::line(
            pen::at(anchor.x + 4.0, anchor.y),
            pen::at(x + 4.0, anchor.y),
            witness.clone(),
        ));
    }
    items.push(pen::line(pen::at(x, upper.y), pen::at(x, lower.y), stroke));
    if lower.y - upper.y >= 2.0 * HEAD_LENGTH {
        for (tip, towards) in [(upper.y, 1.0), (lower.y, -1.0)] {
            let base = tip + HEAD_LENGTH * towards;
            let points =
                vec![pen::at(x, tip), pen::at(x - HEAD_HALF, base), pen::at(x + HEAD_HALF, base)];
            items.push(pen::filled(Geometry::Polygon(points), look.line));
        }
    }
    if label.bounds.height > 0.0 {
        let top = f64::midpoint(upper.y, lower.y) - label.bounds.height / 2.0;
        items.push(Item::Text(text::place(label, x + LABEL_GAP, top.max(upper.y))));
    }
    items
}
