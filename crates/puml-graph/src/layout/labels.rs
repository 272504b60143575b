//! The labels of a link: texts and notes, one below the other, and the room of its qualifiers.

use puml_family::text::{self, Setting, Wrap};
use puml_family::{Label, LayoutContext, Look, pen};
use scene::{Geometry, Item, Point, Rect, Size, Text, Vector};

use super::{notes, qualifiers};
use crate::model::{Link, Note, Reading};

/// Between two labels that stand one below the other.
const GAP: f64 = 2.0;
/// The room of the arrow that says which way a label is read.
const ARROW: f64 = 12.0;

/// The labels of one link, measured.
#[derive(Default)]
pub(super) struct Labels {
    pub(super) from: Stack,
    pub(super) middle: Stack,
    pub(super) to: Stack,
}

/// Labels one below the other.
#[derive(Default)]
pub(super) struct Stack {
    /// The key of a qualified association: stands on the line, the others beside it.
    qualifier: Option<Text>,
    parts: Vec<Part>,
}

enum Part {
    Text(Text),
    /// A text with an arrow before it.
    Read(Text, Reading),
    /// A note that stands at the link; its place among all notes.
    Note(usize, Size),
}

impl Part {
    fn size(&self) -> Size {
        match self {
            Self::Text(text) => Size { width: text.bounds.width, height: text.bounds.height },
            Self::Read(text, _) => {
                Size { width: text.bounds.width + ARROW, height: text.bounds.height.max(ARROW) }
            }
            Self::Note(_, size) => *size,
        }
    }
}

impl Stack {
    /// The room of all labels; none where there is nothing to say.
    pub(super) fn size(&self) -> Option<Size> {
        let sizes = || self.parts.iter().map(Part::size).chain(self.qualifier());
        let width = sizes().map(|it| it.width).fold(0.0, f64::max);
        let count = sizes().count();
        let gaps = GAP * count.saturating_sub(1) as f64;
        let height = sizes().map(|it| it.height).sum::<f64>() + gaps;
        (count > 0).then_some(Size { width, height })
    }

    fn qualifier(&self) -> Option<Size> {
        self.qualifier.as_ref().map(qualifiers::size)
    }

    /// Takes the qualifier out; the room that it leaves stays free.
    pub(super) fn take_qualifier(&mut self) -> Option<Text> {
        self.qualifier.take()
    }

    /// The words of its texts.
    pub(super) fn spoken(&self) -> Option<String> {
        let words: Vec<String> = self
            .parts
            .iter()
            .filter_map(|it| match it {
                Part::Text(text) | Part::Read(text, _) => Some(text::spoken(text)),
                Part::Note(..) => None,
            })
            .filter(|it| !it.is_empty())
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Draws everything but notes, whose places are returned. In a room with space left the labels stand away from
    /// the end of the line.
    pub(super) fn draw(
        self,
        at: Rect,
        end: Option<Point>,
        heading: Vector,
        look: &Look,
        items: &mut Vec<Item>,
    ) -> Vec<(usize, Rect)> {
        let mut notes = Vec::new();
        let spare = at.height - self.size().map_or(at.height, |it| it.height);
        let is_above = end.is_some_and(|it| it.y <= at.y);
        let mut y = if is_above { at.y + spare } else { at.y };
        for part in self.parts {
            let Size { width, height } = part.size();
            let x = at.x + (at.width - width) / 2.0;
            let rect = Rect { x, y, width, height };
            match part {
                Part::Text(text) => items.push(Item::Text(text::place(text, x, y))),
                Part::Read(text, reading) => {
                    let center = pen::at(x + ARROW / 2.0 - 2.0, y + height / 2.0);
                    items.push(arrow(center, heading, reading, look));
                    let lead = (height - text.bounds.height) / 2.0;
                    items.push(Item::Text(text::place(text, x + ARROW, y + lead)));
                }
                Part::Note(idx, _) => notes.push((idx, rect)),
            }
            y += height + GAP;
        }
        notes
    }
}

/// A small triangle that points along the link.
fn arrow(center: Point, heading: Vector, reading: Reading, look: &Look) -> Item {
    let Vector { dx, dy } = heading;
    let sign = if reading == Reading::Forward { 1.0 } else { -1.0 };
    let (ux, uy) = if dx.abs() > dy.abs() {
        (sign * dx.signum(), 0.0)
    } else {
        (0.0, sign * if dy == 0.0 { 1.0 } else { dy.signum() })
    };
    let at = |along: f64, across: f64| {
        pen::at(center.x + ux * along - uy * across, center.y + uy * along + ux * across)
    };
    let triangle = Geometry::Polygon(vec![at(4.5, 0.0), at(-3.5, 4.0), at(-3.5, -4.0)]);
    pen::filled(triangle, look.text)
}

/// Measures the labels of a link and the note that stands at it.
pub(super) fn measure(
    link: &Link,
    note: Option<(usize, &Note, &notes::Measured)>,
    ctx: LayoutContext<'_>,
) -> Labels {
    if link.hidden {
        return Labels::default();
    }
    let look = ctx.look(link.look);
    let set = |label: &Label| {
        let setting = Setting { wrap: Wrap::Even, ..ctx.setting(look) };
        (!label.text.is_empty()).then(|| text::typeset(label, text::Markup::Code, setting))
    };
    let end = |qualifier: &Label, quantifier: &Label, role: &Label| {
        let texts = [quantifier, role].into_iter().filter_map(set).map(Part::Text);
        Stack { qualifier: set(qualifier), parts: texts.collect() }
    };
    let mut middle: Vec<Part> = link.stereotypes.iter().filter_map(set).map(Part::Text).collect();
    match (link.reading, set(&link.label)) {
        (Some(reading), text) => {
            middle.push(Part::Read(text.unwrap_or_else(text::empty), reading));
        }
        (None, Some(text)) => middle.push(Part::Text(text)),
        (None, None) => {}
    }
    middle.extend(note.filter(|it| !it.1.hidden).map(|(idx, _, it)| Part::Note(idx, it.size)));
    Labels {
        from: end(&link.from_qualifier, &link.from_label, &link.from_role),
        middle: Stack { qualifier: None, parts: middle },
        to: end(&link.to_qualifier, &link.to_label, &link.to_role),
    }
}
