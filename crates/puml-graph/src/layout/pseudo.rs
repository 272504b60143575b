//! The marks of a state machine: starts, ends, histories, choices, bars, and what sits on the frame of a state.

use puml_family::text::{self, Markup, Setting};
use puml_family::{Label, Look, pen};
use scene::{Geometry, Item, Rect, Size, Stroke, Text};

use super::boxes::{Measured, rhombus};
use crate::model::{Direction, End, Flow, Graph, Pseudo, Shape, Side};

/// How thick a bar is.
const BAR: f64 = 6.0;
/// How long a bar is at least.
const SHORTEST_BAR: f64 = 72.0;
/// From a mark on a frame to its name.
const AIR: f64 = 5.0;
/// The gap between the things that a bar reaches, as the layout leaves it.
const GAP: f64 = 35.0;
/// A bar reaches this far over the outermost link.
const OVERHANG: f64 = 18.0;

/// The size of the mark itself; the name of one on a frame stands outside.
pub(super) fn mark_size(mark: Pseudo, direction: Direction) -> Size {
    let square = |side: f64| Size { width: side, height: side };
    let turned = |size: Size| match direction {
        Direction::Down => size,
        Direction::Right => Size { width: size.height, height: size.width },
    };
    match mark {
        Pseudo::Start => square(18.0),
        Pseudo::End => square(20.0),
        Pseudo::History | Pseudo::DeepHistory => square(24.0),
        Pseudo::Choice => square(28.0),
        Pseudo::Bar => turned(Size { width: SHORTEST_BAR, height: BAR }),
        Pseudo::Entry | Pseudo::Exit | Pseudo::Pin(_) => square(12.0),
        Pseudo::Expansion(_) => turned(Size { width: 48.0, height: 12.0 }),
    }
}

/// On which side of the frame a mark sits, if it does.
pub(super) fn border(shape: Shape) -> Option<Flow> {
    match shape {
        Shape::Pseudo(Pseudo::Entry) => Some(Flow::In),
        Shape::Pseudo(Pseudo::Exit) => Some(Flow::Out),
        Shape::Pseudo(Pseudo::Pin(flow) | Pseudo::Expansion(flow)) => Some(flow),
        _ => None,
    }
}

/// The room of a mark. One on a frame has its name on one side; the other side stays free, so that the mark is in the
/// middle.
pub(super) fn size(mark: Pseudo, name: &Text, direction: Direction) -> Size {
    let own = mark_size(mark, direction);
    if border(Shape::Pseudo(mark)).is_none() || name.bounds.width == 0.0 {
        return own;
    }
    Size {
        width: (own.width + 2.0 * (AIR + name.bounds.width)).ceil(),
        height: (own.height.max(2.0 * (name.bounds.height + AIR))).ceil(),
    }
}

/// The mark itself in the middle of its room.
pub(super) fn mark_rect(mark: Pseudo, room: Rect, direction: Direction) -> Rect {
    let own = match mark {
        Pseudo::Bar => return room,
        _ => mark_size(mark, direction),
    };
    Rect {
        x: room.x + (room.width - own.width) / 2.0,
        y: room.y + (room.height - own.height) / 2.0,
        width: own.width,
        height: own.height,
    }
}

/// How far from the side of a mark its outline is at this height.
pub(super) fn inset_at(mark: Pseudo, own: Rect, y: f64) -> f64 {
    let (half, tall) = (own.width / 2.0, own.height / 2.0);
    let share = ((y - own.y - tall) / tall).clamp(-1.0, 1.0);
    match mark {
        Pseudo::Choice => half * share.abs(),
        Pseudo::Bar | Pseudo::Pin(_) | Pseudo::Expansion(_) => 0.0,
        _ => half * (1.0 - (1.0 - share * share).sqrt()),
    }
}

/// How far below the top of its square the outline of a mark is at this x; nothing within a pixel of the middle.
pub(super) fn inset_below(mark: Pseudo, own: Rect, x: f64) -> f64 {
    if (x - own.x - own.width / 2.0).abs() <= 1.0 {
        return 0.0;
    }
    let turned = Rect { x: own.y, y: own.x, width: own.height, height: own.width };
    inset_at(mark, turned, x)
}

/// Makes each bar long enough for the links of its busier side to leave it straight.
pub(super) fn span_bars(graph: &Graph, entities: &mut [Measured]) {
    let is_bar = |end: End| match end {
        End::Entity(id) => {
            let shape = graph.entities[id.0 as usize].shape;
            (shape == Shape::Pseudo(Pseudo::Bar)).then_some(id.0 as usize)
        }
        _ => None,
    };
    let extent = |size: Size| match graph.direction {
        Direction::Down => size.width,
        Direction::Right => size.height,
    };
    // The widths of what stands before and behind each bar.
    let mut reached: Vec<[Vec<f64>; 2]> = vec![[Vec::new(), Vec::new()]; graph.entities.len()];
    for link in &graph.links {
        if matches!(link.side, Side::Left | Side::Right) {
            continue;
        }
        let width = |end: End| match end {
            End::Entity(id) => extent(entities[id.0 as usize].size),
            _ => 2.0 * SHORTEST_BAR,
        };
        let is_up = link.side == Side::Up;
        if let Some(bar) = is_bar(link.from) {
            reached[bar][usize::from(!is_up)].push(width(link.to));
        }
        if let Some(bar) = is_bar(link.to) {
            reached[bar][usize::from(is_up)].push(width(link.from));
        }
    }
    for (idx, sides) in reached.iter().enumerate() {
        let needed = sides.iter().map(|widths| match widths.as_slice() {
            [first, .., last] => {
                let all: f64 = widths.iter().sum();
                all + GAP * (widths.len() - 1) as f64 - (first + last) / 2.0 + 2.0 * OVERHANG
            }
            _ => 0.0,
        });
        let length = needed.fold(SHORTEST_BAR, f64::max).ceil();
        if graph.entities[idx].shape == Shape::Pseudo(Pseudo::Bar) {
            entities[idx].size = match graph.direction {
                Direction::Down => Size { width: length, height: BAR },
                Direction::Right => Size { width: BAR, height: length },
            };
        }
    }
}

pub(super) fn draw(
    mark: Pseudo,
    name: Text,
    room: Rect,
    direction: Direction,
    look: &Look,
    items: &mut Vec<Item>,
) {
    let rect = mark_rect(mark, room, direction);
    let ink = Stroke::solid(look.line, look.line_width.max(1.2));
    let middle = pen::at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    match mark {
        Pseudo::Start => {
            let fill = look.fill.unwrap_or(look.line.into());
            items.push(pen::filled(Geometry::Ellipse { rect }, fill));
        }
        Pseudo::End => {
            items.push(pen::stroked(
                Geometry::Ellipse { rect: inset(rect, 0.75) },
                Stroke::solid(look.line, 1.5),
            ));
            let fill = look.fill.unwrap_or(look.line.into());
            items.push(pen::filled(Geometry::Ellipse { rect: inset(rect, 4.5) }, fill));
        }
        Pseudo::History | Pseudo::DeepHistory => {
            items.push(pen::shape(Geometry::Ellipse { rect }, look));
            let letter = if mark == Pseudo::History { "H" } else { "H*" };
            let label = Label { text: letter.to_owned() };
            let text = text::typeset(&label, Markup::Lines, Setting::of(look, &[]));
            let (dx, dy) = (text.bounds.width / 2.0, text.bounds.height / 2.0);
            items.push(Item::Text(text::place(text, middle.x - dx, middle.y - dy)));
        }
        Pseudo::Choice => items.push(pen::shape(rhombus(rect), look)),
        Pseudo::Bar => {
            let color = match look.fill {
                Some(scene::Paint::Solid(color)) => color,
                _ => look.line,
            };
            let (from, to) = match direction {
                Direction::Down => (pen::at(rect.x, middle.y), pen::at(rect.right(), middle.y)),
                Direction::Right => (pen::at(middle.x, rect.y), pen::at(middle.x, rect.bottom())),
            };
            items.push(pen::line(from, to, Stroke::solid(color, BAR)));
        }
        Pseudo::Entry => items.push(outlined(Geometry::Ellipse { rect }, look, &ink)),
        Pseudo::Exit => {
            items.push(outlined(Geometry::Ellipse { rect }, look, &ink));
            items.extend(pen::cross(middle, 6.0 * 0.7, &ink));
        }
        Pseudo::Pin(_) => {
            items.push(outlined(Geometry::Rect { rect, corner: 0.0 }, look, &ink));
        }
        Pseudo::Expansion(_) => {
            for idx in 0..4 {
                let at = 12.0 * f64::from(idx);
                let (x, y) = match direction {
                    Direction::Down => (rect.x + at, rect.y),
                    Direction::Right => (rect.x, rect.y + at),
                };
                let cell = Rect { x, y, width: 12.0, height: 12.0 };
                items.push(outlined(Geometry::Rect { rect: cell, corner: 0.0 }, look, &ink));
            }
        }
    }
    if let Some(flow) = border(Shape::Pseudo(mark)) {
        let Size { width, height } = Size { width: name.bounds.width, height: name.bounds.height };
        // Outside the frame, beside the line that may come there.
        let (x, y) = match (direction, flow) {
            (Direction::Down, Flow::In) => (rect.right() + AIR, middle.y - height - 1.0),
            (Direction::Right, Flow::Out) => (rect.right() + AIR, middle.y - height - AIR),
            (Direction::Down, Flow::Out) => (rect.right() + AIR, middle.y + 1.0),
            (Direction::Right, Flow::In) => (rect.x - AIR - width, middle.y - height - AIR),
        };
        items.push(Item::Text(text::place(name, x, y)));
    }
}

fn outlined(geometry: Geometry, look: &Look, stroke: &Stroke) -> Item {
    Item::Shape(scene::Shape { geometry, fill: look.fill, stroke: Some(stroke.clone()) })
}

fn inset(rect: Rect, by: f64) -> Rect {
    Rect {
        x: rect.x + by,
        y: rect.y + by,
        width: rect.width - 2.0 * by,
        height: rect.height - 2.0 * by,
    }
}
