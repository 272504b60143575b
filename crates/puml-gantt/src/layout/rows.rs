//! Which row each task has, how high rows are, and what stands in them that links must not cross.

use puml_family::{Label, LayoutContext, pen, text};
use scene::{Interval, Point, Rect, Text};

use super::axis::Axis;
use super::table;
use crate::ast::Part;
use crate::element::Element;
use crate::model::{Entry, EntryKind, Model};
use crate::schedule::Moment;

/// The height of a row with one line of text.
pub(super) const ROW: f64 = 26.0;
/// The height of a bar.
pub(super) const BAR: f64 = 14.0;
/// Half the width of a diamond.
pub(super) const DIAMOND: f64 = 8.0;

/// A row of the chart.
pub(super) struct Row {
    pub(super) y: f64,
    pub(super) height: f64,
    /// The part that the name and the bars stand in.
    pub(super) name_height: f64,
    /// From where to where on the page something stands, in the middle of the row.
    pub(super) taken: Vec<Interval>,
    /// The same below the bars.
    pub(super) below: Vec<Interval>,
}

impl Row {
    /// The middle of the bars.
    pub(super) fn middle(&self) -> f64 {
        self.y + self.name_height / 2.0
    }
}

/// A text beside or below a bar.
pub(super) struct Caption {
    pub(super) text: Text,
    /// Its left upper corner.
    pub(super) at: Point,
}

/// A note below a bar.
pub(super) struct NoteBox {
    pub(super) text: Text,
    pub(super) rect: Rect,
}

/// All rows, and what stands at each entry.
pub(super) struct Rows {
    pub(super) all: Vec<Row>,
    row_of: Vec<usize>,
    /// One for each entry.
    pub(super) captions: Vec<Vec<Caption>>,
    pub(super) notes: Vec<Option<NoteBox>>,
}

impl Rows {
    pub(super) fn new(
        model: &Model,
        ctx: LayoutContext<'_>,
        axis: &Axis,
        left: f64,
        top: f64,
        shows_names: bool,
    ) -> Self {
        let row_of = places(model);
        let count = row_of.iter().max().map_or(0, |it| it + 1);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (idx, row) in row_of.iter().enumerate() {
            members[*row].push(idx);
        }
        let mut rows = Self {
            all: Vec::with_capacity(count),
            captions: model.entries.iter().map(|_| Vec::new()).collect(),
            notes: model.entries.iter().map(|_| None).collect(),
            row_of,
        };
        let mut y = top;
        for entries in &members {
            let row = rows.row(model, ctx, axis, left, y, entries, shows_names);
            y += row.height;
            rows.all.push(row);
        }
        rows
    }

    pub(super) fn of(&self, entry: usize) -> &Row {
        &self.all[self.row_of[entry]]
    }

    pub(super) fn index(&self, entry: usize) -> usize {
        self.row_of[entry]
    }

    pub(super) fn bottom(&self, top: f64) -> f64 {
        self.all.last().map_or(top + ROW, |it| it.y + it.height)
    }

    #[expect(clippy::too_many_arguments, reason = "a row is made of all that the sheet will hold")]
    fn row(
        &mut self,
        model: &Model,
        ctx: LayoutContext<'_>,
        axis: &Axis,
        left: f64,
        y: f64,
        entries: &[usize],
        shows_names: bool,
    ) -> Row {
        let name = entries.first().and_then(|it| table::name(ctx, &model.entries[*it]));
        let lines = name.map_or(0.0, |it| it.bounds.height);
        let name_height = ROW.max(lines + 8.0).ceil();
        let mut row =
            Row { y, height: name_height, name_height, taken: Vec::new(), below: Vec::new() };
        let boxes: Vec<Interval> =
            entries.iter().map(|it| extent(&model.entries[*it], axis, left)).collect();
        row.taken.extend(&boxes);
        // Texts below bars stand in lines of their own.
        let mut lanes: Vec<Vec<Interval>> = Vec::new();
        for (idx, bar) in entries.iter().zip(&boxes) {
            let entry = &model.entries[*idx];
            if entry.kind == EntryKind::Separator || bar.from > bar.to {
                continue;
            }
            let is_named = shows_names && entry.row_of.is_none();
            let people = people(model, entry);
            for (text, is_name) in [
                (if is_named { None } else { table::name(ctx, entry) }, true),
                (people.map(|it| ctx.line(&it, ctx.element(Element::Person))), false),
            ] {
                let Some(text) = text else { continue };
                let width = text.bounds.width;
                let beside = row.taken.iter().filter(|it| it.from >= bar.from).map(|it| it.to);
                let right = if entries.len() == 1 { beside.fold(bar.to, f64::max) } else { bar.to };
                let fits = is_name
                    && entry.kind == EntryKind::Task
                    && width + 10.0 <= bar.length()
                    && text.lines.len() == 1;
                let at = if fits {
                    pen::at(bar.from + 5.0, row.middle() - text.bounds.height / 2.0)
                } else if entries.len() == 1 {
                    row.taken.push(Interval::new(right, right + 8.0 + width));
                    pen::at(right + 8.0, row.middle() - text.bounds.height / 2.0)
                } else {
                    let from = bar.from;
                    let is_free = |lane: &Vec<Interval>| {
                        lane.iter().all(|it| it.to + 4.0 <= from || from + width + 4.0 <= it.from)
                    };
                    let lane = lanes.iter().position(is_free).unwrap_or(lanes.len());
                    if lane == lanes.len() {
                        lanes.push(Vec::new());
                    }
                    let words = Interval::new(from, from + width);
                    lanes[lane].push(words);
                    row.below.push(words);
                    pen::at(from, y + name_height - 4.0 + 16.0 * lane as f64)
                };
                self.captions[*idx].push(Caption { text, at });
            }
        }
        row.height += 16.0 * lanes.len() as f64;
        let mut deepest = 0.0_f64;
        let mut right = f64::MIN;
        for (idx, bar) in entries.iter().zip(&boxes) {
            let entry = &model.entries[*idx];
            let Some(note) = &entry.note else { continue };
            let look = ctx.look(note.look);
            let text = ctx.block(&note.label, look);
            let (pad, fold) = (look.padding, 7.0);
            // An arrow leaves a milestone downwards.
            let from = if entry.kind == EntryKind::Milestone { bar.to } else { bar.from };
            let rect = Rect {
                x: puml_family::page::crisp(from.max(right)),
                y: puml_family::page::crisp(y + row.height - 3.0),
                width: (text.bounds.width + 2.0 * pad + fold).ceil(),
                height: (text.bounds.height + 2.0 * pad).ceil(),
            };
            right = rect.right() + 6.0;
            deepest = deepest.max(rect.height + 3.0);
            row.below.push(Interval::new(rect.x, rect.right()));
            let text = text::place(text, rect.x + pad, rect.y + pad);
            self.notes[*idx] = Some(NoteBox { text, rect });
        }
        row.height = (row.height + deepest).ceil();
        row
    }
}

/// The row of each entry: its own, or that of the task it stands beside.
fn places(model: &Model) -> Vec<usize> {
    let mut places = vec![0; model.entries.len()];
    let mut next = 0;
    for (idx, entry) in model.entries.iter().enumerate() {
        let shared = entry.row_of.filter(|it| *it < idx);
        places[idx] = if let Some(other) = shared {
            places[other]
        } else {
            next += 1;
            next - 1
        };
    }
    places
}

/// From where to where an entry's bar reaches; the wrong way round where it has none.
pub(super) fn extent(entry: &Entry, axis: &Axis, left: f64) -> Interval {
    let (Some(start), Some(end)) = (entry.start, entry.end) else {
        return Interval::new(f64::MAX, f64::MIN);
    };
    if entry.kind == EntryKind::Milestone {
        let middle = left + milestone(start, axis);
        return Interval::new(middle - DIAMOND, middle + DIAMOND);
    }
    let from = left + axis.x(start);
    Interval::new(from, (left + axis.x(end)).max(from + 2.0))
}

/// The middle of a milestone's day, or the moment itself where days are told apart.
pub(super) fn milestone(start: Moment, axis: &Axis) -> f64 {
    let day = start.day();
    let (from, to) = (axis.x(Moment::of_day(day)), axis.x(Moment::of_day(day + 1)));
    if start.of_day_seconds() > 0 && to - from > 30.0 {
        axis.x(start)
    } else {
        f64::midpoint(from, to)
    }
}

/// Who works on a task, as it stands beside its bar.
fn people(model: &Model, entry: &Entry) -> Option<Label> {
    if !model.chart.shows(Part::ResourceNames) || entry.team.is_empty() {
        return None;
    }
    let all: Vec<String> = entry
        .team
        .iter()
        .map(|(who, share)| match share {
            100 => model.people[*who].name.clone(),
            share => format!("{} {share} %", model.people[*who].name),
        })
        .collect();
    Some(Label { text: all.join(", ") })
}
