//! StaffTeam: who does the work, on which terms, and in which week it is too much for them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::break_down_work::Wbs;
use super::compute_schedule::{Schedule, capacity};
use super::estimate_tasks::Estimates;
use crate::archetype::Archetype;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{Count, CountRole, Facts, Hours, convert};
use crate::id::{Role, WorkId};
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "StaffTeam",
    phase: Phase::GeneratingPlan,
    version: 9,
    inputs: &[
        soft("prompt.md"),
        hard("wbs.json"),
        hard("estimates.json"),
        hard("schedule.json"),
        hard("stakeholders.json"),
        hard("facts.json"),
    ],
    outputs: &[output("team.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "For every role that wbs.json names, spelt as there: how many people (heads), on which \
                 terms (contract), what a day of one person costs in whole units of the currency in \
                 estimates.json (day_rate, 0 where it is own or unpaid time), and what is missing to \
                 fill it (gap, a short sentence).",
        shows: &["facts.json", "wbs.json", "estimates.json", "schedule.json"],
        schema: || {
            r#"{"type":"object","required":["roles"],"properties":{"roles":{"type":"array","minItems":1,"maxItems":16,"items":{"type":"object","required":["title","heads","contract","day_rate","gap"],"properties":{"title":{"type":"string","minLength":1,"maxLength":60},"heads":{"type":"integer","minimum":1,"maximum":500},"contract":{"type":"string","maxLength":100},"day_rate":{"type":"integer","minimum":0,"maximum":100000},"gap":{"type":"string","maxLength":200}}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `team.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Team {
    pub(super) roles: Vec<Member>,
}

/// A role and its load.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Member {
    /// `T1` and up.
    pub(super) id: String,
    pub(super) title: Role,
    pub(super) heads: u64,
    pub(super) contract: String,
    pub(super) day_rate: i64,
    pub(super) gap: String,
    /// Person days over the whole plan.
    #[serde(default)]
    pub(super) effort_days: f64,
    /// The fullest week, in percent of what these people can do.
    #[serde(default)]
    pub(super) peak_percent: u32,
    /// Counted from 1; 0 without work.
    #[serde(default)]
    pub(super) peak_week: u32,
    #[serde(default)]
    pub(super) tasks: Vec<WorkId>,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    let wbs: Wbs = ctx.inputs.read("wbs.json")?;
    let estimates: Estimates = ctx.inputs.read("estimates.json")?;
    let schedule: Schedule = ctx.inputs.read("schedule.json")?;
    let facts: Facts = ctx.inputs.read("facts.json")?;
    super::number(&mut answer.value["roles"], "T");
    for role in answer.value["roles"].as_array_mut().into_iter().flatten() {
        let title = Role::from(role["title"].as_str().unwrap_or_default());
        let heads = role["heads"].as_u64().unwrap_or(1).max(1);
        let contract = role["contract"].as_str().unwrap_or_default();
        let capacity = 5.0 * capacity(&wbs, &facts, &title, heads, contract);
        let tasks = || wbs.entries().filter(|(_, entry)| entry.role == title);
        // A journey of nine days takes none of the hours in which it is planned.
        let is_work = |id: &WorkId| {
            let work = tasks().find(|(_, entry)| entry.id == *id).and_then(|(_, it)| it.work());
            work.is_none_or(|(_, work)| work.span.as_deref() != Some("length"))
        };
        let load = load(&title, capacity, &estimates, &schedule, is_work);
        role["tasks"] = tasks().map(|(_, entry)| json!(entry.id)).collect();
        role["effort_days"] = json!(load.effort);
        role["peak_percent"] = json!(load.percent);
        role["peak_week"] = json!(load.week);
    }
    Ok(vec![ctx.stamped("team.json", answer.value, &answer.origin)])
}

/// The contract of those whom a part of the stated budget pays.
const IN_PART: &str = "paid by a part of the budget, in the cost lines";

struct Load {
    effort: f64,
    percent: u32,
    week: u32,
}

/// Effort spread evenly over each task's days, added up by week, against the person days that the
/// people have in a week.
fn load(
    title: &Role,
    capacity: f64,
    estimates: &Estimates,
    schedule: &Schedule,
    is_work: impl Fn(&WorkId) -> bool,
) -> Load {
    let weeks = (schedule.total_days as usize).div_ceil(5).max(1);
    let mut by_week = vec![0.0; weeks];
    let mut effort = 0.0;
    for row in schedule.tasks.iter().filter(|row| row.role == *title && is_work(&row.id)) {
        let days = row.end_day.saturating_sub(row.start_day).max(1);
        let work = estimates.of(&row.id).effort_days;
        effort += work;
        for day in row.start_day..row.start_day + days {
            let week = (day as usize / 5).min(weeks - 1);
            by_week[week] += work / f64::from(days);
        }
    }
    let mut peak = (0.0, 0);
    for (week, &load) in by_week.iter().enumerate() {
        if load > peak.0 {
            peak = (load, week as u32 + 1);
        }
    }
    let effort = (effort * 10.0_f64).round() / 10.0;
    Load { effort, percent: (peak.0 / capacity * 100.0).round() as u32, week: peak.1 }
}

fn faults(inputs: &Inputs, answer: &Value) -> Vec<String> {
    let Ok(wbs) = inputs.read::<Wbs>("wbs.json") else { return Vec::new() };
    let roles = answer["roles"].as_array().into_iter().flatten();
    let given: Vec<&str> = roles.filter_map(|role| role["title"].as_str()).collect();
    let missing = wbs.roles().into_iter().filter(|role| !given.contains(&role.as_str()));
    missing.map(|role| format!("the role \"{role}\" of wbs.json is missing")).collect()
}

/// The people whom the prompt names with their hours, or counts without a role of theirs.
fn named(facts: &Facts, archetype: &Archetype) -> Option<String> {
    let is_name = |hours: &&Hours| hours.of.starts_with(char::is_uppercase);
    let named = facts.hours_of_others().filter(is_name);
    let named = named.map(|it| format!("{} ({} hours a week)", it.of, it.per_week));
    let has_role = |count: &Count| {
        archetype.heads(facts) == Some(count.count)
            || archetype.roles.iter().any(|role| role.is_called(&count.of))
    };
    let counted = facts.counts().filter(|(count, _)| count.role == CountRole::Team);
    let counted = counted.filter(|(count, _)| !has_role(count));
    let counted = counted.map(|(_, fact)| format!("\"{}\" ({})", fact.quote, fact.id));
    let all: Vec<String> = named.chain(counted).collect();
    (!all.is_empty()).then(|| format!("There are {}: agree on who does what.", all.join(", ")))
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let wbs: Wbs = inputs.read("wbs.json")?;
    let estimates: Estimates = inputs.read("estimates.json")?;
    let facts: Facts = inputs.read("facts.json")?;
    let archetype = wbs.archetype();
    let roles = wbs.roles().into_iter().map(|title| {
        let find =
            |it: &'static Archetype| Some((it, it.roles.iter().find(|role| role.title == title.as_str())?));
        let Some((archetype, role)) = archetype.and_then(find) else {
            return json!({ "title": title, "heads": 1, "contract": "to be agreed", "day_rate": 0,
                           "gap": "Not in the template: terms and price are open." });
        };
        let (mut contract, mut day_rate) = archetype.terms(role, &facts);
        let is_open = estimates.usual.is_some() || estimates.split.is_some();
        if is_open && day_rate > 0.0 && !archetype.is_rate_stated(role, &facts) {
            (contract, day_rate) = ("to be agreed", 0.0);
        }
        // A part of the budget that is for these people is their pay.
        let is_paid = contract != "own time" && contract != "volunteers";
        if is_paid && facts.split().is_some_and(|split| split.pays(&role.title, |it| role.is_called(it))) {
            (contract, day_rate) = (IN_PART, 0.0);
        }
        // Who counts a team by what everybody does has no further person for the rest.
        if contract.starts_with("own time") && facts.is_whole_team() && !role.is_counted(&facts) {
            let count = facts.team().map_or(0, |(count, _)| count);
            return json!({
                "title": title, "heads": 1, "contract": format!("own time, one of the {count}"),
                "day_rate": 0, "gap": "Name which one of you does it, and how many days a week it takes.",
            });
        }
        let heads = role.heads(&facts);
        if day_rate > 0.0 && facts.is_whole_team() && role.is_counted(&facts) {
            let day_rate = convert(day_rate, estimates.currency);
            return json!({
                "title": title, "heads": heads, "contract": "in the team, paid for days worked",
                "day_rate": day_rate,
                "gap": format!("Days a week and pay of each; the budget reckons {day_rate} a day."),
            });
        }
        let gap = match contract {
            "own time" | "own time or employed" | "honorary" | "employed" | "volunteers"
                if heads > 1 =>
            {
                "Name the people and the days a week of each."
            }
            "own time" | "own time or employed" | "honorary" | "employed" | "volunteers" => {
                "Name the person and the days a week."
            }
            IN_PART => "Terms that the part of the budget for it bears.",
            "to be agreed" => "Name the people, the days a week of each, and whether they are paid.",
            contract if contract.starts_with("employed") => {
                "A signed contract before the work begins."
            }
            contract if contract.starts_with("fixed price") => "Three comparable offers.",
            _ => "An offer with a day rate and a free calendar.",
        };
        let is_lead = archetype.lead() == title.as_str();
        let gap = named(&facts, archetype).filter(|_| is_lead).unwrap_or_else(|| gap.to_owned());
        json!({
            "title": title, "heads": heads, "contract": contract,
            "day_rate": convert(day_rate, estimates.currency), "gap": gap,
        })
    });
    Ok(json!({ "roles": roles.collect::<Vec<_>>(), "notice": NOTICE }))
}
