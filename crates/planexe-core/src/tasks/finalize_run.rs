//! FinalizeRun: `manifest.json`, what the session holds and how complete it is.

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::digest::Digest;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, output, soft};

pub(super) const TASK: Task = Task {
    name: "FinalizeRun",
    phase: Phase::Finalizing,
    version: 1,
    inputs: &[
        soft("prompt.md"),
        soft("facts.json"),
        soft("purpose.json"),
        soft("assumptions.json"),
        soft("wbs.json"),
        soft("risks.json"),
        soft("schedule.json"),
        soft("plan.md"),
        soft("plan.json"),
        soft("executive_summary.md"),
        soft("checks.json"),
        soft("audit.json"),
        soft("validation_report.json"),
        soft("validation_report.html"),
        soft("report.html"),
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
    let checks = ctx.inputs.optional_json("checks.json")?;
    let count = |verdict: &str| {
        let checks = checks.as_ref()?["checks"].as_array()?;
        Some(checks.iter().filter(|check| check["verdict"] == verdict).count())
    };
    let quality = json!({ "failed_checks": count("fail"), "warnings": count("warn") });
    let manifest = json!({ "artifacts": artifacts, "quality": quality });
    Ok(vec![Produced::json("manifest.json", &manifest)])
}
