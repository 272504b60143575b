//! Notes: folded sheets, tied to what they belong to with a dashed line.

use puml_family::text;
use puml_family::{LayoutContext, pen};
use scene::{Geometry, Item, Point, Rect, Segment, Size, Stroke, Text};

use super::boxes;
use super::place::Placed;
use crate::model::{Note, NotePlace, Side};

/// How far the corner is folded.
const FOLD: f64 = 9.0;

/// A note with its text measured.
pub(super) struct Measured {
    pub(super) size: Size,
    text: Text,
}

pub(super) fn measure(note: &Note, ctx: LayoutContext<'_>) -> Measured {
    let look = ctx.look(note.look);
    let text = ctx.sections(&note.label, look);
    let size = Size {
        width: (text.bounds.width + 2.0 * look.padding + 4.0 + FOLD).max(24.0).ceil(),
        height: (text.bounds.height + 2.0 * look.padding).max(18.0).ceil(),
    };
    Measured { size, text }
}

/// The line from a note to what it belongs to, where no link of the source leads there.
pub(super) fn tie(
    note: &Note,
    rect: Rect,
    placed: &Placed,
    entities: &[boxes::Measured],
) -> Option<(Point, Point)> {
    let target = match note.place {
        NotePlace::Beside(owner, _) => nearest(placed.entities[owner.0 as usize], rect),
        NotePlace::AtMember(owner, compartment, row, side) => {
            let owner_rect = placed.entities[owner.0 as usize];
            match entities[owner.0 as usize].row(compartment, row) {
                Some(at) if side == Side::Left => pen::at(owner_rect.x, owner_rect.y + at),
                Some(at) => pen::at(owner_rect.right(), owner_rect.y + at),
                None => nearest(owner_rect, rect),
            }
        }
        NotePlace::AtGroup(..) | NotePlace::OnLink(_) | NotePlace::Free => return None,
    };
    let from = nearest(rect, Rect { x: target.x, y: target.y, width: 0.0, height: 0.0 });
    Some((from, target))
}

/// The point of a box's outline that is nearest to the middle of another.
fn nearest(of: Rect, to: Rect) -> Point {
    let middle = pen::at(to.x + to.width / 2.0, to.y + to.height / 2.0);
    pen::at(middle.x.clamp(of.x, of.right()), middle.y.clamp(of.y, of.bottom()))
}

pub(super) fn draw(
    note: &Note,
    measured: &Measured,
    rect: Rect,
    tie: &[Point],
    ctx: LayoutContext<'_>,
) -> Option<Item> {
    if note.hidden {
        return None;
    }
    let look = ctx.look(note.look);
    let mut group = ctx.group("note", note.origin);
    group.title = Some(format!("Note: {}", text::spoken(&measured.text)));
    group.link = note.link.as_ref().and_then(puml_family::Link::safe);
    for pair in tie.windows(2) {
        let stroke = Stroke::dashed(look.line, 1.0, vec![3.0, 3.0]);
        group.items.push(pen::line(pair[0], pair[1], stroke));
    }
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let fold = FOLD.min(rect.height / 2.0);
    let sheet = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right - fold, top),
        pen::at(right, top + fold),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ]);
    let corner = Geometry::Path(vec![
        Segment::Move(pen::at(right - fold, top)),
        Segment::Line(pen::at(right - fold, top + fold)),
        Segment::Line(pen::at(right, top + fold)),
    ]);
    group.items.extend(pen::cast(sheet, look));
    group.items.extend(pen::stroke(look).map(|stroke| pen::stroked(corner, stroke)));
    let inset = look.padding + 2.0;
    let y = top + (rect.height - measured.text.bounds.height) / 2.0;
    group.items.push(Item::Text(text::place(measured.text.clone(), left + inset, y)));
    Some(Item::Group(group))
}
