//! The table beside the chart: names, first and last days, durations.

use puml_family::{Label, LayoutContext, pen, text};
use scene::{Font, Group, Id, Item, Text};

use super::Sheet;
use crate::ast::{Column, Part};
use crate::element::Element;
use crate::explain;
use crate::language::words;
use crate::model::{Entry, EntryKind, Model};
use crate::schedule::{Moment, date};

/// Between two columns.
const GAP: f64 = 14.0;
/// What one level of groups is indented by.
const INDENT: f64 = 12.0;

/// The columns with their texts, measured.
pub(super) struct Table {
    columns: Vec<Measured>,
    shows_names: bool,
}

struct Measured {
    width: f64,
    head: Text,
    /// One for each entry.
    cells: Vec<Option<Text>>,
    is_name: bool,
}

impl Table {
    pub(super) fn new(model: &Model, ctx: LayoutContext<'_>) -> Self {
        let words = words(&model.chart.language);
        let shown = |idx: usize| model.chart.shows(Part::Column(Column::WORDS[idx].1));
        let mut columns = Vec::new();
        for idx in (0..4).filter(|it| shown(*it)) {
            let is_name = idx == 0;
            let cells: Vec<Option<Text>> =
                model.entries.iter().map(|it| cell(model, ctx, it, idx)).collect();
            let look = ctx.element(Element::Table);
            let head = ctx.line(&Label { text: words.columns[idx].to_owned() }, look);
            let wide = cells.iter().zip(&model.entries).map(|(text, entry)| {
                let own = text.as_ref().map_or(0.0, |it| it.bounds.width);
                if entry.kind == EntryKind::Separator {
                    0.0
                } else {
                    own + indent(model, entry, is_name)
                }
            });
            let width = wide.fold(head.bounds.width, f64::max).ceil() + GAP;
            columns.push(Measured { width, head, cells, is_name });
        }
        Self { columns, shows_names: shown(0) }
    }

    pub(super) fn width(&self) -> f64 {
        self.columns.iter().map(|it| it.width).sum()
    }

    pub(super) fn shows_names(&self) -> bool {
        self.shows_names
    }
}

fn indent(model: &Model, entry: &Entry, is_name: bool) -> f64 {
    if !is_name {
        return 0.0;
    }
    let mut depth = 0.0;
    let mut group = entry.group;
    while let Some(idx) = group {
        depth += INDENT;
        group = model.entries[idx].group;
    }
    depth
}

fn cell(model: &Model, ctx: LayoutContext<'_>, entry: &Entry, column: usize) -> Option<Text> {
    if entry.row_of.is_some() {
        return None;
    }
    if column == 0 {
        return name(ctx, entry);
    }
    if entry.kind == EntryKind::Separator {
        return None;
    }
    let (start, end, last) = (entry.start?, entry.end?, explain::last_day(entry)?);
    let written = match column {
        1 => day_text(model, start.day()) + &time_text(start),
        2 if entry.kind == EntryKind::Milestone => return None,
        2 => day_text(model, last) + &time_text(end),
        _ => explain::duration(entry, words(&model.chart.language).day),
    };
    let text = ctx.line(&Label { text: written }, ctx.element(Element::Table));
    (text.bounds.width > 0.0).then_some(text)
}

/// The label of a row, in the look of its kind.
pub(super) fn name(ctx: LayoutContext<'_>, entry: &Entry) -> Option<Text> {
    let look = match entry.kind {
        EntryKind::Separator => ctx.element(Element::Separator),
        EntryKind::Group => ctx.element(Element::Group),
        EntryKind::Milestone => ctx.element(Element::Milestone),
        EntryKind::Task => ctx.look(entry.look),
    };
    let text = ctx.line(&entry.label, look);
    (text.bounds.width > 0.0).then_some(text)
}

/// A day as the chart's language writes it, with the year where the chart has several.
fn day_text(model: &Model, day: i64) -> String {
    if !model.chart.has_dates {
        return (day - model.chart.first + 1).to_string();
    }
    let (written, first, last) = (date(day), date(model.chart.first), date(model.chart.last));
    let year = (first.year() != last.year()).then(|| written.year());
    words(&model.chart.language).date(written.month() as usize - 1, written.day(), year)
}

/// ` 16:00` for a moment within its day, with the seconds where there are any.
fn time_text(moment: Moment) -> String {
    match moment.of_day_seconds() {
        0 => String::new(),
        seconds if seconds % 60 == 0 => format!(" {:02}:{:02}", seconds / 3600, seconds / 60 % 60),
        seconds => {
            format!(" {:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
        }
    }
}

/// The heads above, a line a row below.
pub(super) fn draw(sheet: &Sheet<'_>, header: f64) -> Vec<Item> {
    let mut group = Group::new("table");
    group.id = Some(Id::Role);
    let look = sheet.ctx.element(Element::Table);
    let mut x = 0.0;
    let top = (header - 20.0).max(0.0);
    for column in &sheet.table.columns {
        let mut head = column.head.clone();
        for run in head.lines.iter_mut().flat_map(|it| &mut it.runs) {
            run.font = Font { bold: false, ..run.font.clone() };
        }
        let y = header - head.bounds.height - 3.0;
        group.items.push(Item::Text(text::place(head, x, y)));
        for (idx, cell) in column.cells.iter().enumerate() {
            let entry = &sheet.model.entries[idx];
            let Some(text) = cell.clone() else { continue };
            if entry.kind == EntryKind::Separator {
                continue;
            }
            let row = sheet.rows.of(idx);
            let height = text.bounds.height;
            let y = row.y + ((row.name_height - height) / 2.0).max(1.0);
            let at = x + indent(sheet.model, entry, column.is_name);
            group.items.push(Item::Text(text::place(text, at, y)));
        }
        x += column.width;
        if let Some(stroke) = pen::stroke(look) {
            let edge = (x - GAP / 2.0).round() + 0.5;
            group.items.push(pen::line(pen::at(edge, top), pen::at(edge, sheet.bottom), stroke));
        }
    }
    vec![Item::Group(group)]
}
