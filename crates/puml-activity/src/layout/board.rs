//! What is drawn, while places still count from the axes of lanes: parts in one list, and tiles that cover some of them.

use std::ops::Range;

use diag::Span;
use puml_family::{LayoutContext, Link, Look};
use scene::{Rect, Text};

use super::outline::Outline;
use crate::ast::GroupKind;
use crate::model::{Arrow, Model, TestStyle};

/// A place: pixels from a lane's axis, and from the top of the tile that is being made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) lane: usize,
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Place {
    pub(super) fn new(lane: usize, x: f64, y: f64) -> Self {
        Self { lane, x, y }
    }

    pub(super) fn at_y(self, y: f64) -> Self {
        Self { y, ..self }
    }

    pub(super) fn is_above(self, other: Self) -> bool {
        self.lane == other.lane && (self.x - other.x).abs() < 0.01
    }
}

/// Something that is drawn.
pub(super) enum Part<'m> {
    Node(Node<'m>),
    Line(Line<'m>),
    /// Its box begins at the place.
    Text(Place, Text),
    Frame(Frame<'m>),
    Bar(Bar<'m>),
    /// Where a jump leads.
    Anchor(&'m str, Place),
    /// Where a jump begins.
    Jump(&'m str, Place, &'m Arrow),
}

/// A shape with perhaps a text in it.
pub(super) struct Node<'m> {
    /// The middle of its top.
    pub(super) at: Place,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) kind: NodeKind,
    pub(super) look: &'m Look,
    pub(super) text: Option<Text>,
    pub(super) link: Option<&'m Link>,
    pub(super) origin: Span,
}

/// The outlines of nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NodeKind {
    Action(crate::model::ActionShape),
    Test(TestStyle),
    Merge,
    Start,
    Stop,
    End,
    Connector,
    /// A line leads from it to a place beside it, unless it floats: how far, negative to the left.
    Note(Option<f64>),
}

/// Pieces of a line from a place to another, level or upright in turn.
pub(super) struct Line<'m> {
    pub(super) points: Vec<Place>,
    pub(super) look: &'m Look,
    pub(super) head: bool,
    pub(super) origin: Option<Span>,
}

/// A frame around a part of the flow.
pub(super) struct Frame<'m> {
    pub(super) kind: GroupKind,
    /// Its upper left corner.
    pub(super) from: Place,
    /// Its lower right corner.
    pub(super) to: Place,
    pub(super) title: Text,
    pub(super) look: &'m Look,
    pub(super) origin: Span,
}

/// A bar across branches.
pub(super) struct Bar<'m> {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) height: f64,
    pub(super) look: &'m Look,
    pub(super) origin: Span,
}

/// A piece of the flow with one way in and at most one way out. Its parts count from its top.
pub(super) struct Tile {
    pub(super) parts: Range<usize>,
    /// What follows may begin here; the outline may reach further.
    pub(super) height: f64,
    /// On its upper edge.
    pub(super) entry: Place,
    /// Whether the line into it ends in a head.
    pub(super) head: bool,
    /// On its lower edge.
    pub(super) exit: Option<Place>,
    /// On its lower edge: lines that leave the loop around it.
    pub(super) breaks: Vec<Place>,
    pub(super) outline: Outline,
    /// Whether nothing is in it.
    pub(super) is_empty: bool,
}

/// Where parts are put.
pub(super) struct Board<'m> {
    pub(super) model: &'m Model,
    pub(super) ctx: LayoutContext<'m>,
    /// A line that nothing is said about.
    pub(super) plain: &'m Arrow,
    pub(super) parts: Vec<Part<'m>>,
}

/// A distance by which the parts in a lane move.
pub(super) type Shift = (usize, f64);

impl<'m> Board<'m> {
    /// Moves a tile down, and in some lanes to the side.
    pub(super) fn shift(&mut self, tile: &mut Tile, down: f64, sides: &[Shift]) {
        let side = |lane: usize| sides.iter().find(|it| it.0 == lane).map_or(0.0, |it| it.1);
        let to = |it: &mut Place| {
            it.x += side(it.lane);
            it.y += down;
        };
        if down != 0.0 || sides.iter().any(|it| it.1 != 0.0) {
            for part in &mut self.parts[tile.parts.clone()] {
                match part {
                    Part::Node(it) => to(&mut it.at),
                    Part::Line(it) => it.points.iter_mut().for_each(to),
                    Part::Text(at, _) | Part::Anchor(_, at) | Part::Jump(_, at, _) => to(at),
                    Part::Frame(it) => {
                        to(&mut it.from);
                        to(&mut it.to);
                    }
                    Part::Bar(it) => {
                        to(&mut it.from);
                        to(&mut it.to);
                    }
                }
            }
            tile.outline.shift(down, sides);
        }
        to(&mut tile.entry);
        if let Some(exit) = &mut tile.exit {
            to(exit);
        }
        tile.breaks.iter_mut().for_each(to);
    }

    pub(super) fn plain(&self) -> &'m Arrow {
        self.plain
    }

    /// A line that is drawn, and the room it takes.
    pub(super) fn line(
        &mut self,
        points: Vec<Place>,
        arrow: &'m Arrow,
        head: bool,
        outline: &mut Outline,
    ) {
        outline.add_line(&points);
        if !arrow.hidden {
            let look = self.ctx.look(arrow.look);
            self.parts.push(Part::Line(Line { points, look, head, origin: None }));
        }
    }

    /// The measured label of a line; nothing where it has none.
    pub(super) fn label(&self, arrow: &'m Arrow) -> Option<Text> {
        if arrow.label.text.is_empty() || arrow.hidden {
            return None;
        }
        let text = self.ctx.code(&arrow.label, self.ctx.look(arrow.look));
        (text.bounds.width > 0.0).then_some(text)
    }

    /// A text with its upper left corner at a place.
    pub(super) fn text(&mut self, at: Place, text: Text, outline: &mut Outline) {
        let Rect { width, height, .. } = text.bounds;
        outline.add_box(at.lane, at.y, at.y + height, at.x, at.x + width);
        self.parts.push(Part::Text(at, text));
    }
}
