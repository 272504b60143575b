//! The sections that are mostly words: goal, facts, assumptions, decisions, work, risks.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::break_down_work::Wbs;
use super::super::choose_strategy::Decisions;
use super::super::compute_schedule::Schedule;
use super::super::identify_risks::Risks;
use super::super::make_assumptions::Assumptions;
use super::super::{sentence, text};
use super::{Material, inline, table};
use crate::facts::{Fact, Facts, Kind, Money, amount};

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
    if let Some(limit) = &schedule.limit {
        let verdict = match limit.slack_days {
            slack if slack < 0 => format!("missed by {} working days", -slack),
            slack if limit.slack_p80_days < 0 => {
                format!("kept with {slack} working days to spare, but not at 80 % confidence")
            }
            slack => format!("kept with {slack} working days to spare"),
        };
        item(
            "Deadline",
            format!("\"{}\" for {} {}: {verdict}", limit.quote, limit.task, limit.title),
        );
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

pub(super) fn approach(answer: &Value) -> String {
    let mut out = format!("{}\n\nWhat to watch:\n\n", text(&answer["approach"]).trim());
    for line in answer["watch"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "- {}", inline(text(line)));
    }
    out
}

/// Every fact with its quote, and how the demands are accepted.
pub(super) fn facts(facts: &Facts) -> String {
    if facts.facts.is_empty() {
        return "The prompt states no amounts, dates, places or demands.".to_owned();
    }
    let rows = facts.facts.iter().map(|fact| {
        vec![
            fact.id.clone(),
            format!("\"{}\"", fact.quote),
            fact.kind.as_str().to_owned(),
            reading(fact),
        ]
    });
    table(&["Id", "The prompt says", "Kind", "Read as"], rows)
}

/// How a fact is used.
fn reading(fact: &Fact) -> String {
    match fact.kind {
        Kind::Money => Money::from_value(&fact.value).map_or_else(String::new, |money| {
            format!("{} {}, {}", amount(money.amount), money.currency, fact.role)
        }),
        Kind::Date if fact.role == "undated" => "a date without a year, not used".to_owned(),
        Kind::Date => format!("{}: {}", fact.role, text(&fact.value)),
        Kind::Duration => {
            let days = fact.value.as_i64().unwrap_or(0);
            let role = if fact.role == "limit" { "time limit" } else { "a length, not a limit" };
            format!("{days} calendar days, {role}")
        }
        Kind::People => {
            format!("{} {}, {}", fact.value["count"], text(&fact.value["of"]), fact.role)
        }
        Kind::Area => format!("{} m²", fact.value),
        Kind::Place => format!("{}, {}", text(&fact.value), fact.role),
        Kind::Demand if fact.role == "must_not" => "must not; tested at every milestone".to_owned(),
        Kind::Demand => "must; tested at every milestone".to_owned(),
        Kind::Feature if fact.value == "partner" => "two adults in the household".to_owned(),
        Kind::Feature => format!("brings work for: {}", text(&fact.value).replace('_', " ")),
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
        for option in &one.options {
            let mark = if *option == one.chosen { "**chosen:** " } else { "" };
            let _ = writeln!(out, "- {mark}{}", inline(option));
        }
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
            "\nWhy: {} What follows: {} Owner: {}; decide {}.\n\n",
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
