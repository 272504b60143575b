//! Bars, diamonds, brackets, and the texts and notes at them.

use puml_family::{Look, pen, text};
use scene::{Geometry, Id, Interval, Item, Rect, Segment, Stroke};

use super::Sheet;
use super::rows::{BAR, DIAMOND, extent};
use crate::element::Element;
use crate::model::{Entry, EntryKind};
use crate::schedule::Moment;

/// Gaps narrower than this make a bar look torn.
const NARROW: f64 = 4.0;

pub(super) fn draw(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for (idx, entry) in sheet.model.entries.iter().enumerate() {
        if entry.kind == EntryKind::Separator {
            continue;
        }
        let mut group = sheet.ctx.group(entry.kind.word(), entry.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        group.title = Some(tip(sheet, entry));
        group.link =
            entry.link.as_ref().and_then(|it| text::safe_link(&it.url, it.tooltip.as_deref()));
        if is_visible(sheet, entry) {
            let middle = sheet.rows.of(idx).middle();
            match entry.kind {
                EntryKind::Milestone => diamond(sheet, entry, middle, &mut group.items),
                EntryKind::Group => bracket(sheet, entry, middle, &mut group.items),
                _ => bar(sheet, entry, middle, &mut group.items),
            }
            for caption in &sheet.rows.captions[idx] {
                let text = text::place(caption.text.clone(), caption.at.x, caption.at.y);
                group.items.push(Item::Text(text));
            }
        }
        items.push(Item::Group(group));
        if let (Some(note), Some(said)) = (&sheet.rows.notes[idx], &entry.note) {
            let look = sheet.ctx.look(said.look);
            let mut group = sheet.ctx.group("note", said.origin);
            group.id = Some(Id::Number(idx as u32 + 1));
            group.title = Some(text::spoken(&note.text));
            group.items.extend(paper(note.rect, look));
            group.items.push(Item::Text(note.text.clone()));
            items.push(Item::Group(group));
        }
    }
    items
}

/// Whether some of it lies in the days that are printed.
fn is_visible(sheet: &Sheet<'_>, entry: &Entry) -> bool {
    let (Some(start), Some(end)) = (entry.start, entry.end) else { return false };
    let chart = &sheet.model.chart;
    let (first, last) = (Moment::of_day(chart.first), Moment::of_day(chart.last + 1));
    start < last && (end > first || start >= first)
}

fn tip(sheet: &Sheet<'_>, entry: &Entry) -> String {
    let name = puml_family::plain(&entry.label);
    let (Some(start), Some(last)) = (entry.start, crate::explain::last_day(entry)) else {
        return name;
    };
    let day = |day| crate::explain::day_name(sheet.model, day);
    if start.day() == last {
        format!("{name}: {}", day(last))
    } else {
        format!("{name}: {} to {}", day(start.day()), day(last))
    }
}

fn bar(sheet: &Sheet<'_>, entry: &Entry, middle: f64, items: &mut Vec<Item>) {
    let (look, undone) = (sheet.ctx.look(entry.look), sheet.ctx.look(entry.undone_look));
    let top = (middle - BAR / 2.0).round() + 0.5;
    let rect_of = |from: f64, to: f64| {
        let from = from.round() + 0.5;
        Rect { x: from, y: top, width: (to.round() - 0.5 - from).max(1.0), height: BAR - 1.0 }
    };
    let pieces = wide_enough(sheet, &entry.pieces);
    // Closed days between two pieces are bridged.
    for pair in pieces.windows(2) {
        let (from, to) = (sheet.x(pair[0].1), sheet.x(pair[1].0));
        if to - from > 1.0 {
            let stroke = Stroke::dashed(look.line, look.line_width.max(1.0), vec![2.0, 2.0]);
            for y in [top, top + BAR - 1.0] {
                items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
            }
        }
    }
    let total: i64 = pieces.iter().map(|it| it.1.0 - it.0.0).sum();
    let share = entry.completion.clamp(0, 100);
    let mut left = total.saturating_mul(share) / 100;
    for (from, to) in &pieces {
        let rect = rect_of(sheet.x(*from), sheet.x(*to));
        let seconds = to.0 - from.0;
        if entry.deleted {
            let stroke = Stroke::dashed(undone.line, undone.line_width.max(1.0), vec![3.0, 2.0]);
            let outline = pen::box_outline(rect, undone);
            items.push(pen::filled(
                outline.clone(),
                undone.fill.unwrap_or(scene::Color::WHITE.into()),
            ));
            items.push(pen::stroked(outline, stroke));
        } else if left >= seconds {
            items.extend(pen::panel(rect, look));
        } else {
            items.extend(pen::panel(rect, undone));
            if left > 0 {
                let width = rect.width * left as f64 / seconds as f64;
                let done = Rect { width: width.max(1.0), ..rect };
                items.push(pen::shape(pen::box_outline(done, look), look));
            }
        }
        left = (left - seconds).max(0);
    }
}

/// The pieces of a bar; those with closed days too narrow to be seen between them are one.
fn wide_enough(sheet: &Sheet<'_>, pieces: &[(Moment, Moment)]) -> Vec<(Moment, Moment)> {
    let mut out: Vec<(Moment, Moment)> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match out.last_mut() {
            Some(last) if sheet.x(piece.0) - sheet.x(last.1) < NARROW => last.1 = piece.1,
            _ => out.push(*piece),
        }
    }
    out
}

fn diamond(sheet: &Sheet<'_>, entry: &Entry, middle: f64, items: &mut Vec<Item>) {
    let usual = sheet.ctx.element(Element::Milestone);
    let chosen = sheet.ctx.look(entry.look);
    let is_plain = entry.look == sheet.ctx.looks.of(Element::Task);
    let look = if is_plain { usual } else { chosen };
    let (x, y) = (extent(entry, &sheet.axis, sheet.left).from + DIAMOND, middle);
    let arm = DIAMOND - 1.0;
    items.push(pen::shape(
        Geometry::Polygon(vec![
            pen::at(x, y - arm),
            pen::at(x + arm, y),
            pen::at(x, y + arm),
            pen::at(x - arm, y),
        ]),
        look,
    ));
}

/// A bar with two teeth over the tasks of a group.
fn bracket(sheet: &Sheet<'_>, entry: &Entry, middle: f64, items: &mut Vec<Item>) {
    let look = sheet.ctx.look(entry.look);
    let Interval { from, to } = extent(entry, &sheet.axis, sheet.left);
    let (top, thin) = (middle - 5.0, 5.0);
    let tooth = 6.0_f64.min((to - from) / 2.0);
    items.push(pen::shape(
        Geometry::Polygon(vec![
            pen::at(from, top),
            pen::at(to, top),
            pen::at(to, top + thin + tooth),
            pen::at(to - tooth, top + thin),
            pen::at(from + tooth, top + thin),
            pen::at(from, top + thin + tooth),
        ]),
        look,
    ));
}

/// A sheet of paper with a folded corner.
fn paper(rect: Rect, look: &Look) -> Vec<Item> {
    let fold = 7.0;
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let outline = Geometry::Polygon(vec![
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
    let mut items = pen::cast(outline, look);
    items.extend(pen::stroke(look).map(|stroke| pen::stroked(corner, stroke)));
    items
}
