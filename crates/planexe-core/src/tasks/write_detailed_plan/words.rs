//! The sections that are mostly words: goal, facts, assumptions, decisions, work, risks.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::break_down_work::Wbs;
use super::super::choose_strategy::Decisions;
use super::super::compute_schedule::{Due, Schedule};
use super::super::identify_risks::Risks;
use super::super::make_assumptions::Assumptions;
use super::super::trace::Trace;
use super::super::{sentence, text, working_days};
use super::{DEMANDS, Material, inline, table};
use crate::archetype;
use crate::facts::{Fact, Kind, Money, amount};

/// What is to be reached, how it shows, and the numbers in brief.
pub(super) fn goal(all: &Material) -> String {
    let (schedule, budget) = (&all.schedule, &all.budget);
    let mut out = format!(
        "{}\n\n**Success:** {}\n\n",
        inline(&all.purpose.goal),
        inline(&all.purpose.success)
    );
    let mut item = |label: &str, value: String| {
        let _ = writeln!(out, "- **{label}:** {value}");
    };
    let end = schedule.when(schedule.total_days, schedule.finish);
    let sure = schedule.when(schedule.p80_days, schedule.finish_p80);
    if let Some(start) = schedule.start {
        item("Start", format!("{start} ({})", schedule.start_basis));
    }
    item("End", format!("{end}, with 80 % confidence {sure}"));
    for due in &schedule.due {
        let (quote, task, title) = (&due.quote, &due.task, &due.title);
        let (label, link) =
            if due.is_fixed { ("Day", "is the day of") } else { ("Deadline", "for") };
        let on = due.computed.map_or_else(String::new, |date| format!(", {date}"));
        item(label, format!("\"{quote}\" {link} {task} {title}{on}: {}", verdict(due)));
    }
    for one in &schedule.unanswered {
        item("Date", format!("\"{}\": no task of the plan answers this date", one.quote));
    }
    let (total, currency) = (amount(budget.sum.total), &budget.currency);
    item("Money needed", format!("{total} {currency}, reserve included"));
    if let (Some(stated), Some(gap)) = (&budget.stated, budget.gap) {
        let verdict = if gap < 0 { "missing" } else { "left" };
        let gap = amount(gap.abs());
        item("Money stated", format!("\"{}\": {gap} {currency} {verdict}", stated.quote));
    }
    item("Led by", all.wbs.lead.clone());
    out
}

/// How a day of the prompt is kept or missed.
pub(super) fn verdict(due: &Due) -> String {
    let (slack, sure) = (due.slack_days, due.slack_p80_days);
    let (spare, safe, late) = (working_days(slack), working_days(sure), working_days(-sure));
    match (slack < 0, sure < 0, due.is_fixed) {
        (true, ..) => format!("missed by {}", working_days(-slack)),
        (false, true, _) => format!(
            "kept with {spare} to spare if all goes as expected, missed by {late} at 80 % confidence"
        ),
        (false, false, false) => {
            format!("kept with {spare} to spare, {safe} at 80 % confidence")
        }
        (false, false, true) => {
            format!("all is ready {spare} before it, {safe} at 80 % confidence")
        }
    }
}

pub(super) fn approach(answer: &Value) -> String {
    let mut out = format!("{}\n\nWhat to watch:\n\n", text(&answer["approach"]).trim());
    for line in answer["watch"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "- {}", inline(text(line)));
    }
    out
}

/// Every fact with its quote, and where each demand is met.
pub(super) fn facts(all: &Material) -> String {
    let archetype = archetype::find(&all.purpose.archetype);
    // A trait that changes nothing in this kind of plan is no news.
    let is_news = |fact: &&Fact| {
        fact.kind != Kind::Feature || fact.value.as_str().is_some_and(|name| archetype.minds(name))
    };
    let rows: Vec<Vec<String>> = all
        .facts
        .facts
        .iter()
        .filter(is_news)
        .map(|fact| {
            let quote = format!("\"{}\"", fact.quote);
            vec![fact.id.clone(), quote, fact.kind.as_str().to_owned(), reading(fact)]
        })
        .collect();
    if rows.is_empty() {
        return "The prompt states no amounts, dates, places or demands.".to_owned();
    }
    let mut out = table(&["Id", "The prompt says", "Kind", "Read as"], rows);
    let demands: Vec<&Fact> = all.facts.of(Kind::Demand).collect();
    if !demands.is_empty() {
        let _ = write!(out, "\n{DEMANDS}\n\n");
        let trace = Trace::new(&all.wbs, &all.facts);
        let rows = demands.into_iter().map(|fact| {
            let (work, test) = met(fact, &trace, all);
            vec![fact.id.clone(), fact.quote.clone(), work, test]
        });
        out.push_str(&table(&["Id", "Demand", "Work", "Tested at"], rows));
    }
    out
}

/// The tasks that answer a demand, and the milestone at which it is tested.
fn met(demand: &Fact, trace: &Trace<'_>, all: &Material) -> (String, String) {
    let dated = all.schedule.due.iter().find(|due| demand.quote.contains(&due.quote));
    let entries: Vec<_> = all.wbs.entries().collect();
    let places = match dated {
        Some(due) => {
            entries.iter().position(|(_, entry)| entry.id == due.task).into_iter().collect()
        }
        None => answering(demand, trace, &all.wbs),
    };
    let ids: Vec<&str> = places.iter().map(|&place| entries[place].1.id.as_str()).collect();
    let stage = places.last().map(|&place| entries[place].0);
    let position = stage.and_then(|stage| all.wbs.stages.iter().position(|it| it.id == stage.id));
    match position {
        Some(position) => (ids.join(", "), format!("M{}", position + 1)),
        None => (
            "no task names it: add one, or name who answers for it".to_owned(),
            "every milestone".to_owned(),
        ),
    }
}

/// Tasks whose test names the demand, else those that share its words.
fn answering(demand: &Fact, trace: &Trace<'_>, wbs: &Wbs) -> Vec<usize> {
    let mut places = trace.demanded(&demand.quote);
    for (place, (_, entry)) in wbs.entries().enumerate() {
        let words = entry.done_when.split(|letter: char| !letter.is_alphanumeric());
        if words.into_iter().any(|word| word == demand.id) && !places.contains(&place) {
            places.push(place);
        }
    }
    places.sort_unstable();
    places
}

/// How a fact is used.
fn reading(fact: &Fact) -> String {
    match fact.kind {
        Kind::Money => Money::from_value(&fact.value).map_or_else(String::new, |money| {
            let role = match fact.role.as_str() {
                "part" => "part of the budget",
                "amount" => "an amount beside the budget",
                "share" => "a share of the budget",
                "each" => "from each person",
                "cap" => "the most that one thing may cost, inside the budget",
                "price" => "what a customer pays",
                "price_limit" => "the most that a customer pays",
                "rate" => "what somebody's time costs",
                "grant" => "grant, not counted before it is granted",
                "income" => "income, not money to spend",
                "monthly" => "each month",
                "yearly" => "each year",
                "rent" => "rent each month",
                other => other,
            };
            let per: Vec<String> = ["unit", "period"]
                .iter()
                .filter_map(|field| Some(format!(" a {}", fact.value[*field].as_str()?)))
                .collect();
            format!("{} {}{}, {role}", amount(money.amount), money.currency, per.concat())
        }),
        Kind::Date => {
            let date = fact.date().map(|date| date.to_string()).unwrap_or_default();
            match fact.role.as_str() {
                "deadline" => match fact.not_before() {
                    Some(from) => format!("between {from} and {date}"),
                    None => format!("by {date}"),
                },
                "window_start" => format!("from {date}"),
                "window_end" => format!("until {date}"),
                "milestone" => format!("{date}, others begin to use it"),
                "available" => format!("from {date} others are free; no task waits for it"),
                role => format!("{role}: {date}"),
            }
        }
        Kind::Duration => {
            let count = fact.value.as_i64().unwrap_or(0);
            match fact.role.as_str() {
                "hours_a_week" => format!("{count} hours a week for this project"),
                "hours_of_others" => format!("{count} hours a week of somebody else"),
                "notice" => format!("{count} calendar days of notice"),
                "lead_time" => format!("{count} calendar days until delivery"),
                "whole" => format!("{count} calendar days for the whole project"),
                "limit" => format!("{count} calendar days, time limit"),
                "wait" => format!("{count} calendar days that others need"),
                _ => format!("{count} calendar days, a length, not a limit"),
            }
        }
        Kind::People if fact.role == "person" => {
            format!("{}, {}", text(&fact.value["name"]), text(&fact.value["of"]))
        }
        Kind::People => {
            let role = if fact.role == "team" { "in the team" } else { "to plan for" };
            format!("{} {}, {role}", fact.value["count"], text(&fact.value["of"]))
        }
        Kind::Area => format!("{} m²", fact.value),
        Kind::Place => format!("{}, {}", text(&fact.value), fact.role),
        Kind::Demand if fact.role == "must_not" => "must not; see below".to_owned(),
        Kind::Demand if fact.role == "wish" => "wanted; see below".to_owned(),
        Kind::Demand => "must; see below".to_owned(),
        Kind::Feature if fact.value == "partner" => "two adults in the household".to_owned(),
        Kind::Feature if fact.value == "rooms_only" => {
            "works on rooms, none on the structure".to_owned()
        }
        Kind::Feature if fact.value == "solar" => "changes the work: energy measures".to_owned(),
        Kind::Feature if fact.value == "within_union" => {
            "a move inside the European Union".to_owned()
        }
        Kind::Feature => format!("changes the work: {}", text(&fact.value).replace('_', " ")),
    }
}

pub(super) fn assumptions(assumptions: &Assumptions) -> String {
    let rows = assumptions.assumptions.iter().map(|one| {
        let basis =
            if one.basis == "assumed" { one.basis.clone() } else { format!("\"{}\"", one.basis) };
        vec![
            one.id.clone(),
            one.statement.clone(),
            basis,
            one.sensitivity.clone(),
            one.test.clone(),
        ]
    });
    table(&["Id", "Assumption", "Basis", "Sensitivity", "Test"], rows)
}

pub(super) fn decisions(decisions: &Decisions, schedule: &Schedule) -> String {
    let mut out = String::new();
    for one in &decisions.decisions {
        let _ = write!(out, "### {} {}\n\n", one.id, inline(&one.question));
        let others: Vec<String> =
            one.options.iter().filter(|it| **it != one.chosen).map(|it| inline(it)).collect();
        let _ = write!(out, "**Chosen:** {}.", inline(one.chosen.trim_end_matches('.')));
        if !others.is_empty() {
            let _ = write!(out, " Not chosen: {}.", others.join("; "));
        }
        out.push_str("\n\n");
        let due = match schedule.titled(&one.before) {
            Some(row) => {
                format!(
                    "before {} {} ({})",
                    row.id,
                    row.title,
                    schedule.when(row.start_day, row.start)
                )
            }
            None if one.before.is_empty() => "before the first contract".to_owned(),
            None => format!("before: {}", one.before),
        };
        let _ = write!(
            out,
            "- **Why:** {}\n- **What follows:** {}\n- **Owner:** {}, who decides {}\n\n",
            inline(&one.why),
            inline(&one.consequence),
            inline(&one.owner),
            inline(&due)
        );
    }
    out
}

pub(super) fn work(wbs: &Wbs) -> String {
    let mut out = String::new();
    for (idx, stage) in wbs.stages.iter().enumerate() {
        let _ = write!(out, "### {} {}\n\n", stage.id, inline(&stage.title));
        let rows = stage.tasks.iter().map(|entry| {
            vec![
                entry.id.clone(),
                entry.title.clone(),
                entry.deliverable.clone(),
                entry.done_when.clone(),
                entry.role.clone(),
            ]
        });
        out.push_str(&table(&["Id", "Task", "Deliverable", "Done when", "Role"], rows));
        let _ = write!(out, "\nMilestone M{}: {}.\n\n", idx + 1, inline(&stage.milestone));
    }
    out
}

/// The worst first.
pub(super) fn risks(risks: &Risks) -> String {
    let rows = risks.by_score().into_iter().map(|risk| {
        vec![
            risk.id.clone(),
            format!("{}: {}", sentence(&risk.cause), risk.event),
            risk.effect.clone(),
            format!("{} × {} = {}", risk.probability, risk.impact, risk.score()),
            risk.owner.clone(),
            sentence(&risk.response),
            sentence(&risk.trigger),
        ]
    });
    table(&["Id", "Cause and event", "Effect", "P × I", "Owner", "Response", "Early sign"], rows)
}

/// `swot.md` one level deeper, without its own title.
pub(super) fn swot(swot: &str) -> String {
    let body = swot.lines().skip_while(|line| !line.starts_with("## "));
    let deeper =
        body.map(|line| if line.starts_with("## ") { format!("#{line}") } else { line.to_owned() });
    deeper.collect::<Vec<_>>().join("\n")
}
