//! Artifacts that somebody edited: whether they have the shape that tasks read, and make sense by
//! themselves. How they fit together is for the checks of the next run.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::break_down_work::Wbs;
use super::check_consistency::Checks;
use super::choose_strategy::Decisions;
use super::compute_budget::Budget;
use super::compute_schedule::Schedule;
use super::consult_experts::Experts;
use super::estimate_tasks::Estimates;
use super::identify_purpose::Purpose;
use super::identify_risks::Risks;
use super::intake_prompt::Intake;
use super::link_tasks::Dependencies;
use super::make_assumptions::Assumptions;
use super::map_stakeholders::Stakeholders;
use super::parse_plan::Plan;
use super::staff_team::Team;
use crate::answers::{ANSWERS, Answers};
use crate::facts::Facts;

/// Most faults told at once.
const MOST: usize = 10;

/// What is wrong with the content of an artifact, each with its place; nothing for what may be
/// written. A file that no task reads may hold anything.
pub fn edit_faults(path: &str, bytes: &[u8]) -> Vec<String> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !["csv", "html", "json", "md", "mmd", "puml", "svg", "txt"].contains(&ending) {
        return Vec::new();
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return vec![format!("byte {}: not UTF-8", error.valid_up_to())],
    };
    if ending != "json" {
        return Vec::new();
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return vec![format!("not JSON: {error}")],
    };
    let mut faults: Vec<String> = shape(path, text).into_iter().collect();
    sense(&value, "", &mut faults);
    faults.truncate(MOST);
    faults
}

/// What keeps the readers of a path from understanding it.
fn shape(path: &str, text: &str) -> Option<String> {
    match path {
        ANSWERS => fault::<Answers>(text),
        "assumptions.json" => fault::<Assumptions>(text),
        "budget.json" => fault::<Budget>(text),
        "checks.json" => fault::<Checks>(text),
        "decisions.json" => fault::<Decisions>(text),
        "dependencies.json" => fault::<Dependencies>(text),
        "experts.json" => fault::<Experts>(text),
        "estimates.json" => fault::<Estimates>(text),
        "facts.json" => fault::<Facts>(text),
        "intake.json" => fault::<Intake>(text),
        "plan.json" => fault::<Plan>(text),
        "purpose.json" => fault::<Purpose>(text),
        "risks.json" => fault::<Risks>(text),
        "schedule.json" => fault::<Schedule>(text),
        "stakeholders.json" => fault::<Stakeholders>(text),
        "team.json" => fault::<Team>(text),
        "wbs.json" => fault::<Wbs>(text),
        _ => None,
    }
}

fn fault<T: DeserializeOwned>(text: &str) -> Option<String> {
    let reader = &mut serde_json::Deserializer::from_str(text);
    let error = serde_path_to_error::deserialize::<_, T>(reader).err()?;
    let place = error.path().to_string();
    Some(if place == "." {
        error.inner().to_string()
    } else {
        format!("{place}: {}", error.inner())
    })
}

/// What cannot be, wherever it stands: estimates out of order, ends before their beginnings, and
/// amounts of time or money below nothing.
fn sense(value: &Value, place: &str, faults: &mut Vec<String>) {
    match value {
        Value::Array(entries) => {
            for (idx, entry) in entries.iter().enumerate() {
                let id = entry["id"].as_str().map_or(String::new(), |id| format!(" ({id})"));
                sense(entry, &format!("{place}[{idx}]{id}"), faults);
            }
        }
        Value::Object(fields) => {
            let here = if place.is_empty() { String::new() } else { format!("{place}: ") };
            let numbers = ["min", "likely", "max"].map(|name| value[name].as_f64());
            if let [Some(least), Some(likely), Some(most)] = numbers
                && !(0.0 <= least && least <= likely && likely <= most)
            {
                faults.push(format!(
                    "{here}0 <= min <= likely <= max must hold, and they are {least}, {likely}, {most}"
                ));
            }
            for (first, last) in [("start", "end"), ("start", "finish"), ("from", "to")] {
                // Dates are written so that they sort as text.
                if let (Some(begin), Some(end)) = (date(&value[first]), date(&value[last]))
                    && end < begin
                {
                    faults.push(format!("{here}{last} {end} is before {first} {begin}"));
                }
            }
            for name in ["effort_days", "monthly", "open_days", "contribution_cents"] {
                if let Some(number) = value[name].as_f64().filter(|number| *number < 0.0) {
                    faults.push(format!("{here}{name} must not be below zero, and is {number}"));
                }
            }
            for (name, field) in fields {
                let dot = if place.is_empty() { "" } else { "." };
                sense(field, &format!("{place}{dot}{name}"), faults);
            }
        }
        _ => {}
    }
}

/// A date as artifacts write it: `2027-03-31`.
fn date(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.parse::<jiff::civil::Date>().is_ok())
}
