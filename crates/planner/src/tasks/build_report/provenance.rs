//! Where each section comes from: rules, model or arithmetic, and what they read.

use scene::xml::escaped;
use serde_json::Value;

use super::super::{TASKS, cells, text, write_detailed_plan};
use crate::html::markdown;
use crate::task::Context;

/// Sections of the plan by the id of their heading, and the artifacts behind them.
const SECTIONS: [(&str, &[&str]); 14] = [
    ("goal", &["purpose.json", "schedule.json", "budget.json"]),
    ("approach", &["plan.md"]),
    ("first-two-weeks", &["schedule.json", "assumptions.json", "intake.json"]),
    ("facts-from-the-prompt", &["facts.json"]),
    ("assumptions", &["assumptions.json"]),
    ("decisions", &["decisions.json", "schedule.json"]),
    ("work", &["wbs.json"]),
    ("schedule", &["estimates.json", "dependencies.json", "experts.json", "schedule.json"]),
    ("team", &["team.json", "estimates.json", "schedule.json"]),
    ("budget", &["estimates.json", "experts.json", "team.json", "budget.json"]),
    ("risks", &["risks.json"]),
    ("what-experts-say", &["experts.json"]),
    ("stakeholders-and-approvals", &["stakeholders.json", "decisions.json"]),
    ("strengths--weaknesses--opportunities--threats", &["swot.md"]),
];

/// One line under a section of the plan; nothing for sections that somebody added.
pub(super) fn of_section(ctx: &Context<'_>, id: &str) -> String {
    let Some((_, artifacts)) = SECTIONS.iter().find(|(section, _)| *section == id) else {
        return String::new();
    };
    let part = |path: &&str| {
        let (task, by, _) = origin(ctx, path)?;
        Some(format!("<code>{path}</code> ({}, {})", escaped(&task), escaped(&by)))
    };
    match artifacts.iter().filter_map(part).collect::<Vec<_>>().join(", ") {
        all if all.is_empty() => all,
        all => format!(
            "<details><summary>Where this comes from</summary><p class=\"note\">{all}</p></details>\n"
        ),
    }
}

/// Every artifact that says where it comes from.
pub(super) fn table(ctx: &Context<'_>) -> String {
    let rows = ctx.inputs.paths().filter_map(|path| {
        let (task, by, inputs) = origin(ctx, path)?;
        Some(cells([&format!("`{path}`"), &task, &by, &inputs]))
    });
    let rows = write_detailed_plan::table(&["Artifact", "Task", "Decided by", "Read"], rows);
    format!(
        "<h2 id=\"provenance\">Where it comes from</h2>\n<p class=\"note\">Rules are templates of this \
         program; computed means arithmetic on the artifacts that are named. What a model took in time and \
         tokens stands beside its name.</p>\n{}",
        markdown(&rows)
    )
}

/// Task, origin and inputs of an artifact that carries them: in JSON as a field, in Markdown as the
/// notice under the title.
fn origin(ctx: &Context<'_>, path: &str) -> Option<(String, String, String)> {
    if path.rsplit('.').next() != Some("json") {
        let text = ctx.inputs.text(path).ok()?;
        let notice = text.lines().find(|line| line.starts_with('*') && line.ends_with('*'))?;
        let task = TASKS.iter().find(|it| it.outputs.iter().any(|it| it.path == path))?.name;
        return Some((task.to_owned(), notice.trim_matches('*').to_owned(), String::new()));
    }
    let value = ctx.inputs.optional::<Value>(path).ok()??;
    let provenance = &value["provenance"];
    let inputs: Vec<&str> =
        provenance["inputs"].as_array().into_iter().flatten().map(text).collect();
    let (task, by) = (text(&provenance["task"]), text(&provenance["by"]));
    if task.is_empty() {
        return Some(("edited".to_owned(), "by hand".to_owned(), String::new()));
    }
    Some((task.to_owned(), by.to_owned(), inputs.join(", ")))
}
