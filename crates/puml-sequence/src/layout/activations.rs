//! Activation bars: open and closed as life events come, nested by small steps to the right.

use diag::Span;
use scene::{Geometry, Item, Rect};

use super::canvas::Canvas;
use super::messages::stagger;
use super::spacing::BAR;
use crate::model::ParticipantId;
use puml_family::LookId;
use puml_family::pen;

/// A bar that begins and ends at one message is still seen.
const LEAST: f64 = 8.0;

/// The bars of one page.
#[derive(Default)]
pub(super) struct Bars {
    /// Per column, the open ones from the outermost.
    open: Vec<Vec<Open>>,
    closed: Vec<Closed>,
}

#[derive(Clone, Copy)]
struct Open {
    top: f64,
    look: LookId,
    origin: Span,
}

struct Closed {
    column: usize,
    level: u32,
    bottom: f64,
    bar: Open,
}

impl Bars {
    /// For this many columns, nothing open.
    pub(super) fn new(columns: usize) -> Self {
        Self { open: vec![Vec::new(); columns], closed: Vec::new() }
    }

    /// How many bars are open.
    pub(super) fn level(&self, column: usize) -> u32 {
        self.open[column].len() as u32
    }

    /// Where the innermost bar begins.
    pub(super) fn top(&self, column: usize) -> Option<f64> {
        self.open[column].last().map(|it| it.top)
    }

    /// A bar begins.
    pub(super) fn activate(&mut self, column: usize, top: f64, look: LookId, origin: Span) {
        self.open[column].push(Open { top, look, origin });
    }

    /// The innermost bar ends; one too many is nothing.
    pub(super) fn deactivate(&mut self, column: usize, bottom: f64) {
        let level = self.level(column);
        if let Some(bar) = self.open[column].pop() {
            self.closed.push(Closed { column, level, bottom, bar });
        }
    }

    /// All bars of a lifeline end.
    pub(super) fn end(&mut self, column: usize, bottom: f64) {
        while self.level(column) > 0 {
            self.deactivate(column, bottom);
        }
    }

    /// Draws a page's bars, those still open down to `bottom`; these begin the next page at its top.
    pub(super) fn draw(&mut self, bottom: f64, canvas: &mut Canvas<'_>) {
        for column in 0..self.open.len() {
            for (idx, &bar) in self.open[column].iter().enumerate() {
                self.closed.push(Closed { column, level: idx as u32 + 1, bottom, bar });
            }
        }
        // Inner bars lie on outer ones.
        self.closed.sort_by_key(|it| it.level);
        for Closed { column, level, bottom, bar } in self.closed.drain(..) {
            let look = canvas.ctx.look(bar.look);
            let x = canvas.columns.x(column) - 2.0 * BAR + stagger(level);
            let height = (bottom - bar.top).max(LEAST);
            let rect = Rect { x, y: bar.top, width: 2.0 * BAR, height };
            let mut group = canvas.group("activation", bar.origin);
            let who = ParticipantId(column as u32 - 1);
            group.title = Some(format!("{} is active", canvas.ctx.name(who)));
            group.items =
                vec![pen::shape(Geometry::Rect { rect, corner: look.corner.min(BAR) }, look)];
            canvas.lives.push(Item::Group(group));
        }
    }

    /// Bars that go on from the page before begin at `top`. Those of a page that was not drawn are gone.
    pub(super) fn resume(&mut self, top: f64) {
        self.closed.clear();
        self.open.iter_mut().flatten().for_each(|bar| bar.top = top);
    }
}
