//! Sentences about tasks, links between them, groups, separators and notes.

use std::cell::Cell;

use puml_family::{Label, LookId, Overrides, color};
use puml_syntax::TextRange;
use puml_syntax::ast::Text;

use super::{Copied, Lowering, Task};
use crate::ast::{
    Anchor, ClockTime, DateTime, Edge, Link, LinkStyle, Named, Note as NoteStmt, Pause, Phrase,
    Subject, TaskSentence, Tint, Unit,
};
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::{Dependency, Entry, EntryKind, Note};
use crate::schedule::{DAY, Moment, Roster, Span};

impl Lowering<'_> {
    pub(super) fn task_sentence(&mut self, it: &TaskSentence, range: TextRange) {
        let idx = match &it.subject {
            Subject::It(at) => {
                let Some(idx) = self.latest else {
                    let message = "`it` stands for the task of an earlier line, and there is none";
                    self.ground.report(codes::UNCLEAR_PRONOUN, *at, message);
                    return;
                };
                idx
            }
            Subject::Named(named) => match self.named(named, range) {
                Some(idx) => idx,
                None => return,
            },
        };
        self.latest = Some(idx);
        if self.entries[idx].kind == EntryKind::Group {
            let message =
                format!("[{}] is a group: its tasks give it its dates", self.entries[idx].id);
            self.ground.report(codes::GROUP_SENTENCE, range, message);
            return;
        }
        for phrase in &it.phrases {
            self.phrase(idx, phrase, range);
        }
    }

    /// The task of a subject, made where there is none.
    fn named(&mut self, named: &Named, range: TextRange) -> Option<usize> {
        for person in &named.resources {
            if person.share == Some(0) {
                let message = "somebody who works with 0 percent never ends";
                self.ground.report(codes::BAD_SHARE, person.range, message);
                return None;
            }
        }
        let code = self.text(named.code.unwrap_or(named.name));
        let known = self.codes.get(&code).copied();
        let idx = known.unwrap_or_else(|| {
            let before = self.created;
            let idx = self.make_task(&code, named.name, range);
            if named.then
                && let Some(before) = before
                && let Some(at) = self.edge(before, Edge::End, range)
            {
                self.depend(before, Edge::End, 0, idx, Edge::Start, LinkStyle::default(), range);
                self.copied.push(Copied { from: before, edge: Edge::End, at, to: idx, range });
                self.set(idx, Edge::Start, at);
            }
            idx
        });
        if let Some(stereotype) = &named.stereotype {
            let class = self.text(stereotype.label).trim().to_owned();
            self.entries[idx].stereotype = Some(class);
            self.restyle(idx, Overrides::default());
        }
        for person in &named.resources {
            let who = self.person(*person);
            self.tasks[idx].settled.set(None);
            let team = &mut self.entries[idx].team;
            match team.iter_mut().find(|it| it.0 == who) {
                Some(found) => found.1 = person.share.unwrap_or(100),
                None => team.push((who, person.share.unwrap_or(100))),
            }
        }
        Some(idx)
    }

    pub(super) fn make_task(&mut self, code: &str, name: TextRange, range: TextRange) -> usize {
        let label = self.ground.line_label(name);
        let idx = self.entry(EntryKind::Task, code, label, range);
        self.codes.insert(code.to_owned(), idx);
        self.created = Some(idx);
        idx
    }

    fn entry(&mut self, kind: EntryKind, code: &str, label: Label, range: TextRange) -> usize {
        let idx = self.entries.len();
        let element = match kind {
            EntryKind::Task | EntryKind::Milestone => Element::Task,
            EntryKind::Group => Element::Group,
            EntryKind::Separator => Element::Separator,
        };
        self.entries.push(Entry {
            kind,
            id: code.to_owned(),
            label,
            start: None,
            end: None,
            load: 0,
            completion: self.default_completion,
            team: Vec::new(),
            group: self.open.last().copied().filter(|_| kind != EntryKind::Separator),
            row_of: None,
            link: None,
            note: None,
            stereotype: None,
            pieces: Vec::new(),
            deleted: false,
            look: self.ground.looks.of(element),
            undone_look: self.ground.looks.of(Element::Undone),
            origin: self.ground.origin(range),
        });
        let span = Span::new(self.beginning(), self.calendar.seconds_of_day());
        self.tasks.push(Task { span, pauses: Roster::default(), settled: Cell::new(None), range });
        idx
    }

    fn phrase(&mut self, idx: usize, phrase: &Phrase, range: TextRange) {
        match phrase {
            Phrase::Lasts(duration) => {
                let seconds = self.seconds(&duration.parts);
                self.tasks[idx].span.set_load(seconds);
                self.tasks[idx].settled.set(None);
            }
            Phrase::On(edge, at) => {
                if let Some(moment) = self.date_time(*edge, *at) {
                    self.set(idx, *edge, moment);
                }
            }
            Phrase::At(edge, anchor, style) => {
                let Some(at) = self.anchored(*anchor) else { return };
                if let Some(from) = at.task {
                    let days = anchor.days + anchor.weeks * self.calendar.days_of_week();
                    self.depend(from, anchor.edge, days, idx, *edge, *style, anchor.range);
                    self.copied.push(Copied {
                        from,
                        edge: anchor.edge,
                        at: at.edge,
                        to: idx,
                        range: anchor.range,
                    });
                }
                self.set(idx, *edge, at.moment);
            }
            Phrase::HappensOn(date) => {
                if let Some(day) = self.day(*date) {
                    self.happens(idx, Moment::of_day(day));
                }
            }
            Phrase::HappensAt(anchor) => {
                if let Some(at) = self.anchored(*anchor) {
                    let back = if anchor.edge == Edge::End { DAY } else { 0 };
                    self.happens(idx, at.moment.plus(-back));
                }
            }
            Phrase::Occurs(from, to) => self.occurs(idx, *from, *to, range),
            Phrase::Colored(fill, line) => {
                let fill = self.color(*fill);
                let line = line.map(|it| self.color(it));
                let overrides = Overrides { fill: Some(fill.into()), line, ..Overrides::default() };
                self.restyle(idx, overrides);
            }
            Phrase::ColoredForCompletion(from, to) => {
                let (from, to) = (self.color(*from), self.color(*to));
                let fill = mixed(from, to, self.entries[idx].completion);
                let overrides = Overrides { fill: Some(fill.into()), ..Overrides::default() };
                self.restyle(idx, overrides);
            }
            Phrase::Complete(share) => self.entries[idx].completion = *share,
            Phrase::Pauses(pause) => self.pause(idx, *pause),
            Phrase::Deleted => self.entries[idx].deleted = true,
            Phrase::LinksTo(link) => self.entries[idx].link = self.ground.link(Some(*link)),
            Phrase::SameRow(name) => match self.known(*name) {
                Some(row) if row != idx => self.entries[idx].row_of = Some(row),
                _ => {}
            },
            Phrase::DisplayedAs(text) => {
                let message = "`is displayed as` changes nothing, in the reference as here";
                self.ground.report(puml_family::codes::model::NO_EFFECT, *text, message);
            }
        }
    }

    fn restyle(&mut self, idx: usize, overrides: Overrides) {
        let classes: Vec<String> =
            self.entries[idx].stereotype.iter().map(|it| it.to_lowercase()).collect();
        let line = Overrides { line: overrides.line, ..Overrides::default() };
        let looks = &mut self.ground.looks;
        self.entries[idx].look = looks.styled(Element::Task, &classes, &overrides);
        self.entries[idx].undone_look = looks.styled(Element::Undone, &classes, &line);
    }

    /// Work in seconds: a day is as long as it is worked, a week has its open days.
    fn seconds(&self, parts: &[(i64, Unit)]) -> i64 {
        let day = self.calendar.seconds_of_day();
        parts.iter().fold(0_i64, |sum, (count, unit)| {
            let each = match unit {
                Unit::Second => 1,
                Unit::Minute => 60,
                Unit::Hour => 3600,
                Unit::Day => day,
                Unit::Week => day * self.calendar.days_of_week(),
                Unit::Month => day * 30,
            };
            sum.saturating_add(count.saturating_mul(each))
        })
    }

    fn set(&mut self, idx: usize, edge: Edge, at: Moment) {
        self.tasks[idx].settled.set(None);
        match edge {
            Edge::Start => self.tasks[idx].span.set_start(at),
            Edge::End => self.tasks[idx].span.set_end(at),
        }
    }

    fn happens(&mut self, idx: usize, at: Moment) {
        self.entries[idx].kind = EntryKind::Milestone;
        self.tasks[idx].settled.set(None);
        let span = &mut self.tasks[idx].span;
        span.is_milestone = true;
        span.set_load(DAY);
        span.set_start(at);
    }

    fn occurs(&mut self, idx: usize, from: TextRange, to: TextRange, range: TextRange) {
        let (Some(from), Some(to)) = (self.known(from), self.known(to)) else { return };
        for (task, edge) in [(from, Edge::Start), (to, Edge::End)] {
            if let Some(at) = self.edge(task, edge, range) {
                self.depend(task, edge, 0, idx, edge, LinkStyle::default(), range);
                self.copied.push(Copied { from: task, edge, at, to: idx, range });
                self.set(idx, edge, at);
            }
        }
    }

    fn date_time(&mut self, edge: Edge, at: DateTime) -> Option<Moment> {
        if self.project.is_none() && matches!(at.date, crate::ast::Date::Day(..)) {
            let range = at.date.range();
            let before = self.ground.diagnostics.len();
            let message = "a date means nothing before the project has a start";
            self.ground.report(codes::NO_PROJECT_START, range, message);
            let text = self.text(range);
            let start = self.ground.document.blocks[0].start.unwrap_or_default().end;
            let insert = format!("\nProject starts {text}");
            let edit = diag::TextEdit::insert(self.ground.input.source, start, insert);
            self.ground.offer(before, format!("start the project on {text}"), edit);
            return None;
        }
        let day = self.day(at.date)?;
        match at.time {
            Some(ClockTime::Seconds(seconds)) => Some(Moment::of_day(day).plus(seconds)),
            Some(ClockTime::Impossible) => {
                let message = "a day has no such time";
                self.ground.report(codes::BAD_DATE, at.date.range(), message);
                None
            }
            // The last day is part of the task.
            None if edge == Edge::End => Some(Moment::of_day(day.saturating_add(1))),
            None => Some(Moment::of_day(day)),
        }
    }

    pub(super) fn pause(&mut self, idx: usize, pause: Pause) {
        self.tasks[idx].settled.set(None);
        match pause {
            Pause::Weekly(day) => self.tasks[idx].pauses.weekdays[day as usize] = true,
            Pause::Days(from, to) => {
                let Some(from) = self.day(from) else { return };
                let Some(to) = to.map_or(Some(from), |it| self.day(it)) else { return };
                let to = to.min(from.saturating_add(crate::schedule::LONGEST));
                self.tasks[idx].pauses.days.extend(from..=to);
            }
            Pause::UpTo(from, anchor) => {
                let Some(from) = self.day(from) else { return };
                let Some(at) = self.anchored(anchor) else { return };
                let to =
                    at.moment.plus(-1).day().min(from.saturating_add(crate::schedule::LONGEST));
                self.tasks[idx].pauses.days.extend(from..=to);
            }
        }
    }

    /// A task or group by its name; reports one that stands nowhere above.
    pub(super) fn known(&mut self, name: TextRange) -> Option<usize> {
        let code = self.text(name);
        let found = self.codes.get(&code).copied();
        if found.is_none() {
            let message = format!("no task `{code}` stands above");
            let before = self.ground.diagnostics.len();
            self.ground.report(codes::UNKNOWN_TASK, name, message);
            let near = diag::nearest(&code, self.entries.iter().map(|it| it.id.as_str()));
            if let Some(near) = near.map(str::to_owned) {
                let edit = diag::TextEdit::replace(self.ground.span(name), near.clone());
                self.ground.offer(before, format!("replace with `{near}`"), edit);
            }
        }
        found
    }

    /// The moment of an end of a task at this line.
    pub(super) fn edge(&mut self, idx: usize, edge: Edge, range: TextRange) -> Option<Moment> {
        let found = self.edge_now(idx, edge);
        if found.is_none() {
            let id = &self.entries[idx].id;
            let message = if self.entries[idx].kind == EntryKind::Group {
                format!("group `{id}` has no tasks yet, so it has no dates")
            } else {
                format!("no day is open on which `{id}` could be worked")
            };
            self.ground.report(codes::NEVER_WORKED, range, message);
        }
        found
    }

    pub(super) fn edge_now(&self, idx: usize, edge: Edge) -> Option<Moment> {
        if self.entries[idx].kind == EntryKind::Group {
            let inside = (0..self.entries.len()).filter(|it| {
                self.entries[*it].group == Some(idx)
                    && self.entries[*it].kind != EntryKind::Separator
            });
            let moments = inside.filter_map(|it| self.edge_now(it, edge));
            return match edge {
                Edge::Start => moments.min(),
                Edge::End => moments.max(),
            };
        }
        let (start, end) = self.settle(idx)?;
        Some(if edge == Edge::Start { start } else { end })
    }

    /// Both dates of a task. Once asked for, only a sentence about the task itself moves them, as in the reference.
    fn settle(&self, idx: usize) -> Option<(Moment, Moment)> {
        let task = &self.tasks[idx];
        if let Some(settled) = task.settled.get() {
            return Some(settled);
        }
        let found = self.fresh_dates(idx)?;
        task.settled.set(Some(found));
        Some(found)
    }

    /// Both dates of a task as the calendar is at this line.
    pub(super) fn fresh_dates(&self, idx: usize) -> Option<(Moment, Moment)> {
        let (span, capacity) = (&self.tasks[idx].span, self.capacity(idx));
        Some((span.start(&capacity)?, span.end(&capacity)?))
    }

    pub(super) fn anchored(&mut self, anchor: Anchor) -> Option<Anchored> {
        let code = self.text(anchor.name);
        let named = self.names.iter().rev().find(|it| it.label.text == code);
        let named = named.filter(|_| !self.codes.contains_key(&code));
        let (task, edge) = if let Some(it) = named {
            let day = if anchor.edge == Edge::Start { it.from } else { it.to + 1 };
            (None, Moment::of_day(day))
        } else {
            let idx = self.known(anchor.name)?;
            (Some(idx), self.edge(idx, anchor.edge, anchor.range)?)
        };
        let days = anchor.days + anchor.weeks * self.calendar.days_of_week();
        let days = days.clamp(-crate::schedule::LONGEST, crate::schedule::LONGEST);
        let mut moment = edge;
        if anchor.working && days > 0 && self.calendar.days_of_week() > 0 {
            for _ in 0..days {
                moment = moment.plus(DAY);
                while self.calendar.is_closed(moment.day()) {
                    moment = moment.plus(DAY);
                }
            }
        } else {
            moment = moment.plus(days * DAY);
        }
        Some(Anchored { task, edge, moment })
    }

    #[expect(clippy::too_many_arguments, reason = "the two ends of a link and how it looks")]
    fn depend(
        &mut self,
        from: usize,
        from_edge: Edge,
        days: i64,
        to: usize,
        to_edge: Edge,
        style: LinkStyle,
        range: TextRange,
    ) {
        let look = self.link_look(style);
        let origin = self.ground.origin(range);
        let hidden = style.hidden;
        self.links.push(Dependency { from, from_edge, days, to, to_edge, hidden, look, origin });
    }

    fn link_look(&mut self, style: LinkStyle) -> LookId {
        let line = style.color.map(|it| self.color(it));
        let border = match style.thickness {
            Some(it) if it > 1 => Some(puml_syntax::ast::BorderStyle::Bold),
            _ => style.border,
        };
        let overrides = Overrides { line, border, ..Overrides::default() };
        self.ground.looks.styled(Element::Arrow, &[], &overrides)
    }

    pub(super) fn link(&mut self, it: &Link, range: TextRange) {
        let mut ends = [0; 2];
        for (end, name) in ends.iter_mut().zip([it.from, it.to]) {
            let code = self.text(name);
            *end = match self.codes.get(&code) {
                Some(idx) => *idx,
                None if it.makes => self.make_task(&code, name, range),
                None => match self.known(name) {
                    Some(idx) => idx,
                    None => return,
                },
            };
        }
        let [from, to] = ends;
        if self.entries[to].kind == EntryKind::Group {
            let message =
                format!("[{}] is a group: its tasks give it its dates", self.entries[to].id);
            self.ground.report(codes::GROUP_SENTENCE, it.to, message);
            return;
        }
        let Some(at) = self.edge(from, Edge::End, range) else { return };
        self.depend(from, Edge::End, 0, to, Edge::Start, it.style, range);
        self.copied.push(Copied { from, edge: Edge::End, at, to, range });
        self.set(to, Edge::Start, at);
    }

    pub(super) fn tint(&mut self, it: Tint) {
        let Some(idx) = self.known(it.name) else { return };
        if let Some(fill) = it.fill.color {
            let line = it.line.and_then(|it| it.color).map(color);
            let overrides =
                Overrides { fill: Some(color(fill).into()), line, ..Overrides::default() };
            self.restyle(idx, overrides);
        }
    }

    pub(super) fn separator(&mut self, text: TextRange, range: TextRange) {
        let label = self.ground.line_label(text);
        let code = format!("##{}", self.entries.len());
        self.entry(EntryKind::Separator, &code, label, range);
    }

    pub(super) fn group(&mut self, name: TextRange, range: TextRange) {
        let code = self.text(name);
        let label = self.ground.line_label(name);
        let idx = self.entry(EntryKind::Group, &code, label, range);
        self.codes.insert(code, idx);
        self.open.push(idx);
    }

    pub(super) fn note(&mut self, it: &NoteStmt, range: TextRange) {
        let Some(idx) = self.created else {
            let message = "a note stands below the task before it, and there is none";
            self.ground.report(codes::UNKNOWN_TASK, it.lines.close.unwrap_or(range), message);
            return;
        };
        let classes: Vec<String> =
            it.stereotype.iter().map(|it| self.text(it.label).trim().to_lowercase()).collect();
        let look = self.ground.looks.styled(Element::Note, &classes, &Overrides::default());
        let label = self.ground.text_label(&Text::Lines(it.lines.clone()));
        let origin = self.ground.origin(range);
        self.entries[idx].note = Some(Note { label, look, origin });
    }
}

/// A moment that another task gives.
pub(super) struct Anchored {
    /// The task; nothing for days with a name.
    task: Option<usize>,
    /// The end itself.
    edge: Moment,
    /// With the days between.
    pub(super) moment: Moment,
}

/// A colour on the way from one to another, by percent.
fn mixed(from: scene::Color, to: scene::Color, percent: i64) -> scene::Color {
    let share = percent.clamp(0, 100);
    let part =
        |from: u8, to: u8| ((i64::from(from) * (100 - share) + i64::from(to) * share) / 100) as u8;
    let (from, to) = (from.light, to.light);
    scene::Rgba {
        r: part(from.r, to.r),
        g: part(from.g, to.g),
        b: part(from.b, to.b),
        a: part(from.a, to.a),
    }
    .into()
}
