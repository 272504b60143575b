//! Compares a Gantt chart with what the reference made of it: rows, dates, work, people, links.

use puml_gantt::{Edge, Entry, EntryKind, Model};
use serde_json::Value;

/// The first difference between the recorded chart and the model.
pub(crate) fn unequal(record: &Value, model: &Model) -> Option<String> {
    let rows = list(&record["tasks"]);
    if rows.len() != model.entries.len() {
        return Some(format!("{} rows, the reference has {}", model.entries.len(), rows.len()));
    }
    let differing = rows.iter().zip(&model.entries).find_map(|(row, entry)| {
        row_differs(row, entry, model).map(|it| format!("{:?}: {it}", entry.id))
    });
    differing.or_else(|| links_differ(record, model))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn row_differs(row: &Value, entry: &Entry, model: &Model) -> Option<String> {
    let id_of = |idx: usize| model.entries[idx].id.clone();
    let is_task = matches!(entry.kind, EntryKind::Task | EntryKind::Milestone);
    let lines = |text: &str| -> Vec<String> { text.split('\n').map(str::to_owned).collect() };
    let ours = [
        ("k", Some(entry.kind.word().to_owned())),
        ("id", Some(entry.id.clone())),
        ("start", entry.start.map(puml_gantt::Moment::written)),
        ("end", entry.end.map(puml_gantt::Moment::written)),
        ("in", entry.group.map(id_of)),
        ("same_row_as", entry.row_of.map(id_of)),
    ];
    for (name, ours) in ours {
        let theirs = row[name].as_str().map(str::to_owned);
        if ours != theirs {
            return Some(format!("{name} is {ours:?}, in the reference {theirs:?}"));
        }
    }
    let label = row["label"].as_str().unwrap_or_default().replace("\\n", "\n");
    if label.trim() != entry.label.text.trim() {
        return Some(format!("label {:?}, in the reference {label:?}", entry.label.text));
    }
    if is_task {
        let load = row["load"].as_str().and_then(seconds);
        if load != Some(entry.load) {
            return Some(format!("work of {} s, in the reference {load:?}", entry.load));
        }
        let completion = row["completion"].as_i64().unwrap_or(100);
        if completion != entry.completion {
            return Some(format!("{} % done, in the reference {completion}", entry.completion));
        }
    }
    let team: Vec<String> =
        entry.team.iter().map(|it| format!("{}:{}", model.people[it.0].name, it.1)).collect();
    let mut team = team;
    let mut theirs: Vec<String> =
        list(&row["resources"]).iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect();
    team.sort();
    theirs.sort();
    if team != theirs {
        return Some(format!("{team:?} work on it, in the reference {theirs:?}"));
    }
    let note = entry.note.as_ref().map(|it| lines(&it.label.text)).unwrap_or_default();
    let theirs: Vec<String> =
        list(&row["note"]).iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect();
    (note != theirs).then(|| format!("note {note:?}, in the reference {theirs:?}"))
}

fn links_differ(record: &Value, model: &Model) -> Option<String> {
    let edge = |it: Edge| if it == Edge::Start { "START" } else { "END" };
    let ours: Vec<String> = model
        .links
        .iter()
        .map(|it| {
            let (from, to) = (&model.entries[it.from].id, &model.entries[it.to].id);
            format!("{from} {} {} {to} {}", edge(it.from_edge), it.days, edge(it.to_edge))
        })
        .collect();
    // Links to days with a name have no task.
    let theirs: Vec<String> = list(&record["constraints"])
        .iter()
        .filter(|it| !it["from"]["task"].as_str().is_some_and(|it| it.contains("MomentImpl")))
        .map(|it| {
            let end = |end: &Value| {
                format!(
                    "{} {}",
                    end["task"].as_str().unwrap_or_default(),
                    end["at"].as_str().unwrap_or_default()
                )
            };
            let days = it["from"]["delta"].as_i64().unwrap_or(0);
            format!("{} {days} {}", end(&it["from"]), end(&it["to"]))
        })
        .collect();
    (ours != theirs).then(|| format!("links {ours:?}, in the reference {theirs:?}"))
}

/// `PT36H30M` in seconds.
fn seconds(text: &str) -> Option<i64> {
    let mut sum = 0;
    let mut number = String::new();
    for it in text.strip_prefix("PT")?.chars() {
        let each = match it {
            'H' => 3600,
            'M' => 60,
            'S' => 1,
            _ => {
                number.push(it);
                continue;
            }
        };
        sum += each * number.parse::<i64>().ok()?;
        number.clear();
    }
    Some(sum)
}
