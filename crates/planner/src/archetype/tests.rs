//! The archetypes themselves: what every one of them must hold.

use super::*;
use crate::schedule::{Link, positions, timetable};

#[test]
fn every_archetype_is_sound() {
    for archetype in ARCHETYPES.iter() {
        let all: Vec<&Work> = archetype.stages.iter().flat_map(|it| &it.tasks).collect();
        let places = positions(all.iter().map(|work| work.key.as_str()));
        assert_eq!(places.len(), all.len(), "{}: a key twice", archetype.id);
        let mut links = Vec::new();
        for (to, work) in all.iter().enumerate() {
            assert!(work.days().is_ordered() && work.effort > 0.0, "{}", work.key);
            assert_ne!(work.role(archetype).title, "", "{}", work.key);
            for cost in &work.costs {
                assert!(
                    cost.amount.is_none_or(|it| it.is_sorted()),
                    "{}: {}",
                    archetype.id,
                    cost.item
                );
            }
            for (key, kind, lag) in work.after() {
                links.push(Link { from: places[key], to, kind, lag });
            }
        }
        let days: Vec<Days> = all.iter().map(|work| work.days()).collect();
        let table = timetable(&days, &links).unwrap();
        assert!((30..400).contains(&table.total), "{}: {} days", archetype.id, table.total);
        assert!(archetype.work(&archetype.deadline_at).is_some());
        assert!(archetype.work(archetype.proves_at()).is_some(), "{}", archetype.id);
        assert!(archetype.window_at.iter().all(|key| archetype.work(key).is_some()));
        let traits = all.iter().flat_map(|work| [&work.when, &work.unless]);
        let others = archetype.stakeholders.iter().flat_map(|one| [&one.when, &one.unless]);
        let traits = traits
            .chain(others)
            .chain(archetype.decisions.iter().flat_map(|one| [&one.when, &one.unless]))
            .chain(archetype.risks.iter().flat_map(|risk| [&risk.when, &risk.unless]));
        for feature in traits.flatten().flat_map(|it| it.split('|')) {
            assert!(crate::facts::is_trait(feature), "{}: {feature}", archetype.id);
        }
        let roles: Vec<&str> = archetype.roles.iter().map(|role| role.id.as_str()).collect();
        assert!(archetype.risks.iter().all(|risk| roles.contains(&risk.owner.as_str())));
        // Who owns a risk is in the team only by work that is always there.
        for risk in &archetype.risks {
            let works = all.iter().any(|work| work.role == risk.owner && work.when.is_none());
            assert!(works, "{}: {} has no work", archetype.id, risk.owner);
        }
        for decision in &archetype.decisions {
            for key in decision.before.split('|') {
                assert!(archetype.work(key).is_some(), "{}", decision.question);
            }
            assert!(decision.chosen < decision.options.len());
            assert!(roles.contains(&decision.owner.as_str()));
        }
    }
}

#[test]
fn employees_are_counted_in_every_language() {
    let today = crate::calendar::Date::new(2026, 11, 16).unwrap();
    for prompt in [
        "Move our law firm with 18 employees to Bonn.",
        "Unsere Kanzlei mit 18 Mitarbeitern zieht nach Bonn um.",
        "Déménager notre cabinet de 18 salariés à Bonn.",
    ] {
        let facts = crate::facts::read(prompt, today);
        assert_eq!(find("office_move").heads(&facts), Some(18), "{prompt}");
    }
}

#[test]
fn generic_work_fills_the_time_until_the_stated_day() {
    let stretch = |prompt: &str| {
        let today = crate::calendar::Date::new(2026, 11, 16).unwrap();
        find("generic").stretch(&crate::facts::read(prompt, today))
    };
    assert!(stretch("Build a satellite by 15 October 2028.") > 4.0);
    assert!((stretch("Build a satellite.") - 1.0).abs() < 0.01);
    assert!((stretch("Build a satellite by 1 December 2026.") - 1.0).abs() < 0.01);
}
