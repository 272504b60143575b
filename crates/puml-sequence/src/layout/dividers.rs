//! Dividers: a label between two rules, from side to side.

use scene::{Geometry, Interval, Item, Rect, Stroke, Text};

use super::context::Context;
use super::spacing::crisp;
use puml_family::Label;
use puml_family::pen;
use puml_family::text;
use puml_family::{Look, LookId};

/// From the label to the left and right edge of its plate.
const PAD_X: f64 = 12.0;
/// From the label to the upper and lower edge of its plate.
const PAD_Y: f64 = 4.0;

/// A divider with its label measured.
pub(super) struct Measured<'m> {
    label: Text,
    look: &'m Look,
}

pub(super) fn measure<'m>(ctx: Context<'m>, label: &Label, look: LookId) -> Measured<'m> {
    let look = ctx.look(look);
    Measured { label: ctx.line(label, look), look }
}

impl Measured<'_> {
    /// The least width.
    pub(super) fn width(&self) -> f64 {
        self.label.bounds.width + 2.0 * PAD_X + 32.0
    }

    /// With the plate around the label.
    pub(super) fn height(&self) -> f64 {
        if self.label.bounds.height == 0.0 {
            7.0
        } else {
            (self.label.bounds.height + 2.0 * PAD_Y).ceil()
        }
    }

    /// The words on it.
    pub(super) fn title(&self) -> String {
        text::spoken(&self.label)
    }

    /// Draws it between two edges with its upper edge at `y`.
    pub(super) fn draw(self, y: f64, edges: Interval) -> Vec<Item> {
        let Interval { from: left, to: right } = edges;
        let height = self.height();
        let middle = crisp(y + height / 2.0);
        let stroke = Stroke::solid(self.look.line, self.look.line_width.max(0.5));
        let mut items = Vec::new();
        for offset in [-1.5, 1.5] {
            items.push(pen::line(
                pen::at(left, middle + offset),
                pen::at(right, middle + offset),
                stroke.clone(),
            ));
        }
        if self.label.bounds.height == 0.0 {
            return items;
        }
        let width = (self.label.bounds.width + 2.0 * PAD_X).ceil();
        let x = crisp(f64::midpoint(left, right) - width / 2.0);
        let rect = Rect { x, y: crisp(y), width, height };
        items.push(pen::shape(
            Geometry::Rect { rect, corner: self.look.corner.min(height / 2.0) },
            self.look,
        ));
        let text_x = x + (width - self.label.bounds.width) / 2.0;
        let text_y = rect.y + (height - self.label.bounds.height) / 2.0;
        items.push(Item::Text(text::place(self.label, text_x, text_y)));
        items
    }
}
