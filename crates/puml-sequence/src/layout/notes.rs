//! Notes: beside, over or across lifelines, or at what came before them.

use scene::{Geometry, Interval, Item, Rect, Segment, Size, Text, Vector};

use super::columns::{Columns, Constraints};
use super::context::{Context, column};
use super::messages::stagger;
use super::reach::Reach;
use super::spacing::{BAR, NOTE_GAP, OVERHANG};
use crate::model::{Note, NotePlace, NoteShape, Side};
use puml_family::Align;
use puml_family::pen;
use puml_family::text::{self, Markup, Setting};
use puml_family::themes::BLOCK_WIDTH;

/// How far the corner is folded.
const FOLD: f64 = 9.0;
/// How far a hexagon's points stand out.
const POINT: f64 = 10.0;

/// A note with its text measured.
pub(super) struct Measured<'m> {
    pub(super) note: &'m Note,
    text: Text,
    /// The least box around the text.
    pub(super) size: Size,
    /// What the note takes from side to side.
    pub(super) reach: Reach,
}

/// Measures the text; what it takes from side to side is known once it [stands](Measured::stand) somewhere.
pub(super) fn measure<'m>(ctx: Context<'m>, note: &'m Note) -> Measured<'m> {
    let look = ctx.look(note.look);
    let setting = ctx.setting(look).for_lines_of(&note.label);
    let text = text::typeset(&note.label, Markup::Sections, setting);
    let (pad_x, pad_y) = (look.padding + 2.0, look.padding);
    let extra = match note.shape {
        NoteShape::Folded => FOLD,
        NoteShape::Hexagon => 2.0 * POINT,
        NoteShape::Rectangle => 0.0,
    };
    let width = (text.bounds.width + 2.0 * pad_x + extra).max(look.min_width).max(24.0).ceil();
    let height = (text.bounds.height + 2.0 * pad_y).max(18.0).ceil();
    let size = Size { width, height };
    Measured { note, text, size, reach: Reach::at(1, width / 2.0, width / 2.0) }
}

impl Measured<'_> {
    /// Puts it at its lifelines, given how many bars are open at each; an attached note waits for [`Measured::attach`].
    pub(super) fn stand(&mut self, ctx: Context<'_>, level: impl Fn(usize) -> u32) {
        let width = self.size.width;
        let last = ctx.model.participants.len();
        self.reach = match self.note.place {
            NotePlace::Beside(side, who) => beside(
                Reach::at(column(who), active(level(column(who))), stagger(level(column(who)))),
                side,
                width,
            ),
            NotePlace::Over(who) => Reach::at(column(who), width / 2.0, width / 2.0),
            NotePlace::Across(one, other) if one == other => {
                Reach::at(column(one), width / 2.0, width / 2.0)
            }
            NotePlace::Across(one, other) => {
                let (lo, hi) = (column(one).min(column(other)), column(one).max(column(other)));
                Reach { lo, left: OVERHANG, hi, right: OVERHANG }
            }
            NotePlace::Whole if last > 1 => {
                Reach { lo: 1, left: OVERHANG, hi: last, right: OVERHANG }
            }
            NotePlace::Whole
            | NotePlace::Attached(_)
            | NotePlace::AttachedAbove
            | NotePlace::AttachedBelow => self.reach,
        };
    }

    /// Whether it belongs to what came before it.
    pub(super) fn is_attached(&self) -> bool {
        matches!(
            self.note.place,
            NotePlace::Attached(_) | NotePlace::AttachedAbove | NotePlace::AttachedBelow
        )
    }

    /// Puts an attached note beside, above or below a thing; `last` is the right border.
    pub(super) fn attach(&mut self, to: Reach, last: usize) {
        let width = self.size.width;
        self.reach = match self.note.place {
            NotePlace::Attached(side) => {
                // A border arrow leaves only one side free.
                let side = match side {
                    Side::Left if to.lo == 0 && to.hi != last => Side::Right,
                    Side::Right if to.hi == last && to.lo != 0 => Side::Left,
                    side => side,
                };
                beside(to, side, width)
            }
            _ if to.lo == to.hi => Reach::at(to.lo, width / 2.0, width / 2.0),
            _ => Reach { left: 0.0, right: 0.0, ..to },
        };
    }

    /// A note over several lifelines whose lines were broken at the usual limit takes the room it turned out to have.
    pub(super) fn refit(&mut self, ctx: Context<'_>, columns: &Columns) {
        let look = ctx.look(self.note.look);
        let room =
            self.edges(columns).length() - (self.size.width - self.text.bounds.width).max(0.0);
        if look.max_width == Some(BLOCK_WIDTH) && room > BLOCK_WIDTH && self.text.lines.len() > 1 {
            let pads = self.size.height - self.text.bounds.height;
            let usual = ctx.setting(look).for_lines_of(&self.note.label);
            let room = usual.max_width.map_or(room, |it| it.max(room));
            let setting = Setting { max_width: Some(room), ..usual };
            self.text = text::typeset(&self.note.label, Markup::Sections, setting);
            self.size.height = (self.text.bounds.height + pads).ceil();
        }
    }

    /// Keeps the columns below it wide enough.
    pub(super) fn constrain(&self, constraints: &mut Constraints) {
        let Reach { lo, left, hi, right } = self.reach;
        if lo < hi {
            constraints.apart(lo, hi, self.size.width - left - right);
        }
    }

    /// From the left to the right edge.
    pub(super) fn edges(&self, columns: &Columns) -> Interval {
        let edges = self.reach.edges(columns);
        let Interval { from: left, to: right } = edges;
        let width = self.size.width;
        match self.note.place {
            NotePlace::Beside(..) | NotePlace::Attached(_)
                if self.reach.left > self.reach.right =>
            {
                Interval::new(left, left + width)
            }
            NotePlace::Beside(..) | NotePlace::Attached(_) => Interval::new(right - width, right),
            NotePlace::AttachedAbove | NotePlace::AttachedBelow => {
                let middle = f64::midpoint(left, right);
                Interval::new(middle - width / 2.0, middle + width / 2.0)
            }
            NotePlace::Over(_) | NotePlace::Across(..) | NotePlace::Whole => edges,
        }
    }

    /// The words in it.
    pub(super) fn title(&self) -> String {
        format!("Note: {}", text::spoken(&self.text))
    }

    /// Draws it with its upper edge at `y`.
    pub(super) fn draw(self, y: f64, ctx: Context<'_>, columns: &Columns) -> Vec<Item> {
        let look = ctx.look(self.note.look);
        let Interval { from, to: right } = self.edges(columns);
        let left = super::spacing::crisp(from);
        let rect = Rect { x: left, y, width: (right - left).floor(), height: self.size.height };
        let mut items = match self.note.shape {
            NoteShape::Folded => folded(rect, look),
            NoteShape::Hexagon => pen::cast(hexagon(rect), look),
            NoteShape::Rectangle => pen::panel(rect, look),
        };
        let inset = match self.note.shape {
            NoteShape::Folded | NoteShape::Rectangle => look.padding + 2.0,
            NoteShape::Hexagon => look.padding + 2.0 + POINT,
        };
        let fold = if self.note.shape == NoteShape::Folded { FOLD } else { 0.0 };
        let room = rect.width - 2.0 * inset - fold;
        let slack = (room - self.text.bounds.width).max(0.0);
        // A note over several lifelines is wider than its words; they stand in its middle.
        let offset = match look.align {
            Align::Right => slack,
            Align::Left | Align::Center => slack / 2.0,
        };
        let top = y + (rect.height - self.text.bounds.height) / 2.0;
        items.push(Item::Text(text::place(self.text, left + inset + offset, top)));
        items
    }
}

fn active(level: u32) -> f64 {
    if level > 0 { BAR } else { 0.0 }
}

fn beside(to: Reach, side: Side, width: f64) -> Reach {
    match side {
        Side::Left => Reach::at(to.lo, to.left + NOTE_GAP + width, 0.0),
        Side::Right => Reach::at(to.hi, 0.0, to.right + NOTE_GAP + width),
    }
}

fn folded(rect: Rect, look: &puml_family::Look) -> Vec<Item> {
    let (top, right) = (rect.y, rect.right());
    let fold = FOLD.min(rect.height / 2.0);
    let sheet = sheet(rect, fold, look.corner);
    let corner = Geometry::Path(vec![
        Segment::Move(pen::at(right - fold, top)),
        Segment::Line(pen::at(right - fold, top + fold)),
        Segment::Line(pen::at(right, top + fold)),
    ]);
    let mut items = pen::cast(sheet, look);
    items.extend(pen::stroke(look).map(|stroke| pen::stroked(corner, stroke)));
    items
}

/// The outline of a folded note: all corners but the folded one follow the look.
fn sheet(rect: Rect, fold: f64, corner: f64) -> Geometry {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let round = corner.clamp(0.0, rect.height / 2.0 - fold / 2.0);
    if round <= 0.0 {
        return Geometry::Polygon(vec![
            pen::at(left, top),
            pen::at(right - fold, top),
            pen::at(right, top + fold),
            pen::at(right, bottom),
            pen::at(left, bottom),
        ]);
    }
    let mut outline =
        vec![Segment::Move(pen::at(right - fold, top)), Segment::Line(pen::at(right, top + fold))];
    outline.extend(pen::bend(
        pen::at(right, bottom),
        Vector::new(0.0, -round),
        Vector::new(-round, 0.0),
    ));
    outline.extend(pen::bend(
        pen::at(left, bottom),
        Vector::new(round, 0.0),
        Vector::new(0.0, -round),
    ));
    outline.extend(pen::bend(pen::at(left, top), Vector::new(0.0, round), Vector::new(round, 0.0)));
    outline.push(Segment::Close);
    Geometry::Path(outline)
}

fn hexagon(rect: Rect) -> Geometry {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let middle = f64::midpoint(top, bottom);
    Geometry::Polygon(vec![
        pen::at(left + POINT, top),
        pen::at(right - POINT, top),
        pen::at(right, middle),
        pen::at(right - POINT, bottom),
        pen::at(left + POINT, bottom),
        pen::at(left, middle),
    ])
}
