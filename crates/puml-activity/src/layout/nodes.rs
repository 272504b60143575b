//! Single shapes with the notes beside them.

use diag::Span;
use puml_family::text::{Markup, Setting, Wrap, typeset};
use puml_family::{Align, Label, Link, LookId};
use scene::{Size, Text};

use super::board::{Board, Node, NodeKind, Part, Place, Tile};
use super::outline::Outline;
use crate::ast::TerminalKind;
use crate::model::{Action, ActionShape, Note, TestStyle};

/// From a shape to the note beside it.
const NOTE_GAP: f64 = 18.0;
/// Between notes at the same side.
const NOTE_STACK: f64 = 8.0;
/// How far the points of hexagons, signals and parallelograms reach.
pub(super) const POINT: f64 = 11.0;
/// The diamond where lines meet.
pub(super) const MERGE: f64 = 20.0;

/// A measured shape that is not placed yet.
pub(super) struct Shape {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) kind: NodeKind,
    pub(super) look: LookId,
    pub(super) text: Option<Text>,
}

impl<'m> Board<'m> {
    pub(super) fn action_shape(&self, action: &Action) -> Shape {
        let look = self.ctx.look(action.look);
        let is_block = action.label.text.contains('\n');
        let align = if is_block && look.align == Align::Center { Align::Left } else { look.align };
        let setting = Setting { wrap: Wrap::Even, ..self.ctx.setting(look).aligned(align) };
        let text = typeset(&action.label, Markup::Blocks, setting);
        let pad = look.padding;
        let (mut width, mut height) =
            (text.bounds.width + 2.0 * pad + 4.0, text.bounds.height + 2.0 * pad);
        match action.shape {
            ActionShape::Plain | ActionShape::Task | ActionShape::Object => {}
            ActionShape::Procedure => width += 12.0,
            ActionShape::Continuous => width += 10.0,
            ActionShape::TimeEvent => {
                width = width.max(34.0);
                height += 34.0;
            }
            _ => width += 2.0 * POINT,
        }
        Shape {
            width: width.max(look.min_width).ceil(),
            height: height.max(28.0).ceil(),
            kind: NodeKind::Action(action.shape),
            look: action.look,
            text: Some(text),
        }
    }

    /// The shape of a test; a small diamond where it asks nothing.
    pub(super) fn test_shape(&self, label: &Label, look_id: LookId) -> Shape {
        let look = self.ctx.look(look_id);
        let setting = Setting { wrap: Wrap::Even, ..self.ctx.setting(look) };
        let text = typeset(label, Markup::Blocks, setting);
        if text.bounds.width <= 0.0 {
            let kind = NodeKind::Merge;
            return Shape { width: MERGE, height: MERGE, kind, look: look_id, text: None };
        }
        let style = self.model.style.test;
        let (width, height) = (text.bounds.width, text.bounds.height);
        let (width, height) = match style {
            TestStyle::Hexagon => {
                let height = (height + 2.0 * look.padding).max(26.0);
                (width + 2.0 * look.padding + 2.0 * POINT, height)
            }
            TestStyle::Diamond => (width * 1.5 + 30.0, height * 1.9 + 18.0),
            TestStyle::Beside => (24.0, 24.0),
        };
        let (width, height) = (width.ceil(), height.ceil());
        Shape { width, height, kind: NodeKind::Test(style), look: look_id, text: Some(text) }
    }

    pub(super) fn terminal_shape(kind: TerminalKind, look: LookId) -> Shape {
        let (size, kind) = match kind {
            TerminalKind::Start => (20.0, NodeKind::Start),
            TerminalKind::Stop => (22.0, NodeKind::Stop),
            TerminalKind::End => (22.0, NodeKind::End),
        };
        Shape { width: size, height: size, kind, look, text: None }
    }

    pub(super) fn connector_shape(&self, letter: &str, look_id: LookId) -> Shape {
        let label = Label { text: letter.to_owned() };
        let text = self.ctx.line(&label, self.ctx.look(look_id));
        let kind = NodeKind::Connector;
        Shape { width: 24.0, height: 24.0, kind, look: look_id, text: Some(text) }
    }

    pub(super) fn merge_shape(look: LookId) -> Shape {
        Shape { width: MERGE, height: MERGE, kind: NodeKind::Merge, look, text: None }
    }

    /// Puts a shape with the middle of its top at a place, its notes beside it.
    pub(super) fn node(
        &mut self,
        shape: Shape,
        at: Place,
        notes: &'m [Note],
        link: Option<&'m Link>,
        origin: Span,
        outline: &mut Outline,
    ) {
        let Shape { width, height, kind, look, text } = shape;
        let half = width / 2.0;
        outline.add_box(at.lane, at.y, at.y + height, at.x - half, at.x + half);
        let mut right_edge = half;
        if let (NodeKind::Test(TestStyle::Beside), Some(text)) = (kind, &text) {
            // The words stand to the upper right of a small diamond.
            let words = text.bounds;
            right_edge = half + 4.0 + words.width;
            let top = at.y + height / 2.0 - words.height - 3.0;
            outline.add_box(at.lane, top, at.y + height, at.x, at.x + right_edge);
        }
        for is_right in [false, true] {
            let side = notes.iter().filter(|it| it.right == is_right);
            let edge = if is_right { right_edge } else { half };
            self.notes(side, at, edge, height, is_right, outline);
        }
        let look = self.ctx.look(look);
        self.parts.push(Part::Node(Node { at, width, height, kind, look, text, link, origin }));
    }

    /// How much room the notes at one side take.
    pub(super) fn notes_width(&self, notes: &[Note], is_right: bool) -> f64 {
        let width = |it: &Note| {
            let look = self.ctx.look(it.look);
            self.ctx.block(&it.label, look).bounds.width + 2.0 * look.padding + 8.0 + NOTE_GAP
        };
        notes.iter().filter(|it| it.right == is_right).map(width).fold(0.0, f64::max)
    }

    /// Notes at one side, the first beside the middle of the shape unless they are taller than it.
    pub(super) fn notes<'n>(
        &mut self,
        notes: impl Iterator<Item = &'n Note>,
        at: Place,
        edge: f64,
        height: f64,
        is_right: bool,
        outline: &mut Outline,
    ) where
        'n: 'm,
        'm: 'n,
    {
        let measured: Vec<(&'m Note, Text)> =
            notes.map(|it| (it, self.ctx.block(&it.label, self.ctx.look(it.look)))).collect();
        let size = |note: &Note, text: &Text| {
            let pad = self.ctx.look(note.look).padding;
            Size {
                width: (text.bounds.width + 2.0 * pad + 8.0).ceil(),
                height: (text.bounds.height + 2.0 * pad).ceil(),
            }
        };
        let sizes: Vec<Size> = measured.iter().map(|(note, text)| size(note, text)).collect();
        let total: f64 = sizes.iter().map(|it| it.height).sum::<f64>()
            + NOTE_STACK * sizes.len().saturating_sub(1) as f64;
        let mut top = at.y + ((height - total) / 2.0).max(0.0);
        for ((note, text), Size { width, height: tall }) in measured.into_iter().zip(sizes) {
            let reach = edge + NOTE_GAP;
            let middle =
                if is_right { at.x + reach + width / 2.0 } else { at.x - reach - width / 2.0 };
            outline.add_box(at.lane, top, top + tall, middle - width / 2.0, middle + width / 2.0);
            let tie = if is_right { -NOTE_GAP } else { NOTE_GAP };
            // The line to the shape is level, so it must meet both.
            let is_level = top < at.y + height && top + tall > at.y;
            let kind = NodeKind::Note((!note.floating && is_level).then_some(tie));
            let look = self.ctx.look(note.look);
            self.parts.push(Part::Node(Node {
                at: Place::new(at.lane, middle, top),
                width,
                height: tall,
                kind,
                look,
                text: Some(text),
                link: None,
                origin: note.origin,
            }));
            top += tall + NOTE_STACK;
        }
    }

    /// A tile of one shape.
    pub(super) fn single(
        &mut self,
        shape: Shape,
        lane: usize,
        notes: &'m [Note],
        link: Option<&'m Link>,
        origin: Span,
    ) -> Tile {
        let start = self.parts.len();
        let mut outline = Outline::default();
        let height = shape.height;
        let at = Place::new(lane, 0.0, 0.0);
        self.node(shape, at, notes, link, origin, &mut outline);
        Tile {
            parts: start..self.parts.len(),
            height,
            entry: at,
            head: true,
            exit: Some(at.at_y(height)),
            breaks: Vec::new(),
            outline,
            is_empty: false,
        }
    }
}
