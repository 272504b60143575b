//! Which days are open, for all, for one task and for one person, and how much is worked on each.

use std::collections::{BTreeMap, HashMap};

use super::{DAY, Moment, weekday};

/// Whether a day is worked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
}

/// Closed and open days of the project.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Calendar {
    /// From Monday on: whether it is closed every week.
    closed_weekdays: [bool; 7],
    days: BTreeMap<i64, Status>,
    /// Week days that one task works nonetheless, by its code.
    opened_for: HashMap<String, [bool; 7]>,
    /// Days of one task, by its code.
    days_for: HashMap<String, BTreeMap<i64, Status>>,
    /// Working hours in seconds after midnight, in order; the whole day where there are none.
    hours: Vec<(i64, i64)>,
}

impl Calendar {
    pub(crate) fn close_weekday(&mut self, day: usize) {
        self.closed_weekdays[day] = true;
    }

    pub(crate) fn open_weekday(&mut self, day: usize, task: Option<&str>) {
        match task {
            Some(task) => self.opened_for.entry(task.to_owned()).or_default()[day] = true,
            None => self.closed_weekdays[day] = false,
        }
    }

    /// The week days that are closed, from Monday on, then the single days that are.
    pub(crate) fn closed(&self) -> (impl Iterator<Item = usize>, impl Iterator<Item = i64>) {
        let weekdays = (0..7).filter(|it| self.closed_weekdays[*it]);
        let days = self.days.iter().filter(|it| *it.1 == Status::Closed).map(|it| *it.0);
        (weekdays, days)
    }

    pub(crate) fn close(&mut self, day: i64, task: Option<&str>) {
        self.set(day, task, Status::Closed);
    }

    pub(crate) fn open(&mut self, day: i64, task: Option<&str>) {
        self.set(day, task, Status::Open);
    }

    fn set(&mut self, day: i64, task: Option<&str>, status: Status) {
        let days = match task {
            Some(task) => self.days_for.entry(task.to_owned()).or_default(),
            None => &mut self.days,
        };
        days.insert(day, status);
    }

    pub(crate) fn add_hours(&mut self, from: i64, to: i64) {
        self.hours.push((from, to));
        self.hours.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(self.hours.len());
        for &(from, to) in &self.hours {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        self.hours = merged;
    }

    /// How many days of a week are open.
    pub(crate) fn days_of_week(&self) -> i64 {
        self.closed_weekdays.iter().filter(|it| !**it).count() as i64
    }

    /// How long a day is worked, in seconds.
    pub(crate) fn seconds_of_day(&self) -> i64 {
        if self.hours.is_empty() { DAY } else { self.hours.iter().map(|it| it.1 - it.0).sum() }
    }

    /// Whether it tells hours apart.
    pub(crate) fn hours(&self) -> &[(i64, i64)] {
        &self.hours
    }

    /// Whether nobody works that day.
    pub(crate) fn is_closed(&self, day: i64) -> bool {
        self.days.get(&day).map_or(self.closed_weekdays[weekday(day)], |it| *it == Status::Closed)
    }

    /// Whether a task is not worked on that day.
    fn is_closed_for(&self, day: i64, task: &str) -> bool {
        if let Some(status) = self.days_for.get(task).and_then(|it| it.get(&day)) {
            return *status == Status::Closed;
        }
        let is_opened = self.opened_for.get(task).is_some_and(|it| it[weekday(day)]);
        !is_opened && self.is_closed(day)
    }
}

/// A person's days.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Worker {
    off_weekdays: [bool; 7],
    days: BTreeMap<i64, Status>,
    /// Off on every day before it.
    off_before: Option<i64>,
    /// Off on every day after it.
    off_after: Option<i64>,
}

impl Worker {
    pub(crate) fn off_weekday(&mut self, day: usize) {
        self.off_weekdays[day] = true;
    }

    pub(crate) fn off(&mut self, day: i64) {
        self.days.insert(day, Status::Closed);
    }

    pub(crate) fn on(&mut self, day: i64) {
        self.days.insert(day, Status::Open);
    }

    pub(crate) fn off_before(&mut self, day: i64) {
        self.off_before = Some(day);
    }

    pub(crate) fn off_after(&mut self, day: i64) {
        self.off_after = Some(day);
    }

    pub(crate) fn is_off(&self, day: i64) -> bool {
        if let Some(status) = self.days.get(&day) {
            return *status == Status::Closed;
        }
        self.off_weekdays[weekday(day)]
            || self.off_before.is_some_and(|it| day < it)
            || self.off_after.is_some_and(|it| day > it)
    }
}

/// Days and week days on which one task rests.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Roster {
    /// Single days.
    pub(crate) days: std::collections::BTreeSet<i64>,
    /// Week days from Monday on.
    pub(crate) weekdays: [bool; 7],
}

/// How much is worked on a task, day by day.
#[derive(Clone, Copy)]
pub(crate) struct Capacity<'a> {
    pub(crate) calendar: &'a Calendar,
    /// The task's code.
    pub(crate) task: &'a str,
    pub(crate) pauses: &'a Roster,
    /// Who works on it and with how many percent; everybody where there are none.
    pub(crate) team: &'a [(usize, i64)],
    pub(crate) workers: &'a [Worker],
}

/// A chart is not longer than this many days, so no search goes further.
const FURTHEST: i64 = super::LONGEST + 366;

impl Capacity<'_> {
    /// Percent of a whole day's work; 0 on a closed day.
    pub(crate) fn of(&self, day: i64) -> i64 {
        let is_paused = self.pauses.weekdays[weekday(day)] || self.pauses.days.contains(&day);
        if is_paused || self.calendar.is_closed_for(day, self.task) {
            return 0;
        }
        if self.team.is_empty() {
            return 100;
        }
        self.team.iter().filter(|it| !self.workers[it.0].is_off(day)).map(|it| it.1).sum()
    }

    /// The working hours of a day as moments, in order.
    fn hours(&self, day: i64) -> impl DoubleEndedIterator<Item = (i64, i64)> {
        let midnight = day.saturating_mul(DAY);
        let hours = self.calendar.hours();
        let hours = if hours.is_empty() { &[(0, DAY)][..] } else { hours };
        hours.iter().map(move |it| (midnight + it.0, midnight + it.1))
    }

    /// The same time on the next day that is worked; nothing where there is none.
    pub(crate) fn next_open(&self, from: Moment) -> Option<Moment> {
        let first = from.day();
        let day = (first..first + FURTHEST).find(|it| self.of(*it) > 0)?;
        Some(from.plus((day - first) * DAY))
    }

    /// When this much work is done that begins then; nothing where it never is.
    pub(crate) fn forward(&self, from: Moment, seconds: i64) -> Option<Moment> {
        let mut left = seconds.checked_mul(100)?;
        if left == 0 {
            return Some(from);
        }
        let first = from.day();
        for day in first..first + FURTHEST {
            let capacity = self.of(day);
            if capacity == 0 {
                continue;
            }
            for (open, close) in self.hours(day) {
                let open = open.max(from.0);
                let work = (close - open).max(0) * capacity;
                if work >= left {
                    return Some(Moment(open + left / capacity));
                }
                left -= work;
            }
        }
        None
    }

    /// When this much work must begin that is done then; nothing where it never is.
    pub(crate) fn backward(&self, until: Moment, seconds: i64) -> Option<Moment> {
        let mut left = seconds.checked_mul(100)?;
        if left == 0 {
            return Some(until);
        }
        let last = until.day();
        for day in (last - FURTHEST..=last).rev() {
            let capacity = self.of(day);
            if capacity == 0 {
                continue;
            }
            for (open, close) in self.hours(day).rev() {
                let close = close.min(until.0);
                let work = (close - open).max(0) * capacity;
                if work >= left {
                    return Some(Moment(close - left / capacity));
                }
                left -= work;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-03-02, a Monday.
    const MONDAY: i64 = 20_514;

    fn weekend() -> Calendar {
        let mut calendar = Calendar::default();
        calendar.close_weekday(5);
        calendar.close_weekday(6);
        calendar
    }

    fn capacity<'a>(
        calendar: &'a Calendar,
        pauses: &'a Roster,
        team: &'a [(usize, i64)],
        workers: &'a [Worker],
    ) -> Capacity<'a> {
        Capacity { calendar, task: "A", pauses, team, workers }
    }

    #[test]
    fn closed_days_lengthen_work_in_both_directions() {
        let (calendar, rest) = (weekend(), Roster::default());
        let capacity = capacity(&calendar, &rest, &[], &[]);
        let done = capacity.forward(Moment::of_day(MONDAY), 7 * DAY);
        assert_eq!(done, Some(Moment::of_day(MONDAY + 9)));
        let begun = capacity.backward(Moment::of_day(MONDAY + 9), 3 * DAY);
        assert_eq!(begun, Some(Moment::of_day(MONDAY + 4)));
    }

    #[test]
    fn a_share_of_a_person_takes_longer_and_two_people_are_faster() {
        let (calendar, rest) = (Calendar::default(), Roster::default());
        let workers = [Worker::default(), Worker::default()];
        let from = Moment::of_day(MONDAY);
        let half = capacity(&calendar, &rest, &[(0, 50)], &workers);
        assert_eq!(half.forward(from, 5 * DAY), Some(Moment::of_day(MONDAY + 10)));
        let two = capacity(&calendar, &rest, &[(0, 100), (1, 100)], &workers);
        assert_eq!(two.forward(from, 6 * DAY), Some(Moment::of_day(MONDAY + 3)));
    }

    #[test]
    fn working_hours_count_and_nights_do_not() {
        let (mut calendar, rest) = (Calendar::default(), Roster::default());
        calendar.add_hours(13 * 3600, 17 * 3600);
        calendar.add_hours(8 * 3600, 12 * 3600);
        assert_eq!(calendar.seconds_of_day(), 8 * 3600);
        let capacity = capacity(&calendar, &rest, &[], &[]);
        let done = capacity.forward(Moment::of_day(MONDAY), 5 * 3600);
        assert_eq!(done, Some(Moment::of_day(MONDAY).plus(14 * 3600)));
    }

    #[test]
    fn work_that_nobody_ever_does_has_no_end() {
        let mut calendar = Calendar::default();
        (0..7).for_each(|it| calendar.close_weekday(it));
        let rest = Roster::default();
        let capacity = capacity(&calendar, &rest, &[], &[]);
        assert_eq!(capacity.forward(Moment::of_day(MONDAY), DAY), None);
        assert_eq!(capacity.next_open(Moment::of_day(MONDAY)), None);
    }
}
