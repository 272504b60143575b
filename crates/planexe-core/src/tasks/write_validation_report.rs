//! WriteValidationReport: checks and audit as one document, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::digest::Digest;
use crate::html::{escape, page};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "WriteValidationReport",
    phase: Phase::Validating,
    version: 1,
    inputs: &[hard("plan.md"), hard("checks.json"), hard("audit.json")],
    outputs: &[
        output("validation_report.json", Kind::AuditReport),
        output("validation_report.html", Kind::AuditReport),
    ],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let plan = ctx.inputs.bytes("plan.md").unwrap_or_default();
    let checks = ctx.inputs.json("checks.json")?;
    let audit = ctx.inputs.json("audit.json")?;
    let has = |verdict: &str| {
        checks["checks"].as_array().into_iter().flatten().any(|check| check["verdict"] == verdict)
    };
    let verdict = match (has("fail"), has("warn")) {
        (true, _) => "fail",
        (false, true) => "warn",
        (false, false) => "pass",
    };
    let report = json!({
        "verdict": verdict, "plan_sha256": Digest::of(plan), "checks": checks["checks"],
        "audit": audit["items"], "notice": audit["notice"],
    });
    Ok(vec![
        Produced::json("validation_report.json", &report),
        Produced::text("validation_report.html", page("Validation report", &body(&report))),
    ])
}

/// The report as safe HTML without the page around it.
pub(super) fn body(report: &Value) -> String {
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let verdict = text(&report["verdict"]);
    let mut body = format!(
        "<h1>Validation report</h1>\n<p class=\"{verdict}\">Verdict: {verdict}</p>\n\
         <p class=\"note\">{}</p>\n<h2>Checks</h2>\n<table>\n",
        text(&report["notice"])
    );
    for check in report["checks"].as_array().into_iter().flatten() {
        let verdict = text(&check["verdict"]);
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td class=\"{verdict}\">{verdict}</td><td>{}</td></tr>",
            text(&check["check"]),
            text(&check["detail"])
        );
    }
    body.push_str("</table>\n<h2>Audit</h2>\n");
    let items: Vec<&Value> = report["audit"].as_array().into_iter().flatten().collect();
    if items.is_empty() {
        body.push_str("<p>No concerns.</p>\n");
    }
    for item in items {
        let _ = writeln!(
            body,
            "<p><b>{}</b>: {}<br>Quote: “{}”<br>{}</p>",
            text(&item["level"]),
            text(&item["concern"]),
            text(&item["quote"]),
            text(&item["mitigation"])
        );
    }
    body
}
