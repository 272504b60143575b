//! IdentifyPurpose: what the idea is about, and which kind of project it is.

use serde_json::{Value, json};

use crate::archetype;
use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "IdentifyPurpose",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("prompt.md"), hard("facts.json")],
    outputs: &[output("purpose.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Say what the idea in prompt.md is about, and which archetype of project it is.",
        shows: &[],
        schema: r#"{"type":"object","required":["topic","archetype","setting","evidence","notice"],"properties":{"topic":{"type":"string","minLength":1},"archetype":{"type":"string"},"setting":{"enum":["physical","digital","unknown"]},"evidence":{"type":"array","items":{"type":"string"}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![Produced::json("purpose.json", &ctx.answer()?.value)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let prompt = inputs.text("prompt.md")?;
    let (archetype, evidence) = archetype::recognise(prompt);
    Ok(json!({
        "topic": topic(prompt), "archetype": archetype.id, "setting": archetype.setting,
        "evidence": evidence, "notice": NOTICE,
    }))
}

/// The first sentence, or as much of it as fits a title.
fn topic(prompt: &str) -> String {
    let line = prompt.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("Untitled");
    let line = line.trim_start_matches(['#', ' ']);
    let sentence = line.split_inclusive(['.', '!', '?']).next().unwrap_or(line);
    let mut topic = sentence.trim_end_matches(['.', '!', '?', ' ']).to_owned();
    if topic.chars().count() > 100 {
        topic = topic.chars().take(99).collect::<String>() + "…";
    }
    if topic.is_empty() { "Untitled".to_owned() } else { topic }
}
