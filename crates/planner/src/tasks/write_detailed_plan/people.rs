//! The sections about people: the team, those with a stake, and who approves what.

use std::fmt::Write as _;

use super::super::cells;
use super::time::fence;
use super::{Material, inline, table};
use crate::draw::Notation;

pub(super) fn team(all: &Material) -> String {
    let rows = all.team.roles.iter().map(|it| {
        let peak = match it.peak_week {
            0 => "no work".to_owned(),
            week => format!("{} % in week {week}", it.peak_percent),
        };
        cells([&it.id, &it.title, &it.heads, &it.contract, &it.effort_days, &peak, &it.gap])
    });
    let headings =
        ["Id", "Role", "People", "Terms", "Effort in days", "Fullest week", "To be settled"];
    let mut out = table(&headings, rows);
    let named: Vec<String> =
        all.facts.people().map(|person| format!("{} ({})", person.name, person.relation)).collect();
    if !named.is_empty() {
        let _ = write!(
            out,
            "\nNamed in the prompt: {}. Agree with each on role, days a week and a stand-in.\n",
            named.join(", ")
        );
    }
    out
}

pub(super) fn stakeholders(all: &Material) -> String {
    let rows = all.stakeholders.stakeholders.iter().map(|it| {
        let approves = match (&it.approves, &it.before) {
            (Some(what), Some(before)) if !before.is_empty() => format!("{what}, before: {before}"),
            (Some(what), _) => what.clone(),
            (None, _) => "–".to_owned(),
        };
        let influence = format!("{} of 5", it.influence);
        cells([&it.id, &it.name, &it.interest, &influence, &it.needs, &it.touch, &approves])
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
        let rows = experts.objections.iter().map(|it| {
            let changed = format!("{} ({})", it.change, it.effect(&currency));
            cells([&it.id, &it.expert, &it.problem, &it.consequence, &changed])
        });
        let headings = ["Id", "Expert", "Objection", "If nothing changes", "What the plan changed"];
        out.push_str(&table(&headings, rows));
    }
    if !experts.permits.is_empty() {
        out.push_str("\n### Permits\n\n");
        let rows = experts.permits.iter();
        let rows = rows.map(|it| cells([&it.name, &it.authority, &it.task, &it.note]));
        out.push_str(&table(&["Permit", "Authority", "Needed by", "Note"], rows));
    }
    if !experts.comparables.is_empty() {
        out.push_str("\n### Comparable projects\n\n");
        let rows = experts.comparables.iter();
        let rows = rows.map(|it| cells([&it.project, &it.outcome, &it.lesson]));
        out.push_str(&table(&["Project", "Outcome", "Lesson"], rows));
    }
    out
}
