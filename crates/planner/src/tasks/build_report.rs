//! BuildReport: the plan, its summary and its judgement as one self-contained page, and tables for
//! spreadsheets.

use std::fmt::Write as _;

use scene::xml::escaped;
use serde_json::Value;

use super::break_down_work::Wbs;
use super::check_consistency::differences;
use super::compute_budget::Budget;
use super::compute_schedule::Schedule;
use super::consult_experts::Experts;
use super::estimate_tasks::Estimates;
use super::identify_risks::{Risk, Risks};
use super::{text, write_validation_report};
use crate::artifact::Kind;
use crate::draw::Notation;
use crate::facts::amount;
use crate::html::{Document, Page, data_url, document, markdown};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output, soft};
use content_digest::Digest;

mod one_page;
mod provenance;
mod sheets;

pub(super) const TASK: Task = Task {
    name: "BuildReport",
    phase: Phase::Exporting,
    version: 8,
    inputs: &[
        hard("plan.md"),
        hard("plan.json"),
        hard("executive_summary.md"),
        hard("wbs.json"),
        hard("estimates.json"),
        hard("experts.json"),
        hard("schedule.json"),
        hard("risks.json"),
        hard("budget.json"),
        soft("intake.json"),
        soft("facts.json"),
        soft("purpose.json"),
        soft("assumptions.json"),
        soft("decisions.json"),
        soft("stakeholders.json"),
        soft("dependencies.json"),
        soft("team.json"),
        soft("swot.md"),
        soft("premortem.md"),
        soft("validation_report.json"),
    ],
    outputs: &[
        output("report.html", Kind::Plan),
        output("one_page.html", Kind::Plan),
        output("exports/wbs.csv", Kind::Plan),
        output("exports/schedule.csv", Kind::Plan),
        output("exports/risks.csv", Kind::Plan),
        output("exports/budget.csv", Kind::Plan),
    ],
    weight: 2,
    by: By::Drawing,
    run,
};

/// What the page is made of.
struct Material {
    wbs: Wbs,
    estimates: Estimates,
    schedule: Schedule,
    risks: Risks,
    budget: Budget,
    validation: Option<Value>,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let all = Material {
        wbs: ctx.inputs.read("wbs.json")?,
        estimates: ctx
            .inputs
            .read::<Experts>("experts.json")?
            .estimated(ctx.inputs.read("estimates.json")?),
        schedule: ctx.inputs.read("schedule.json")?,
        risks: ctx.inputs.read("risks.json")?,
        budget: ctx.inputs.read("budget.json")?,
        validation: ctx.inputs.optional("validation_report.json")?,
    };
    let sheets = [
        ("exports/wbs.csv", sheets::wbs(&all)),
        ("exports/schedule.csv", sheets::schedule(&all.schedule)),
        ("exports/risks.csv", sheets::risks(&all.risks)),
        ("exports/budget.csv", sheets::budget(&all.budget)),
    ];
    let mut produced = vec![
        Produced::text("report.html", page(ctx, &all, &sheets)?),
        Produced::text("one_page.html", one_page::page(ctx, &all)?),
    ];
    produced.extend(sheets.into_iter().map(|(path, sheet)| Produced::text(path, sheet)));
    Ok(produced)
}

fn page(
    ctx: &Context<'_>,
    all: &Material,
    sheets: &[(&'static str, String)],
) -> Result<String, TaskError> {
    let plan = ctx.inputs.text("plan.md")?;
    let (notice, body) = split(plan);
    let title = title(ctx)?;
    let plan_page = document(body, |language, source| picture(ctx, language, source));
    let mut page = Page::new(&title);
    page.push(&format!(
        "<header><h1>{}</h1>\n<p class=\"note\">{}</p></header>\n",
        escaped(&title),
        escaped(notice)
    ));
    page.push(&cards(all));
    page.push(&edited(ctx)?);
    page.push(&navigation(&plan_page));
    page.push(&summary(ctx.inputs.text("executive_summary.md")?));
    page.push(&with_extras(ctx, &plan_page, all));
    match &all.validation {
        None => page.push("<h2 id=\"validation\">Validation</h2>\n<p class=\"warn\">This plan was not validated.</p>\n"),
        Some(report) => {
            page.push("<h2 id=\"validation\">Validation</h2>\n");
            if report["plan_sha256"] != Digest::of(plan.as_bytes()).to_string() {
                page.push("<p class=\"fail\">The validation below is of an older version of the plan.</p>\n");
            }
            page.push(&write_validation_report::body(report).replace("<h2 ", "<h3 ").replace("</h2>", "</h3>"));
        }
    }
    if ctx.inputs.bytes("premortem.md").is_some() {
        let premortem = write_validation_report::premortem(ctx.inputs.text("premortem.md")?);
        page.push(&premortem);
    }
    page.push(
        "<section class=\"screen-only\"><h2 id=\"exports\">Tables for spreadsheets</h2>\n<ul>\n",
    );
    for (path, sheet) in sheets {
        let name = path.trim_start_matches("exports/");
        let url = data_url("text/csv", sheet);
        page.push(&format!("<li><a download=\"{name}\" href=\"{url}\">{name}</a></li>\n"));
    }
    page.push("</ul></section>\n");
    page.push(&provenance::table(ctx));
    Ok(page.finish())
}

/// The title of the plan as it stands.
fn title(ctx: &Context<'_>) -> Result<String, TaskError> {
    let title = text(&ctx.inputs.json("plan.json")?["title"]).to_owned();
    Ok(if title.is_empty() { "Plan".to_owned() } else { title })
}

/// Says which numbers of an edited plan differ from the computed ones; empty without any.
fn edited(ctx: &Context<'_>) -> Result<String, TaskError> {
    let words = "The plan was edited and states other numbers than the cards above";
    Ok(match differences(ctx.inputs)?.join("; ") {
        none if none.is_empty() => none,
        all => format!("<p class=\"fail\">{words}: {}.</p>\n", escaped(&all)),
    })
}

/// The notice under the title, and the plan without both.
fn split(plan: &str) -> (&str, &str) {
    let Some(rest) = plan.strip_prefix("# ").and_then(|rest| rest.split_once('\n')) else {
        return ("", plan);
    };
    let body = rest.1.trim_start();
    let notice = body.strip_prefix('*').and_then(|rest| rest.split_once("*\n"));
    notice.unwrap_or(("", body))
}

/// The numbers that decide, at a glance.
fn cards(all: &Material) -> String {
    let (schedule, budget) = (&all.schedule, &all.budget);
    let mut out = String::from("<ul class=\"cards\">\n");
    let mut card = |value: &str, label: &str, class: &str| {
        let _ = writeln!(
            out,
            "<li><b class=\"{class}\">{}</b><span>{}</span></li>",
            escaped(value),
            escaped(label)
        );
    };
    let end = schedule.when(schedule.total_days, schedule.finish);
    card(&end, &format!("expected end, {} working days", schedule.total_days), "");
    let sure = schedule.when(schedule.p80_days, schedule.finish_p80);
    card(&sure, "end with 80 % confidence", "");
    if let Some(limit) = schedule.tightest() {
        let (class, verdict) = match (limit.slack_days < 0, limit.slack_p80_days < 0) {
            (true, _) => ("fail", "too late"),
            (false, true) => ("warn", "too late"),
            (false, false) => ("pass", "to spare"),
        };
        let label = format!("{verdict} at 80 % confidence for \"{}\"", limit.quote);
        card(&super::working_days(limit.slack_p80_days.abs()), &label, class);
    }
    let currency = &budget.currency;
    if budget.lines.is_empty() {
        card("not known", "money needed", "warn");
    } else {
        let at_least = if budget.is_whole() { "" } else { " at least" };
        let label = format!("needed{at_least}, reserve included");
        card(&format!("{} {currency}", amount(budget.sum.total)), &label, "");
    }
    if let (Some(stated), Some(gap)) = (&budget.stated, budget.gap) {
        let (class, verdict) = if gap < 0 { ("fail", "missing") } else { ("pass", "left") };
        let label = format!("{verdict} against \"{}\"", stated.quote);
        card(&format!("{} {currency}", amount(gap.abs())), &label, class);
    }
    if let Some(month) = &budget.break_even {
        let unit = format!("{} a month to break even", super::plural(&month.unit));
        card(&amount(month.per_month), &unit, "");
    }
    if let Some(report) = &all.validation {
        let verdict = text(&report["verdict"]);
        card(verdict, "validation", verdict);
    }
    out.push_str("</ul>\n");
    out
}

fn navigation(plan: &Document) -> String {
    let mut out =
        String::from("<nav aria-label=\"Contents\">\n<a href=\"#summary\">Executive summary</a>\n");
    for (id, words) in &plan.outline {
        let _ = writeln!(out, "<a href=\"#{id}\">{}</a>", escaped(words));
    }
    out.push_str("<a href=\"#validation\">Validation</a>\n<a href=\"#exports\">Tables</a>\n");
    out.push_str("<a href=\"#provenance\">Where it comes from</a>\n</nav>\n");
    out
}

fn summary(source: &str) -> String {
    let (notice, body) = split(source);
    format!(
        "<h2 id=\"summary\">Executive summary</h2>\n{}<p class=\"note\">{}</p>\n",
        markdown(body),
        escaped(notice)
    )
}

/// The plan with a risk map, and below each section where it comes from.
fn with_extras(ctx: &Context<'_>, plan: &Document, all: &Material) -> String {
    let mut sections = plan.html.split("<h2 id=\"");
    let mut out = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let id = section.split('"').next().unwrap_or_default();
        let (heading, body) = section.split_once("</h2>\n").unwrap_or((section, ""));
        let map = if id == "risks" { matrix(&all.risks) } else { String::new() };
        let origin = provenance::of_section(ctx, id);
        let _ = write!(out, "<h2 id=\"{heading}</h2>\n{map}{body}{origin}");
    }
    out
}

/// Probability against impact, with the ids of the risks.
fn matrix(risks: &Risks) -> String {
    let mut out = String::from("<div class=\"wide\"><table class=\"matrix\"><tbody>\n");
    for probability in (1..=5).rev() {
        let _ = write!(out, "<tr><th>P {probability}</th>");
        for impact in 1..=5 {
            let class = match probability * impact {
                15.. => "fail",
                8.. => "warn",
                _ => "pass",
            };
            let here = |it: &&Risk| (it.probability, it.impact) == (probability, impact);
            let ids: Vec<&str> =
                risks.risks.iter().filter(here).map(|risk| risk.id.as_str()).collect();
            let _ = write!(out, "<td class=\"{class}\">{}</td>", escaped(&ids.join(" ")));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("<tr><th></th><th>I 1</th><th>I 2</th><th>I 3</th><th>I 4</th><th>I 5</th></tr>\n</tbody></table></div>\n");
    out.push_str("<p class=\"note\">P: probability, I: impact, from 1 to 5.</p>\n");
    out
}

/// A diagram for light and for dark pages; the reader's page shows one of them.
fn picture(ctx: &Context<'_>, notation: Notation, source: &str) -> Option<String> {
    let light = ctx.draw.draw(notation, source, scene::Scheme::Light).ok()?;
    let dark = ctx.draw.draw(notation, source, scene::Scheme::Dark).ok()?;
    Some(format!("<div class=\"light-only\">{light}</div><div class=\"dark-only\">{dark}</div>"))
}
