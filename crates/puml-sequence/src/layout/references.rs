//! References to other diagrams: a frame over lifelines with a tab that says so.

use scene::{Interval, Item, Rect, Size, Text};

use super::columns::{Columns, Constraints};
use super::context::{Context, column};
use super::reach::Reach;
use super::spacing::{OVERHANG, crisp};
use crate::model::Reference;
use puml_family::pen;
use puml_family::text;
use puml_family::{Align, Label};

/// A reference with its text measured.
pub(super) struct Measured<'m> {
    pub(super) reference: &'m Reference,
    tab: Text,
    tab_size: Size,
    text: Text,
    pub(super) size: Size,
    pub(super) reach: Reach,
}

/// Measures the text; the frame covers every lifeline from the first to the last it is over.
pub(super) fn measure<'m>(ctx: Context<'m>, reference: &'m Reference) -> Measured<'m> {
    let (look, header) = (ctx.look(reference.look), ctx.look(reference.header_look));
    let tab = ctx.line(&Label { text: "ref".to_owned() }, header);
    let tab_size =
        Size { width: (tab.bounds.width + 18.0).ceil(), height: (tab.bounds.height + 5.0).ceil() };
    let text = ctx.block(&reference.label, look);
    let width = (text.bounds.width + 2.0 * (look.padding + 4.0))
        .max(tab_size.width + 20.0)
        .max(look.min_width)
        .ceil();
    let height = (tab_size.height + 4.0 + text.bounds.height + look.padding + 2.0).ceil();
    let columns = || reference.over.iter().map(|&who| column(who));
    let (lo, hi) = (columns().min().unwrap_or(1), columns().max().unwrap_or(1));
    let reach = if lo == hi {
        let half = (width / 2.0).max(OVERHANG);
        Reach::at(lo, half, half)
    } else {
        Reach { lo, left: OVERHANG, hi, right: OVERHANG }
    };
    Measured { reference, tab, tab_size, text, size: Size { width, height }, reach }
}

impl Measured<'_> {
    /// Keeps the columns below it wide enough.
    pub(super) fn constrain(&self, constraints: &mut Constraints) {
        let Reach { lo, left, hi, right } = self.reach;
        if lo < hi {
            constraints.apart(lo, hi, self.size.width - left - right);
        }
    }

    /// The words in it.
    pub(super) fn title(&self) -> String {
        format!("Reference: {}", text::spoken(&self.text))
    }

    /// Draws it with its upper edge at `y`.
    pub(super) fn draw(self, y: f64, ctx: Context<'_>, columns: &Columns) -> Vec<Item> {
        let (look, header) = (ctx.look(self.reference.look), ctx.look(self.reference.header_look));
        let Interval { from, to: right } = self.reach.edges(columns);
        let left = crisp(from);
        let rect = Rect { x: left, y, width: (right - left).floor(), height: self.size.height };
        let mut items = pen::panel(rect, look);
        let tab = Rect { width: self.tab_size.width, height: self.tab_size.height, ..rect };
        items.push(pen::tab(tab, look.corner, header));
        items.push(Item::Text(text::place(self.tab, left + 7.0, y + 2.5)));
        let middle = left + (rect.width - self.text.bounds.width) / 2.0;
        let top = y + self.tab_size.height + 2.0;
        let pad = look.padding + 4.0;
        let x = match look.align {
            Align::Left => left + pad,
            Align::Center => middle,
            Align::Right => rect.right() - pad - self.text.bounds.width,
        };
        items.push(Item::Text(text::place(self.text, x, top)));
        items
    }
}
