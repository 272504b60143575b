//! The timetable: critical path by three-point estimates, and how sure its end is. Pure arithmetic.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

mod chance;
mod network;

pub(crate) use network::{Fault, Link, LinkKind, Network};

/// Least, likely and most working days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Days {
    pub(crate) min: u32,
    pub(crate) likely: u32,
    pub(crate) max: u32,
}

impl Days {
    /// The three-point mean, rounded up: a day begun is a day used.
    pub(crate) fn expected(self) -> u32 {
        (self.min + 4 * self.likely + self.max).div_ceil(6)
    }

    /// Whether the three points are in order.
    pub(crate) fn is_ordered(self) -> bool {
        self.min <= self.likely && self.likely <= self.max
    }
}

/// One task in the timetable, in working days from the start of the project.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Slot {
    pub(crate) start: u32,
    /// The first day after the task.
    pub(crate) end: u32,
    /// Days it can slip without moving the end of the project.
    pub(crate) float: u32,
    /// In how many of a hundred simulated projects it decides the end.
    pub(crate) criticality: u32,
}

/// A computed timetable.
#[derive(Debug, Clone)]
pub(crate) struct Timetable {
    pub(crate) slots: Vec<Slot>,
    /// Working days by expected durations.
    pub(crate) total: u32,
    /// The tasks that decide the end, in order.
    pub(crate) critical: Vec<usize>,
    /// Working days within which this many of a hundred simulated projects end.
    pub(crate) p50: u32,
    pub(crate) p80: u32,
    pub(crate) p95: u32,
    /// The same for single tasks: their beginning with 80 % confidence.
    pub(crate) starts_p80: Vec<u32>,
    /// And their end.
    pub(crate) ends_p80: Vec<u32>,
}

/// Computes the timetable of tasks with the given durations and links.
pub(crate) fn timetable(days: &[Days], links: &[Link]) -> Result<Timetable, Fault> {
    timetable_after(days, links, &[])
}

/// The same, with tasks that wait for their day, as a harvest waits for July.
pub(crate) fn timetable_after(
    days: &[Days],
    links: &[Link],
    floors: &[u32],
) -> Result<Timetable, Fault> {
    let network = Network::new(days.len(), links)?.not_before(floors);
    let expected: Vec<u32> = days.iter().map(|it| it.expected()).collect();
    let starts = network.earliest(&expected);
    let total = network.end(&starts, &expected);
    let latest = network.latest(&expected, total);
    let chance = chance::simulate(&network, days);
    let slots: Vec<Slot> = (0..days.len())
        .map(|task| Slot {
            start: starts[task],
            end: starts[task] + expected[task],
            float: latest[task] - starts[task],
            criticality: chance.criticality[task],
        })
        .collect();
    let mut critical: Vec<usize> =
        (0..slots.len()).filter(|&task| slots[task].float == 0).collect();
    critical.sort_by_key(|&task| (slots[task].start, task));
    Ok(Timetable {
        slots,
        total,
        critical,
        p50: chance.p50,
        p80: chance.p80,
        p95: chance.p95,
        starts_p80: chance.starts_p80,
        ends_p80: chance.ends_p80,
    })
}

/// Positions of ids, for links by name.
pub(crate) fn positions<'a>(ids: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    ids.enumerate().map(|(idx, id)| (id, idx)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(min: u32, likely: u32, max: u32) -> Days {
        Days { min, likely, max }
    }

    fn after(from: usize, to: usize) -> Link {
        Link { from, to, kind: LinkKind::FinishToStart, lag: 0 }
    }

    #[test]
    fn parallel_work_has_float_and_the_longest_chain_is_critical() {
        // 0 before 1 and 2, both before 3.
        let all = [days(2, 2, 2), days(5, 5, 5), days(3, 3, 3), days(1, 1, 1)];
        let links = [after(0, 1), after(0, 2), after(1, 3), after(2, 3)];
        let table = timetable(&all, &links).unwrap();
        assert_eq!(table.total, 8);
        assert_eq!(table.critical, [0, 1, 3]);
        assert_eq!((table.slots[2].start, table.slots[2].float), (2, 2));
        assert_eq!((table.p50, table.p80, table.p95), (8, 8, 8), "certain durations are certain");
    }

    #[test]
    fn uncertain_work_ends_later_with_more_confidence_and_always_the_same() {
        let all = [days(5, 8, 20), days(3, 5, 12)];
        let table = timetable(&all, &[after(0, 1)]).unwrap();
        assert!(table.p50 <= table.p80 && table.p80 < table.p95, "{table:?}");
        assert!(table.p95 <= 32 && table.p50 >= 8);
        let again = timetable(&all, &[after(0, 1)]).unwrap();
        assert_eq!((table.p80, table.ends_p80), (again.p80, again.ends_p80));
    }

    #[test]
    fn all_four_kinds_of_links_and_lags_hold() {
        let all = [days(4, 4, 4), days(6, 6, 6)];
        let start = |kind, lag| {
            let link = Link { from: 0, to: 1, kind, lag };
            timetable(&all, &[link]).unwrap().slots[1].start
        };
        assert_eq!(start(LinkKind::FinishToStart, 2), 6);
        assert_eq!(start(LinkKind::StartToStart, 1), 1);
        assert_eq!(start(LinkKind::FinishToFinish, 3), 1);
        assert_eq!(start(LinkKind::StartToFinish, 7), 1);
    }

    #[test]
    fn a_task_waits_for_its_day_and_what_comes_before_gains_float() {
        let all = [days(2, 2, 2), days(3, 3, 3)];
        let table = timetable_after(&all, &[after(0, 1)], &[0, 10]).unwrap();
        assert_eq!((table.slots[1].start, table.total, table.starts_p80[1]), (10, 13, 10));
        assert_eq!((table.slots[0].float, table.slots[1].float), (8, 0));
    }

    #[test]
    fn circles_and_strangers_are_refused() {
        let all = [days(1, 1, 1), days(1, 1, 1)];
        assert_eq!(timetable(&all, &[after(0, 1), after(1, 0)]).unwrap_err(), Fault::Circle(0));
        assert_eq!(timetable(&all, &[after(0, 7)]).unwrap_err(), Fault::Unknown(7));
    }
}
