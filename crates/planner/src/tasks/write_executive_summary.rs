//! WriteExecutiveSummary: half a page for somebody who decides.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::check_consistency::differences;
use super::compute_budget::Budget;
use super::compute_schedule::Schedule;
use super::identify_risks::Risks;
use super::text;
use super::write_detailed_plan::{MOST_DATES, kept, telling};
use crate::artifact::Kind;
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
    let goal = first_paragraph(inputs.text("plan.md")?);
    let (time, money) = (time(&schedule).join(" "), money(&budget).join(" "));
    let mut out = format!(
        "{goal}\n\n**Time.** {time}\n\n**Money.** {money}\n\n**The three worst risks.**\n\n"
    );
    for risk in risks.by_score().into_iter().take(3) {
        let response = super::sentence(risk.response.trim_end_matches('.'));
        let (id, event, owner) = (&risk.id, &risk.event, &risk.owner);
        let _ = writeln!(out, "- {id}, {event}. {response} ({owner}).");
    }
    let _ = write!(out, "\n**Needed now.** {}", needed(&schedule, &budget));
    Ok(json!({ "markdown": out, "notice": NOTICE }))
}

/// When it ends, how sure that is, and which days of the prompt are kept.
fn time(schedule: &Schedule) -> Vec<String> {
    let mut out = vec![format!(
        "{} from {}; expected end {}, with 80 % confidence {}.",
        super::working_days(i64::from(schedule.total_days)),
        schedule.when(0, schedule.start),
        schedule.when(schedule.total_days, schedule.finish),
        schedule.when(schedule.p80_days, schedule.finish_p80)
    )];
    for due in telling(&schedule.due, MOST_DATES) {
        let mark = if due.slack_days < 0 { "**" } else { "" };
        out.push(format!("{mark}{}.{mark}", kept(due)));
    }
    let open = schedule.open_days().take(MOST_DATES);
    out.extend(open.map(|one| format!("No task of the plan answers \"{}\".", one.quote)));
    out
}

/// What it costs, and what is missing.
fn money(budget: &Budget) -> Vec<String> {
    let currency = &budget.currency;
    let mut out = Vec::new();
    if budget.lines.is_empty() {
        out.push("No price of this project is known yet.".to_owned());
    } else {
        let (total, reserve) = (amount(budget.sum.total), amount(budget.sum.contingency));
        out.push(format!("{total} {currency}, of which {reserve} reserve."));
    }
    let told = budget.misfit().into_iter().chain(budget.divided()).chain(budget.against());
    out.extend(told.map(|it| format!("{}.", super::sentence(&it))));
    if let Some(month) = &budget.break_even {
        let (count, unit) = (amount(month.per_month), super::plural(&month.unit));
        out.push(format!("Once it runs, {count} {unit} a month pay for it."));
    }
    out
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
            let largest: Vec<String> = lines
                .iter()
                .take(3)
                .map(|it| format!("{} ({}, {} {})", it.item, it.task, amount(it.amount.likely), budget.currency))
                .collect();
            format!(
                "More money or less work, decided before the first contract. The largest items are {}.",
                largest.join("; ")
            )
        }
        (false, false) => schedule.milestones.first().map_or_else(String::new, |one| {
            let when = schedule.when(one.day, one.date);
            format!("Approval to begin, up to milestone {} ({}) on {when}.", one.id, one.title)
        }),
    }
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
