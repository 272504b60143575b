//! What lies behind the bars: closed and coloured days, lines between days and rows, separators; and vertical lines.

use puml_family::{pen, text};
use scene::{Group, Id, Interval, Item, Paint, Rect, Stroke};

use super::Sheet;
use super::table;
use crate::ast::ScaleUnit;
use crate::element::Element;
use crate::model::EntryKind;
use crate::schedule::{Moment, date, weekday};

/// Everything behind the bars, from the first row down to `bottom`.
pub(super) fn draw(sheet: &Sheet<'_>, bottom: f64) -> Vec<Item> {
    let mut group = Group::new("grid");
    group.id = Some(Id::Role);
    let head = if sheet.model.chart.unit == ScaleUnit::Daily { 18.0 } else { sheet.top };
    let mut shaded: Option<(Interval, Paint)> = None;
    let closed = sheet.ctx.element(Element::Closed).fill;
    let flush = |run: Option<(Interval, Paint)>, items: &mut Vec<Item>| {
        if let Some((days, fill)) = run {
            // Words of the scale are not read on every colour.
            let top = if Some(fill) == closed { head } else { sheet.scale_end };
            let rect = Rect { x: days.from, y: top, width: days.length(), height: bottom - top };
            items.push(pen::filled(scene::Geometry::Rect { rect, corner: 0.0 }, fill));
        }
    };
    for day in sheet.axis.days() {
        let from = sheet.x(Moment::of_day(day));
        let to = sheet.x(Moment::of_day(day + 1));
        let fill = shade(sheet, day);
        match (&mut shaded, fill) {
            (Some((days, shown)), Some(fill))
                if *shown == fill && (days.to - from).abs() < 0.01 =>
            {
                days.to = to;
            }
            (_, fill) => {
                flush(shaded.take(), &mut group.items);
                shaded = fill.map(|it| (Interval::new(from, to), it));
            }
        }
    }
    flush(shaded.take(), &mut group.items);
    lines(sheet, bottom, &mut group.items);
    vec![Item::Group(group)]
}

/// What a day is filled with: today, its own colour, that of its week day, closed.
fn shade(sheet: &Sheet<'_>, day: i64) -> Option<Paint> {
    let model = sheet.model;
    let today = model.chart.today.filter(|it| it.0 == day).map(|it| it.1);
    let tint = model.tints.iter().rev().find(|it| it.0 == day).map(|it| it.1);
    let weekly = model.weekday_tints[weekday(day)];
    if let Some(look) = today.or(tint).or(weekly) {
        return sheet.ctx.look(look).fill;
    }
    let is_closed = model.calendar.is_closed(day);
    is_closed.then(|| sheet.ctx.element(Element::Closed).fill).flatten()
}

/// Thin lines between days, weeks or months, and below each row.
fn lines(sheet: &Sheet<'_>, bottom: f64, items: &mut Vec<Item>) {
    let look = sheet.ctx.element(Element::Timeline);
    let Some(stroke) = pen::stroke(look) else { return };
    let fine = Stroke { width: stroke.width * 0.6, ..stroke.clone() };
    let chart = &sheet.model.chart;
    for day in sheet.axis.days() {
        let is_line = day == chart.first
            || match chart.unit {
                ScaleUnit::Daily => true,
                ScaleUnit::Weekly => (weekday(day) + 7 - chart.first_weekday).is_multiple_of(7),
                ScaleUnit::Monthly => date(day).day() == 1,
                ScaleUnit::Quarterly => date(day).day() == 1 && date(day).month() % 3 == 1,
                ScaleUnit::Yearly => date(day).day() == 1 && date(day).month() == 1,
            };
        if is_line && sheet.axis.day() > 0.0 {
            let x = sheet.x(Moment::of_day(day)).round() + 0.5;
            items.push(pen::line(pen::at(x, sheet.top), pen::at(x, bottom), fine.clone()));
        }
    }
    let x = sheet.right().round() + 0.5;
    items.push(pen::line(pen::at(x, sheet.top), pen::at(x, bottom), fine.clone()));
    for y in sheet.rows.all.iter().map(|it| it.y).chain([sheet.bottom]) {
        let y = y.round() + 0.5;
        items.push(pen::line(pen::at(0.0, y), pen::at(sheet.right(), y), fine.clone()));
    }
}

/// Lines of text between rows.
pub(super) fn separators(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut number = 0;
    for (idx, entry) in sheet.model.entries.iter().enumerate() {
        if entry.kind != EntryKind::Separator {
            continue;
        }
        number += 1;
        let row = sheet.rows.of(idx);
        let look = sheet.ctx.look(entry.look);
        let mut group = sheet.ctx.group("separator", entry.origin);
        group.id = Some(Id::Number(number));
        let rect =
            Rect { x: 0.0, y: row.y + 1.0, width: sheet.right() + 0.5, height: row.height - 1.0 };
        if let Some(fill) = look.fill {
            group.items.push(pen::filled(scene::Geometry::Rect { rect, corner: 0.0 }, fill));
        }
        let mut from = 0.0;
        if let Some(text) = table::name(sheet.ctx, entry) {
            group.title = Some(text::spoken(&text));
            from = (text.bounds.width + 12.0).max(sheet.table.width() + 2.0);
            let y = row.middle() - text.bounds.height / 2.0;
            group.items.push(Item::Text(text::place(text, 4.0, y)));
        }
        if let Some(stroke) = pen::stroke(look)
            && from < sheet.right()
        {
            let y = row.middle().round() + 0.5;
            group.items.push(pen::line(pen::at(from, y), pen::at(sheet.right(), y), stroke));
        }
        items.push(Item::Group(group));
    }
    items
}

/// Vertical lines in front of the bars.
pub(super) fn rules(sheet: &Sheet<'_>) -> Vec<Item> {
    let look = sheet.ctx.element(Element::Rule);
    let Some(stroke) = pen::stroke(look) else { return Vec::new() };
    let mut items = Vec::new();
    for (idx, (at, origin)) in sheet.model.rules.iter().enumerate() {
        let mut group = sheet.ctx.group("rule", *origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let x = sheet.x(*at).round() + 0.5;
        let line = pen::line(pen::at(x, sheet.top), pen::at(x, sheet.bottom), stroke.clone());
        group.items.push(line);
        items.push(Item::Group(group));
    }
    items
}
