//! Artifacts that somebody edited: whether they have the shape that tasks read, and make sense by
//! themselves. How they fit together is for the checks of the next run.

use std::collections::BTreeSet;

use serde::Deserialize;
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

/// The least and the most of numbers, by their names.
const BOUNDS: [(&str, f64, f64); 12] = [
    ("amount", 0.0, 1e12),
    ("contribution_cents", 0.0, 1e12),
    ("count", 0.0, 1e12),
    ("day_rate", 0.0, 1e9),
    ("effort_days", 0.0, 1e5),
    ("heads", 1.0, 1e6),
    ("impact", 1.0, 5.0),
    ("influence", 1.0, 5.0),
    ("lag", -2000.0, 2000.0),
    ("monthly", 0.0, 1e12),
    ("open_days", 0.0, 31.0),
    ("probability", 1.0, 5.0),
];

/// Working days beyond which no task is planned.
const LONGEST: f64 = 5000.0;

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
    if path == "wbs.json" {
        let tasks = value["stages"].as_array().into_iter().flatten().map(|it| &it["tasks"]);
        twice(tasks.flat_map(|it| it.as_array().into_iter().flatten()), "", &mut faults);
    }
    if let ("dependencies.json", Ok(links)) = (path, Dependencies::deserialize(&value)) {
        faults.extend(links.circle());
    }
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
            twice(entries.iter(), place, faults);
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
            if let (Some(start), Some(end)) =
                (value["start_day"].as_i64(), value["end_day"].as_i64())
                && end < start
            {
                faults.push(format!("{here}end_day {end} is before start_day {start}"));
            }
            for (name, least, most) in BOUNDS {
                let number = value[name].as_f64().filter(|it| !(least..=most).contains(it));
                faults.extend(number.map(|number| {
                    format!("{here}{name} must lie between {least} and {most}, and is {number}")
                }));
            }
            if let Some(days) = value["days"]["max"].as_f64().filter(|days| *days > LONGEST) {
                faults.push(format!(
                    "{here}no task lasts more than {LONGEST} working days, and this one {days}"
                ));
            }
            if value["title"].as_str().is_some_and(|title| title.trim().is_empty()) {
                faults.push(format!("{here}the title is empty"));
            }
            for (name, field) in fields {
                let dot = if place.is_empty() { "" } else { "." };
                sense(field, &format!("{place}{dot}{name}"), faults);
            }
        }
        _ => {}
    }
}

/// Entries of a list that have one id.
fn twice<'a>(entries: impl Iterator<Item = &'a Value>, place: &str, faults: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    let ids = entries.filter_map(|entry| entry["id"].as_str());
    let again = ids.filter(|id| !seen.insert(*id));
    let here = if place.is_empty() { String::new() } else { format!("{place}: ") };
    faults.extend(again.map(|id| format!("{here}{id} stands there twice")));
}

/// A date as artifacts write it: `2027-03-31`.
fn date(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.parse::<jiff::civil::Date>().is_ok())
}
