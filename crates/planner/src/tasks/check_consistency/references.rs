//! Checks on names: ids that exist, owners and roles that are somebody.

use std::collections::BTreeSet;

use super::super::break_down_work::Wbs;
use super::super::identify_risks::Risks;
use super::super::make_assumptions::Assumptions;
use super::super::parse_plan::Plan;
use super::super::staff_team::Team;
use super::{Check, Verdict};
use crate::facts::Facts;
use crate::id::Role;

/// Ids of facts, assumptions, work and risks that the plan mentions and nobody knows. Ids of a kind
/// whose artifact is missing are not looked at.
pub(super) fn ids(
    plan: &Plan,
    facts: Option<&Facts>,
    assumptions: Option<&Assumptions>,
    wbs: Option<&Wbs>,
    risks: Option<&Risks>,
) -> Check {
    let mut known = BTreeSet::new();
    let mut kinds = Vec::new();
    if let Some(facts) = facts {
        kinds.push('F');
        known.extend(facts.facts.iter().map(|fact| fact.id.as_str()));
    }
    if let Some(assumptions) = assumptions {
        kinds.push('A');
        known.extend(assumptions.assumptions.iter().map(|one| one.id.as_str()));
    }
    if let Some(wbs) = wbs {
        kinds.push('W');
        known.extend(wbs.stages.iter().map(|stage| stage.id.as_str()));
        known.extend(wbs.entries().map(|(_, entry)| entry.id.as_str()));
    }
    if let Some(risks) = risks {
        kinds.push('R');
        known.extend(risks.risks.iter().map(|risk| risk.id.as_str()));
    }
    if kinds.is_empty() {
        return Check::skipped("ids", "every artifact that ids refer to");
    }
    // A paper size or a vitamin in the prompt is no id of ours.
    let quoted =
        |id: &str| facts.is_some_and(|all| all.facts.iter().any(|fact| fact.quote.contains(id)));
    let unknown = plan.ids.iter().filter(|id| {
        kinds.iter().any(|kind| id.starts_with(*kind))
            && !known.contains(id.as_str())
            && !quoted(id)
    });
    let unknown = unknown.cloned().collect();
    Check::found(
        "ids",
        Verdict::Fail,
        "every id in the plan exists",
        "ids that do not exist",
        unknown,
    )
}

pub(super) fn owners(risks: Option<&Risks>, team: Option<&Team>) -> Check {
    let Some(risks) = risks else { return Check::skipped("owners", "risks.json") };
    let is_somebody = |owner: &Role| {
        !owner.as_str().is_empty()
            && team.is_none_or(|team| team.roles.iter().any(|role| role.title == *owner))
    };
    let unowned = risks.risks.iter().filter(|risk| !is_somebody(&risk.owner)).map(|risk| {
        if risk.owner.as_str().is_empty() {
            risk.id.to_string()
        } else {
            format!("{}: {}", risk.id, risk.owner)
        }
    });
    let bad = "risks whose owner is nobody in the team";
    Check::found(
        "owners",
        Verdict::Warn,
        "every risk has an owner in the team",
        bad,
        unowned.collect(),
    )
}

pub(super) fn triggers(risks: Option<&Risks>) -> Check {
    let Some(risks) = risks else { return Check::skipped("triggers", "risks.json") };
    let high = risks.risks.iter().filter(|risk| risk.score() >= 12);
    let bare = high.filter(|risk| risk.trigger.is_empty() || risk.response.is_empty());
    let bad = "grave risks without an early sign or a response";
    let good = "every grave risk has an early sign and a response";
    Check::found(
        "triggers",
        Verdict::Warn,
        good,
        bad,
        bare.map(|risk| risk.id.to_string()).collect(),
    )
}

pub(super) fn roles(wbs: Option<&Wbs>, team: Option<&Team>) -> Check {
    let (Some(wbs), Some(team)) = (wbs, team) else {
        return Check::skipped("roles", "wbs.json or team.json");
    };
    let missing =
        wbs.roles().into_iter().filter(|role| !team.roles.iter().any(|it| it.title == **role));
    let missing = missing.map(ToString::to_string).collect();
    let bad = "roles of the work that the team does not have";
    Check::found("roles", Verdict::Fail, "every task has a role in the team", bad, missing)
}
