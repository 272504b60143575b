//! WriteValidationReport: checks, audit and premortem as one document, for people and for programs.

use std::fmt::Write as _;

use scene::xml::escaped;
use serde_json::{Value, json};

use super::check_consistency::{Checks, Verdict};
use super::text;
use crate::artifact::Kind;
use crate::html::{Page, markdown};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};
use content_digest::Digest;

pub(super) const TASK: Task = Task {
    name: "WriteValidationReport",
    phase: Phase::Validating,
    version: 4,
    inputs: &[hard("plan.md"), hard("checks.json"), hard("audit.json"), hard("premortem.md")],
    outputs: &[
        output("validation_report.json", Kind::AuditReport),
        output("validation_report.html", Kind::AuditReport),
    ],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let plan = ctx.inputs.text("plan.md")?;
    let checks: Checks = ctx.inputs.read("checks.json")?;
    let audit = ctx.inputs.json("audit.json")?;
    let has = |verdict| checks.checks.iter().any(|check| check.verdict == verdict);
    let is_high = |item: &Value| item["level"] == "high" && item["quote_verified"] == true;
    let is_grave = audit["items"].as_array().into_iter().flatten().any(is_high);
    let verdict = match (has(Verdict::Fail) || is_grave, has(Verdict::Warn)) {
        (true, _) => "fail",
        (false, true) => "warn",
        (false, false) => "pass",
    };
    let report = json!({
        "verdict": verdict, "plan_sha256": Digest::of(plan.as_bytes()), "checks": checks.checks,
        "audit": audit["items"], "audit_by": audit["provenance"]["by"], "notice": audit["notice"],
    });
    let title = plan.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Plan");
    let title = &super::unmarked(title);
    let mut page = Page::new(&format!("Validation: {title}"));
    page.push("<header><h1>Validation report</h1>");
    page.push(&format!("<p class=\"note\">{}</p></header>\n", escaped(title)));
    page.push(&body(&report));
    page.push(&premortem(ctx.inputs.text("premortem.md")?));
    Ok(vec![
        ctx.computed("validation_report.json", &report),
        Produced::text("validation_report.html", page.finish()),
    ])
}

const WORDS: [(&str, &str); 3] = [
    ("fail", "Not ready: at least one finding must be mended first."),
    ("warn", "Usable with care: nothing is wrong in itself, some things are weak."),
    ("pass", "In order: every check passed."),
];

/// Verdict, checks and audit as safe HTML without the page around them.
pub(super) fn body(report: &Value) -> String {
    let verdict = text(&report["verdict"]);
    let meaning = WORDS.iter().find(|(word, _)| *word == verdict).map_or("", |(_, words)| words);
    let checks: Vec<&Value> = report["checks"].as_array().into_iter().flatten().collect();
    let count = |verdict: &str| checks.iter().filter(|check| check["verdict"] == verdict).count();
    let mut out = format!(
        "<p class=\"verdict {0}\"><b>{0}</b> {meaning} <span class=\"note\">{1} passed, {2} with a warning, {3} \
         failed, {4} skipped.</span></p>\n",
        escaped(verdict),
        count("pass"),
        count("warn"),
        count("fail"),
        count("skipped"),
    );
    out.push_str(
        "<h2 id=\"checks\">Checks</h2>\n<p class=\"note\">Proven by code.</p>\n\
         <div class=\"wide\"><table>\n<thead><tr><th>Check</th><th>Verdict</th><th>Finding</th></tr>\
         </thead>\n<tbody>\n",
    );
    for check in checks {
        let verdict = escaped(text(&check["verdict"]));
        let about: Vec<&str> = check["about"].as_array().into_iter().flatten().map(text).collect();
        let about = if about.is_empty() {
            String::new()
        } else {
            let items: Vec<String> = about.iter().map(|it| escaped(it)).collect();
            format!("<ul><li>{}</li></ul>", items.join("</li><li>"))
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"{verdict}\">{verdict}</td><td>{}{about}</td></tr>",
            escaped(&text(&check["check"]).replace('_', " ")),
            escaped(text(&check["detail"]))
        );
    }
    out.push_str("</tbody></table></div>\n<h2 id=\"audit\">Audit</h2>\n");
    let by = [text(&report["audit_by"]), text(&report["notice"])];
    let by: Vec<String> = by.iter().filter(|it| !it.is_empty()).map(|it| escaped(it)).collect();
    let _ = writeln!(
        out,
        "<p class=\"note\">By {}. Quotes are looked up in the plan by code.</p>",
        by.join(": ")
    );
    audit(&report["audit"], &mut out);
    out
}

/// The points to mend, worst first; those in order only as a list.
fn audit(items: &Value, out: &mut String) {
    let items: Vec<&Value> = items.as_array().into_iter().flatten().collect();
    for level in ["high", "medium"] {
        for item in items.iter().filter(|item| item["level"] == level) {
            let proof = if item["quote_verified"] == true {
                ""
            } else {
                " <span class=\"fail\">this quote is not in the plan</span>"
            };
            let _ = writeln!(
                out,
                "<article class=\"{level}\"><p><b>{} {level}</b> {}</p><blockquote>{}{proof}</blockquote><p>{}</p></article>",
                escaped(text(&item["id"])),
                escaped(text(&item["concern"])),
                escaped(text(&item["quote"])),
                escaped(text(&item["mitigation"]))
            );
        }
    }
    let fine: Vec<String> = items
        .iter()
        .filter(|item| item["level"] == "low")
        .map(|item| format!("{} {}", escaped(text(&item["id"])), escaped(text(&item["concern"]))))
        .collect();
    if !fine.is_empty() {
        let list = fine.join("</li>\n<li>");
        let _ = writeln!(
            out,
            "<details><summary>In order</summary><ul>\n<li>{list}</li>\n</ul></details>"
        );
    }
}

/// The premortem below its own heading.
pub(super) fn premortem(source: &str) -> String {
    let deeper = source.replace("\n#", "\n##");
    format!("<section id=\"premortem\">{}</section>\n", markdown(&format!("#{deeper}")))
}
