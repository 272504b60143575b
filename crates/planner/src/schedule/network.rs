//! Tasks and what ties them: earliest and latest days.

use serde::{Deserialize, Serialize};

/// A tie between two tasks, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: LinkKind,
    /// Working days in between.
    pub(crate) lag: i64,
}

impl Link {
    /// Working days from the beginning of the one task to the first day on which the other may begin.
    fn offset(self, days: &[u32]) -> i64 {
        let (before, after) = (i64::from(days[self.from]), i64::from(days[self.to]));
        self.lag
            + match self.kind {
                LinkKind::FinishToStart => before,
                LinkKind::StartToStart => 0,
                LinkKind::FinishToFinish => before - after,
                LinkKind::StartToFinish => -after,
            }
    }
}

/// Which ends are tied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LinkKind {
    #[serde(rename = "FS")]
    FinishToStart,
    #[serde(rename = "SS")]
    StartToStart,
    #[serde(rename = "FF")]
    FinishToFinish,
    #[serde(rename = "SF")]
    StartToFinish,
}

/// Why links make no timetable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The task at this position waits for itself through others.
    Circle(usize),
    /// There is no task at this position.
    Unknown(usize),
}

/// Tasks in an order that links respect.
#[derive(Debug)]
pub(crate) struct Network {
    order: Vec<usize>,
    links: Vec<Link>,
    /// The first day on which each task may begin, whatever ties it.
    floors: Vec<u32>,
}

impl Network {
    pub(crate) fn new(count: usize, links: &[Link]) -> Result<Self, Fault> {
        if let Some(link) = links.iter().find(|link| link.from.max(link.to) >= count) {
            return Err(Fault::Unknown(link.from.max(link.to)));
        }
        let mut waiting = vec![0; count];
        for link in links {
            waiting[link.to] += 1;
        }
        let mut ready: std::collections::BTreeSet<usize> =
            (0..count).filter(|&task| waiting[task] == 0).collect();
        let mut order = Vec::with_capacity(count);
        while let Some(task) = ready.pop_first() {
            order.push(task);
            for link in links.iter().filter(|link| link.from == task) {
                waiting[link.to] -= 1;
                if waiting[link.to] == 0 {
                    ready.insert(link.to);
                }
            }
        }
        match waiting.iter().position(|&count| count > 0) {
            Some(task) => Err(Fault::Circle(task)),
            None => Ok(Self { order, links: links.to_vec(), floors: vec![0; count] }),
        }
    }

    /// The same tasks, none of which begins before its day of `floors`; days that are left out are 0.
    pub(crate) fn not_before(mut self, floors: &[u32]) -> Self {
        for (floor, day) in self.floors.iter_mut().zip(floors) {
            *floor = *day;
        }
        self
    }

    /// The first day each task can begin.
    pub(crate) fn earliest(&self, days: &[u32]) -> Vec<u32> {
        let mut starts = self.floors.clone();
        for &task in &self.order {
            starts[task] = starts[task].max(self.first_day(task, &starts, days));
        }
        starts
    }

    /// The tasks that come right before one.
    pub(crate) fn before(&self, task: usize) -> impl Iterator<Item = usize> + '_ {
        self.links.iter().filter(move |link| link.to == task).map(|link| link.from)
    }

    /// The first day a task can begin, given when the others begin and how long they take.
    pub(crate) fn first_day(&self, task: usize, starts: &[u32], days: &[u32]) -> u32 {
        let ties = self.links.iter().filter(|link| link.to == task);
        let first = ties.map(|link| i64::from(starts[link.from]) + link.offset(days));
        first.max().unwrap_or(0).max(0) as u32
    }

    /// The day after the last task.
    pub(crate) fn end(&self, starts: &[u32], days: &[u32]) -> u32 {
        self.order.iter().map(|&task| starts[task] + days[task]).max().unwrap_or(0)
    }

    /// The last day each task can begin without moving the end.
    pub(crate) fn latest(&self, days: &[u32], end: u32) -> Vec<u32> {
        self.latest_within(days, &vec![end; days.len()])
    }

    /// The last day each task can begin so that every task is over by its own day of `ends`.
    pub(crate) fn latest_within(&self, days: &[u32], ends: &[u32]) -> Vec<u32> {
        let mut starts: Vec<i64> =
            days.iter().zip(ends).map(|(&it, &end)| i64::from(end) - i64::from(it)).collect();
        for &task in self.order.iter().rev() {
            for link in self.links.iter().filter(|link| link.from == task) {
                starts[task] = starts[task].min(starts[link.to] - link.offset(days));
            }
        }
        starts.into_iter().map(|start| start.max(0) as u32).collect()
    }
}
