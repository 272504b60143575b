//! Formulas as outlines: TeX, or AsciiMath turned into it, set by a library in the fonts that come with it.

mod ascii;
mod symbols;

use std::borrow::Cow;

use puml_syntax::creole::MathKind;
use ratex_layout::LayoutOptions;
use ratex_types::display_item::{DisplayItem, DisplayList};
use ratex_types::path_command::PathCommand;
use scene::{Color, Geometry, Group, Item, Paint, Point, Rgba, Segment, Shape, Stroke};

/// Characters of one formula.
const MAX_LENGTH: usize = 4_000;
/// Ems around a formula, so that its signs keep clear of the words beside it.
const MARGIN: f64 = 0.08;
/// Formulas are set a little larger than the words around them, whose letters are larger in their em.
const LARGER: f64 = 1.15;

/// A formula with its upper left corner at the origin, in pixels.
pub(super) struct Formula {
    pub(super) item: Item,
    pub(super) width: f64,
    pub(super) height: f64,
    /// How much of the height lies below the baseline.
    pub(super) below: f64,
}

/// Why a formula cannot be drawn, if it cannot.
pub(crate) fn problem(kind: MathKind, source: &str) -> Option<String> {
    draw(kind, source, 1.0, Color::BLACK).err()
}

/// Sets a formula in letters of that size.
pub(super) fn draw(
    kind: MathKind,
    source: &str,
    size: f64,
    color: Color,
) -> Result<Formula, String> {
    if source.chars().count() > MAX_LENGTH {
        return Err(format!("it is longer than {MAX_LENGTH} characters"));
    }
    let tex = match kind {
        MathKind::Latex => Cow::Borrowed(source),
        MathKind::Ascii => Cow::Owned(ascii::tex(source)?),
    };
    let tree = ratex_parser::parse(&tex).map_err(|error| error.message)?;
    let boxes = ratex_layout::layout(&tree, &LayoutOptions::default());
    ratex_layout::validate_layout(&boxes)?;
    let list = ratex_layout::to_display_list(&boxes);
    let em = size * LARGER;
    let mut group = Group::new("formula");
    group.title = Some(source.trim().to_owned());
    let pen = Pen { em, color };
    group.items = list.items.iter().map(|it| pen.item(it)).collect::<Result<_, _>>()?;
    let DisplayList { width, height, depth, .. } = list;
    let all = [width, height, depth];
    if !all.iter().all(|it| it.is_finite() && *it >= 0.0 && *it < 1_000.0) {
        return Err("it is too large".to_owned());
    }
    Ok(Formula {
        item: Item::Group(group),
        width: (width + 2.0 * MARGIN) * em,
        height: (height + depth + 2.0 * MARGIN) * em,
        below: (depth + MARGIN) * em,
    })
}

struct Pen {
    em: f64,
    color: Color,
}

impl Pen {
    fn item(&self, item: &DisplayItem) -> Result<Item, String> {
        Ok(match item {
            DisplayItem::GlyphPath { x, y, scale, font, char_code, color } => {
                let segments = self.glyph(font, *char_code, *x, *y, *scale)?;
                self.filled(segments, *color)
            }
            &DisplayItem::Line { x, y, width, thickness, color, dashed } => {
                let (from, to) = (self.at(x, y), self.at(x + width, y));
                let dash = if dashed { vec![4.0 * thickness * self.em; 2] } else { Vec::new() };
                let color = self.ink(color);
                let stroke = Stroke { dash, ..Stroke::solid(color, thickness * self.em) };
                let geometry = Geometry::Line { from, to };
                Item::Shape(Shape { geometry, fill: None, stroke: Some(stroke) })
            }
            &DisplayItem::Rect { x, y, width, height, color } => {
                let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                let points = corners.map(|(x, y)| self.at(x, y)).to_vec();
                let fill = Some(Paint::Solid(self.ink(color)));
                Item::Shape(Shape { geometry: Geometry::Polygon(points), fill, stroke: None })
            }
            DisplayItem::Path { x, y, commands, fill, color } => {
                let segments = self.path(commands, *x, *y);
                if *fill {
                    self.filled(segments, *color)
                } else {
                    let stroke = Some(Stroke::solid(self.ink(*color), 0.04 * self.em));
                    let geometry = Geometry::Path(segments);
                    Item::Shape(Shape { geometry, fill: None, stroke })
                }
            }
        })
    }

    fn filled(&self, segments: Vec<Segment>, color: ratex_types::color::Color) -> Item {
        let fill = Some(Paint::Solid(self.ink(color)));
        Item::Shape(Shape { geometry: Geometry::Path(segments), fill, stroke: None })
    }

    /// Black is what a formula has that says nothing about its colour: that of the words around it.
    fn ink(&self, color: ratex_types::color::Color) -> Color {
        if color == ratex_types::color::Color::BLACK {
            return self.color;
        }
        let part = |it: f32| (it.clamp(0.0, 1.0) * 255.0).round() as u8;
        Rgba { r: part(color.r), g: part(color.g), b: part(color.b), a: part(color.a) }.into()
    }

    fn at(&self, x: f64, y: f64) -> Point {
        Point { x: (x + MARGIN) * self.em, y: (y + MARGIN) * self.em }
    }

    fn glyph(
        &self,
        font: &str,
        code: u32,
        x: f64,
        y: f64,
        scale: f64,
    ) -> Result<Vec<Segment>, String> {
        let id = ratex_font::FontId::parse(font);
        let ch = id.map_or('\u{fffd}', |id| ratex_font::katex_ttf_glyph_char(id, code));
        let unknown = || {
            let shown = char::from_u32(code).unwrap_or(ch);
            format!("the fonts for formulas have no sign `{shown}`")
        };
        let bytes = ratex_katex_fonts::ttf_bytes(&format!("KaTeX_{font}.ttf"));
        let bytes = bytes.ok_or_else(unknown)?;
        let face = ttf_parser::Face::parse(&bytes, 0).map_err(|_| unknown())?;
        let glyph = face.glyph_index(ch).ok_or_else(unknown)?;
        let unit = scale / f64::from(face.units_per_em());
        let mut outline =
            Outline { pen: self, unit, x, y, segments: Vec::new(), last: Point::default() };
        face.outline_glyph(glyph, &mut outline);
        Ok(outline.segments)
    }

    fn path(&self, commands: &[PathCommand], x: f64, y: f64) -> Vec<Segment> {
        let mut last = Point::default();
        let mut out = Vec::with_capacity(commands.len());
        let at = |dx: f64, dy: f64| self.at(x + dx, y + dy);
        for command in commands {
            match *command {
                PathCommand::MoveTo { x, y } => {
                    out.push(Segment::Move(at(x, y)));
                    last = Point { x, y };
                }
                PathCommand::LineTo { x, y } => {
                    out.push(Segment::Line(at(x, y)));
                    last = Point { x, y };
                }
                PathCommand::CubicTo { x1, y1, x2, y2, x, y } => {
                    out.push(Segment::Cubic(at(x1, y1), at(x2, y2), at(x, y)));
                    last = Point { x, y };
                }
                PathCommand::QuadTo { x1, y1, x, y } => {
                    let control = Point { x: x1, y: y1 };
                    let [a, b] = cubic(last, control, Point { x, y });
                    out.push(Segment::Cubic(at(a.x, a.y), at(b.x, b.y), at(x, y)));
                    last = Point { x, y };
                }
                PathCommand::Close => out.push(Segment::Close),
            }
        }
        out
    }
}

/// The control points of the cubic curve that a quadratic one is.
fn cubic(from: Point, control: Point, to: Point) -> [Point; 2] {
    let toward = |end: Point| Point {
        x: end.x + (control.x - end.x) * 2.0 / 3.0,
        y: end.y + (control.y - end.y) * 2.0 / 3.0,
    };
    [toward(from), toward(to)]
}

fn in_font(x: f32, y: f32) -> Point {
    Point { x: x.into(), y: y.into() }
}

/// A glyph's outline as segments of the page.
struct Outline<'p> {
    pen: &'p Pen,
    /// Ems for each unit of the font.
    unit: f64,
    x: f64,
    y: f64,
    segments: Vec<Segment>,
    /// Where the last segment ended, in units of the font; y grows upwards.
    last: Point,
}

impl Outline<'_> {
    /// The place on the page of a place in the font.
    fn at(&self, Point { x, y }: Point) -> Point {
        self.pen.at(self.x + x * self.unit, self.y - y * self.unit)
    }
}

impl ttf_parser::OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = in_font(x, y);
        self.segments.push(Segment::Move(self.at(self.last)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = in_font(x, y);
        self.segments.push(Segment::Line(self.at(self.last)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let to = in_font(x, y);
        let [a, b] = cubic(self.last, in_font(x1, y1), to);
        self.segments.push(Segment::Cubic(self.at(a), self.at(b), self.at(to)));
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [a, b, to] = [in_font(x1, y1), in_font(x2, y2), in_font(x, y)];
        self.segments.push(Segment::Cubic(self.at(a), self.at(b), self.at(to)));
        self.last = to;
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(kind: MathKind, source: &str) -> Formula {
        draw(kind, source, 10.0, Color::BLACK).expect(source)
    }

    #[test]
    fn a_fraction_is_higher_than_a_letter_and_hangs_below_the_line() {
        let letter = set(MathKind::Latex, "x");
        let fraction = set(MathKind::Latex, r"\frac{a+b}{c}");
        assert!(fraction.height > 1.8 * letter.height);
        assert!(fraction.below > letter.below + 3.0);
        assert!(fraction.item.bounds().is_some_and(|it| it.width > 10.0));
    }

    #[test]
    fn both_languages_set_the_same_formula() {
        let tex = set(MathKind::Latex, r"\sqrt{\frac{a}{b}}");
        let ascii = set(MathKind::Ascii, "sqrt(a/b)");
        assert!((tex.width - ascii.width).abs() < 1e-6);
        assert!((tex.height - ascii.height).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_a_reason() {
        for source in [r"\nosuchcommand", r"\frac{a", "漢", r"\begin{nothing}"] {
            assert!(problem(MathKind::Latex, source).is_some(), "{source}");
        }
        let deep = "{".repeat(3_000);
        assert!(problem(MathKind::Latex, &deep).is_some());
        assert!(problem(MathKind::Latex, &"x".repeat(5_000)).is_some());
    }

    #[test]
    fn a_formula_has_the_colour_of_its_words_unless_it_names_one() {
        let red = Color::hex(0xff_0000);
        let fills = |source| {
            let Ok(Formula { item: Item::Group(group), .. }) =
                draw(MathKind::Latex, source, 10.0, red)
            else {
                panic!("{source} is a group")
            };
            let fill = |it: &Item| match it {
                Item::Shape(shape) => shape.fill,
                _ => None,
            };
            group.items.iter().filter_map(fill).collect::<Vec<_>>()
        };
        assert_eq!(fills("x"), [red.into()]);
        assert_eq!(fills(r"\color{blue}x"), [Color::hex(0x00_00ff).into()]);
    }
}
