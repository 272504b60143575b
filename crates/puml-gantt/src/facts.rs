//! A Gantt chart, one fact a line, without its looks: for reviews and tests.

use std::fmt::Write;

use crate::model::{Entry, EntryKind, Model};

pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::new();
    if let Some(title) = &model.surroundings.title {
        let _ = writeln!(out, "title {:?}", title.label.text);
    }
    for entry in &model.entries {
        out.push_str(&entry_facts(model, entry));
        out.push('\n');
    }
    for link in &model.links {
        let (from, to) = (&model.entries[link.from].id, &model.entries[link.to].id);
        let days = if link.days == 0 { String::new() } else { format!(" {:+} days", link.days) };
        let _ =
            writeln!(out, "link {from:?} {:?}{days} -> {to:?} {:?}", link.from_edge, link.to_edge);
    }
    for name in &model.names {
        let _ = writeln!(
            out,
            "days {:?} {} to {}",
            name.label.text,
            crate::schedule::date_text(name.from),
            crate::schedule::date_text(name.to)
        );
    }
    out
}

fn entry_facts(model: &Model, entry: &Entry) -> String {
    let mut out = format!("{} {:?}", entry.kind.word(), entry.id);
    if entry.label.text != entry.id {
        let _ = write!(out, " label {:?}", entry.label.text);
    }
    if let (Some(start), Some(end)) = (entry.start, entry.end) {
        let _ = write!(out, " {} to {}", start.written(), end.written());
    }
    if entry.completion != 100 && entry.kind != EntryKind::Separator {
        let _ = write!(out, " {}%", entry.completion);
    }
    for (who, share) in &entry.team {
        let _ = write!(out, " on {:?} {share}%", model.people[*who].name);
    }
    if let Some(group) = entry.group {
        let _ = write!(out, " in {:?}", model.entries[group].id);
    }
    if let Some(row) = entry.row_of {
        let _ = write!(out, " row of {:?}", model.entries[row].id);
    }
    if let Some(note) = &entry.note {
        let _ = write!(out, " note {:?}", note.label.text);
    }
    out
}
