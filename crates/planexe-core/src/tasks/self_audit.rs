//! SelfAudit: the plan judged point by point, each point with a quote that is really in the plan.

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "SelfAudit",
    phase: Phase::Validating,
    version: 1,
    inputs: &[hard("plan.md"), hard("checks.json")],
    outputs: &[output("audit.json", Kind::AuditReport)],
    weight: 4,
    by: By::Validator(Ask {
        prompt: "Audit the plan: for each concern a level, a verbatim quote, and one mitigation.",
        shows: &[],
        schema: r#"{"type":"object","required":["items","notice"],"properties":{"items":{"type":"array","items":{"type":"object","required":["concern","level","quote","mitigation"],"properties":{"concern":{"type":"string"},"level":{"enum":["low","medium","high"]},"quote":{"type":"string"},"mitigation":{"type":"string"}}}},"notice":{"type":"string"}}}"#,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut audit = ctx.answer()?.value;
    let plan = ctx.inputs.text("plan.md")?;
    for item in audit["items"].as_array_mut().into_iter().flatten() {
        // Nobody should have to trust a quote.
        let is_verbatim = item["quote"].as_str().is_some_and(|quote| plan.contains(quote));
        item["quote_verified"] = json!(is_verbatim);
    }
    Ok(vec![Produced::json("audit.json", &audit)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let plan = inputs.text("plan.md")?;
    let checks = inputs.json("checks.json")?;
    let heading = plan.lines().find(|line| line.starts_with('#')).unwrap_or_default();
    let mut items = Vec::new();
    for check in checks["checks"].as_array().into_iter().flatten() {
        let level = match check["verdict"].as_str() {
            Some("fail") => "high",
            Some("warn") => "medium",
            _ => continue,
        };
        let about = check["about"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let quote = about.into_iter().find(|quote| plan.contains(quote)).unwrap_or(heading);
        items.push(json!({
            "concern": check["detail"], "level": level, "quote": quote,
            "mitigation": format!("Edit plan.md until the check {:?} passes.", check["check"].as_str().unwrap_or_default()),
        }));
    }
    Ok(json!({ "items": items, "notice": NOTICE }))
}
