//! MapStakeholders: who has a say or a stake, what they need, and what they approve.

use serde::Deserialize;
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use crate::archetype;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::Facts;
use crate::id::StakeholderId;
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "MapStakeholders",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[soft("prompt.md"), hard("facts.json"), hard("purpose.json"), hard("decisions.json")],
    outputs: &[output("stakeholders.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "List three to seven parties outside the team that can stop, delay or profit from this \
                 project. For each: name, interest, influence from 1 to 5, what they need, when they are \
                 met (touch); and if they must approve something: what (approves) and before which piece \
                 of work (before). Leave approves and before out otherwise.",
        shows: &["purpose.json", "facts.json", "decisions.json"],
        schema: || {
            r#"{"type":"object","required":["stakeholders"],"properties":{"stakeholders":{"type":"array","minItems":1,"maxItems":9,"items":{"type":"object","required":["name","interest","influence","needs","touch"],"properties":{"name":{"type":"string","minLength":1,"maxLength":60},"interest":{"type":"string","maxLength":200},"influence":{"type":"integer","minimum":1,"maximum":5},"needs":{"type":"string","maxLength":200},"touch":{"type":"string","maxLength":200},"approves":{"type":"string","maxLength":100},"before":{"type":"string","maxLength":120}}}}}}"#.to_owned()
        },
        faults: no_faults,
        rules,
    }),
    run,
};

/// `stakeholders.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Stakeholders {
    pub(super) stakeholders: Vec<Stakeholder>,
}

/// Somebody with a say or a stake.
#[derive(Debug, Deserialize)]
pub(super) struct Stakeholder {
    /// `S1` and up.
    pub(super) id: StakeholderId,
    pub(super) name: String,
    pub(super) interest: String,
    pub(super) influence: u64,
    pub(super) needs: String,
    pub(super) touch: String,
    pub(super) approves: Option<String>,
    /// The title of the work that waits for the approval.
    pub(super) before: Option<String>,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    super::number(&mut answer.value["stakeholders"], "S");
    Ok(vec![ctx.stamped("stakeholders.json", answer.value, &answer.origin)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let mut list = Vec::new();
    for one in archetype.stakeholders.iter().filter(|one| one.applies(&facts)) {
        let mut entry = json!({
            "name": archetype.fill(&one.name, &facts), "interest": one.interest,
            "influence": one.influence, "needs": one.needs, "touch": one.touch,
        });
        if let Some(approves) = &one.approves {
            entry["approves"] = json!(approves);
            entry["before"] = json!(one.before(archetype, &facts).unwrap_or_default());
        }
        list.push(entry);
    }
    Ok(json!({ "stakeholders": list, "notice": NOTICE }))
}
