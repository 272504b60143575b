//! Items with the colours of a light page only.

use scene::{Color, Item, Paint, Text};

/// Leaves out what is meant for a dark page.
pub(crate) fn light_only(items: &mut [Item]) {
    for item in items {
        match item {
            Item::Group(group) => light_only(&mut group.items),
            Item::Shape(shape) => {
                shape.fill.iter_mut().for_each(|it| *it = light_paint(*it));
                shape.stroke.iter_mut().for_each(|it| plain(&mut it.color));
            }
            Item::Text(text) => light_text(text),
            Item::Image(image) => image.dark = None,
        }
    }
}

/// The same fill on every page.
pub(crate) fn light_paint(paint: Paint) -> Paint {
    let light = |it: Color| Color { dark: None, ..it };
    match paint {
        Paint::Solid(color) => Paint::Solid(light(color)),
        Paint::Gradient { from, to, direction } => {
            Paint::Gradient { from: light(from), to: light(to), direction }
        }
    }
}

fn light_text(text: &mut Text) {
    for run in text.lines.iter_mut().flat_map(|it| &mut it.runs) {
        plain(&mut run.color);
        run.background.iter_mut().for_each(plain);
        run.decorations.iter_mut().filter_map(|it| it.1.as_mut()).for_each(plain);
    }
    light_only(&mut text.items);
}

fn plain(color: &mut Color) {
    color.dark = None;
}
