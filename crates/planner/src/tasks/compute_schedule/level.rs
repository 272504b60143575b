//! Levelling: nobody has more work in a day than time.

use std::collections::BTreeMap;

use super::crew::Crew;
use crate::schedule::{Days, Fault, Link, LinkKind, Network, Timetable, timetable_after};

/// Working days within which a place for a task is looked for.
const HORIZON: u32 = 3000;

/// Which of the tasks that are ready is placed next.
#[derive(Clone, Copy)]
enum Rule {
    /// The most urgent.
    Urgent,
    /// The one that can begin first: nobody waits while there is work.
    Early,
}

/// The timetable in which tasks of one role follow each other where they do not fit side by side: by the rule that misses
/// fewer days of the prompt, then the one that ends earlier. Also the links with those that follow from it.
pub(super) fn levelled(
    days: &[Days],
    links: &[Link],
    floors: &[u32],
    crews: &[Crew],
    due_days: &[u32],
) -> Result<(Timetable, Vec<Link>), Fault> {
    let urgent = by_rule(Rule::Urgent, days, links, floors, crews, due_days)?;
    let early = by_rule(Rule::Early, days, links, floors, crews, due_days)?;
    let cost = |(table, _): &(Timetable, Vec<Link>)| {
        let late =
            table.slots.iter().zip(due_days).map(|(slot, due)| slot.end.saturating_sub(*due));
        (late.map(u64::from).sum::<u64>(), table.total)
    };
    Ok(if cost(&early) < cost(&urgent) { early } else { urgent })
}

fn by_rule(
    rule: Rule,
    days: &[Days],
    links: &[Link],
    floors: &[u32],
    crews: &[Crew],
    due_days: &[u32],
) -> Result<(Timetable, Vec<Link>), Fault> {
    let free = timetable_after(days, links, floors)?;
    let mut links = links.to_vec();
    let mut order: Vec<usize> = (0..days.len()).collect();
    let lengths: Vec<u32> = days.iter().map(|it| it.expected()).collect();
    let network = Network::new(days.len(), &links)?;
    let latest = network.latest_within(&lengths, due_days);
    order.sort_by_key(|&task| {
        let late = free.slots[task].start + free.slots[task].float;
        (late.min(latest[task]), free.slots[task].start, task)
    });
    let mut placed: Vec<Option<(u32, u32)>> = vec![None; days.len()];
    let mut used: BTreeMap<(&str, u32), f64> = BTreeMap::new();
    let share = |task: usize| {
        let crew = &crews[task];
        (crew.effort / f64::from(lengths[task].max(1))).min(crew.capacity)
    };
    loop {
        // The first day by the links, and the one by the time of the role.
        let place = |task: usize| {
            let starts: Vec<u32> =
                placed.iter().map(|it| it.map_or(0, |(start, _)| start)).collect();
            let floor = floors.get(task).copied().unwrap_or(0);
            let first = network.first_day(task, &starts, &lengths).max(floor);
            let crew = &crews[task];
            let fits = |start: &u32| {
                (*start..*start + lengths[task]).all(|day| {
                    let taken = used.get(&(crew.role.as_str(), day)).copied().unwrap_or(0.0);
                    taken + share(task) <= crew.capacity * 1.001
                })
            };
            (first, (first..first + HORIZON).find(fits).unwrap_or(first))
        };
        let mut ready = order
            .iter()
            .enumerate()
            .filter(|(_, task)| network.before(**task).all(|it| placed[it].is_some()));
        let next = match rule {
            Rule::Urgent => ready.next(),
            Rule::Early => ready.min_by_key(|(position, task)| (place(**task).1, *position)),
        };
        let Some((position, &task)) = next else { break };
        let (first, start) = place(task);
        order.remove(position);
        for day in start..start + lengths[task] {
            *used.entry((crews[task].role.as_str(), day)).or_insert(0.0) += share(task);
        }
        if start > first {
            // Whoever made it wait comes before it from now on.
            let blocker = (0..days.len())
                .filter(|&it| crews[it].role == crews[task].role)
                .filter_map(|it| placed[it].map(|(_, end)| (end, it)))
                .filter(|&(end, _)| end <= start && end > first)
                .max();
            if let Some((_, from)) = blocker {
                links.push(Link { from, to: task, kind: LinkKind::FinishToStart, lag: 0 });
            }
        }
        placed[task] = Some((start, start + lengths[task]));
    }
    Ok((timetable_after(days, &links, floors)?, links))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Role;

    #[test]
    fn whoever_waits_for_others_does_what_is_ready() {
        // An author drafts, an editor edits, the author revises; permissions fit into the time of the edit.
        let days = [10, 5, 8, 4].map(|it| Days { min: it, likely: it, max: it });
        let link = |from, to| Link { from, to, kind: LinkKind::FinishToStart, lag: 0 };
        let links = [link(0, 1), link(1, 2)];
        let crew = |role: &str, effort| Crew {
            role: Role::from(role),
            effort,
            capacity: 1.0,
            full: 1.0,
            is_lasting: false,
        };
        let crews = [("Author", 10.0), ("Editor", 5.0), ("Author", 8.0), ("Author", 4.0)];
        let crews = crews.map(|(role, effort)| crew(role, effort));
        let (table, _) = levelled(&days, &links, &[0; 4], &crews, &[u32::MAX; 4]).unwrap();
        assert_eq!((table.slots[3].start, table.total), (10, 23));
    }
}
