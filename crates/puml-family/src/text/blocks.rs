//! Blocks one below the other: lines, headings, lists, rules, trees, code.

use puml_syntax::creole::{Block, Inline, ItemKind, LineAlignment, Row, RuleStyle};
use scene::{Color, Family, Geometry, Item, Line, Point, Rect, Rgba, Shape, Stroke, Text};

use super::inline::{self, Ink, Piece};
use super::lines::{self, Measured};
use super::table::{self, Grid};
use super::{Setting, Wrap, figures, shift_items};
use crate::embedded;
use crate::model::{Align, Sprite};

/// How much larger headings are than the text, from the first level on.
const HEADINGS: [f64; 4] = [1.4, 1.25, 1.12, 1.0];
/// A level of a list, in ems.
const INDENT: f64 = 1.2;

/// One part of the stack.
enum Part<'a> {
    Line { line: Measured, indent: f64, align: Align },
    Rule { style: RuleStyle, title: Vec<Measured> },
    Grid(Grid),
    Marker { line: Measured, indent: f64, marker: Marker },
    Diagram(&'a Sprite),
}

/// What stands before an item of a list or a tree.
enum Marker {
    Bullet,
    Hollow,
    Number(Measured),
    Branch,
}

/// Sets blocks below each other. The box is as wide as its widest part; rules go all the way across.
pub(super) fn stack(blocks: &[Block], setting: Setting<'_>) -> Text {
    let parts = parts(blocks, setting);
    let em = setting.look.font.size;
    let width = parts.iter().map(|it| it.width(em)).fold(0.0, f64::max);
    let mut text = super::empty();
    let mut y = 0.0;
    for part in parts {
        y += part.place(y, width, setting, &mut text);
    }
    text.bounds = Rect { x: 0.0, y: 0.0, width, height: y };
    text
}

fn parts<'a>(blocks: &[Block], setting: Setting<'a>) -> Vec<Part<'a>> {
    let ink = inline::plain(setting);
    let em = setting.look.font.size;
    let mut numbers = Vec::new();
    let mut out = Vec::new();
    for block in blocks {
        if !matches!(block, Block::Item { kind: ItemKind::Number, .. }) {
            numbers.clear();
        }
        match block {
            Block::Line(line) => {
                let align = match line.alignment {
                    LineAlignment::Inherit => setting.align,
                    LineAlignment::Left => Align::Left,
                    LineAlignment::Right => Align::Right,
                };
                let (lines, indent) = indented(&line.content, &ink, align, setting);
                out.extend(lines.into_iter().map(|line| Part::Line { line, indent, align }));
            }
            Block::Heading { level, content } => {
                let mut ink = ink.clone();
                let level = usize::from(level.saturating_sub(1)).min(HEADINGS.len() - 1);
                ink.font.size *= HEADINGS[level];
                ink.font.bold = true;
                for line in broken(content, &ink, 0.0, setting) {
                    out.push(Part::Line { line, indent: 0.0, align: setting.align });
                }
            }
            Block::Item { kind, depth, content } => {
                let indent = (f64::from(*depth) + 1.0) * INDENT * em;
                let marker = match kind {
                    ItemKind::Bullet if *depth == 0 => Marker::Bullet,
                    ItemKind::Bullet => Marker::Hollow,
                    ItemKind::Number => {
                        let number = next_number(&mut numbers, usize::from(*depth));
                        let piece = Piece::Letters(format!("{number}."), ink.clone());
                        Marker::Number(lines::lines(&[piece], None, &ink).remove(0))
                    }
                };
                hanging(&mut out, broken(content, &ink, indent, setting), indent, marker);
            }
            Block::Rule { style, title } => {
                let lines = title.iter().flat_map(|it| broken(it, &ink, 0.0, setting));
                let title = lines.collect();
                out.push(Part::Rule { style: *style, title });
            }
            // `|||` is space, not a row of empty cells.
            Block::Table(rows) if rows.iter().all(is_blank) => {
                for _ in rows {
                    out.extend(
                        broken(&[], &ink, 0.0, setting).into_iter().map(|line| Part::Line {
                            line,
                            indent: 0.0,
                            align: setting.align,
                        }),
                    );
                }
            }
            Block::Table(rows) => out.push(Part::Grid(table::grid(rows, &ink, setting))),
            Block::Tree(rows) => {
                for (depth, content) in rows {
                    let indent = (f64::from(*depth) + 1.0) * INDENT * em;
                    hanging(
                        &mut out,
                        broken(content, &ink, indent, setting),
                        indent,
                        Marker::Branch,
                    );
                }
            }
            Block::Code(rows) => code(&mut out, rows, &ink),
            Block::Embedded { kind, lines } => {
                let name = embedded::name(kind, lines.iter().map(String::as_str));
                if let Some(sprite) = setting.sprites.iter().find(|it| it.name == name) {
                    out.push(Part::Diagram(sprite));
                    continue;
                }
                let first = format!("{{{{{kind}");
                code(&mut out, &[&[first], lines.as_slice(), &["}}".to_owned()]].concat(), &ink);
            }
        }
    }
    out
}

fn is_blank(row: &Row) -> bool {
    row.color.is_none()
        && row.cells.iter().all(|it| it.color.is_none() && it.lines.iter().all(Vec::is_empty))
}

/// A line that begins with blanks keeps its place when it is broken: what goes on begins below its first letter.
fn indented(
    content: &[Inline],
    ink: &Ink,
    align: Align,
    setting: Setting<'_>,
) -> (Vec<Measured>, f64) {
    let lines = broken(content, ink, 0.0, setting);
    let Some(Inline::Text(first)) = content.first().filter(|_| align == Align::Left) else {
        return (lines, 0.0);
    };
    let solid = first.trim_start_matches(' ');
    if lines.len() == 1 || solid.is_empty() || solid.len() == first.len() {
        return (lines, 0.0);
    }
    let blanks = &first[..first.len() - solid.len()];
    let indent = font::width(blanks, inline::face(&ink.font), ink.font.size);
    let mut content = content.to_vec();
    content[0] = Inline::Text(solid.to_owned());
    (broken(&content, ink, indent, setting), indent)
}

fn broken(content: &[Inline], ink: &Ink, indent: f64, setting: Setting<'_>) -> Vec<Measured> {
    let pieces = inline::pieces(content, ink, setting);
    let max = setting.max_width.map(|max| (max - indent).max(ink.font.size));
    match setting.wrap {
        Wrap::Full => lines::full_lines(&pieces, max, ink),
        Wrap::Even => lines::even_lines(&pieces, max, ink),
    }
}

/// The first line has the marker, the others stand below its text.
fn hanging(out: &mut Vec<Part<'_>>, lines: Vec<Measured>, indent: f64, marker: Marker) {
    let mut marker = Some(marker);
    for line in lines {
        out.push(match marker.take() {
            Some(marker) => Part::Marker { line, indent, marker },
            None => Part::Line { line, indent, align: Align::Left },
        });
    }
}

fn code(out: &mut Vec<Part<'_>>, rows: &[String], ink: &Ink) {
    let mut ink = ink.clone();
    ink.font.family = Family::Mono;
    for row in rows {
        let row: String = row.replace('\t', "    ").chars().filter(|it| !it.is_control()).collect();
        let pieces =
            if row.is_empty() { Vec::new() } else { vec![Piece::Letters(row, ink.clone())] };
        let line = lines::lines(&pieces, None, &ink).remove(0);
        out.push(Part::Line { line, indent: 0.0, align: Align::Left });
    }
}

fn next_number(numbers: &mut Vec<u32>, depth: usize) -> u32 {
    numbers.resize(depth + 1, 0);
    numbers[depth] += 1;
    numbers[depth]
}

impl Part<'_> {
    fn width(&self, em: f64) -> f64 {
        match self {
            Self::Line { line, indent, .. } | Self::Marker { line, indent, .. } => {
                line.width + indent
            }
            Self::Rule { title, .. } if title.is_empty() => em,
            Self::Rule { title, .. } => widest(title) + 2.0 * em,
            Self::Grid(grid) => grid.width(),
            Self::Diagram(sprite) => f64::from(sprite.columns),
        }
    }

    /// Draws the part at `y`; returns how much height it takes.
    fn place(self, y: f64, width: f64, setting: Setting<'_>, text: &mut Text) -> f64 {
        let em = setting.look.font.size;
        match self {
            Self::Line { line, indent, align } => {
                let x = indent + aligned(align, width - indent, line.width);
                put(line, x, y, text)
            }
            Self::Marker { line, indent, marker } => {
                let baseline = y + line.ascent;
                mark(marker, indent, baseline, em, setting.look.text, text);
                put(line, indent, y, text)
            }
            Self::Rule { style, title } => rule(style, title, y, width, setting, text),
            Self::Grid(grid) => grid.place(y, setting, text),
            Self::Diagram(sprite) => {
                let (item, size) = figures::draw(sprite, 1.0, setting.look.text, None);
                let x = aligned(setting.align, width, size.width);
                let mut items = vec![item];
                shift_items(&mut items, x, y);
                text.items.extend(items);
                size.height
            }
        }
    }
}

/// Where a line begins so that it stands as asked within `room`.
pub(super) fn aligned(align: Align, room: f64, width: f64) -> f64 {
    match align {
        Align::Left => 0.0,
        Align::Center => (room - width) / 2.0,
        Align::Right => room - width,
    }
}

/// Draws a measured line with its box's upper left corner at `x`, `y`; returns its height.
pub(super) fn put(line: Measured, x: f64, y: f64, text: &mut Text) -> f64 {
    let height = line.height();
    let baseline = y + line.ascent;
    let mut runs = line.runs;
    for run in &mut runs {
        run.x += x;
    }
    let mut figures = line.figures;
    shift_items(&mut figures, x, baseline);
    text.items.extend(figures);
    text.lines.push(Line { baseline, runs });
    height
}

fn mark(marker: Marker, indent: f64, baseline: f64, em: f64, color: Color, text: &mut Text) {
    let center = Point { x: indent - em * 0.6, y: baseline - em * 0.32 };
    let dot = |radius: f64| {
        let size = radius * 2.0;
        let rect = Rect { x: center.x - radius, y: center.y - radius, width: size, height: size };
        Geometry::Ellipse { rect }
    };
    match marker {
        Marker::Bullet => {
            text.items.push(Item::Shape(Shape {
                geometry: dot(em * 0.16),
                fill: Some(color.into()),
                stroke: None,
            }));
        }
        Marker::Hollow => {
            let stroke = Some(Stroke::solid(color, 1.0));
            text.items.push(Item::Shape(Shape { geometry: dot(em * 0.15), fill: None, stroke }));
        }
        Marker::Number(line) => {
            let x = indent - line.width - em * 0.3;
            let top = baseline - line.ascent;
            put(line, x, top, text);
        }
        Marker::Branch => {
            let x = center.x - em * 0.2;
            let corner = vec![
                Point { x, y: baseline - em * 1.0 },
                Point { x, y: center.y },
                Point { x: indent - em * 0.25, y: center.y },
            ];
            let stroke = Some(Stroke::solid(color, 1.0));
            text.items.push(Item::Shape(Shape {
                geometry: Geometry::Polyline(corner),
                fill: None,
                stroke,
            }));
        }
    }
}

fn widest(lines: &[Measured]) -> f64 {
    lines.iter().map(|it| it.width).fold(0.0, f64::max)
}

/// A line across, in a soft form of the text's colour, with its title in the middle.
fn rule(
    style: RuleStyle,
    title: Vec<Measured>,
    y: f64,
    width: f64,
    setting: Setting<'_>,
    text: &mut Text,
) -> f64 {
    let em = setting.look.font.size;
    let is_titled = !title.is_empty();
    let height = if is_titled { title.iter().map(Measured::height).sum() } else { em * 0.7 };
    let middle = y + height / 2.0;
    let color = softened(setting.look.text);
    let (offsets, stroke): (&[f64], Stroke) = match style {
        RuleStyle::Single => (&[0.0], Stroke::solid(color, 1.0)),
        RuleStyle::Double => (&[-1.5, 1.5], Stroke::solid(color, 1.0)),
        RuleStyle::Dotted => (&[0.0], Stroke::dashed(color, 1.0, [1.0, 3.0])),
        RuleStyle::Thick => (&[0.0], Stroke::solid(color, 2.0)),
    };
    let title_width = widest(&title) + em * 0.8;
    let spans = if is_titled {
        vec![(0.0, (width - title_width) / 2.0), (f64::midpoint(width, title_width), width)]
    } else {
        vec![(0.0, width)]
    };
    for &offset in offsets {
        for &(from, to) in &spans {
            let y = middle + offset;
            let geometry = Geometry::Line { from: Point { x: from, y }, to: Point { x: to, y } };
            text.items.push(Item::Shape(Shape {
                geometry,
                fill: None,
                stroke: Some(stroke.clone()),
            }));
        }
    }
    let mut top = y;
    for line in title {
        let x = (width - line.width) / 2.0;
        top += put(line, x, top, text);
    }
    height
}

/// Half as strong.
pub(super) fn softened(color: Color) -> Color {
    let half = |it: Rgba| Rgba { a: it.a / 2, ..it };
    Color { light: half(color.light), dark: color.dark.map(half) }
}
