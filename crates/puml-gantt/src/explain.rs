//! A Gantt chart in words, and advice on reading it.

use std::fmt::Write;

use diag::Diagnostic;
use puml_family::{Described, Explanation, Step, count, plain};

use crate::ast::{Edge, ScaleUnit};
use crate::codes::lint;
use crate::model::{Entry, EntryKind, Model};
use crate::schedule::{DAY, date_text};

/// More rows than this are hard to take in at once.
const MOST: usize = 120;
/// More columns than this are wider than any page.
const WIDEST: i64 = 370;

/// The chart in one sentence.
pub(crate) fn summary(model: &Model) -> String {
    let of = |kind| model.entries.iter().filter(|it| it.kind == kind).count();
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let mut out = format!("Gantt chart{title} with {}", count(of(EntryKind::Task), "task"));
    let milestones = of(EntryKind::Milestone);
    if milestones > 0 {
        out.push_str(" and ");
        out.push_str(&count(milestones, "milestone"));
    }
    let first = model.entries.iter().filter_map(|it| it.start).min();
    let last = model.entries.iter().filter_map(last_day).max();
    if let (Some(first), Some(last)) = (first, last) {
        let (first, last) = (day_name(model, first.day()), day_name(model, last));
        let _ = write!(out, ", from {first} to {last}");
    }
    out.push('.');
    out
}

/// The last day of a row.
pub(crate) fn last_day(entry: &Entry) -> Option<i64> {
    let start = entry.start?;
    match entry.kind {
        EntryKind::Milestone => Some(start.day()),
        _ => entry.end.map(|end| end.max(start.plus(1)).plus(-1).day()),
    }
}

/// A day as the chart calls it: its date, or its number.
pub(crate) fn day_name(model: &Model, day: i64) -> String {
    if model.chart.has_dates { date_text(day) } else { format!("day {}", day + 1) }
}

pub(crate) fn explain(model: &Model) -> Explanation {
    let rows = || model.entries.iter().filter(|it| it.kind != EntryKind::Separator);
    let parts = rows().map(|it| Described {
        id: it.id.clone(),
        name: shown(it),
        kind: it.kind.word(),
        counts: vec![("days", days(it))],
        group: it.group.map(|it| ("group", model.entries[it].id.clone())),
    });
    let said = rows().map(|it| Step {
        page: 1,
        depth: depth(model, it),
        text: sentence(model, it),
        origin: it.origin,
    });
    let linked = model.links.iter().filter(|it| !it.hidden).map(|it| {
        let (from, to) = (shown(&model.entries[it.from]), shown(&model.entries[it.to]));
        let verb = if it.to_edge == Edge::Start { "starts" } else { "ends" };
        let edge = if it.from_edge == Edge::Start { "start" } else { "end" };
        let when = match it.days {
            0 => "at".to_owned(),
            days if days > 0 => format!("{} after", count(days.unsigned_abs() as usize, "day")),
            days => format!("{} before", count(days.unsigned_abs() as usize, "day")),
        };
        Step {
            page: 1,
            depth: 0,
            text: format!("{to} {verb} {when} the {edge} of {from}"),
            origin: it.origin,
        }
    });
    Explanation {
        summary: summary(model),
        parts_name: "tasks",
        parts: parts.collect(),
        flow: said.chain(linked).collect(),
    }
}

fn depth(model: &Model, entry: &Entry) -> u32 {
    let mut depth = 0;
    let mut group = entry.group;
    while let Some(idx) = group {
        depth += 1;
        group = model.entries[idx].group;
    }
    depth
}

fn shown(entry: &Entry) -> String {
    match plain(&entry.label) {
        text if text.is_empty() => entry.id.clone(),
        text => text,
    }
}

/// Calendar days from the first to the last.
fn days(entry: &Entry) -> u32 {
    let (Some(start), Some(last)) = (entry.start, last_day(entry)) else { return 0 };
    u32::try_from(last - start.day() + 1).unwrap_or(0)
}

fn sentence(model: &Model, entry: &Entry) -> String {
    let name = shown(entry);
    let (Some(start), Some(last)) = (entry.start, last_day(entry)) else {
        return format!("{} {name} is empty", entry.kind.word());
    };
    let first = day_name(model, start.day());
    let mut out = match entry.kind {
        EntryKind::Milestone => format!("{name} happens on {first}"),
        EntryKind::Group => {
            format!("group {name} lasts from {first} to {}", day_name(model, last))
        }
        _ if start.day() == last => format!("{name} is done on {first}"),
        _ => format!("{name} lasts from {first} to {}", day_name(model, last)),
    };
    if entry.kind == EntryKind::Task && entry.completion != 100 {
        let _ = write!(out, ", {} % complete", entry.completion);
    }
    let team: Vec<String> = entry
        .team
        .iter()
        .map(|(who, share)| match share {
            100 => model.people[*who].name.clone(),
            share => format!("{} with {share} %", model.people[*who].name),
        })
        .collect();
    if !team.is_empty() {
        let _ = write!(out, ", by {}", team.join(" and "));
    }
    if let Some(note) = &entry.note {
        let _ = write!(out, "; note: {}", plain(&note.label));
    }
    out
}

/// Advice about one chart.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(entry) = model.entries.get(MOST) {
        let message = format!("{} rows stand in one chart", model.entries.len());
        let finding = Diagnostic::new(lint::TOO_MANY_TASKS, entry.origin, message);
        found.push(finding.with_hint("draw one chart a phase, or leave out what is done"));
    }
    let days = model.chart.last - model.chart.first + 1;
    if let (Some(entry), ScaleUnit::Daily) = (model.entries.first(), model.chart.unit)
        && days > WIDEST
        && model.chart.zoom >= 1.0
    {
        let message = format!("the chart has {days} columns, one a day");
        let finding = Diagnostic::new(lint::FINE_SCALE, entry.origin, message);
        found.push(finding.with_hint("add `printscale weekly` or `printscale monthly`"));
    }
    for person in &model.people {
        let Some(at) = person.loads.iter().position(|it| *it > 100) else { continue };
        let day = day_name(model, model.chart.first + at as i64);
        let message =
            format!("{} has {} % of a day's work on {day}", person.name, person.loads[at]);
        found.push(Diagnostic::new(lint::OVERLOADED, person.origin, message));
    }
    found.sort_by_key(|it| it.span.start);
    found
}

/// A length as the table shows it, with what stands for days.
pub(crate) fn duration(entry: &Entry, days_word: &str) -> String {
    let (Some(start), Some(end)) = (entry.start, entry.end) else { return String::new() };
    if entry.kind == EntryKind::Milestone {
        return String::new();
    }
    let seconds = (end.0 - start.0).max(0);
    if seconds > 0 && seconds < DAY {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        return match (hours, minutes) {
            (0, minutes) => format!("{minutes} min"),
            (hours, 0) => format!("{hours} h"),
            (hours, minutes) => format!("{hours} h {minutes}"),
        };
    }
    let worked: i64 = entry.pieces.iter().map(|it| it.1.0 - it.0.0).sum();
    let seconds = if entry.pieces.is_empty() { seconds } else { worked };
    // Seconds over a whole day are an exact end, not another day.
    let days = (seconds + DAY - 60) / DAY;
    format!("{days} {days_word}")
}
