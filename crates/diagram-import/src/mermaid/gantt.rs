//! Mermaid Gantt charts: days, not hours.

use std::collections::HashMap;

use serde_json::Value;

use super::{Out, string, text};
use crate::names::line;
use crate::value::items;

const DAY: i64 = 86_400_000;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.begin("@startgantt");
    out.page.title(&text(string(model, "title")));
    let starts = items(&model["tasks"]).filter_map(|it| it["startTime"].as_i64());
    if let Some(first) = starts.min() {
        out.put(0, &format!("Project starts {}", day(first)));
    }
    for closed in items(&model["excludes"]).filter_map(Value::as_str) {
        exclude(closed, out);
    }
    if model["includes"].as_array().is_some_and(|it| !it.is_empty()) {
        out.lose("days of `includes`");
    }
    let names = names(model);
    let mut section = "";
    for task in items(&model["tasks"]) {
        let of = string(task, "section");
        if of != section && !of.is_empty() {
            out.put(0, &format!("-- {} --", line(&text(of))));
            section = of;
        }
        put_task(task, &names, out);
    }
    out.page.put("@endgantt");
}

/// A name for each task, in brackets; the id stands behind a name that occurs twice.
fn names(model: &Value) -> HashMap<&str, String> {
    let plain = |task: &Value| {
        let name = line(&text(string(task, "task"))).replace(['[', ']'], "");
        if name.is_empty() { string(task, "id").to_owned() } else { name }
    };
    let mut counts: HashMap<String, usize> = HashMap::new();
    for task in items(&model["tasks"]) {
        *counts.entry(plain(task)).or_default() += 1;
    }
    let name = |task: &Value| {
        let name = plain(task);
        if counts[&name] > 1 { format!("{name} ({})", string(task, "id")) } else { name }
    };
    items(&model["tasks"]).map(|it| (string(it, "id"), name(it))).collect()
}

fn exclude(closed: &str, out: &mut Out) {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    match closed.to_lowercase().as_str() {
        "weekends" => {
            out.put(0, "saturday are closed");
            out.put(0, "sunday are closed");
        }
        it if days.contains(&it) => out.put(0, &format!("{it} are closed")),
        it if is_date(it) => out.put(0, &format!("{it} is closed")),
        it => out.lose(format!("the excluded days `{it}`")),
    }
}

fn is_date(word: &str) -> bool {
    let mut parts = word.split('-').map(str::len);
    [parts.next(), parts.next(), parts.next(), parts.next()] == [Some(4), Some(2), Some(2), None]
        && word.chars().all(|it| it.is_ascii_digit() || it == '-')
}

fn put_task(task: &Value, names: &HashMap<&str, String>, out: &mut Out) {
    let name = &names[string(task, "id")];
    let start = task["startTime"].as_i64().unwrap_or_default();
    let end = task["renderEndTime"].as_i64().or(task["endTime"].as_i64()).unwrap_or(start);
    if start % DAY != 0 || end % DAY != 0 {
        out.lose("a time of day");
    }
    let written = string(&task["raw"]["startTime"], "startData");
    let before: Vec<&String> = written
        .strip_prefix("after ")
        .map(|it| it.split_whitespace().filter_map(|it| names.get(it)).collect())
        .unwrap_or_default();
    if task["milestone"] == true {
        match before.last() {
            Some(it) => out.put(0, &format!("[{name}] happens at [{it}]'s end")),
            None => out.put(0, &format!("[{name}] happens {}", day(start))),
        }
    } else {
        let last = (end - 1).max(start);
        if before.is_empty() {
            out.put(0, &format!("[{name}] starts {} and ends {}", day(start), day(last)));
        } else {
            out.put(0, &format!("[{name}] ends {}", day(last)));
            for it in before {
                out.put(0, &format!("[{name}] starts at [{it}]'s end"));
            }
        }
    }
    if task["done"] == true {
        out.put(0, &format!("[{name}] is 100% completed"));
    }
    if task["crit"] == true {
        out.put(0, &format!("[{name}] is colored in Tomato"));
    }
    if task["active"] == true {
        out.lose("`active`");
    }
    if task["vert"] == true {
        out.lose("a vertical line");
    }
}

/// The date of a time in milliseconds, in UTC.
fn day(time: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(time).unwrap_or_default();
    moment.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}
