//! BreakDownWork: stages, tasks, deliverables and three-point durations.

use serde_json::{Value, json};

use crate::archetype;
use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "BreakDownWork",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("facts.json"), hard("purpose.json")],
    outputs: &[output("wbs.json", Kind::Intermediate)],
    weight: 4,
    by: By::Planner(Ask {
        prompt: "Break the project down into stages and tasks; give each task a deliverable, a \
                 way to see that it is done, and least, likely and most days.",
        shows: &[],
        schema: r#"{"type":"object","required":["stages","notice"],"properties":{"stages":{"type":"array","minItems":1,"items":{"type":"object","required":["id","title","tasks"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"tasks":{"type":"array","items":{"type":"object","required":["id","title","deliverable","done_when","days"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"deliverable":{"type":"string"},"done_when":{"type":"string"},"days":{"type":"object","required":["min","likely","max"],"properties":{"min":{"type":"integer"},"likely":{"type":"integer"},"max":{"type":"integer"}}}}}}}}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![Produced::json("wbs.json", &ctx.answer()?.value)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let purpose = inputs.json("purpose.json")?;
    let archetype = archetype::find(purpose["archetype"].as_str().unwrap_or("generic"));
    let stages: Vec<Value> = archetype
        .stages
        .iter()
        .enumerate()
        .map(|(stage_idx, stage)| {
            let tasks: Vec<Value> = stage
                .work
                .iter()
                .enumerate()
                .map(|(idx, work)| {
                    json!({
                        "id": format!("W{}.{}", stage_idx + 1, idx + 1),
                        "title": work.0, "deliverable": work.1,
                        "done_when": format!("{} exists and was checked", work.1),
                        "days": { "min": work.2, "likely": work.3, "max": work.4 },
                    })
                })
                .collect();
            json!({ "id": format!("W{}", stage_idx + 1), "title": stage.title, "tasks": tasks })
        })
        .collect();
    Ok(json!({ "template": archetype.id, "stages": stages, "notice": NOTICE }))
}
