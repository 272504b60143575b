//! WriteExecutiveSummary: half a page for somebody who decides.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "WriteExecutiveSummary",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("plan.md"), hard("schedule.json"), hard("risks.json")],
    outputs: &[output("executive_summary.md", Kind::Plan)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "Summarise the plan for somebody who decides: goal, duration, the three worst risks.",
        shows: &[],
        schema: r#"{"type":"object","required":["markdown","notice"],"properties":{"markdown":{"type":"string","minLength":1},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?.value;
    let text = |field: &str| answer[field].as_str().unwrap_or_default().to_owned();
    let summary =
        format!("# Executive summary\n\n*{}*\n\n{}\n", text("notice"), text("markdown").trim_end());
    Ok(vec![Produced::text("executive_summary.md", summary)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let goal = first_paragraph(inputs.text("plan.md")?);
    let schedule = inputs.json("schedule.json")?;
    let risks = inputs.json("risks.json")?;
    let mut risks: Vec<&Value> = risks["risks"].as_array().into_iter().flatten().collect();
    let score = |risk: &Value| {
        risk["probability"].as_u64().unwrap_or(0) * risk["impact"].as_u64().unwrap_or(0)
    };
    // Stable, so that equal risks keep their order.
    risks.sort_by_key(|risk| std::cmp::Reverse(score(risk)));
    let mut markdown = format!("{goal}\n\nExpected duration: {} days.\n\n", schedule["total_days"]);
    for risk in risks.into_iter().take(3) {
        let text = |field: &str| risk[field].as_str().unwrap_or_default();
        let _ = writeln!(markdown, "- {}: {}; {}", text("id"), text("event"), text("response"));
    }
    Ok(json!({ "markdown": markdown, "notice": NOTICE }))
}

/// The first paragraph below the first section heading.
fn first_paragraph(plan: &str) -> String {
    let lines = plan.lines().skip_while(|line| !line.starts_with("## ")).skip(1);
    let paragraph: Vec<&str> = lines
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .collect();
    if paragraph.is_empty() { "The plan states no goal.".to_owned() } else { paragraph.join("\n") }
}
