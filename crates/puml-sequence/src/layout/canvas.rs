//! A page while it is drawn: layers from back to front, where lifelines are broken, and the next ids.

use diag::Span;
use scene::{Geometry, Group, Id, Item, Paint, Rect, Text};

use super::columns::Columns;
use super::context::Context;
use crate::element::Element;
use puml_family::pen;

/// Everything drawn so far.
pub(super) struct Canvas<'m> {
    pub(super) ctx: Context<'m>,
    pub(super) columns: &'m Columns,
    /// Boxes around participants.
    pub(super) enclosures: Vec<Item>,
    /// Bodies of groups, outer ones first.
    pub(super) bodies: Vec<Item>,
    /// Lifelines, then bars.
    pub(super) lives: Vec<Item>,
    /// Frames and tabs of groups, outer ones first.
    pub(super) frames: Vec<Item>,
    /// Messages, notes and all that happens.
    pub(super) front: Vec<Item>,
    /// Heads at the top, at creation and at the bottom.
    pub(super) heads: Vec<Item>,
    /// For each column, from where to where its lifeline gives way to text, in the order of drawing.
    pub(super) breaks: Vec<Vec<Break>>,
    /// The fills of the bodies of the groups that are open, the innermost last.
    pub(super) grounds: Vec<Option<Paint>>,
    ids: Vec<(&'static str, u32)>,
}

/// A part of a lifeline that is not drawn as usual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Break {
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) kind: BreakKind,
}

/// Why a lifeline is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BreakKind {
    /// Text stands there.
    Text,
    /// Time passes.
    Delay,
}

impl<'m> Canvas<'m> {
    /// A canvas on which nothing is drawn yet.
    pub(super) fn new(ctx: Context<'m>, columns: &'m Columns) -> Self {
        Self {
            ctx,
            columns,
            enclosures: Vec::new(),
            bodies: Vec::new(),
            lives: Vec::new(),
            frames: Vec::new(),
            front: Vec::new(),
            heads: Vec::new(),
            breaks: vec![Vec::new(); columns.last() + 1],
            grounds: Vec::new(),
            ids: Vec::new(),
        }
    }

    /// A group with its origin and the next id of its role.
    pub(super) fn group(&mut self, role: &'static str, span: Span) -> Group {
        let idx = self.ids.iter().position(|it| it.0 == role).unwrap_or_else(|| {
            self.ids.push((role, 0));
            self.ids.len() - 1
        });
        self.ids[idx].1 += 1;
        let mut group = self.ctx.group(role, span);
        group.id = Some(Id::Number(self.ids[idx].1));
        group
    }

    /// Makes lifelines give way to a text; where a bar lies below it, returns a patch of the page to put under the text.
    pub(super) fn make_way(
        &mut self,
        text: &Text,
        is_active: impl Fn(usize) -> bool,
    ) -> Option<Item> {
        let Rect { x, y, width, height } = text.bounds;
        if width == 0.0 {
            return None;
        }
        let mut covered = None;
        for column in self.columns.between(x - 3.0, x + width + 3.0) {
            self.breaks[column].push(Break { top: y, bottom: y + height, kind: BreakKind::Text });
            if is_active(column) {
                covered = Some(column);
            }
        }
        let ground = self.ground(covered?)?;
        let rect = Rect { x: x - 3.0, y, width: width + 6.0, height };
        Some(pen::filled(Geometry::Rect { rect, corner: 2.0 }, ground))
    }

    /// What lies behind a lifeline: the body of the innermost group that has a fill, the innermost box around it, or the
    /// page.
    fn ground(&self, column: usize) -> Option<Paint> {
        let body = self.grounds.iter().rev().find_map(|it| *it);
        if body.is_some() {
            return body;
        }
        let model = self.ctx.model;
        let enclosure = model.participants[column - 1].enclosure;
        let boxed = enclosure.map(|it| model.enclosures[it.0 as usize].look);
        let look = boxed.map_or(self.ctx.element(Element::Document), |it| self.ctx.look(it));
        look.fill
    }
}
