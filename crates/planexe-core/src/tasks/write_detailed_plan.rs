//! WriteDetailedPlan: `plan.md`, the canonical document that people read and edit.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "WriteDetailedPlan",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[
        hard("facts.json"),
        hard("purpose.json"),
        hard("assumptions.json"),
        hard("risks.json"),
        hard("wbs.json"),
        hard("schedule.json"),
    ],
    outputs: &[output("plan.md", Kind::Plan)],
    weight: 6,
    by: By::Planner(Ask {
        prompt: "Write the plan: a title and sections in Markdown. Use only the numbers given.",
        shows: &[],
        schema: r#"{"type":"object","required":["title","sections","notice"],"properties":{"title":{"type":"string"},"sections":{"type":"array","minItems":1,"items":{"type":"object","required":["heading","body"],"properties":{"heading":{"type":"string"},"body":{"type":"string"}}}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?.value;
    let mut plan = format!("# {}\n\n*{}*\n", text(&answer["title"]), text(&answer["notice"]));
    for section in answer["sections"].as_array().into_iter().flatten() {
        let _ = write!(
            plan,
            "\n## {}\n\n{}\n",
            text(&section["heading"]),
            text(&section["body"]).trim_end()
        );
    }
    Ok(vec![Produced::text("plan.md", plan)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let json = |path: &str| inputs.json(path);
    let purpose = json("purpose.json")?;
    let schedule = json("schedule.json")?;
    let sections = [
        ("Goal", format!("{}.\n", text(&purpose["topic"]))),
        ("Facts from the prompt", facts(&json("facts.json")?)),
        ("Assumptions", assumptions(&json("assumptions.json")?)),
        ("Work", work(&json("wbs.json")?)),
        ("Schedule", timetable(&schedule)),
        ("Risks", risks(&json("risks.json")?)),
    ];
    let sections: Vec<Value> = sections
        .into_iter()
        .map(|(heading, body)| json!({ "heading": heading, "body": body }))
        .collect();
    Ok(json!({
        "title": format!("Plan: {}", text(&purpose["topic"])), "sections": sections,
        "notice": format!("{NOTICE}; template {}", text(&purpose["archetype"])),
    }))
}

fn facts(facts: &Value) -> String {
    let mut out = String::new();
    for fact in items(&facts["facts"]) {
        let (id, quote, kind) = (text(&fact["id"]), text(&fact["quote"]), text(&fact["kind"]));
        let _ = writeln!(out, "- {id}: \"{quote}\" ({kind})");
    }
    if out.is_empty() {
        out.push_str("The prompt states no amounts, dates or demands.\n");
    }
    out
}

fn assumptions(assumptions: &Value) -> String {
    let mut out = String::new();
    for one in items(&assumptions["assumptions"]) {
        let _ = writeln!(
            out,
            "- {}: {} Basis: {}. Test: {}",
            text(&one["id"]),
            text(&one["statement"]),
            text(&one["basis"]),
            text(&one["test"])
        );
    }
    out
}

fn work(wbs: &Value) -> String {
    let mut out = String::new();
    for stage in items(&wbs["stages"]) {
        let _ = write!(out, "### {} {}\n\n", text(&stage["id"]), text(&stage["title"]));
        for task in items(&stage["tasks"]) {
            let _ = writeln!(
                out,
                "- {} {}: {} ({} to {} days)",
                text(&task["id"]),
                text(&task["title"]),
                text(&task["deliverable"]),
                task["days"]["min"],
                task["days"]["max"]
            );
        }
        out.push('\n');
    }
    out
}

fn timetable(schedule: &Value) -> String {
    let mut out = "| Task | From day | To day |\n|---|---|---|\n".to_owned();
    for task in items(&schedule["tasks"]) {
        let _ = writeln!(
            out,
            "| {} {} | {} | {} |",
            text(&task["id"]),
            text(&task["title"]),
            task["start_day"],
            task["end_day"]
        );
    }
    let _ = write!(out, "\nTotal: {} days from Day 0.\n", schedule["total_days"]);
    if let Some(limit) = schedule["limit_days"].as_u64() {
        let _ = writeln!(out, "The prompt allows {limit} days.");
    }
    out
}

fn risks(risks: &Value) -> String {
    let mut out = String::new();
    for risk in items(&risks["risks"]) {
        let _ = writeln!(
            out,
            "- {}: {}, so {} (probability {}, impact {}). {}: {}.",
            text(&risk["id"]),
            text(&risk["event"]),
            text(&risk["effect"]),
            risk["probability"],
            risk["impact"],
            text(&risk["owner"]),
            text(&risk["response"]).trim_end_matches('.')
        );
    }
    out
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
