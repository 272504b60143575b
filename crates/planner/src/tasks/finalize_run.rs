//! FinalizeRun: `manifest.json`, what the session holds and how complete it is.

use serde_json::{Value, json};

use super::check_consistency::{Checks, Verdict};
use super::parse_plan::Plan;
use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, output, soft};
use content_digest::Digest;

pub(super) const TASK: Task = Task {
    name: "FinalizeRun",
    phase: Phase::Finalizing,
    version: 3,
    inputs: &[
        soft("prompt.md"),
        soft("intake.json"),
        soft("facts.json"),
        soft("purpose.json"),
        soft("assumptions.json"),
        soft("decisions.json"),
        soft("stakeholders.json"),
        soft("swot.md"),
        soft("risks.json"),
        soft("wbs.json"),
        soft("estimates.json"),
        soft("dependencies.json"),
        soft("experts.json"),
        soft("schedule.json"),
        soft("team.json"),
        soft("budget.json"),
        soft("diagrams/gantt.svg"),
        soft("diagrams/dependencies.svg"),
        soft("diagrams/approvals.svg"),
        soft("plan.md"),
        soft("plan.json"),
        soft("executive_summary.md"),
        soft("checks.json"),
        soft("premortem.md"),
        soft("audit.json"),
        soft("validation_report.json"),
        soft("validation_report.html"),
        soft("report.html"),
        soft("exports/wbs.csv"),
        soft("exports/schedule.csv"),
        soft("exports/risks.csv"),
        soft("exports/budget.csv"),
    ],
    outputs: &[output("manifest.json", Kind::State)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let entry = |path: &'static str| {
        let bytes = ctx.inputs.bytes(path).unwrap_or_default();
        json!({ "path": path, "sha256": Digest::of(bytes), "size": bytes.len() })
    };
    let artifacts: Vec<Value> = ctx.inputs.paths().map(entry).collect();
    let checks: Option<Checks> = ctx.inputs.optional("checks.json")?;
    let count = |verdict: Verdict| {
        let checks = &checks.as_ref()?.checks;
        Some(checks.iter().filter(|check| check.verdict == verdict).count())
    };
    let plan: Option<Plan> = ctx.inputs.optional("plan.json")?;
    let audit = ctx.inputs.optional::<Value>("audit.json")?;
    let unproven = audit.map(|audit| {
        let items = audit["items"].as_array().into_iter().flatten();
        items.filter(|item| item["quote_verified"] != true).count()
    });
    let quality = json!({
        "failed_checks": count(Verdict::Fail), "warnings": count(Verdict::Warn),
        "skipped_checks": count(Verdict::Skipped),
        "sections": plan.map(|plan| plan.sections.len()), "unproven_quotes": unproven,
    });
    let manifest = json!({ "artifacts": artifacts, "quality": quality });
    Ok(vec![Produced::json("manifest.json", &manifest)])
}
