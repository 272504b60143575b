//! Delays: lifelines turn to dots while time passes.

use scene::{Interval, Item, Text};

use super::canvas::{Break, BreakKind, Canvas};
use super::context::Context;
use puml_family::Label;
use puml_family::text;
use puml_family::{Look, LookId};

/// Without a label.
const BARE: f64 = 26.0;
/// Above and below a label.
const PAD: f64 = 9.0;

/// A delay with its label measured.
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
        self.label.bounds.width + 2.0 * PAD
    }

    /// How long it lasts on paper.
    pub(super) fn height(&self) -> f64 {
        if self.label.bounds.height == 0.0 { BARE } else { self.label.bounds.height + 2.0 * PAD }
    }

    /// The words on it.
    pub(super) fn title(&self) -> String {
        let label = text::spoken(&self.label);
        if label.is_empty() { "Delay".to_owned() } else { format!("Delay: {label}") }
    }

    /// Draws it between two edges with its upper edge at `y`; the lifelines between them are dotted.
    pub(super) fn draw(
        self,
        y: f64,
        edges: Interval,
        canvas: &mut Canvas<'_>,
        is_active: impl Fn(usize) -> bool,
    ) -> Vec<Item> {
        let Interval { from: left, to: right } = edges;
        let height = self.height();
        let columns: Vec<usize> = canvas.columns.between(left, right).collect();
        for &column in &columns {
            canvas.breaks[column].push(Break {
                top: y,
                bottom: y + height,
                kind: BreakKind::Delay,
            });
        }
        let mut items = Vec::new();
        // Notes and frames beside the lifelines do not move the middle.
        let middle = match (columns.first(), columns.last()) {
            (Some(&first), Some(&last)) => {
                f64::midpoint(canvas.columns.x(first), canvas.columns.x(last))
            }
            _ => f64::midpoint(left, right),
        };
        if self.label.bounds.height > 0.0 {
            let width = self.label.bounds.width;
            let x = (middle - width / 2.0).min(right - width).max(left);
            let label = text::place(self.label, x, y + PAD);
            items.extend(canvas.make_way(&label, is_active));
            items.push(Item::Text(label));
        } else {
            // The dots of the lifelines are the picture; three more in the middle make it findable.
            for step in [-1.0, 0.0, 1.0] {
                let rect = scene::Rect {
                    x: middle - 1.5,
                    y: y + height / 2.0 + step * 6.0 - 1.5,
                    width: 3.0,
                    height: 3.0,
                };
                items.push(puml_family::pen::filled(
                    scene::Geometry::Ellipse { rect },
                    self.look.text,
                ));
            }
        }
        items
    }
}
