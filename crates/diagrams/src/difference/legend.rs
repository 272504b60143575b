//! What the marks mean, below the picture; captions above two pictures side by side.

use font::Style;
use scene::{
    Color, Font, Geometry, Item, Line, Paint, Rect, Rgba, Run, Scene, Shape, Stroke, Text,
};

use super::Status;
use super::marks::colors;

const SIZE: f64 = 12.0;
const MARGIN: f64 = 12.0;
const SWATCH: f64 = 14.0;
const INK: Color = Color { light: Rgba::hex(0x1f_2328), dark: Some(Rgba::hex(0xe6_edf3)) };

/// A line of words whose upper left corner is given.
pub(super) fn words(text: &str, x: f64, y: f64) -> Text {
    let style = Style::default();
    let width = font::width(text, style, SIZE);
    let font = Font { size: SIZE, ..Font::default() };
    let run = Run {
        text: text.to_owned(),
        x,
        width,
        font,
        color: INK,
        background: None,
        decorations: Vec::new(),
        rise: 0.0,
        link: None,
    };
    Text {
        bounds: Rect { x, y, width, height: font::line_height(SIZE) },
        lines: vec![Line { baseline: y + font::ascent(SIZE), runs: vec![run] }],
        items: Vec::new(),
    }
}

/// Adds a line below a picture that explains the marks it has.
pub(super) fn add(scene: &mut Scene, found: &[Status]) {
    let y = scene.size.height;
    let mut x = MARGIN;
    for status in [Status::Added, Status::Removed, Status::Changed] {
        if !found.contains(&status) {
            continue;
        }
        let (line, ground) = colors(status);
        let stroke = match status {
            Status::Removed => Stroke::dashed(line, 1.5, [5.0, 3.0]),
            _ => Stroke::solid(line, 1.5),
        };
        let rect = Rect { x, y: y + 0.5, width: SWATCH, height: SWATCH };
        scene.items.push(Item::Shape(Shape {
            geometry: Geometry::Rect { rect, corner: 2.0 },
            fill: Some(Paint::Solid(ground)),
            stroke: Some(stroke),
        }));
        let text = words(status.word(), x + SWATCH + 6.0, y);
        x = text.bounds.right() + 18.0;
        scene.items.push(Item::Text(text));
    }
    scene.size.width = scene.size.width.max(x);
    scene.size.height += SWATCH + MARGIN + 2.0;
}
