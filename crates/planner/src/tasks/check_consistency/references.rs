//! Checks on names: ids that exist, owners and roles that are somebody.

use std::collections::BTreeSet;

use super::super::break_down_work::Wbs;
use super::{Material, Outcome, Verdict};
use crate::id::Role;

/// Ids of facts, assumptions, work and risks that the plan mentions and nobody knows. Ids of a kind
/// whose artifact is missing are not looked at.
pub(super) fn ids(all: &Material<'_>) -> Option<Outcome> {
    let facts = || all.facts.iter().flat_map(|it| &it.facts);
    let mut known: BTreeSet<&str> = facts().map(|it| it.id.as_str()).collect();
    known.extend(all.assumptions.iter().flat_map(|it| &it.assumptions).map(|it| it.id.as_str()));
    known.extend(all.wbs.iter().flat_map(|it| &it.stages).map(|it| it.id.as_str()));
    known.extend(all.wbs.iter().flat_map(Wbs::entries).map(|(_, it)| it.id.as_str()));
    known.extend(all.risks.iter().flat_map(|it| &it.risks).map(|it| it.id.as_str()));
    let kinds = [
        ('F', all.facts.is_some()),
        ('A', all.assumptions.is_some()),
        ('W', all.wbs.is_some()),
        ('R', all.risks.is_some()),
    ];
    kinds.iter().find(|(_, exists)| *exists)?;
    let is_of_kind = |id: &&String| kinds.iter().any(|(kind, is)| *is && id.starts_with(*kind));
    // A paper size or a vitamin in the prompt is no id of ours.
    let is_unknown = |id: &&String| {
        !known.contains(id.as_str()) && !facts().any(|fact| fact.quote.contains(id.as_str()))
    };
    let unknown = all.plan.ids.iter().filter(is_of_kind).filter(is_unknown).cloned();
    let bad = (Verdict::Fail, "ids that do not exist");
    Some(Outcome::found(bad, "every id in the plan exists", unknown))
}

pub(super) fn owners(all: &Material<'_>) -> Option<Outcome> {
    let is_somebody = |owner: &Role| {
        let mut team = all.team.iter().flat_map(|team| &team.roles);
        !owner.as_str().is_empty() && (all.team.is_none() || team.any(|role| role.title == *owner))
    };
    let unowned = all.risks.as_ref()?.risks.iter().filter(|risk| !is_somebody(&risk.owner));
    let found = unowned.map(|risk| match risk.owner.as_str() {
        "" => risk.id.to_string(),
        owner => format!("{}: {owner}", risk.id),
    });
    let bad = (Verdict::Warn, "risks whose owner is nobody in the team");
    Some(Outcome::found(bad, "every risk has an owner in the team", found))
}

pub(super) fn triggers(all: &Material<'_>) -> Option<Outcome> {
    let high = all.risks.as_ref()?.risks.iter().filter(|risk| risk.score() >= 12);
    let bare = high.filter(|risk| risk.trigger.is_empty() || risk.response.is_empty());
    let bad = (Verdict::Warn, "grave risks without an early sign or a response");
    let good = "every grave risk has an early sign and a response";
    Some(Outcome::found(bad, good, bare.map(|risk| risk.id.to_string())))
}

pub(super) fn roles(all: &Material<'_>) -> Option<Outcome> {
    let (wbs, team) = (all.wbs.as_ref()?, all.team.as_ref()?);
    let is_missing = |role: &&Role| !team.roles.iter().any(|it| it.title == **role);
    let missing = wbs.roles().into_iter().filter(is_missing).map(ToString::to_string);
    let bad = (Verdict::Fail, "roles of the work that the team does not have");
    Some(Outcome::found(bad, "every task has a role in the team", missing))
}
