//! MakeAssumptions: what the prompt leaves open and the plan takes for granted.

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "MakeAssumptions",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("prompt.md"), hard("facts.json"), hard("purpose.json")],
    outputs: &[output("assumptions.json", Kind::Intermediate)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "List what the plan has to assume, each with its basis (a quote or \"assumed\"), \
                 how much depends on it, and how to test it.",
        shows: &[],
        schema: r#"{"type":"object","required":["assumptions","notice"],"properties":{"assumptions":{"type":"array","items":{"type":"object","required":["id","statement","basis","sensitivity","test"],"properties":{"id":{"type":"string"},"statement":{"type":"string"},"basis":{"type":"string"},"sensitivity":{"enum":["low","medium","high"]},"test":{"type":"string"}}}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![Produced::json("assumptions.json", &ctx.answer()?.value)])
}

/// What a plan needs to know: the kind of fact, what to assume without it, and how to test that.
const NEEDED: [(&str, &str, &str, &str); 3] = [
    (
        "money",
        "The budget is not stated; money is not the limit before the first milestone.",
        "high",
        "Ask for the amount and for who decides on it.",
    ),
    (
        "duration_days",
        "No time limit is stated; the end follows from the work.",
        "medium",
        "Ask for the latest useful date.",
    ),
    (
        "people",
        "The number of people concerned is not stated; the plan does not depend on it.",
        "medium",
        "Estimate the number with somebody who knows them.",
    ),
];

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts = inputs.json("facts.json")?;
    let facts = facts["facts"].as_array().map_or(&[][..], Vec::as_slice);
    let archetype = &inputs.json("purpose.json")?["archetype"];
    let mut assumptions = vec![json!({
        "statement": format!("The idea is a project of the kind {}.", archetype.as_str().unwrap_or("generic")),
        "basis": "assumed", "sensitivity": "high", "test": "Read purpose.json and correct it.",
    })];
    for (kind, statement, sensitivity, test) in NEEDED {
        if let Some(fact) = facts.iter().find(|fact| fact["kind"] == kind) {
            assumptions.push(json!({
                "statement": format!("\"{}\" is firm.", fact["quote"].as_str().unwrap_or_default()),
                "basis": fact["quote"], "sensitivity": sensitivity,
                "test": "Confirm it with whoever gave the prompt.",
            }));
        } else {
            assumptions.push(json!({
                "statement": statement, "basis": "assumed", "sensitivity": sensitivity, "test": test,
            }));
        }
    }
    for (idx, assumption) in assumptions.iter_mut().enumerate() {
        assumption["id"] = json!(format!("A{}", idx + 1));
    }
    Ok(json!({ "assumptions": assumptions, "notice": NOTICE }))
}
