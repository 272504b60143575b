//! Gantt charts: the days that the schedule gives each task, and what it waits for.

use serde_json::Value;

use super::{Out, aliases, string};
use crate::value::items;

/// The colour that stands for a critical task, as Mermaid's `crit` becomes it.
const CRITICAL: &str = "#FF6347";

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "gantt");
    out.put(1, "dateFormat YYYY-MM-DD");
    if model["dated"] != true {
        let first = string(model, "first");
        out.turn(&Value::Null, "a day without a date", &format!("one counted from {first}"));
    }
    if string(model, "unit") != "daily" && model["unit"].is_string() {
        out.lose(&Value::Null, format!("the scale `{}`", string(model, "unit")));
    }
    closed(model, out);
    for day in items(&model["days"]) {
        out.lose(day, "days with a name");
    }
    let mut aliases = aliases();
    for task in items(&model["tasks"]).filter(|it| it["deleted"] != true) {
        let text = task_name(task, out);
        match string(task, "kind") {
            "separator" | "group" => out.put(1, &format!("section {text}")),
            "task" | "milestone" => {
                let line = line(model, task, &mut aliases, out);
                out.put(1, &format!("{text} :{line}"));
            }
            other => out.lose(task, format!("`{other}`")),
        }
    }
}

/// Closed days are only shown: the dates of tasks have them in.
fn closed(model: &Value, out: &mut Out) {
    let mut days: Vec<&str> = items(&model["closed"]).filter_map(Value::as_str).collect();
    if days.contains(&"saturday") && days.contains(&"sunday") {
        days.retain(|it| !matches!(*it, "saturday" | "sunday"));
        days.insert(0, "weekends");
    }
    if !days.is_empty() {
        out.put(1, &format!("excludes {}", days.join(", ")));
    }
}

/// A name without the signs that end it.
fn task_name(task: &Value, out: &mut Out) -> String {
    let label = task["label"].as_str().unwrap_or(string(task, "id"));
    let text = out.words(label, task).replace('\n', " ");
    let name: String = text.chars().map(|it| if ":;#%".contains(it) { ' ' } else { it }).collect();
    if name != text {
        out.lose(task, "the signs `:`, `;`, `#` and `%` in names");
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { "-".to_owned() } else { name }
}

fn line(model: &Value, task: &Value, aliases: &mut crate::names::Aliases, out: &mut Out) -> String {
    let id = string(task, "id");
    let [start, end] = ["start", "end"].map(|it| string(task, it));
    let day = |moment: &str| moment.split('T').next().unwrap_or_default().to_owned();
    if [start, end].iter().any(|it| !it.is_empty() && !it.ends_with("T00:00")) {
        out.lose(task, "a time of day");
    }
    let mut words = Vec::new();
    let fill = task["look"].as_u64().map(|it| &model["looks"][it as usize]["fill"]);
    if fill.and_then(Value::as_str).is_some_and(|it| it.eq_ignore_ascii_case(CRITICAL)) {
        words.push("crit".to_owned());
    } else {
        out.plain_look(model, task);
    }
    if task["completion"].as_i64().is_some_and(|it| it != 100) {
        out.lose(task, "how much of a task is done");
    }
    let is_milestone = task["kind"] == "milestone";
    if is_milestone {
        words.push("milestone".to_owned());
    }
    words.push(aliases.of(id));
    let before = waits_for(model, task, id, out);
    words.push(if before.is_empty() {
        day(start)
    } else {
        let names: Vec<String> = before.iter().map(|it| aliases.of(it)).collect();
        format!("after {}", names.join(" "))
    });
    words.push(if is_milestone { "0d".to_owned() } else { day(end) });
    for (part, what) in [
        ("resources", "the people of a task"),
        ("note", "a note of a task"),
        ("url", "the link of a task"),
        ("rowOf", "a row for several tasks"),
    ] {
        if !task[part].is_null() {
            out.lose(task, what);
        }
    }
    words.join(", ")
}

/// The tasks at whose end this one starts; other dependencies are in the dates alone.
fn waits_for<'m>(model: &'m Value, task: &Value, id: &str, out: &mut Out) -> Vec<&'m str> {
    let end = |name: &str| {
        items(&model["tasks"]).find(|it| string(it, "id") == name).map(|it| string(it, "end"))
    };
    let mut names = Vec::new();
    for link in items(&model["links"]).filter(|it| string(it, "to") == id) {
        let is_at_end = link["fromEnd"] == "end" && link["days"].is_null();
        let from = string(link, "from");
        // A milestone at the end of a task stands on its last day.
        let is_plain = task["kind"] == "milestone"
            || link["toEnd"] == "start" && end(from) == task["start"].as_str();
        if is_at_end && is_plain {
            names.push(from);
        } else {
            out.turn(
                link,
                "a dependency over closed days or other than from an end to a start",
                "dates",
            );
        }
    }
    names
}
