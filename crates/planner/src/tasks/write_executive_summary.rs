//! WriteExecutiveSummary: half a page for somebody who decides.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::check_consistency::differences;
use super::compute_budget::Budget;
use super::compute_schedule::Schedule;
use super::identify_risks::Risks;
use super::text;
use crate::artifact::Kind;
use crate::budget::Line;
use crate::embedded::NOTICE;
use crate::facts::amount;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

/// Fewer words than this are no summary.
const SHORTEST: usize = 25;

pub(super) const TASK: Task = Task {
    name: "WriteExecutiveSummary",
    phase: Phase::GeneratingPlan,
    version: 11,
    inputs: &[
        soft("prompt.md"),
        hard("plan.md"),
        hard("schedule.json"),
        hard("budget.json"),
        hard("risks.json"),
    ],
    outputs: &[output("executive_summary.md", Kind::Plan)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "Summarise the plan in half a page of Markdown for somebody who decides: the goal, what \
                 speaks for it, when it ends and how sure that is, what it costs and what is missing, the \
                 three worst risks with their responses, and the decision that is needed now. No heading. \
                 Only numbers that are in the material. In pitch, three to five sentences for those who \
                 are asked for money, time or a permit: the need, what will be there and when, and what \
                 they are asked for.",
        shows: &["plan.md", "schedule.json", "budget.json", "risks.json"],
        schema: || {
            r#"{"type":"object","required":["markdown"],"properties":{"markdown":{"type":"string","minLength":1,"maxLength":4000},"pitch":{"type":"string","maxLength":900}}}"#.to_owned()
        },
        faults: |_, answer| {
            let words = super::text(&answer["markdown"]).split_whitespace().count();
            let fault = || format!("markdown has {words} words, and half a page was asked for");
            if words < SHORTEST { vec![fault()] } else { Vec::new() }
        },
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    let body = text(&answer.value["markdown"]).trim();
    // Rules have nothing to win people with; a model is asked for it.
    let pitch = match text(&answer.value["pitch"]).trim() {
        "" => String::new(),
        pitch => format!("**Pitch.** {pitch}\n\n"),
    };
    // An edited plan says otherwise than the tables, whoever writes the summary.
    let edited = match differences(ctx.inputs)?.join("; ") {
        none if none.is_empty() => none,
        all => format!(
            "**The plan was edited.** It states other numbers than those computed from the tables: {all}.\n\n"
        ),
    };
    let summary = format!(
        "# Executive summary\n\n*{}*\n\n{pitch}{edited}{body}\n",
        super::notice(ctx, &answer)
    );
    Ok(vec![Produced::text("executive_summary.md", summary)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let schedule: Schedule = inputs.read("schedule.json")?;
    let budget: Budget = inputs.read("budget.json")?;
    let risks: Risks = inputs.read("risks.json")?;
    let mut out = first_section(inputs.text("plan.md")?);
    for told in budget.misfit().into_iter().chain(budget.divided()) {
        let _ = write!(out, "\n\n{}.", super::sentence(&told));
    }
    if let Some(month) = &budget.break_even {
        let (count, unit) = (amount(month.per_month), super::plural(&month.unit));
        let _ = write!(out, "\n\nOnce it runs, {count} {unit} a month pay for it.");
    }
    out.push_str("\n\n**The three worst risks.**\n\n");
    for risk in risks.by_score().into_iter().take(3) {
        let response = super::sentence(risk.response.trim_end_matches('.'));
        let (id, event, owner) = (&risk.id, &risk.event, &risk.owner);
        let _ = writeln!(out, "- {id}, {event}. {response} ({owner}).");
    }
    let _ = write!(out, "\n**Needed now.** {}", needed(&schedule, &budget));
    Ok(json!({ "markdown": out, "notice": NOTICE }))
}

/// The decision that the numbers call for.
fn needed(schedule: &Schedule, budget: &Budget) -> String {
    let is_late = schedule.missed().next().is_some();
    let is_short = budget.gap.is_some_and(|gap| gap < 0);
    match (is_late, is_short) {
        (true, true) => "A later date or less work, and more money or less work: the plan fits neither the stated time nor the stated money.".to_owned(),
        (true, false) => "A later date or less work: money alone does not shorten waiting times.".to_owned(),
        (false, true) => {
            let mut lines: Vec<_> = budget.lines.iter().collect();
            lines.sort_by_key(|line| std::cmp::Reverse(line.amount.likely));
            let item = |it: &&Line| format!("{} ({}, {} {})", it.item, it.task, amount(it.amount.likely), budget.currency);
            let largest: Vec<String> = lines.iter().take(3).map(item).collect();
            let largest = largest.join("; ");
            format!("More money or less work, decided before the first contract. The largest items are {largest}.")
        }
        (false, false) => schedule.milestones.first().map_or_else(String::new, |one| {
            let when = schedule.when(one.day, one.date);
            format!("Approval to begin, up to milestone {} ({}) on {when}.", one.id, one.title)
        }),
    }
}

/// Lines of the first section that a summary has; a plan of rules has fewer there.
const MOST_LINES: usize = 30;

/// The first section of the plan as it stands: its goal, and how its days and its money are kept.
fn first_section(plan: &str) -> String {
    let lines = plan.lines().skip_while(|line| !line.starts_with("## ")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('#')).take(MOST_LINES);
    match lines.collect::<Vec<_>>().join("\n").trim() {
        "" => "The plan states no goal.".to_owned(),
        section => section.to_owned(),
    }
}
