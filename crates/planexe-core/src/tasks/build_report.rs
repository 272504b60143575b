//! BuildReport: the plan, its summary and its judgement as one self-contained page.

use crate::artifact::Kind;
use crate::digest::Digest;
use crate::html::{markdown, page};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output, soft};

use super::write_validation_report;

pub(super) const TASK: Task = Task {
    name: "BuildReport",
    phase: Phase::Exporting,
    version: 1,
    inputs: &[
        hard("plan.md"),
        hard("plan.json"),
        hard("executive_summary.md"),
        soft("validation_report.json"),
    ],
    outputs: &[output("report.html", Kind::Plan)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let plan = ctx.inputs.text("plan.md")?;
    let title = &ctx.inputs.json("plan.json")?["title"];
    let mut body = markdown(ctx.inputs.text("executive_summary.md")?);
    body.push_str(&markdown(plan));
    match ctx.inputs.optional_json("validation_report.json")? {
        None => body.push_str("<p class=\"note\">This plan was not validated.</p>\n"),
        Some(report) => {
            if report["plan_sha256"] != Digest::of(plan.as_bytes()).to_string() {
                body.push_str(
                    "<p class=\"warn\">The validation below is of an older version of the plan.</p>\n",
                );
            }
            body.push_str(&write_validation_report::body(&report));
        }
    }
    let title = title.as_str().filter(|title| !title.is_empty()).unwrap_or("Plan");
    Ok(vec![Produced::text("report.html", page(title, &body))])
}
