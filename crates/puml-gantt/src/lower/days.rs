//! The calendar: the project's start, today, closed, coloured and named days, working hours, vertical lines.

use puml_syntax::TextRange;

use super::Lowering;
use crate::ast::{
    ClockTime, Date, DayRef, Days, DaysPhrase, DaysSentence, Hours, Rule, TodayPhrase,
};
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::DayName;
use crate::schedule::{LONGEST, Moment};

impl Lowering<'_> {
    pub(super) fn project(&mut self, date: Date, range: TextRange) {
        if !self.entries.is_empty() {
            let message = "the project must start before its first task, group or separator";
            let before = self.ground.diagnostics.len();
            self.ground.report(codes::LATE_PROJECT_START, range, message);
            let text = self.text(range);
            let start = self.ground.document.blocks[0].start.unwrap_or_default().end;
            let moved =
                diag::TextEdit::insert(self.ground.input.source, start, format!("\n{text}"));
            if let Some(found) = self.ground.diagnostics[before..].last_mut() {
                let span = range.in_source(self.ground.input.source);
                let edits = vec![moved, diag::TextEdit::delete(span)];
                found.fixes.push(diag::Fix::suggested("move the line to the top", edits));
            }
            return;
        }
        if let Some(day) = self.day(date) {
            self.project = Some(day);
            self.chart.has_dates = true;
            self.project_stmt = Some(range);
        }
    }

    pub(super) fn today(&mut self, phrases: &[TodayPhrase]) {
        for phrase in phrases {
            match phrase {
                TodayPhrase::Is(date) => {
                    let Some(day) = self.day(*date) else { continue };
                    self.today = day;
                    let usual = self.ground.looks.of(Element::Today);
                    let look = self.chart.today.map_or(usual, |it| it.1);
                    self.chart.today = Some((day, look));
                }
                TodayPhrase::Colored(color) => {
                    let fill = self.color(*color);
                    let look = self.filled(Element::Today, fill);
                    self.chart.today = Some((self.today, look));
                }
            }
        }
    }

    pub(super) fn days_sentence(&mut self, it: &DaysSentence, range: TextRange) {
        if let Days::Weekly(day) = it.days {
            for phrase in &it.phrases {
                self.weekly(day as usize, *phrase, range);
            }
            return;
        }
        if let Days::One(DayRef::End(days)) = it.days {
            for phrase in &it.phrases {
                if let DaysPhrase::Colored(color) = phrase {
                    let fill = self.color(*color);
                    let look = self.filled(Element::DayTint, fill);
                    self.from_end.push((days, look));
                } else {
                    let message = "a day that is counted from the end can only be coloured";
                    self.ground.report(puml_family::codes::model::NO_EFFECT, range, message);
                }
            }
            return;
        }
        let Some((from, to)) = self.resolved(it.days) else { return };
        let to = to.min(from.saturating_add(LONGEST));
        for phrase in &it.phrases {
            match phrase {
                DaysPhrase::Closed(task) => {
                    let task = task.map(|it| self.text(it));
                    (from..=to).for_each(|it| self.calendar.close(it, task.as_deref()));
                }
                DaysPhrase::Open(task) => {
                    let task = task.map(|it| self.text(it));
                    (from..=to).for_each(|it| self.calendar.open(it, task.as_deref()));
                }
                DaysPhrase::Colored(color) => {
                    let fill = self.color(*color);
                    let look = self.filled(Element::DayTint, fill);
                    self.tints.extend((from..=to).map(|it| (it, look)));
                    self.last_day = Some(to);
                }
                DaysPhrase::Named(name) => {
                    let label = self.ground.line_label(*name);
                    let origin = self.ground.origin(range);
                    self.names.push(DayName { label, from, to, origin });
                    self.last_day = Some(to);
                }
            }
        }
    }

    fn weekly(&mut self, day: usize, phrase: DaysPhrase, range: TextRange) {
        match phrase {
            DaysPhrase::Closed(task) => {
                if task.is_some() {
                    let message = "a week day is closed for all tasks, in the reference as here";
                    self.ground.report(puml_family::codes::model::NO_EFFECT, range, message);
                }
                self.calendar.close_weekday(day);
            }
            DaysPhrase::Open(task) => {
                let task = task.map(|it| self.text(it));
                self.calendar.open_weekday(day, task.as_deref());
            }
            DaysPhrase::Colored(color) => {
                let fill = self.color(color);
                self.weekday_tints[day] = Some(self.filled(Element::DayTint, fill));
            }
            DaysPhrase::Named(_) => {}
        }
    }

    fn resolved(&mut self, days: Days) -> Option<(i64, i64)> {
        Some(match days {
            Days::One(day) => {
                let day = self.day_ref(day)?;
                (day, day)
            }
            Days::Range(from, to) => (self.day_ref(from)?, self.day_ref(to)?),
            Days::Following(from, count) => {
                let from = self.day_ref(from)?;
                (from, self.open_days_after(from, count))
            }
            Days::Then(count) => {
                let from = self.last_day.unwrap_or(self.project.unwrap_or(0));
                (from, self.open_days_after(from, count))
            }
            Days::Weekly(_) => return None,
        })
    }

    /// The day that lies this many open days after another.
    fn open_days_after(&self, from: i64, count: i64) -> i64 {
        let count = count.min(LONGEST);
        if self.calendar.days_of_week() == 0 {
            return from + count;
        }
        let mut day = from;
        for _ in 0..count {
            day += 1;
            while self.calendar.is_closed(day) {
                day += 1;
            }
        }
        day
    }

    fn day_ref(&mut self, day: DayRef) -> Option<i64> {
        match day {
            DayRef::Date(date) => self.day(date),
            DayRef::Today(days) => Some(self.today + days),
            DayRef::End(_) => None,
        }
    }

    pub(super) fn hours(&mut self, it: Hours, range: TextRange) {
        match (it.from, it.to) {
            (ClockTime::Seconds(from), ClockTime::Seconds(to)) if from < to => {
                self.calendar.add_hours(from, to);
            }
            _ => {
                let message = "working hours begin before they end, between 0:00 and 23:59";
                self.ground.report(codes::BAD_DATE, range, message);
            }
        }
    }

    pub(super) fn rule(&mut self, it: Rule, range: TextRange) {
        let at = match it {
            Rule::Before(date) => self.day(date).map(Moment::of_day),
            Rule::After(date) => self.day(date).map(|it| Moment::of_day(it + 1)),
            Rule::At(anchor) => self.anchored(anchor).map(|it| it.moment),
        };
        if let Some(at) = at {
            let origin = self.ground.origin(range);
            self.rules.push((at, origin));
        }
    }
}
