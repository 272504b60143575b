//! Entities: their names, stereotypes and compartments, measured and drawn.

use puml_family::text::{self, Markup, Setting};
use puml_family::themes::legible_on;
use puml_family::{Align, Desk, Label, Look, Spot, pen};
use scene::{Color, Geometry, Item, Point, Rect, Size, Stroke, Text};

use crate::model::{Compartment, Entity, Row, RuleStyle, Shape, Visibility};

/// From the outline to the text, left and right.
const INSET: f64 = 8.0;
/// Above and below the rows of a compartment.
const AIR: f64 = 4.0;
/// The column of visibility marks.
const MARKS: f64 = 14.0;
/// Half of a spot.
const SPOT: f64 = 9.0;
/// The side of a rhombus' box.
const DIAMOND: f64 = 24.0;
/// The side of an interface's circle.
const CIRCLE: f64 = 16.0;

/// An entity with its texts measured.
pub(super) struct Measured {
    pub(super) size: Size,
    name: Text,
    stereotypes: Vec<Text>,
    generic: Option<Text>,
    header: f64,
    compartments: Vec<Column>,
}

/// A compartment with its texts measured.
struct Column {
    rows: Vec<Line>,
    marked: bool,
    height: f64,
}

/// A row of a compartment.
enum Line {
    Member { text: Text, visibility: Option<Visibility>, filled: bool },
    Rule { style: RuleStyle, title: Option<Text> },
    Blank(f64),
}

impl Line {
    fn height(&self, em: f64) -> f64 {
        match self {
            Self::Member { text, .. } => text.bounds.height.max(em * 1.2),
            Self::Rule { title, .. } => title.as_ref().map_or(em * 0.6, |it| it.bounds.height),
            Self::Blank(height) => *height,
        }
    }
}

impl Measured {
    /// Where links to single rows may end: one port a row, in order.
    pub(super) fn ports(&self) -> impl Iterator<Item = graph_layout::Port> + '_ {
        let mut top = self.header;
        self.compartments
            .iter()
            .flat_map(move |column| {
                let mut y = top + AIR;
                top += column.height;
                let middles: Vec<f64> = column
                    .rows
                    .iter()
                    .map(|row| {
                        let height = row.height(12.0);
                        y += height;
                        y - height / 2.0
                    })
                    .collect();
                middles
            })
            .map(|at| graph_layout::Port {
                side: graph_layout::PortSide::LeftOrRight,
                at: at as i64,
            })
    }

    /// The port of a row, if the entity has it.
    pub(super) fn port(&self, compartment: u32, row: u32) -> Option<usize> {
        let before = self.compartments.get(..compartment as usize)?;
        let rows = self.compartments.get(compartment as usize)?.rows.len();
        ((row as usize) < rows)
            .then(|| before.iter().map(|it| it.rows.len()).sum::<usize>() + row as usize)
    }
}

pub(super) fn measure(entity: &Entity, desk: Desk<'_>) -> Measured {
    let look = desk.look(entity.look);
    let centered = |label: &Label, look| {
        let setting = desk.setting(look).aligned(Align::Center);
        text::typeset(label, Markup::Blocks, Setting { max_width: None, ..setting })
    };
    let name = centered(&entity.label, look);
    let stereotype_look = desk.look(entity.stereotype_look);
    let stereotypes: Vec<Text> =
        entity.stereotypes.iter().map(|it| centered(it, stereotype_look)).collect();
    let generic = entity.generic.as_ref().map(|it| centered(it, stereotype_look));
    let body = desk.look(entity.body_look);
    let compartments: Vec<Column> =
        entity.body.compartments.iter().map(|it| column(it, body, desk)).collect();
    let mut measured = Measured {
        size: Size { width: 0.0, height: 0.0 },
        name,
        stereotypes,
        generic,
        header: 0.0,
        compartments,
    };
    measured.size = match entity.shape {
        Shape::Class => class_size(&mut measured, entity, look),
        Shape::Circle => Size {
            width: measured.name.bounds.width.max(CIRCLE),
            height: CIRCLE + 2.0 + measured.name.bounds.height,
        },
        Shape::Diamond => Size { width: DIAMOND, height: DIAMOND },
        Shape::Dot => Size { width: 4.0, height: 4.0 },
    };
    measured
}

fn class_size(measured: &mut Measured, entity: &Entity, look: &Look) -> Size {
    let texts = || measured.stereotypes.iter().chain([&measured.name]);
    let words = texts().map(|it| it.bounds.width).fold(0.0, f64::max);
    let tall: f64 = texts().map(|it| it.bounds.height).sum();
    let spot = if entity.spot.is_some() { 2.0 * SPOT + 6.0 } else { 0.0 };
    let pad = look.padding.max(4.0);
    measured.header = (tall + 2.0 * pad).max(2.0 * SPOT + 8.0).ceil();
    let generic = measured.generic.as_ref().map_or(0.0, |it| it.bounds.width + 4.0);
    let width = words + spot + 2.0 * INSET + generic;
    let rows = measured.compartments.iter().map(Column::width).fold(0.0, f64::max);
    let height = measured.header + measured.compartments.iter().map(|it| it.height).sum::<f64>();
    Size { width: width.max(rows).max(look.min_width).ceil(), height: height.ceil() }
}

fn column(compartment: &Compartment, look: &Look, desk: Desk<'_>) -> Column {
    let em = look.font.size;
    let set = |label: &Label| {
        text::typeset(label, Markup::Lines, Setting { max_width: None, ..desk.setting(look) })
    };
    let rows: Vec<Line> = compartment
        .rows
        .iter()
        .map(|row| match row {
            Row::Member { label, visibility, filled, .. } => {
                Line::Member { text: set(label), visibility: *visibility, filled: *filled }
            }
            Row::Rule { style, title } => {
                Line::Rule { style: *style, title: title.as_ref().map(set) }
            }
            Row::Blank => Line::Blank(em),
        })
        .collect();
    let marked = rows.iter().any(|it| matches!(it, Line::Member { visibility: Some(_), .. }));
    let height = rows.iter().map(|it| it.height(em)).sum::<f64>() + 2.0 * AIR;
    Column { rows, marked, height: height.ceil() }
}

impl Column {
    fn width(&self) -> f64 {
        let marks = if self.marked { MARKS } else { 0.0 };
        let widest = self.rows.iter().map(|row| match row {
            Line::Member { text, .. } => text.bounds.width,
            Line::Rule { title, .. } => title.as_ref().map_or(0.0, |it| it.bounds.width + 24.0),
            Line::Blank(_) => 0.0,
        });
        widest.fold(0.0, f64::max) + marks + 2.0 * INSET
    }
}

/// Draws an entity at its place; a hidden one leaves it empty.
pub(super) fn draw(
    entity: &Entity,
    measured: Measured,
    rect: Rect,
    desk: Desk<'_>,
) -> Option<Item> {
    if entity.hidden {
        return None;
    }
    let look = desk.look(entity.look);
    let mut group = desk.group(entity.kind, entity.origin);
    group.title = Some(format!("{} {}", entity.kind, text::spoken(&measured.name)));
    group.link = entity.link.as_ref().and_then(puml_family::Link::safe);
    match entity.shape {
        Shape::Class => class(entity, measured, rect, desk, &mut group.items),
        Shape::Circle => {
            let circle = Rect {
                x: rect.x + (rect.width - CIRCLE) / 2.0,
                y: rect.y,
                width: CIRCLE,
                height: CIRCLE,
            };
            group.items.push(pen::shape(Geometry::Ellipse { rect: circle }, look));
            let left = rect.x + (rect.width - measured.name.bounds.width) / 2.0;
            group.items.push(Item::Text(text::place(measured.name, left, rect.y + CIRCLE + 2.0)));
        }
        Shape::Diamond => group.items.push(pen::shape(rhombus(rect), look)),
        Shape::Dot => {
            group.items.push(pen::filled(Geometry::Ellipse { rect }, look.line));
        }
    }
    Some(Item::Group(group))
}

fn class(entity: &Entity, measured: Measured, rect: Rect, desk: Desk<'_>, items: &mut Vec<Item>) {
    let look = desk.look(entity.look);
    items.extend(pen::panel(rect, look));
    if let Some(header) = entity.header_look.map(|it| desk.look(it)) {
        let ground = Rect { height: measured.header, ..rect };
        if let Some(fill) = header.fill {
            items.push(pen::filled(Geometry::Rect { rect: ground, corner: look.corner }, fill));
        }
    }
    name(entity, &measured, rect, look, items);
    let body = desk.look(entity.body_look);
    let mut top = rect.y + measured.header;
    for column in measured.compartments {
        let height = column.height;
        if let Some(stroke) = pen::stroke(look) {
            let y = puml_family::page::crisp(top);
            items.push(pen::line(pen::at(rect.x, y), pen::at(rect.right(), y), stroke));
        }
        rows(column, rect, top, body, items);
        top += height;
    }
    if let Some(generic) = measured.generic {
        corner_box(generic, rect, look, items);
    }
}

fn name(entity: &Entity, measured: &Measured, rect: Rect, look: &Look, items: &mut Vec<Item>) {
    let texts: Vec<&Text> = measured.stereotypes.iter().chain([&measured.name]).collect();
    let words = texts.iter().map(|it| it.bounds.width).fold(0.0, f64::max);
    let tall: f64 = texts.iter().map(|it| it.bounds.height).sum();
    let spot = if entity.spot.is_some() { 2.0 * SPOT + 6.0 } else { 0.0 };
    let generic = measured.generic.as_ref().map_or(0.0, |it| it.bounds.width);
    let left = rect.x + (rect.width - generic - words - spot) / 2.0;
    let middle = rect.y + measured.header / 2.0;
    if let Some(Spot::Letter { letter, color }) = &entity.spot {
        spot_mark(*letter, *color, pen::at(left + SPOT, middle), look, items);
    }
    let mut y = middle - tall / 2.0;
    for text in texts {
        let x = left + spot + (words - text.bounds.width) / 2.0;
        let height = text.bounds.height;
        items.push(Item::Text(text::place(text.clone(), x, y)));
        y += height;
    }
}

fn spot_mark(letter: char, color: Color, at: Point, look: &Look, items: &mut Vec<Item>) {
    let rect = Rect { x: at.x - SPOT, y: at.y - SPOT, width: 2.0 * SPOT, height: 2.0 * SPOT };
    items.push(pen::filled(Geometry::Ellipse { rect }, color));
    let mut letter_look = look.clone();
    letter_look.text = match color.dark {
        Some(_) => look.text,
        None => legible_on(color),
    };
    letter_look.font.size = 11.0;
    letter_look.font.bold = true;
    let label = Label { text: letter.to_string() };
    let text = text::typeset(&label, Markup::Lines, Setting::of(&letter_look, &[]));
    let (dx, dy) = (text.bounds.width / 2.0, text.bounds.height / 2.0);
    items.push(Item::Text(text::place(text, at.x - dx, at.y - dy)));
}

fn rows(column: Column, rect: Rect, top: f64, look: &Look, items: &mut Vec<Item>) {
    let em = look.font.size;
    let marks = if column.marked { MARKS } else { 0.0 };
    let mut y = top + AIR;
    for row in column.rows {
        let height = row.height(em);
        match row {
            Line::Member { text, visibility, filled } => {
                if let Some(visibility) = visibility {
                    let center = pen::at(rect.x + INSET + 4.0, y + height / 2.0);
                    items.push(mark(visibility, filled, center, look));
                }
                items.push(Item::Text(text::place(text, rect.x + INSET + marks, y)));
            }
            Line::Rule { style, title } => rule(style, title, rect, (y, height), look, items),
            Line::Blank(_) => {}
        }
        y += height;
    }
}

/// A line across, in the colour of the outline, its title in the middle.
fn rule(
    style: RuleStyle,
    title: Option<Text>,
    rect: Rect,
    (y, height): (f64, f64),
    look: &Look,
    items: &mut Vec<Item>,
) {
    let middle = puml_family::page::crisp(y + height / 2.0);
    let (offsets, dash): (&[f64], &[f64]) = match style {
        RuleStyle::Single => (&[0.0], &[]),
        RuleStyle::Double => (&[-1.0, 1.0], &[]),
        RuleStyle::Dotted => (&[0.0], &[1.0, 3.0]),
    };
    let stroke = Stroke::dashed(look.line, 1.0, dash.to_vec());
    let gap = title.as_ref().map_or(0.0, |it| it.bounds.width + 8.0);
    let center = rect.x + rect.width / 2.0;
    for offset in offsets {
        let y = middle + offset;
        let spans = if gap > 0.0 {
            vec![(rect.x, center - gap / 2.0), (center + gap / 2.0, rect.right())]
        } else {
            vec![(rect.x, rect.right())]
        };
        for (from, to) in spans {
            items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
        }
    }
    if let Some(title) = title {
        let left = center - title.bounds.width / 2.0;
        items.push(Item::Text(text::place(title, left, y)));
    }
}

/// The mark of a visibility: its form tells them apart without colour.
fn mark(visibility: Visibility, filled: bool, center: Point, look: &Look) -> Item {
    let hex = |light: u32, dark: u32| Color {
        light: scene::Rgba::hex(light),
        dark: Some(scene::Rgba::hex(dark)),
    };
    let color = match visibility {
        Visibility::Public => hex(0x2e_7d4f, 0x7c_c89a),
        Visibility::Private => hex(0xc2_3b3b, 0xf0_8a8a),
        Visibility::Protected => hex(0xa0_7412, 0xe0_b85a),
        Visibility::Package => hex(0x2a_65a8, 0x8a_b8f0),
        Visibility::Mandatory => look.text,
    };
    let (x, y) = (center.x, center.y);
    let around =
        |half: f64| Rect { x: x - half, y: y - half, width: 2.0 * half, height: 2.0 * half };
    let geometry = match visibility {
        Visibility::Public | Visibility::Mandatory => Geometry::Ellipse { rect: around(3.5) },
        Visibility::Private => Geometry::Rect { rect: around(3.0), corner: 0.0 },
        Visibility::Protected => rhombus(around(4.5)),
        Visibility::Package => Geometry::Polygon(vec![
            pen::at(x, y - 4.0),
            pen::at(x + 4.5, y + 3.5),
            pen::at(x - 4.5, y + 3.5),
        ]),
    };
    if filled || visibility == Visibility::Mandatory {
        pen::filled(geometry, color)
    } else {
        pen::stroked(geometry, Stroke::solid(color, 1.2))
    }
}

fn rhombus(rect: Rect) -> Geometry {
    let middle = pen::at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    Geometry::Polygon(vec![
        pen::at(middle.x, rect.y),
        pen::at(rect.right(), middle.y),
        pen::at(middle.x, rect.bottom()),
        pen::at(rect.x, middle.y),
    ])
}

/// A generic parameter in a dashed box over the upper right corner.
fn corner_box(text: Text, rect: Rect, look: &Look, items: &mut Vec<Item>) {
    let (width, height) = (text.bounds.width + 8.0, text.bounds.height + 2.0);
    let place = Rect { x: rect.right() - width + 6.0, y: rect.y - height / 2.0, width, height };
    items.push(Item::Shape(scene::Shape {
        geometry: Geometry::Rect { rect: place, corner: 0.0 },
        fill: look.fill,
        stroke: Some(Stroke::dashed(look.line, 1.0, vec![2.0, 2.0])),
    }));
    items.push(Item::Text(text::place(text, place.x + 4.0, place.y + 1.0)));
}
