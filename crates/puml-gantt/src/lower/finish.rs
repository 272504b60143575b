//! The end of lowering: final dates, the extent of the chart, loads of people.

use diag::Diagnostic;
use puml_syntax::ast::Shared;

use super::Lowering;
use crate::ast::{Edge, StmtKind};
use crate::codes::model as codes;
use crate::model::{EntryKind, Model};
use crate::schedule::{LONGEST, Moment, date_text};

impl Lowering<'_> {
    pub(super) fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        self.dates();
        self.stale_links();
        self.extent();
        self.loads();
        let model = Model {
            entries: self.entries,
            links: self.links,
            people: self.people,
            names: self.names,
            tints: self.tints,
            weekday_tints: self.weekday_tints,
            rules: self.rules,
            chart: self.chart,
            calendar: self.calendar,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        (model, self.ground.diagnostics)
    }

    fn dates(&mut self) {
        for idx in 0..self.entries.len() {
            if matches!(self.entries[idx].kind, EntryKind::Separator | EntryKind::Group) {
                continue;
            }
            self.entries[idx].load = self.tasks[idx].span.load();
            let (start, end) = (self.edge_now(idx, Edge::Start), self.edge_now(idx, Edge::End));
            let range = self.tasks[idx].range;
            let (Some(start), Some(end)) = (start, end) else {
                if !diag::has_errors(&self.ground.diagnostics) {
                    let id = &self.entries[idx].id;
                    let message = format!("no day is open on which `{id}` could be worked");
                    self.ground.report(codes::NEVER_WORKED, range, message);
                }
                continue;
            };
            (self.entries[idx].start, self.entries[idx].end) = (Some(start), Some(end));
            if self.fresh_dates(idx).is_some_and(|it| it != (start, end)) {
                let id = &self.entries[idx].id;
                let message = format!(
                    "`{id}` was placed before these days were closed or opened, so it does not see them"
                );
                self.ground.report(codes::LATE_CALENDAR, range, message);
                if let Some(found) = self.ground.diagnostics.last_mut() {
                    found.hints.push("put the calendar before the tasks".to_owned());
                }
            }
            if end < start {
                let id = &self.entries[idx].id;
                let (start, end) = (self.named_day(start), self.named_day(end.plus(-1)));
                let message = format!("`{id}` starts on {start} and ends before, on {end}");
                self.ground.report(codes::ENDS_BEFORE_START, range, message);
            }
            self.entries[idx].pieces = self.pieces(idx, start, end);
        }
        // Groups are made before what they hold, so the last one is the innermost.
        for idx in (0..self.entries.len()).rev() {
            if self.entries[idx].kind == EntryKind::Group {
                let inside = self.entries.iter().filter(|it| it.group == Some(idx));
                let start = inside.clone().filter_map(|it| it.start).min();
                let end = inside.filter_map(|it| it.end).max();
                (self.entries[idx].start, self.entries[idx].end) = (start, end);
            }
        }
    }

    /// A day as the chart calls it: its date, or its number.
    fn named_day(&self, at: Moment) -> String {
        if self.chart.has_dates { date_text(at.day()) } else { format!("day {}", at.day() + 1) }
    }

    /// When a task is worked on, whole days: closed days between are left out.
    fn pieces(&self, idx: usize, start: Moment, end: Moment) -> Vec<(Moment, Moment)> {
        if self.entries[idx].kind == EntryKind::Milestone || end <= start {
            return vec![(start, end.max(start))];
        }
        let capacity = self.capacity(idx);
        let mut pieces: Vec<(Moment, Moment)> = Vec::new();
        for day in start.day()..=end.plus(-1).day() {
            if capacity.of(day) == 0 {
                continue;
            }
            let from = Moment::of_day(day).max(start);
            let to = Moment::of_day(day + 1).min(end);
            match pieces.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => pieces.push((from, to)),
            }
        }
        if pieces.is_empty() { vec![(start, end)] } else { pieces }
    }

    /// Tasks that moved after another was placed by them.
    fn stale_links(&mut self) {
        for copied in std::mem::take(&mut self.copied) {
            let entry = &self.entries[copied.from];
            let now = match copied.edge {
                Edge::Start => entry.start,
                Edge::End => entry.end,
            };
            let Some(now) = now.filter(|it| *it != copied.at) else { continue };
            let (from, to) = (&entry.id, &self.entries[copied.to].id);
            let (then, now) = (self.named_day(copied.at), self.named_day(now));
            let message =
                format!("`{from}` is moved by a later line from {then} to {now}; `{to}` stays");
            self.ground.report(codes::STALE_LINK, copied.range, message);
            if let Some(found) = self.ground.diagnostics.last_mut() {
                found.hints.push("put what moves a task before what follows it".to_owned());
            }
        }
    }

    fn extent(&mut self) {
        let first = self.project.unwrap_or(0);
        let starts = self.entries.iter().filter_map(|it| it.start).map(Moment::day);
        self.chart.first = starts.chain([first]).min().unwrap_or(first);
        let last_of = |it: &crate::model::Entry| match it.kind {
            // A milestone is its first day, whatever closed days do to it.
            EntryKind::Milestone => it.start.map(Moment::day),
            _ => it.end.map(|end| end.plus(-1).day()),
        };
        let mut last =
            self.entries.iter().filter_map(last_of).chain([first]).max().unwrap_or(first);
        let too_long = last - first > LONGEST - 14;
        for (days, look) in std::mem::take(&mut self.from_end) {
            self.tints.push((last + days, look));
        }
        let days = self.tints.iter().map(|it| it.0).chain(self.names.iter().map(|it| it.to));
        last = days.chain([last]).max().unwrap_or(last);
        self.chart.last = last;
        let is_whole = !diag::has_errors(&self.ground.diagnostics)
            && !self
                .ground
                .document
                .stmts
                .iter()
                .any(|it| it.kind == StmtKind::from(Shared::Error));
        if too_long && is_whole {
            let start = self.ground.document.blocks[0].stmts.start as usize;
            let range =
                self.ground.document.stmts.get(start).map(|it| it.range).unwrap_or_default();
            let message = format!(
                "the chart lasts from {} to {}, longer than 20 years",
                date_text(first),
                date_text(last)
            );
            self.ground.report(codes::TOO_LONG, range, message);
        }
        self.chart.last = self.chart.last.min(self.chart.first + LONGEST);
        if let Some((from, to)) = self.print {
            (self.chart.first, self.chart.last) = (from, to.min(from + LONGEST));
        }
    }

    /// How much everybody works each day: the most at any moment of it, so that two tasks one after the other in one
    /// day are not work at the same time.
    fn loads(&mut self) {
        let (first, last) = (self.chart.first, self.chart.last);
        let days = usize::try_from(last - first + 1).unwrap_or(0);
        let mut changes: Vec<Vec<(Moment, i64)>> = vec![Vec::new(); self.people.len()];
        for entry in self.entries.iter().filter(|it| it.kind == EntryKind::Task) {
            for (from, to) in &entry.pieces {
                for (who, share) in &entry.team {
                    changes[*who].extend([(*from, *share), (*to, -share)]);
                }
            }
        }
        for (who, mut changes) in changes.into_iter().enumerate() {
            // What ends at a moment ends before anything begins at it.
            changes.sort_unstable();
            let mut loads = vec![0; days];
            let mut share = 0;
            for (idx, (from, change)) in changes.iter().enumerate() {
                share += change;
                let Some((to, _)) = changes.get(idx + 1).filter(|_| share > 0) else { continue };
                if from >= to {
                    continue;
                }
                for day in from.day().max(first)..=to.plus(-1).day().min(last) {
                    if !self.workers[who].is_off(day) {
                        let load = &mut loads[(day - first) as usize];
                        *load = share.max(*load);
                    }
                }
            }
            self.people[who].loads = loads;
        }
    }
}
