//! The sections about people: the team, those with a stake, and who approves what.

use std::fmt::Write as _;

use super::time::fence;
use super::{Material, table};
use crate::draw::Notation;

pub(super) fn team(all: &Material) -> String {
    let rows = all.team.roles.iter().map(|role| {
        let peak = match role.peak_week {
            0 => "no work".to_owned(),
            week => format!("{} % in week {week}", role.peak_percent),
        };
        vec![
            role.id.clone(),
            role.title.to_string(),
            role.heads.to_string(),
            role.contract.clone(),
            role.effort_days.to_string(),
            peak,
            role.gap.clone(),
        ]
    });
    let headings =
        ["Id", "Role", "People", "Terms", "Effort in days", "Fullest week", "To be settled"];
    let mut out = table(&headings, rows);
    let named: Vec<String> =
        all.facts.people().map(|person| format!("{} ({})", person.name, person.relation)).collect();
    if !named.is_empty() {
        let (verb, each) = if named.len() == 1 { ("is", "") } else { ("are", " for each") };
        let names = named.join(", ");
        let _ = write!(
            out,
            "\nNamed in the prompt {verb} {names}: agree on role, days a week and a stand-in{each}.\n"
        );
    }
    out
}

pub(super) fn stakeholders(all: &Material) -> String {
    let rows = all.stakeholders.stakeholders.iter().map(|one| {
        let approves = match (&one.approves, &one.before) {
            (Some(what), Some(before)) if !before.is_empty() => format!("{what}, before: {before}"),
            (Some(what), _) => what.clone(),
            (None, _) => "–".to_owned(),
        };
        vec![
            one.id.to_string(),
            one.name.clone(),
            one.interest.clone(),
            format!("{} of 5", one.influence),
            one.needs.clone(),
            one.touch.clone(),
            approves,
        ]
    });
    let headings = ["Id", "Who", "Interest", "Influence", "Needs", "Contact", "Approves"];
    let mut out = table(&headings, rows);
    out.push('\n');
    fence(&mut out, Notation::PlantUml, &all.approvals);
    out
}
