//! The time scale: years, months, weeks and days, and the names of ranges below them.

use puml_family::{Label, LayoutContext, pen, text};
use scene::{Font, Group, Id, Interval, Item, Text};

use super::Sheet;
use super::axis::Axis;
use crate::ast::{ScaleUnit, WeekLabels};
use crate::element::Element;
use crate::language::{self, Words};
use crate::model::Model;
use crate::schedule::{Moment, date, weekday};

/// One line of the scale, in pixels.
const LINE: f64 = 17.0;

/// Where the scale stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Above,
    Below,
}

/// A cell of the scale: its days and its text.
struct Cell {
    from: i64,
    /// One past the last.
    to: i64,
    text: String,
    is_closed: bool,
}

/// The scale, ready to be drawn.
pub(super) struct Header {
    lines: Vec<Vec<Cell>>,
    /// Lines of names: each range with its place in the model.
    lanes: usize,
    lane_of: Vec<usize>,
}

impl Header {
    pub(super) fn new(model: &Model, ctx: LayoutContext<'_>, axis: &Axis) -> Self {
        let words = language::words(&model.chart.language);
        let lines = match (model.chart.has_dates, model.chart.unit) {
            (false, ScaleUnit::Daily) => vec![numbers(model, axis, 1)],
            (false, ScaleUnit::Weekly) => vec![numbers(model, axis, 7)],
            (false, _) => vec![numbers(model, axis, 30)],
            (true, ScaleUnit::Daily) => vec![
                months(axis, words, MonthForm::WithYear),
                days(model, axis, |day| words.weekdays[weekday(day)].to_owned()),
                days(model, axis, |day| date(day).day().to_string()),
            ],
            (true, ScaleUnit::Weekly) => {
                vec![months(axis, words, MonthForm::WithYear), weeks(model, axis)]
            }
            (true, ScaleUnit::Monthly) => {
                vec![years(axis), months(axis, words, MonthForm::Alone)]
            }
            (true, ScaleUnit::Quarterly) => vec![years(axis), quarters(axis)],
            (true, ScaleUnit::Yearly) => vec![years(axis)],
        };
        let (lanes, lane_of) = lanes(model, ctx, axis);
        Self { lines, lanes, lane_of }
    }

    /// Without the names.
    pub(super) fn scale_height(&self) -> f64 {
        LINE * self.lines.len() as f64 + 3.0
    }

    pub(super) fn height(&self) -> f64 {
        let names = if self.lanes > 0 { LINE * self.lanes as f64 + 3.0 } else { 0.0 };
        self.scale_height() + names
    }

    pub(super) fn draw(&self, sheet: &Sheet<'_>, top: f64, place: Place) -> Vec<Item> {
        let ctx = sheet.ctx;
        let look = ctx.element(Element::Timeline);
        let mut group = Group::new("timeline");
        group.id = Some(Id::Number(if place == Place::Above { 1 } else { 2 }));
        let count = self.lines.len();
        for (idx, cells) in self.lines.iter().enumerate() {
            // Mirrored below, so that days stand next to the rows.
            let line = if place == Place::Above { idx } else { count - 1 - idx };
            let y = top + 1.0 + LINE * line as f64;
            let is_head = idx == 0 && count > 1;
            draw_cells(sheet, cells, y, is_head, &mut group.items);
            if idx > 0 {
                let at = if place == Place::Above { y } else { y + LINE };
                let line = pen::stroke(look).map(|stroke| {
                    pen::line(
                        pen::at(sheet.left, at.round()),
                        pen::at(sheet.right(), at.round()),
                        stroke,
                    )
                });
                group.items.extend(line);
            }
        }
        if place == Place::Above {
            let names = sheet.model.names.iter().zip(&self.lane_of).enumerate();
            let mut items: Vec<Item> = vec![Item::Group(group)];
            for (number, (name, lane)) in names {
                let y = self.scale_height() + LINE * *lane as f64;
                let Some(text) = name_text(ctx, &name.label) else { continue };
                let mut group = ctx.group("days", name.origin);
                group.id = Some(Id::Number(number as u32 + 1));
                let Interval { from, .. } = name_box(&sheet.axis, name.from, name.to, &text);
                group.items.push(Item::Text(text::place(text, sheet.left + from, y)));
                items.push(Item::Group(group));
            }
            return items;
        }
        vec![Item::Group(group)]
    }
}

/// The texts of one line, and lines between them.
fn draw_cells(sheet: &Sheet<'_>, cells: &[Cell], y: f64, is_head: bool, items: &mut Vec<Item>) {
    let looks = [sheet.ctx.element(Element::Timeline), sheet.ctx.element(Element::Closed)];
    let mut head = looks[0].clone();
    head.font = Font { bold: true, ..head.font };
    head.text = sheet.ctx.element(Element::Task).text;
    let texts: Vec<Text> = cells
        .iter()
        .map(|it| {
            let look = match (is_head, it.is_closed) {
                (true, _) => &head,
                (false, true) => looks[1],
                (false, false) => looks[0],
            };
            let label = Label { text: it.text.clone() };
            let setting = text::Setting::of(look, &[]);
            text::typeset(&label, text::Markup::Lines, text::Setting { max_width: None, ..setting })
        })
        .collect();
    let bounds = |it: &Cell| {
        let from = sheet.axis.x(Moment::of_day(it.from));
        (from, sheet.axis.x(Moment::of_day(it.to)))
    };
    // Where the cells are narrow only every second, fifth … one has its text.
    let inner = &cells[1.min(cells.len())..cells.len().saturating_sub(1).max(1.min(cells.len()))];
    let narrowest = inner.iter().map(|it| bounds(it).1 - bounds(it).0).fold(f64::MAX, f64::min);
    let widest = texts.iter().map(|it| it.bounds.width).fold(0.0, f64::max);
    let stride = if is_head || widest + 1.0 <= narrowest {
        1
    } else {
        STRIDES
            .into_iter()
            .find(|it| narrowest * *it as f64 >= widest + 6.0)
            .unwrap_or(STRIDES[STRIDES.len() - 1])
    };
    let mut used = f64::MIN;
    for (idx, (cell, text)) in cells.iter().zip(texts).enumerate() {
        let (from, to) = bounds(cell);
        if is_head && idx > 0 || (stride == 1 && idx > 0 && sheet.axis.day() < 15.0) {
            let x = (sheet.left + from).round() + 0.5;
            let stroke = pen::stroke(looks[0]);
            items.extend(stroke.map(|it| pen::line(pen::at(x, y), pen::at(x, y + LINE), it)));
        }
        if idx % stride != 0 {
            continue;
        }
        let width = text.bounds.width;
        let x = if stride > 1 {
            from + 2.0
        } else if width + 2.0 <= to - from {
            from + (to - from - width) / 2.0
        } else if is_head && cells.len() == 1 {
            from
        } else {
            continue;
        };
        if x < used || (stride > 1 && x + width > sheet.axis.width()) {
            continue;
        }
        used = x + width + 2.0;
        items.push(Item::Text(text::place(text, sheet.left + x, y + 1.0)));
    }
}

const STRIDES: [usize; 8] = [1, 2, 5, 10, 20, 50, 100, 500];

fn name_text(ctx: LayoutContext<'_>, label: &Label) -> Option<Text> {
    let text = ctx.line(label, ctx.element(Element::Timeline));
    (text.bounds.width > 0.0).then_some(text)
}

/// From where to where a name reaches; it may be wider than its days.
fn name_box(axis: &Axis, from: i64, to: i64, text: &Text) -> Interval {
    let (left, right) = (axis.x(Moment::of_day(from)), axis.x(Moment::of_day(to + 1)));
    let width = text.bounds.width;
    let start = (left + (right - left - width) / 2.0).clamp(0.0, (axis.width() - width).max(0.0));
    Interval::new(start, start + width)
}

/// Names beside each other share a line.
fn lanes(model: &Model, ctx: LayoutContext<'_>, axis: &Axis) -> (usize, Vec<usize>) {
    let mut ends: Vec<f64> = Vec::new();
    let mut lane_of = vec![0; model.names.len()];
    let mut order: Vec<usize> = (0..model.names.len()).collect();
    order.sort_by_key(|it| model.names[*it].from);
    for idx in order {
        let name = &model.names[idx];
        let Some(text) = name_text(ctx, &name.label) else { continue };
        let Interval { from, to } = name_box(axis, name.from, name.to, &text);
        let free = ends.iter().position(|it| *it + 6.0 <= from);
        let lane = free.unwrap_or(ends.len());
        if lane == ends.len() {
            ends.push(to);
        } else {
            ends[lane] = to;
        }
        lane_of[idx] = lane;
    }
    (ends.len(), lane_of)
}

fn numbers(model: &Model, axis: &Axis, step: i64) -> Vec<Cell> {
    let first = model.chart.first;
    let numbered = |day: i64| (day - first) / step;
    runs(axis, numbered, |day| (numbered(day) + 1).to_string())
}

fn days(model: &Model, axis: &Axis, name: impl Fn(i64) -> String) -> Vec<Cell> {
    let cell = |day: i64| Cell {
        from: day,
        to: day + 1,
        text: name(day),
        is_closed: model.calendar.is_closed(day),
    };
    axis.days().map(cell).collect()
}

/// How a month is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MonthForm {
    WithYear,
    Alone,
}

fn months(axis: &Axis, words: &'static Words, form: MonthForm) -> Vec<Cell> {
    let month = |day: i64| i64::from(date(day).year()) * 12 + i64::from(date(day).month());
    let mut cells = runs(axis, month, |day| {
        let date = date(day);
        let name = words.months[date.month() as usize - 1];
        match form {
            MonthForm::WithYear => format!("{name} {}", date.year()),
            MonthForm::Alone => name.to_owned(),
        }
    });
    for cell in &mut cells {
        // A month that is only begun has no room for all its letters.
        let width = axis.x(Moment::of_day(cell.to)) - axis.x(Moment::of_day(cell.from));
        if width < cell.text.chars().count() as f64 * 7.5 {
            let name = words.months[date(cell.from).month() as usize - 1];
            cell.text = name.chars().take(3).collect();
        }
    }
    cells
}

fn years(axis: &Axis) -> Vec<Cell> {
    let year = |day: i64| i64::from(date(day).year());
    runs(axis, year, |day| date(day).year().to_string())
}

fn quarters(axis: &Axis) -> Vec<Cell> {
    let quarter = |day: i64| i64::from(date(day).year()) * 4 + i64::from(date(day).month() - 1) / 3;
    runs(axis, quarter, |day| format!("Q{}", (date(day).month() - 1) / 3 + 1))
}

fn weeks(model: &Model, axis: &Axis) -> Vec<Cell> {
    let chart = &model.chart;
    let first = chart.first_weekday as i64;
    let week = |day: i64| (day + 3 - first).div_euclid(7);
    let start = week(chart.first);
    runs(axis, week, |day| match chart.weeks {
        WeekLabels::Date => date(day).day().to_string(),
        WeekLabels::From(number) => (number + week(day) - start).to_string(),
        WeekLabels::Number => week_number(day, first, chart.first_week).to_string(),
    })
}

/// The number of a week in its year: the first one has at least this many days of the year.
fn week_number(day: i64, first_weekday: i64, at_least: i64) -> i64 {
    let begin = day - (day + 3 - first_weekday).rem_euclid(7);
    let first_of = |year: i64| {
        let january = crate::schedule::day_number(year, 1, 1).unwrap_or(0);
        let offset = (january + 3 - first_weekday).rem_euclid(7);
        if 7 - offset >= at_least { january - offset } else { january - offset + 7 }
    };
    let year = i64::from(date(begin).year());
    let start = if begin >= first_of(year + 1) {
        first_of(year + 1)
    } else if begin >= first_of(year) {
        first_of(year)
    } else {
        first_of(year - 1)
    };
    (begin - start) / 7 + 1
}

/// Days with the same key as one cell.
fn runs(axis: &Axis, key: impl Fn(i64) -> i64, text: impl Fn(i64) -> String) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut latest = None;
    for day in axis.days() {
        let found = key(day);
        if latest == Some(found) {
            if let Some(cell) = cells.last_mut() {
                cell.to = day + 1;
            }
            continue;
        }
        latest = Some(found);
        cells.push(Cell { from: day, to: day + 1, text: text(day), is_closed: false });
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::day_number;

    #[test]
    fn weeks_are_numbered_as_the_standard_does() {
        let number = |y, m, d| week_number(day_number(y, m, d).unwrap_or(0), 0, 4);
        assert_eq!(number(2026, 1, 1), 1);
        assert_eq!(number(2025, 12, 29), 1);
        assert_eq!(number(2025, 12, 28), 52);
        assert_eq!(number(2021, 1, 3), 53);
        assert_eq!(number(2026, 3, 2), 10);
    }
}
