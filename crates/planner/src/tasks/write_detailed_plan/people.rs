//! The sections about people: the team, those with a stake, and who approves what.

use std::fmt::Write as _;

use super::time::fence;
use super::{Material, inline, table};
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

/// Objections with what the plan changed for each, permits and comparable projects.
pub(super) fn experts(all: &Material) -> String {
    let experts = &all.experts;
    let mut out = String::new();
    if experts.objections.is_empty() {
        let _ = writeln!(out, "{}", inline(&experts.none));
    } else {
        out.push_str(
            "All of this section is a model's own knowledge; check it before you rely on it.\n\n",
        );
        let currency = all.budget.currency.to_string();
        let rows = experts.objections.iter().map(|one| {
            vec![
                one.id.clone(),
                one.expert.clone(),
                one.problem.clone(),
                one.consequence.clone(),
                format!("{} ({})", one.change, one.effect(&currency)),
            ]
        });
        out.push_str(&table(
            &["Id", "Expert", "Objection", "If nothing changes", "What the plan changed"],
            rows,
        ));
    }
    if !experts.permits.is_empty() {
        out.push_str("\n### Permits\n\n");
        let rows = experts.permits.iter().map(|one| {
            vec![one.name.clone(), one.authority.clone(), one.task.to_string(), one.note.clone()]
        });
        out.push_str(&table(&["Permit", "Authority", "Needed by", "Note"], rows));
    }
    if !experts.comparables.is_empty() {
        out.push_str("\n### Comparable projects\n\n");
        let rows = experts
            .comparables
            .iter()
            .map(|one| vec![one.project.clone(), one.outcome.clone(), one.lesson.clone()]);
        out.push_str(&table(&["Project", "Outcome", "Lesson"], rows));
    }
    out
}
