//! IdentifyRisks: what may go wrong, how likely, how bad, and who answers for it.

use serde_json::{Value, json};

use crate::archetype;
use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "IdentifyRisks",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("purpose.json"), hard("assumptions.json")],
    outputs: &[output("risks.json", Kind::Intermediate)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "List the risks: event, effect, probability and impact from 1 to 5, owner, response.",
        shows: &[],
        schema: r#"{"type":"object","required":["risks","notice"],"properties":{"risks":{"type":"array","items":{"type":"object","required":["id","event","effect","probability","impact","owner","response"],"properties":{"id":{"type":"string"},"event":{"type":"string"},"effect":{"type":"string"},"probability":{"type":"integer","minimum":1,"maximum":5},"impact":{"type":"integer","minimum":1,"maximum":5},"owner":{"type":"string"},"response":{"type":"string"}}}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![Produced::json("risks.json", &ctx.answer()?.value)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let purpose = inputs.json("purpose.json")?;
    let archetype = archetype::find(purpose["archetype"].as_str().unwrap_or("generic"));
    let mut risks: Vec<Value> = archetype
        .risks
        .iter()
        .map(|risk| {
            json!({ "event": risk.0, "effect": risk.1, "probability": risk.2, "impact": risk.3,
                    "owner": risk.4, "response": risk.5 })
        })
        .collect();
    let assumptions = inputs.json("assumptions.json")?;
    let shaky = assumptions["assumptions"].as_array().into_iter().flatten().filter(|assumption| {
        assumption["basis"] == "assumed" && assumption["sensitivity"] == "high"
    });
    for assumption in shaky {
        let id = assumption["id"].as_str().unwrap_or_default();
        risks.push(json!({
            "event": format!("assumption {id} is wrong"), "effect": "the plan has to be made again",
            "probability": 3, "impact": 4, "owner": "lead", "response": assumption["test"],
        }));
    }
    for (idx, risk) in risks.iter_mut().enumerate() {
        risk["id"] = json!(format!("R{}", idx + 1));
    }
    Ok(json!({ "risks": risks, "notice": NOTICE }))
}
