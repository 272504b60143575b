//! Entities: their names, stereotypes and compartments, measured and drawn.

use puml_family::text::{self, Markup, Setting};
use puml_family::themes::legible_on;
use puml_family::{Align, Label, LayoutContext, Look, Spot, pen};
use scene::{Color, Geometry, Item, Point, Rect, Segment, Size, Stroke, Text, Vector};

use super::body::{self, Column, INSET};
use super::{figures, pseudo};
use crate::model::{Direction, Entity, Graph, Shape};

/// The room of a visibility mark before a name.
const MARK: f64 = 12.0;
/// Half of a spot.
const SPOT: f64 = 9.0;
/// The side of a rhombus' box.
const DIAMOND: f64 = 24.0;
/// The strip for the mark of a machine of its own.
const SYMBOL: f64 = 14.0;
/// How deep the notch of a signal is cut.
const NOTCH: f64 = 12.0;
/// The side of an interface's circle.
const CIRCLE: f64 = 16.0;

/// An entity with its texts measured.
pub(super) struct Measured {
    pub(super) size: Size,
    name: Text,
    stereotypes: Vec<Text>,
    generic: Option<Text>,
    /// A sprite left of the name.
    sprite: Option<Text>,
    header: f64,
    compartments: Vec<Column>,
}

impl Measured {
    /// The room of what stands left of the name: a mark, a letter or a sprite.
    fn lead(&self, entity: &Entity) -> f64 {
        let mark = if entity.visibility.is_some() { MARK } else { 0.0 };
        let spot = match (&entity.spot, &self.sprite) {
            (_, Some(sprite)) => sprite.bounds.width + 6.0,
            (Some(_), None) => 2.0 * SPOT + 6.0,
            (None, None) => 0.0,
        };
        mark + spot
    }

    /// The middle of a row, from the top of the entity.
    pub(super) fn row(&self, compartment: u32, row: u32) -> Option<f64> {
        let before = self.compartments.get(..compartment as usize)?;
        let above: f64 = before.iter().map(Column::height).sum();
        let middles = self.compartments.get(compartment as usize)?.middles();
        middles.get(row as usize).map(|it| self.header + above + it)
    }

    /// Where links to single rows may end: one port a row, in order.
    pub(super) fn ports(&self) -> impl Iterator<Item = graph_layout::Port> + '_ {
        let mut top = self.header;
        self.compartments.iter().flat_map(move |column| {
            let above = top;
            top += column.height();
            column.middles().into_iter().map(move |at| graph_layout::Port {
                side: graph_layout::PortSide::LeftOrRight,
                at: (above + at) as i64,
            })
        })
    }

    /// The port of a row, if the entity has it.
    pub(super) fn port(&self, compartment: u32, row: u32) -> Option<usize> {
        let before = self.compartments.get(..compartment as usize)?;
        let rows = self.compartments.get(compartment as usize)?.middles().len();
        ((row as usize) < rows)
            .then(|| before.iter().map(|it| it.middles().len()).sum::<usize>() + row as usize)
    }
}

pub(super) fn measure(entity: &Entity, direction: Direction, ctx: LayoutContext<'_>) -> Measured {
    let look = ctx.look(entity.look);
    let set = |label: &Label, markup, look| {
        let mut setting = ctx.setting(look).aligned(Align::Center);
        if entity.shape != Shape::Class {
            setting.max_width = None;
        }
        text::typeset(label, markup, setting)
    };
    let centered = |label: &Label, look| set(label, Markup::Blocks, look);
    let name = match entity.shape {
        Shape::Symbol(_) => figures::name(&entity.label, look, ctx),
        Shape::Class if entity.label.text.contains("__") => set(&entity.label, Markup::Code, look),
        _ => centered(&entity.label, look),
    };
    let stereotype_look = ctx.look(entity.stereotype_look);
    let stereotypes: Vec<Text> =
        shown_stereotypes(entity).iter().map(|it| centered(it, stereotype_look)).collect();
    let generic = entity.generic.as_ref().map(|it| centered(it, stereotype_look));
    let body_look = ctx.look(entity.body_look);
    let compartments: Vec<Column> =
        entity.body.compartments.iter().map(|it| body::measure(it, body_look, ctx)).collect();
    let mut measured = Measured {
        size: Size { width: 0.0, height: 0.0 },
        name,
        stereotypes,
        generic,
        sprite: sprite(entity, look, ctx),
        header: 0.0,
        compartments,
    };
    measured.size = match entity.shape {
        Shape::Class | Shape::State => class_size(&mut measured, entity, look),
        Shape::Submachine => {
            let size = class_size(&mut measured, entity, look);
            Size { height: size.height + SYMBOL, ..size }
        }
        Shape::Receive | Shape::Test => {
            let size = class_size(&mut measured, entity, look);
            Size { width: size.width + NOTCH, ..size }
        }
        Shape::Pseudo(mark) => pseudo::size(mark, &measured.name, direction),
        Shape::Circle | Shape::HalfCircle => Size {
            width: measured.name.bounds.width.max(CIRCLE),
            height: match measured.name.bounds.height {
                _ if entity.label.text.trim().is_empty() => CIRCLE,
                below => CIRCLE + 2.0 + below,
            },
        },
        Shape::Diamond => Size { width: DIAMOND, height: DIAMOND },
        Shape::Dot => Size { width: 4.0, height: 4.0 },
        Shape::Symbol(symbol) => figures::size(symbol, &measured.stereotypes, &measured.name, look),
    };
    measured
}

/// Makes all boxes of classes as wide as the widest.
pub(super) fn widen_alike(graph: &Graph, entities: &mut [Measured]) {
    let is_class = |it: &Entity| it.shape == Shape::Class;
    let boxes = || graph.entities.iter().map(is_class);
    let widths = entities.iter().zip(boxes()).filter(|it| it.1).map(|it| it.0.size.width);
    let widest = widths.fold(0.0, f64::max);
    for (measured, _) in entities.iter_mut().zip(boxes()).filter(|it| it.1) {
        measured.size.width = widest;
    }
}

/// Moves the end of a line from above the room of a circle onto the circle, which stands in the middle of its top.
pub(super) fn touch_circle(room: Rect, end: &mut Point) {
    let (radius, beside) = (CIRCLE / 2.0, end.x - room.x - room.width / 2.0);
    if end.y <= room.y + 1.0 && beside.abs() < radius {
        end.y = room.y + radius - (radius * radius - beside * beside).sqrt();
    } else if end.y >= room.bottom() - 1.0 && room.height <= CIRCLE + 1.0 && beside.abs() < radius {
        end.y = room.y + radius + (radius * radius - beside * beside).sqrt();
    }
}

/// The sprite that stands in place of a letter.
fn sprite(entity: &Entity, look: &Look, ctx: LayoutContext<'_>) -> Option<Text> {
    let Some(Spot::Sprite { name, scale, color }) = &entity.spot else { return None };
    let tint = color.map(|it| {
        let rgb = it.light;
        format!(",color=#{:02x}{:02x}{:02x}", rgb.r, rgb.g, rgb.b)
    });
    let text = format!("<${name}{{scale={scale}{}}}>", tint.unwrap_or_default());
    Some(text::typeset(&Label { text }, Markup::Lines, ctx.setting(look)))
}

fn shown_stereotypes(entity: &Entity) -> &[Label] {
    if entity.hides_stereotypes { &[] } else { &entity.stereotypes }
}

fn class_size(measured: &mut Measured, entity: &Entity, look: &Look) -> Size {
    let texts = || measured.stereotypes.iter().chain([&measured.name]);
    let words = texts().map(|it| it.bounds.width).fold(0.0, f64::max);
    let tall: f64 = texts().map(|it| it.bounds.height).sum();
    let spot = measured.lead(entity);
    let pad = look.padding.max(4.0);
    let sprite = measured.sprite.as_ref().map_or(0.0, |it| it.bounds.height);
    measured.header = (tall.max(sprite) + 2.0 * pad).max(2.0 * SPOT + 8.0).ceil();
    let generic = measured.generic.as_ref().map_or(0.0, |it| it.bounds.width + 8.0);
    let width = words + spot + 2.0 * INSET + generic;
    let rows = measured.compartments.iter().map(Column::width).fold(0.0, f64::max);
    let height = measured.header + measured.compartments.iter().map(Column::height).sum::<f64>();
    Size { width: width.max(rows).max(look.min_width).ceil(), height: height.ceil() }
}

/// Draws an entity at its place; a hidden one leaves it empty.
pub(super) fn draw(
    entity: &Entity,
    measured: Measured,
    rect: Rect,
    direction: Direction,
    ctx: LayoutContext<'_>,
) -> Option<Item> {
    if entity.hidden {
        return None;
    }
    let look = ctx.look(entity.look);
    let mut group = ctx.group(entity.kind, entity.origin);
    group.title = Some(format!("{} {}", entity.kind, text::spoken(&measured.name)));
    group.link = entity.link.as_ref().and_then(puml_family::Link::safe);
    match entity.shape {
        Shape::Class | Shape::State => class(entity, measured, rect, ctx, &mut group.items),
        Shape::Submachine => {
            class(entity, measured, rect, ctx, &mut group.items);
            linked_circles(rect, look, &mut group.items);
        }
        Shape::Receive => {
            group.items.extend(pen::cast(flag(rect), look));
            let inside = Rect { width: rect.width - NOTCH, ..rect };
            content(entity, measured, inside, ctx, &mut group.items);
        }
        Shape::Test => {
            group.items.extend(pen::cast(hexagon(rect), look));
            name(entity, &measured, rect, look, &mut group.items);
        }
        Shape::Pseudo(mark) => {
            pseudo::draw(mark, measured.name, rect, direction, look, &mut group.items);
        }
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
        Shape::HalfCircle => {
            let center = pen::at(rect.x + rect.width / 2.0, rect.y + CIRCLE / 2.0);
            let stroke = Stroke::solid(look.line, look.line_width.max(1.5));
            group.items.push(pen::stroked(half_circle(center, CIRCLE / 2.0), stroke));
            let left = rect.x + (rect.width - measured.name.bounds.width) / 2.0;
            group.items.push(Item::Text(text::place(measured.name, left, rect.y + CIRCLE + 2.0)));
        }
        Shape::Diamond => group.items.push(pen::shape(rhombus(rect), look)),
        Shape::Dot => {
            group.items.push(pen::filled(Geometry::Ellipse { rect }, look.line));
        }
        Shape::Symbol(symbol) => {
            let Measured { stereotypes, name, .. } = measured;
            figures::draw(symbol, stereotypes, name, rect, look, &mut group.items);
        }
    }
    Some(Item::Group(group))
}

fn class(
    entity: &Entity,
    measured: Measured,
    rect: Rect,
    ctx: LayoutContext<'_>,
    items: &mut Vec<Item>,
) {
    let look = ctx.look(entity.look);
    items.extend(pen::panel(rect, look));
    if let Some(header) = entity.header_look.map(|it| ctx.look(it)) {
        let ground = Rect { height: measured.header, ..rect };
        if let Some(fill) = header.fill {
            items.push(pen::filled(top_rounded(ground, look.corner), fill));
        }
    }
    content(entity, measured, rect, ctx, items);
}

/// Everything inside the outline.
fn content(
    entity: &Entity,
    measured: Measured,
    rect: Rect,
    ctx: LayoutContext<'_>,
    items: &mut Vec<Item>,
) {
    let look = ctx.look(entity.look);
    name(entity, &measured, rect, look, items);
    let body = ctx.look(entity.body_look);
    let mut top = rect.y + measured.header;
    for column in measured.compartments {
        let height = column.height();
        column.draw(rect, top, look, body, items);
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
    let spot = measured.lead(entity);
    let generic = measured.generic.as_ref().map_or(0.0, |it| it.bounds.width);
    let left = rect.x + (rect.width - generic - words - spot) / 2.0;
    let middle = rect.y + measured.header / 2.0;
    let mut at = left;
    if let Some(visibility) = entity.visibility {
        items.push(body::mark(visibility, true, pen::at(at + MARK / 2.0 - 1.0, middle), look));
        at += MARK;
    }
    match (&entity.spot, &measured.sprite) {
        (_, Some(sprite)) => {
            let top = middle - sprite.bounds.height / 2.0;
            items.push(Item::Text(text::place(sprite.clone(), at, top)));
        }
        (Some(Spot::Letter { letter, color }), None) => {
            spot_mark(*letter, *color, pen::at(at + SPOT, middle), look, items);
        }
        _ => {}
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
    // In a picture of one scheme the spot has that one as well.
    let color = if look.text.dark.is_some() { color } else { color.light.into() };
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

/// The mark of a machine of its own: two linked circles in the lower right corner.
fn linked_circles(rect: Rect, look: &Look, items: &mut Vec<Item>) {
    let stroke = Stroke::solid(look.line, 1.0);
    let (right, middle) = (rect.right() - 8.0, rect.bottom() - 8.0);
    for x in [right - 20.0, right - 8.0] {
        let circle = Rect { x, y: middle - 4.0, width: 8.0, height: 8.0 };
        items.push(pen::stroked(Geometry::Ellipse { rect: circle }, stroke.clone()));
    }
    items.push(pen::line(pen::at(right - 12.0, middle), pen::at(right - 8.0, middle), stroke));
}

/// A box whose right side is cut inwards: a signal is received.
fn flag(rect: Rect) -> Geometry {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right, top),
        pen::at(right - NOTCH, f64::midpoint(top, bottom)),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ])
}

/// Pointed at both sides.
fn hexagon(rect: Rect) -> Geometry {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let middle = f64::midpoint(top, bottom);
    Geometry::Polygon(vec![
        pen::at(left + NOTCH, top),
        pen::at(right - NOTCH, top),
        pen::at(right, middle),
        pen::at(right - NOTCH, bottom),
        pen::at(left + NOTCH, bottom),
        pen::at(left, middle),
    ])
}

/// A rectangle whose upper corners are round.
fn top_rounded(rect: Rect, corner: f64) -> Geometry {
    let round = corner.min(rect.height / 2.0).min(rect.width / 2.0);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let mut outline = vec![Segment::Move(pen::at(left, bottom))];
    outline.extend(pen::bend(pen::at(left, top), Vector::new(0.0, round), Vector::new(round, 0.0)));
    outline.extend(pen::bend(
        pen::at(right, top),
        Vector::new(-round, 0.0),
        Vector::new(0.0, round),
    ));
    outline.push(Segment::Line(pen::at(right, bottom)));
    outline.push(Segment::Close);
    Geometry::Path(outline)
}

/// The lower half of a circle.
fn half_circle(center: Point, radius: f64) -> Geometry {
    let Point { x, y } = center;
    // The share of the radius at which a cubic's controls make it a circle.
    let k = 0.5523 * radius;
    Geometry::Path(vec![
        Segment::Move(pen::at(x - radius, y)),
        Segment::Cubic(
            pen::at(x - radius, y + k),
            pen::at(x - k, y + radius),
            pen::at(x, y + radius),
        ),
        Segment::Cubic(
            pen::at(x + k, y + radius),
            pen::at(x + radius, y + k),
            pen::at(x + radius, y),
        ),
    ])
}

pub(super) fn rhombus(rect: Rect) -> Geometry {
    let middle = pen::at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    Geometry::Polygon(vec![
        pen::at(middle.x, rect.y),
        pen::at(rect.right(), middle.y),
        pen::at(middle.x, rect.bottom()),
        pen::at(rect.x, middle.y),
    ])
}

/// A generic parameter in a dashed box over the upper right corner. It reaches no farther out than labels keep away.
fn corner_box(text: Text, rect: Rect, look: &Look, items: &mut Vec<Item>) {
    let (width, height) = (text.bounds.width + 8.0, text.bounds.height + 2.0);
    let place = Rect { x: rect.right() - width + 4.0, y: rect.y - 4.0, width, height };
    items.push(Item::Shape(scene::Shape {
        geometry: Geometry::Rect { rect: place, corner: 0.0 },
        fill: look.fill,
        stroke: Some(Stroke::dashed(look.line, 1.0, vec![2.0, 2.0])),
    }));
    items.push(Item::Text(text::place(text, place.x + 4.0, place.y + 1.0)));
}
