//! ChooseStrategy: the choices that shape the plan, with options, reason, owner and time.

use serde::Deserialize;
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use crate::answers::ANSWERS;
use crate::archetype;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::Facts;
use crate::id::DecisionId;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "ChooseStrategy",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[
        soft("prompt.md"),
        hard("facts.json"),
        hard("purpose.json"),
        hard("assumptions.json"),
        soft("intake.json"),
        soft(ANSWERS),
    ],
    outputs: &[output("decisions.json", Kind::Intermediate)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "Name the two to five decisions that shape this project. For each: the question, two \
                 to four options, the chosen option word for word, why, what follows from it, the role \
                 that owns it, and the piece of work before which it must be made (before).",
        shows: &["purpose.json", "facts.json", "assumptions.json", "intake.json", ANSWERS],
        schema: || {
            r#"{"type":"object","required":["decisions"],"properties":{"decisions":{"type":"array","minItems":1,"maxItems":6,"items":{"type":"object","required":["question","options","chosen","why","consequence","owner","before"],"properties":{"question":{"type":"string","minLength":1,"maxLength":200},"options":{"type":"array","minItems":2,"maxItems":5,"items":{"type":"string","maxLength":160}},"chosen":{"type":"string","maxLength":160},"why":{"type":"string","minLength":1,"maxLength":400},"consequence":{"type":"string","minLength":1,"maxLength":400},"owner":{"type":"string","minLength":1,"maxLength":80},"before":{"type":"string","maxLength":120}}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `decisions.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Decisions {
    pub(super) decisions: Vec<Decision>,
}

/// A choice that was made or is to be made.
#[derive(Debug, Deserialize)]
pub(super) struct Decision {
    /// `D1` and up.
    pub(super) id: DecisionId,
    pub(super) question: String,
    pub(super) options: Vec<String>,
    pub(super) chosen: String,
    pub(super) why: String,
    pub(super) consequence: String,
    pub(super) owner: String,
    /// The title of the work that waits for it.
    pub(super) before: String,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    super::number(&mut answer.value["decisions"], "D");
    Ok(vec![ctx.stamped("decisions.json", answer.value, &answer.origin)])
}

fn faults(_: &Inputs, answer: &Value) -> Vec<String> {
    let list = answer["decisions"].as_array().into_iter().flatten();
    list.filter(|one| !one["options"].as_array().is_some_and(|all| all.contains(&one["chosen"])))
        .map(|one| format!("chosen {} is none of the options, word for word", one["chosen"]))
        .collect()
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let mut decisions: Vec<Value> = archetype
        .decisions
        .iter()
        .filter(|decision| decision.applies(&facts))
        .map(|decision| {
            json!({
                "question": archetype.fill(&decision.question, &facts), "options": decision.options,
                "chosen": decision.options[decision.chosen], "why": decision.why,
                "consequence": decision.consequence, "owner": decision.owner(archetype),
                "before": decision.before(archetype, &facts),
            })
        })
        .collect();
    // A template knows few questions of a project; one is always there.
    if decisions.len() < 2 {
        decisions.push(json!({
            "question": "What is left out first when time or money runs short?",
            "options": ["What can follow later, by a list agreed on at the start", "A little of everything"],
            "chosen": "What can follow later, by a list agreed on at the start",
            "why": "What is missing can be added; a day that is missed or a promise that is half kept cannot be mended.",
            "consequence": "A list of all parts in the order in which they are needed.",
            "owner": archetype.lead(), "before": "",
        }));
    }
    Ok(json!({ "decisions": decisions, "notice": NOTICE }))
}
