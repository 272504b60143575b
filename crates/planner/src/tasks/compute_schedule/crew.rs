//! Who does the work of the schedule, and how much of it fits into a day: heads, part-time hours, unpaid people.

use super::super::break_down_work::{Entry, Wbs};
use super::super::estimate_tasks::Estimates;
use crate::facts::{Count, CountRole, Facts};
use crate::id::Role;
use crate::schedule::Days;

/// Who does a task, and how much of it in a day.
#[derive(Debug, Clone)]
pub(super) struct Crew {
    pub(super) role: Role,
    /// Person days.
    pub(super) effort: f64,
    /// Person days that these people have in a working day.
    pub(super) capacity: f64,
    /// The same if all of them worked full time.
    pub(super) full: f64,
    /// Whether it lasts as long as the prompt says, whatever hours anybody has: a trip of nine days.
    pub(super) is_lasting: bool,
}

impl Crew {
    /// The durations, longer where the effort does not fit into the days of these people.
    pub(super) fn stretched(&self, days: Days) -> Days {
        let needed = (self.effort / self.capacity - 1e-9).ceil();
        let factor = needed / f64::from(days.likely.max(1));
        // What takes one day takes that day.
        if factor <= 1.0 || days.max <= 1 || self.is_lasting {
            return days;
        }
        let times = |value: u32| (f64::from(value) * factor).ceil() as u32;
        Days { min: times(days.min), likely: times(days.likely), max: times(days.max) }
    }
}

/// The same crews with so many times the stated hours, and nobody above full time.
pub(super) fn with_more_hours(crews: &[Crew], times: f64) -> Vec<Crew> {
    let more = |crew: &Crew| Crew {
        capacity: (crew.capacity * times).min(crew.full.max(crew.capacity)),
        ..crew.clone()
    };
    crews.iter().map(more).collect()
}

pub(super) fn crews(wbs: &Wbs, estimates: &Estimates, facts: &Facts) -> Vec<Crew> {
    // "Twelve volunteers" are the heads of the role "Volunteers".
    let counted = |title: &Role| {
        let title = title.as_str().to_lowercase();
        let is_it = |count: &Count| {
            count.role == CountRole::Team && title.contains(count.of.trim_end_matches('s'))
        };
        facts.counts().find(|(count, _)| is_it(count)).map_or(1, |(count, _)| count.count.max(1))
    };
    // Who estimates ten days of work in five days means two people.
    let needed = |title: &Role| {
        const MOST: u64 = 12;
        let of_role = wbs.entries().filter(|(_, entry)| entry.role == *title);
        let heads = of_role.map(|(_, entry)| {
            let one = estimates.of(&entry.id);
            (one.effort_days / f64::from(one.days.likely.max(1))).ceil() as u64
        });
        heads.max().unwrap_or(1).clamp(1, MOST)
    };
    let terms = |entry: &Entry| match entry.work() {
        Some((archetype, work)) => {
            let role = work.role(archetype);
            (role.heads(facts), archetype.terms(role, facts).0)
        }
        // A model's roles have no terms yet: whoever leads, and a team that counts itself, give their own time.
        None if entry.role == wbs.lead || facts.is_whole_team() => {
            (counted(&entry.role), "own time")
        }
        None => (counted(&entry.role).max(needed(&entry.role)), "to be agreed"),
    };
    wbs.entries()
        .map(|(_, entry)| {
            let (heads, contract) = terms(entry);
            Crew {
                role: entry.role.clone(),
                effort: estimates.of(&entry.id).effort_days,
                capacity: capacity(wbs, facts, &entry.role, heads, contract),
                full: heads as f64,
                is_lasting: entry
                    .work()
                    .is_some_and(|(_, work)| work.span.as_deref() == Some("length")),
            }
        })
        .collect()
}

/// Person days that the people of a role have in a working day: by the hours that the prompt states for them, else,
/// where they are unpaid, by the hours of those who write.
pub(in super::super) fn capacity(
    wbs: &Wbs,
    facts: &Facts,
    title: &Role,
    heads: u64,
    contract: &str,
) -> f64 {
    let is_unpaid = |contract: &str| {
        let lower = contract.to_lowercase();
        ["own time", "volunteer", "honorary", "unpaid"].iter().any(|it| lower.starts_with(it))
    };
    let days = |hours: u32| f64::from(hours.clamp(1, 60)) / 40.0;
    let archetype = wbs.archetype();
    let role = archetype.and_then(|it| it.roles.iter().find(|role| role.title == title.as_str()));
    let lower = title.as_str().to_lowercase();
    let is_meant = |of: &str| {
        role.is_some_and(|role| role.is_called(of))
            || lower.contains(of.to_lowercase().trim_end_matches('s'))
    };
    if let Some(hours) = facts.hours_of_others().find(|it| is_meant(&it.of)) {
        return heads as f64 * days(hours.per_week);
    }
    if !is_unpaid(contract) {
        return heads as f64;
    }
    let is_name = |of: &str| of.starts_with(char::is_uppercase);
    // Who helps on a day comes on that day, whatever hours those who write have; their own team shares its hours.
    if contract.starts_with("volunteers") && !facts.is_whole_team() && facts.team().is_none() {
        return heads as f64;
    }
    let people: Vec<f64> =
        facts.hours_of_others().filter(|it| is_name(&it.of)).map(|it| days(it.per_week)).collect();
    // A model's roles have no terms: whoever leads is named first.
    if let (None, Some(first)) = (archetype, people.first())
        && *title == wbs.lead
        && facts.hours_a_week().is_none()
    {
        return *first;
    }
    if let Some(archetype) =
        archetype.filter(|_| facts.hours_a_week().is_none() && heads == 1 && !people.is_empty())
    {
        let is_filled = |role: &&&Role| {
            let terms = archetype.roles.iter().find(|it| it.title == role.as_str());
            terms.is_some_and(|it| is_unpaid(archetype.terms(it, facts).0) && it.heads(facts) == 1)
        };
        let roles = wbs.roles();
        let place = roles.iter().filter(is_filled).position(|role| **role == *title);
        return shared(&people, place.unwrap_or(0), roles.iter().filter(is_filled).count());
    }
    let named: Vec<f64> = facts
        .hours_of_others()
        .filter(|it| is_name(&it.of))
        .map(|it| days(it.per_week))
        .take(usize::try_from(heads).unwrap_or(1).saturating_sub(1))
        .collect();
    if let Some((own, _)) = facts.hours_a_week() {
        return (heads as f64 - named.len() as f64) * days(own) + named.iter().sum::<f64>();
    }
    // "8 volunteers, 2 hours a week each" share the unpaid work.
    let team = facts.team().map(|(count, _)| count as f64);
    let shared = facts.hours_of_others().find(|it| !is_name(&it.of) && !is_meant(&it.of));
    if let (Some(team), Some(hours), Some(archetype)) = (team, shared, archetype) {
        let roles = archetype.roles.iter().filter(|role| {
            is_unpaid(archetype.terms(role, facts).0)
                && wbs.roles().iter().any(|it| it.as_str() == role.title)
        });
        let heads = (team / roles.count().max(1) as f64).max(heads as f64);
        return heads * days(hours.per_week);
    }
    heads as f64 - named.len() as f64 + named.iter().sum::<f64>()
}

/// The days of the people who fill one of some roles: one each in their order, whoever is left helps in the first.
fn shared(people: &[f64], place: usize, roles: usize) -> f64 {
    let own = people.get(place).or(people.last()).copied().unwrap_or(1.0);
    let left = people.get(roles.max(1)..).unwrap_or_default();
    if place == 0 { own + left.iter().sum::<f64>() } else { own }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::calendar::Date;

    fn work(stages: &serde_json::Value) -> Wbs {
        let wbs = json!({
            "lead": "Lead", "deadline_task": "", "deadline_kind": "latest", "stages": stages,
        });
        serde_json::from_value(wbs).unwrap()
    }

    /// The person days that a role has in a working day.
    fn days_of(prompt: &str, role: &str, heads: u64, contract: &str) -> f64 {
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        capacity(&work(&json!([])), &facts, &Role::from(role), heads, contract)
    }

    #[track_caller]
    fn is_close(one: f64, other: f64) {
        assert!((one - other).abs() < 0.01, "{one} is not {other}");
    }

    #[test]
    fn part_time_hours_limit_whoever_they_are_stated_for() {
        let prompt = "An app by 1 May 2028. A designer 1 day per week, two engineers at 25 %.";
        is_close(days_of(prompt, "Designer", 1, "by the day"), 0.2);
        is_close(days_of(prompt, "Engineers", 2, "employed"), 0.5);
        is_close(days_of(prompt, "Tester", 1, "employed"), 1.0);
    }

    #[test]
    fn those_who_are_counted_do_the_work_of_the_role_that_is_called_so() {
        let prompt = "A reading room by 1 May 2028. Twelve volunteers, 3 hours a week each.";
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = json!({ "id": "W1.1", "title": "Sort the books", "deliverable": "", "done_when": "", "role": "Volunteers" });
        let wbs =
            work(&json!([{ "id": "W1", "title": "All", "milestone": "Done", "tasks": [task] }]));
        let estimates: Estimates = serde_json::from_value(json!({
            "currency": "EUR", "running": [],
            "tasks": [{ "id": "W1.1", "days": { "min": 1, "likely": 2, "max": 3 }, "effort_days": 9.0, "costs": [] }],
        }))
        .unwrap();
        is_close(crews(&wbs, &estimates, &facts)[0].capacity, 0.9);
    }

    #[test]
    fn a_partner_with_fewer_days_counts_for_those_days() {
        let prompt = "Two of us open a shop: I work full time, Joost three days a week.";
        is_close(days_of(prompt, "Owner", 2, "own time"), 1.6);
        is_close(days_of(prompt, "Fitter", 3, "fixed price"), 3.0);
    }

    #[test]
    fn named_people_fill_the_unpaid_roles_and_those_who_are_left_help_whoever_leads() {
        is_close(shared(&[0.2, 0.1, 0.1], 0, 1), 0.4);
        is_close(shared(&[0.2, 0.1, 0.1], 0, 2), 0.3);
        is_close(shared(&[0.2, 0.1, 0.1], 1, 2), 0.1);
        is_close(shared(&[0.2], 1, 2), 0.2);
    }

    #[test]
    fn own_hours_limit_unpaid_work_alone() {
        let prompt = "I can work 10 hours a week on it.";
        is_close(days_of(prompt, "Lead", 1, "own time"), 0.25);
        is_close(days_of(prompt, "Treasurer", 1, "honorary"), 0.25);
        is_close(days_of(prompt, "Lawyer", 1, "fee by the day"), 1.0);
    }
}
