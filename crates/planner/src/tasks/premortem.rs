//! Premortem: the plan has failed; how did it come to that, and what would have shown it early?

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::check_consistency::differences;
use super::compute_budget::Budget;
use super::compute_schedule::{Milestone, Row, Schedule};
use super::identify_risks::{Risk, Risks};
use super::make_assumptions::Assumptions;
use super::text;
use super::trace::stems;
use super::write_detailed_plan::chances;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::amount;
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "Premortem",
    phase: Phase::Validating,
    version: 9,
    inputs: &[
        soft("prompt.md"),
        hard("plan.md"),
        soft("assumptions.json"),
        soft("risks.json"),
        soft("schedule.json"),
        soft("budget.json"),
    ],
    outputs: &[output("premortem.md", Kind::AuditReport)],
    weight: 3,
    by: By::Validator(Ask {
        prompt: "The plan has failed. Tell two to five different ways in which that happened. For each: \
                 a title, the story in three or four sentences that names ids of the plan, the early \
                 signs (signs), the day or milestone at which it must be looked for (tripwire), what to do \
                 then (playbook), and when to stop for good (stop_rule).",
        shows: &["plan.md", "assumptions.json", "risks.json", "schedule.json", "budget.json"],
        schema: || {
            r#"{"type":"object","required":["failures"],"properties":{"failures":{"type":"array","minItems":1,"maxItems":5,"items":{"type":"object","required":["title","story","signs","tripwire","playbook","stop_rule"],"properties":{"title":{"type":"string","minLength":1,"maxLength":100},"story":{"type":"string","minLength":1,"maxLength":900},"signs":{"type":"array","minItems":1,"maxItems":5,"items":{"type":"string","maxLength":200}},"tripwire":{"type":"string","maxLength":200},"playbook":{"type":"string","maxLength":400},"stop_rule":{"type":"string","maxLength":300}}}}}}"#.to_owned()
        },
        faults: no_faults,
        rules,
    }),
    run,
};

/// As many as a model is asked for.
const MOST_FAILURES: usize = 5;

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    let mut out = format!("# Premortem\n\n*{}*\n", super::notice(ctx, &answer));
    let differences = differences(ctx.inputs)?;
    let edited = (!differences.is_empty()).then(|| two_versions(&differences));
    let told = answer.value["failures"].as_array().into_iter().flatten();
    for (idx, one) in edited.iter().chain(told).enumerate() {
        let _ = write!(
            out,
            "\n## {} {}\n\n{}\n\nEarly signs:\n\n",
            idx + 1,
            text(&one["title"]),
            text(&one["story"])
        );
        for sign in one["signs"].as_array().into_iter().flatten() {
            let _ = writeln!(out, "- {}", text(sign));
        }
        let _ = write!(
            out,
            "\n**Look for it:** {}\n\n**Then:** {}\n\n**Stop for good:** {}\n",
            text(&one["tripwire"]),
            text(&one["playbook"]),
            text(&one["stop_rule"])
        );
    }
    Ok(vec![Produced::text("premortem.md", out)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let plan = inputs.text("plan.md")?;
    let risks: Option<Risks> = inputs.optional("risks.json")?;
    let schedule: Option<Schedule> = inputs.optional("schedule.json")?;
    let budget: Option<Budget> = inputs.optional("budget.json")?;
    let assumptions: Option<Assumptions> = inputs.optional("assumptions.json")?;
    let mut failures = Vec::new();
    if let Some(schedule) = &schedule {
        failures.push(too_late(schedule));
    }
    if let Some(budget) = &budget {
        failures.push(too_dear(budget, schedule.as_ref()));
    }
    let middle =
        schedule.as_ref().and_then(|it| Some((it, it.milestones.get(it.milestones.len() / 2)?)));
    let tripwire = middle
        .map_or_else(|| "The next milestone of the plan".to_owned(), |(it, one)| reached(it, one));
    for risk in risks.iter().flat_map(Risks::by_score).take(2) {
        failures.push(json!({
            "title": format!("{}: {}", risk.id, risk.event),
            "story": format!(
                "{}. Nobody looked until it had happened: {}. What followed: {}. The response ({}) was known \
                 and came too late, because its owner ({}) had no day on which to look.",
                super::sentence(&risk.cause), risk.event, risk.effect, risk.response, risk.owner
            ),
            "signs": [super::sentence(&risk.trigger)],
            "tripwire": schedule.as_ref().and_then(|it| watch_at(risk, it)).unwrap_or_else(|| format!("{tripwire}.")),
            "playbook": format!("{}.", super::sentence(risk.response.trim_end_matches('.'))),
            "stop_rule": format!("The response was tried and {} still holds at the next milestone.", risk.id),
        }));
    }
    let shaky = assumptions.iter().flat_map(|all| &all.assumptions).find(|one| one.is_shaky());
    if let Some(one) = shaky {
        failures.push(json!({
            "title": format!("{} was never tested", one.id),
            "story": format!("Everybody took it for granted: {} When it turned out otherwise, contracts \
                              were signed and the plan had to be made again under pressure.", one.statement),
            "signs": [format!("Two weeks after the start there is no note on {}.", one.id)],
            "tripwire": "Two weeks after the start.",
            "playbook": one.test,
            "stop_rule": format!("{} is wrong and the plan computed anew fits neither time nor money.", one.id),
        }));
    }
    if failures.is_empty() {
        let words = plan.split_whitespace().count();
        failures.push(json!({
            "title": "Nobody could tell how it stood",
            "story": format!("The plan has {words} words, but no schedule, no budget and no risks that could be read by a machine, so \
                      that nothing in it could be compared with what happened."),
            "signs": ["A progress report without a number."],
            "tripwire": "The end of the first month.",
            "playbook": "Add dates, amounts and owners to plan.md.",
            "stop_rule": "Two months without a date that was kept.",
        }));
    }
    failures.truncate(MOST_FAILURES);
    Ok(json!({ "failures": failures, "notice": NOTICE }))
}

/// The beginning of the task that shares most words with a risk; what happens says more than the response.
fn watch_at(risk: &Risk, schedule: &Schedule) -> Option<String> {
    let (event, response) = (stems(&risk.event), stems(&risk.response));
    let shared = |row: &Row| -> usize {
        let weight =
            |it: &String| 2 * usize::from(event.contains(it)) + usize::from(response.contains(it));
        stems(&row.title).iter().map(weight).sum()
    };
    let rows = schedule.tasks.iter().map(|row| (shared(row), row));
    // The first of equals: early is better.
    let (count, row) = rows.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let when = schedule.when(row.start_day, row.start);
    (count > 0).then(|| format!("When {} ({}) begins, {when}.", row.id, row.title))
}

/// An edited plan whose numbers nobody computed again.
fn two_versions(differences: &[String]) -> Value {
    json!({
        "title": "Two versions of the numbers were in use",
        "story": format!(
            "Some worked with the plan, others with the tables behind it, and they differ: {}.",
            differences.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("; ")
        ),
        "signs": ["Two people name different days or amounts for the same thing."],
        "tripwire": "Before the plan is handed to anybody.",
        "playbook": "Enter the new numbers in estimates.json or budget.json and resume, or undo the edit.",
        "stop_rule": "The plan as edited cannot be computed: its dates or sums contradict each other.",
    })
}

/// A milestone and its day.
fn reached(schedule: &Schedule, one: &Milestone) -> String {
    format!("{} ({}), {}", one.id, one.title, schedule.when(one.day, one.date))
}

fn too_late(schedule: &Schedule) -> Value {
    let rows = schedule.decisive();
    let longest = rows
        .first()
        .map_or_else(|| "the longest task".to_owned(), |row| format!("{} ({})", row.id, row.title));
    let check = rows.first().map_or_else(
        || "The first milestone.".to_owned(),
        |row| {
            let half = row.start_day + (row.end_day - row.start_day) / 2;
            let date =
                row.start.zip(row.end).map(|(from, to)| from.plus_days(to.days_since(from) / 2));
            format!("Half-time of {}, {}.", row.id, schedule.when(half, date))
        },
    );
    let float = match rows.first().map_or(0, |row| row.float_days) {
        0 => "There is no float on the critical path, so that every day was lost at the end"
            .to_owned(),
        days => format!("Its float of {} was used up", super::working_days(i64::from(days))),
    };
    let limit = schedule.tightest().map_or_else(
        || "twice the planned days of the longest task are used".to_owned(),
        |it| format!("\"{}\" is missed as computed and nothing can be left out", it.quote),
    );
    json!({
        "title": "It came too late",
        "story": format!("The longest time was needed instead of the likely one for {longest}. {float}. {}", chances(schedule)),
        "signs": [
            format!("Half of the days of {longest} are used and less than half of its result can be shown."),
            "A task of the critical path starts later than planned for the second time.",
        ],
        "tripwire": check,
        "playbook": "Cut the result of the next stage to what the milestone needs; move people from tasks with \
                     float; tell those who wait for the date at once.",
        "stop_rule": format!("Stop when {limit}."),
    })
}

fn too_dear(budget: &Budget, schedule: Option<&Schedule>) -> Value {
    let first = schedule.and_then(|it| Some(reached(it, it.milestones.first()?)));
    let when = format!("Before {}.", first.as_deref().unwrap_or("the first contract"));
    let (currency, reserve) = (&budget.currency, amount(budget.sum.contingency));
    if !budget.is_priced() {
        return unpriced(budget, &when);
    }
    let mut lines: Vec<_> = budget.lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.amount.max - line.amount.likely));
    let widest: Vec<String> = lines
        .iter()
        .take(2)
        .map(|it| format!("{} ({}, up to {} {currency})", it.item, it.task, amount(it.amount.max)))
        .collect();
    let stated = budget.stated.as_ref().map_or(budget.sum.total, |stated| stated.amount);
    let shortage = match budget.gap {
        Some(gap) if gap < 0 => format!(" It began {} {currency} short.", amount(-gap)),
        _ => String::new(),
    };
    let limit = if budget.is_whole() { stated.min(budget.sum.total) } else { stated };
    json!({
        "title": "The money ran out",
        "story": format!(
            "The widest lines came out at their upper end: {}. The reserve of {reserve} {currency} was \
             spent on the first of them.{shortage}",
            widest.join(" and ")
        ),
        "signs": [
            "An offer above the likely amount of its line.",
            format!("A third of the reserve of {reserve} {currency} used before half of the work is done."),
        ],
        "tripwire": when,
        "playbook": "Get offers for the five largest lines first; cut scope before touching the reserve.",
        // What has no price yet is in no sum: the stated money is the limit.
        "stop_rule": format!("Binding offers add up to more than {} {currency}.", amount(limit)),
    })
}

/// The money where no price is known: nobody asked.
fn unpriced(budget: &Budget, when: &str) -> Value {
    let open = budget.open.iter().take(3);
    let mut items: Vec<String> = open.map(|one| format!("{} ({})", one.item, one.task)).collect();
    if items.is_empty() {
        items.push("what the work needs".to_owned());
    }
    let limit = budget.stated.as_ref().map_or_else(
        || "what those who pay have agreed to".to_owned(),
        |stated| format!("\"{}\" ({} {})", stated.quote, amount(stated.amount), budget.currency),
    );
    json!({
        "title": "Nobody had asked what it costs",
        "story": format!("No price was known when the first contract was signed. The offers for {} came \
                          later, and together they were more than {limit}.", items.join(", ")),
        "signs": ["Work begins on a task whose price is still open."],
        "tripwire": when,
        "playbook": "Ask three offers for each open price before anything is signed; enter them in estimates.json and resume.",
        "stop_rule": format!("The offers add up to more than {limit}."),
    })
}
