//! The model of a Gantt chart as JSON. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::json::{self, Object};
use serde_json::Value;

use crate::ast::Edge;
use crate::element::VOCABULARY;
use crate::model::{Dependency, Entry, EntryKind, Model};
use crate::schedule::date_text;

pub(crate) fn json(model: &Model, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("version", 1);
    json::surroundings(&mut out, &model.surroundings);
    let chart = &model.chart;
    out.put("first", date_text(chart.first));
    out.put("last", date_text(chart.last));
    out.put("unit", chart.unit.word());
    out.flag("dated", chart.has_dates);
    if chart.language != "en" {
        out.put("language", chart.language.as_str());
    }
    out.some("today", chart.today.map(|it| date_text(it.0)));
    let closed = closed_days(model);
    if !closed.is_empty() {
        out.put("closed", closed);
    }
    out.put("tasks", model.entries.iter().map(|it| entry(model, it, source)).collect::<Value>());
    out.put("links", model.links.iter().map(|it| link(model, it, source)).collect::<Value>());
    if !model.people.is_empty() {
        let people = model.people.iter().map(|it| {
            let mut out = Object::default();
            out.put("name", it.name.as_str());
            out.put("at", json::at(it.origin, source));
            out.done()
        });
        out.put("resources", people.collect::<Value>());
    }
    if !model.names.is_empty() {
        let names = model.names.iter().map(|it| {
            let mut out = Object::default();
            out.text("name", &it.label);
            out.put("from", date_text(it.from));
            out.put("to", date_text(it.to));
            out.put("at", json::at(it.origin, source));
            out.done()
        });
        out.put("days", names.collect::<Value>());
    }
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, &VOCABULARY));
    out.done()
}

/// Week days by their names, single days by their dates.
fn closed_days(model: &Model) -> Vec<String> {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let (weekdays, days) = model.calendar.closed();
    weekdays.map(|it| names[it].to_owned()).chain(days.map(date_text)).collect()
}

fn entry(model: &Model, it: &Entry, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("kind", it.kind.word());
    out.put("id", it.id.as_str());
    out.text("label", &it.label);
    out.some("start", it.start.map(crate::schedule::Moment::written));
    out.some("end", it.end.map(crate::schedule::Moment::written));
    if matches!(it.kind, EntryKind::Task | EntryKind::Milestone) {
        out.put("load", it.load);
        out.put("completion", it.completion);
    }
    if !it.team.is_empty() {
        let team = it.team.iter().map(|(who, share)| {
            let mut out = Object::default();
            out.put("name", model.people[*who].name.as_str());
            out.put("percent", *share);
            out.done()
        });
        out.put("resources", team.collect::<Value>());
    }
    out.some("in", it.group.map(|it| model.entries[it].id.as_str()));
    out.some("rowOf", it.row_of.map(|it| model.entries[it].id.as_str()));
    out.some("url", it.link.as_ref().map(|it| it.url.as_str()));
    out.some("note", it.note.as_ref().map(|it| it.label.text.as_str()));
    out.some("stereotype", it.stereotype.as_deref());
    out.flag("deleted", it.deleted);
    out.look("look", it.look);
    out.put("at", json::at(it.origin, source));
    out.done()
}

fn link(model: &Model, it: &Dependency, source: SourceId) -> Value {
    let edge = |it: Edge| if it == Edge::Start { "start" } else { "end" };
    let mut out = Object::default();
    out.put("from", model.entries[it.from].id.as_str());
    out.put("fromEnd", edge(it.from_edge));
    if it.days != 0 {
        out.put("days", it.days);
    }
    out.put("to", model.entries[it.to].id.as_str());
    out.put("toEnd", edge(it.to_edge));
    out.flag("hidden", it.hidden);
    out.look("look", it.look);
    out.put("at", json::at(it.origin, source));
    out.done()
}
