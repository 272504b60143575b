//! Runs of letters, each fitted to its measured width, and the lines along them.

use std::borrow::Cow;

use scene::{Color, Decoration, Line, Paint, Point, Rect, Run, Segment, Shape, Stroke};

use scene::xml::{escape_attribute, escape_text};

use super::attribute::{attribute, number_attribute};
use super::paint::Palette;
use super::shape::shape;

/// The colour behind the letters, as high as the line.
pub(super) fn background(out: &mut String, palette: &mut Palette, line: &Line, run: &Run) {
    let Some(color) = run.background else { return };
    let (size, baseline) = (run.font.size, line.baseline - run.rise);
    let (y, height) = (baseline - font::ascent(size), font::line_height(size));
    let rect = Rect { x: run.x, y, width: run.width, height };
    let geometry = scene::Geometry::Rect { rect, corner: 0.0 };
    shape(out, palette, &Shape { geometry, fill: Some(Paint::Solid(color)), stroke: None });
}

/// Whether letters are for the eye or lie below their outlines, to be selected and read aloud.
pub(super) enum Seen {
    /// In the first of these families that the reader has.
    Yes(Cow<'static, str>),
    No,
}

/// The letters. `textLength` makes a viewer with other fonts fill the measured width.
pub(super) fn run(out: &mut String, palette: &mut Palette, line: &Line, run: &Run, seen: &Seen) {
    if run.text.bytes().all(|byte| byte == b' ') {
        return;
    }
    out.push_str("<text");
    number_attribute(out, "x", run.x);
    number_attribute(out, "y", line.baseline - run.rise);
    number_attribute(out, "font-size", run.font.size);
    family(out, run, seen);
    if run.font.bold {
        attribute(out, "font-weight", "bold");
    }
    if run.font.italic {
        attribute(out, "font-style", "italic");
    }
    match seen {
        Seen::Yes(_) => palette.letters(out, run.color),
        Seen::No => attribute(out, "fill-opacity", "0"),
    }
    if run.width > 0.0 {
        number_attribute(out, "textLength", run.width);
        if !run.text.is_ascii() && run.text.chars().any(needs_joined_letters) {
            attribute(out, "lengthAdjust", "spacingAndGlyphs");
        }
    }
    if has_blanks_to_keep(&run.text) {
        attribute(out, "xml:space", "preserve");
    }
    out.push('>');
    let [before, after] = direction_marks(&run.text);
    out.push_str(before);
    escape_text(out, &run.text);
    out.push_str(after);
    out.push_str("</text>\n");
}

/// Underlines, strikes and waves, drawn as lines so that every viewer shows the same.
pub(super) fn decorations(out: &mut String, palette: &mut Palette, line: &Line, run: &Run) {
    let baseline = line.baseline - run.rise;
    for &(decoration, tint) in &run.decorations {
        let color = tint.unwrap_or(run.color);
        let size = run.font.size;
        match decoration {
            Decoration::Underline => straight(out, palette, run, baseline + 0.12 * size, color),
            Decoration::Strike => straight(out, palette, run, baseline - 0.3 * size, color),
            Decoration::Wave => wave(out, palette, run, baseline + 0.16 * size, color),
        }
    }
}

/// A named family stands first; the bundled ones are the document's own or, for code, said here.
fn family(out: &mut String, run: &Run, seen: &Seen) {
    let bundled = run.font.family;
    let list = match seen {
        Seen::Yes(list) => list,
        Seen::No => font::css_family(bundled),
    };
    match &run.font.name {
        Some(name) => {
            // Inside a CSS string, quotes and backslashes would end it or begin an escape.
            let name: String = name
                .chars()
                .filter(|ch| !matches!(ch, '\'' | '"' | '\\') && !ch.is_control())
                .collect();
            out.push_str(" font-family=\"'");
            escape_attribute(out, &name);
            out.push_str("',");
            escape_attribute(out, list);
            out.push('"');
        }
        None if bundled == font::Family::Mono => attribute(out, "font-family", list),
        None => {}
    }
}

/// Blanks that a viewer would drop or join. It is said of each text: browsers do not take it over from the document.
fn has_blanks_to_keep(text: &str) -> bool {
    text.starts_with(' ') || text.ends_with(' ') || text.as_bytes().windows(2).any(|it| it == b"  ")
}

/// Marks that keep blanks and signs at the ends of letters from right to left on their side: a viewer takes the
/// picture's own direction for them, which is from left to right.
fn direction_marks(text: &str) -> [&'static str; 2] {
    const MARK: &str = "\u{200f}";
    if !font::is_right_to_left(text) {
        return ["", ""];
    }
    let mark = |ch: Option<char>| {
        let is_strong = ch.is_some_and(|ch| font::is_right_to_left(ch.encode_utf8(&mut [0; 4])));
        if is_strong { "" } else { MARK }
    };
    [mark(text.chars().next()), mark(text.chars().next_back())]
}

/// Scripts whose letters touch or stack: pushing them apart would tear words.
pub(super) fn needs_joined_letters(ch: char) -> bool {
    matches!(ch, '\u{300}'..='\u{36f}' | '\u{590}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{200d}' | '\u{fb1d}'..='\u{feff}')
}

fn thickness(run: &Run) -> f64 {
    (run.font.size / 14.0).max(1.0)
}

fn straight(out: &mut String, palette: &mut Palette, run: &Run, y: f64, color: Color) {
    let (from, to) = (Point { x: run.x, y }, Point { x: run.x + run.width, y });
    let geometry = scene::Geometry::Line { from, to };
    let stroke = Some(Stroke::solid(color, thickness(run)));
    shape(out, palette, &Shape { geometry, fill: None, stroke });
}

/// One period is four pixels at 14 pixels per em; the last one ends with the run.
fn wave(out: &mut String, palette: &mut Palette, run: &Run, y: f64, color: Color) {
    let half = run.font.size / 7.0;
    let mut segments = vec![Segment::Move(Point { x: run.x, y })];
    let (end, mut x, mut side) = (run.x + run.width, run.x, 1.0);
    while x < end && segments.len() < MAX_HALF_WAVES {
        let step = half.min(end - x);
        let control = |part: f64| Point { x: x + part * step, y: y + side * 0.8 * half };
        segments.push(Segment::Cubic(control(0.35), control(0.65), Point { x: x + step, y }));
        x += step;
        side = -side;
    }
    let geometry = scene::Geometry::Path(segments);
    let stroke = Some(Stroke::solid(color, thickness(run)));
    shape(out, palette, &Shape { geometry, fill: None, stroke });
}

/// Bounds the path of a wave under letters too small to be seen.
const MAX_HALF_WAVES: usize = 10_000;
