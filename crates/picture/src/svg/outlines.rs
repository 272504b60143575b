//! Letters as paths, for viewers that draw no text or the wrong one.

use font::Face;
use scene::{Line, Run};
use ttf_parser::OutlineBuilder;

use super::attribute::number;
use super::paint::Palette;
use super::text::needs_joined_letters;
use crate::pieces::style;

/// Draws the letters of a run. Returns whether it did: letters that no bundled face has, or that change with their
/// neighbours, stay text.
pub(super) fn run(out: &mut String, palette: &mut Palette, line: &Line, run: &Run) -> bool {
    let style = style(run);
    let has_outline =
        |ch: char| ch == ' ' || (!needs_joined_letters(ch) && font::face_for(ch, style).is_some());
    if !run.text.chars().all(has_outline) {
        return false;
    }
    let natural = font::width(&run.text, style, run.font.size);
    let stretch = if natural > 0.0 { run.width / natural } else { 1.0 };
    let mut x = run.x;
    let y = line.baseline - run.rise;
    out.push_str("<path aria-hidden=\"true\" d=\"");
    for ch in run.text.chars() {
        if let Some(face) = font::face_for(ch, style) {
            letter(out, face, ch, run.font.size, x, y);
        }
        x += font::width(ch.encode_utf8(&mut [0; 4]), style, run.font.size) * stretch;
    }
    out.push('"');
    palette.letters(out, run.color);
    out.push_str("/>\n");
    true
}

fn letter(out: &mut String, face: Face, ch: char, size: f64, x: f64, y: f64) {
    let tables = face.tables();
    let Some(glyph) = tables.glyph_index(ch) else { return };
    let scale = size / f64::from(tables.units_per_em());
    tables.outline_glyph(glyph, &mut Pen { out, scale, x, y });
}

/// Writes path data in the page's pixels.
struct Pen<'o> {
    out: &'o mut String,
    scale: f64,
    x: f64,
    y: f64,
}

impl Pen<'_> {
    fn command(&mut self, letter: char, points: &[(f32, f32)]) {
        self.out.push(letter);
        for (idx, &(x, y)) in points.iter().enumerate() {
            if idx > 0 {
                self.out.push(' ');
            }
            number(self.out, self.x + f64::from(x) * self.scale);
            self.out.push(' ');
            number(self.out, self.y - f64::from(y) * self.scale);
        }
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}
