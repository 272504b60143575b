//! Marks in a picture: what is new is green, what is gone red and dashed, what is different amber.

use scene::{Color, Group, Item, Paint, Rgba, Shape, Stroke, Text};

use super::Status;

/// The colours of a status: its lines, and the ground inside them.
pub(super) fn colors(status: Status) -> (Color, Color) {
    let both = |light, dark| Color { light: Rgba::hex(light), dark: Some(Rgba::hex(dark)) };
    match status {
        Status::Added => (both(0x1a_7f37, 0x3f_b950), both(0xda_fbe1, 0x12_3a1e)),
        Status::Removed => (both(0xcf_222e, 0xf8_5149), both(0xff_ebe9, 0x44_1a1d)),
        Status::Changed | Status::Moved => (both(0x9a_6700, 0xd2_9922), both(0xff_f1c2, 0x3d_2e0a)),
    }
}

/// Marks every group that `status` knows something about, with all that it holds.
pub(super) fn mark(items: &mut [Item], status: &dyn Fn(&Group) -> Option<Status>) -> Vec<Status> {
    let mut found = Vec::new();
    for item in items {
        if let Item::Group(group) = item {
            match status(group) {
                Some(own) => {
                    found.push(own);
                    paint(&mut group.items, own, status, &mut found);
                }
                None => found.extend(mark(&mut group.items, status)),
            }
        }
    }
    found
}

fn paint(
    items: &mut [Item],
    own: Status,
    status: &dyn Fn(&Group) -> Option<Status>,
    found: &mut Vec<Status>,
) {
    for item in items {
        match item {
            Item::Group(group) => {
                let inner = group.origin.is_some().then(|| status(group)).flatten().unwrap_or(own);
                found.push(inner);
                paint(&mut group.items, inner, status, found);
            }
            Item::Shape(shape) => paint_shape(shape, own),
            Item::Text(text) => paint_text(text, own),
            Item::Image(_) => {}
        }
    }
}

fn paint_shape(shape: &mut Shape, status: Status) {
    let (line, ground) = colors(status);
    if let Some(fill) = &mut shape.fill {
        let (Paint::Solid(color) | Paint::Gradient { from: color, .. }) = *fill;
        // Heads of arrows and other dark shapes are drawn in the colour of the line.
        let Rgba { r, g, b, a } = color.light;
        let is_dark = u32::from(r) + u32::from(g) + u32::from(b) < 360;
        if a > 0 {
            *fill = Paint::Solid(if is_dark { line } else { ground });
        }
    }
    if let Some(stroke) = &mut shape.stroke {
        let width = stroke.width.max(1.0) + 0.5;
        *stroke = match status {
            Status::Removed => Stroke::dashed(line, width, [5.0, 3.0]),
            _ => Stroke { color: line, width, ..stroke.clone() },
        };
    }
}

fn paint_text(text: &mut Text, status: Status) {
    let (line, _) = colors(status);
    for run in text.lines.iter_mut().flat_map(|it| &mut it.runs) {
        run.color = line;
        run.background = None;
    }
}
