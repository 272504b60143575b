//! The model of a timing diagram as JSON. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::json::{self, Object};
use puml_syntax::ast::NoteSide;
use serde_json::Value as Json;

use crate::element::VOCABULARY;
use crate::facts::value;
use crate::model::{Model, Player};

pub(crate) fn json(model: &Model, source: SourceId) -> Json {
    let mut out = Object::default();
    out.put("version", 1);
    json::surroundings(&mut out, &model.surroundings);
    out.put("players", model.players.iter().map(|it| player(it, source)).collect::<Json>());
    let id = |idx: usize| model.players[idx].id.as_str();
    let messages = model.messages.iter().map(|it| {
        let mut out = Object::default();
        out.put("from", id(it.from));
        out.put("fromAt", it.from_at);
        out.put("to", id(it.to));
        out.put("toAt", it.to_at);
        out.text("label", &it.label);
        out.look("look", it.look);
        out.put("at", json::at(it.origin, source));
        out.done()
    });
    out.put("messages", messages.collect::<Json>());
    let constraints = model.constraints.iter().map(|it| {
        let mut out = Object::default();
        out.put("player", id(it.player));
        out.put("from", it.from);
        out.put("to", it.to);
        out.text("label", &it.label);
        out.look("look", it.look);
        out.put("at", json::at(it.origin, source));
        out.done()
    });
    out.put("constraints", constraints.collect::<Json>());
    let highlights = model.highlights.iter().map(|it| {
        let mut out = Object::default();
        out.put("from", it.from);
        out.put("to", it.to);
        out.text("caption", &it.caption);
        out.look("look", it.look);
        out.put("at", json::at(it.origin, source));
        out.done()
    });
    out.put("highlights", highlights.collect::<Json>());
    let notes = model.notes.iter().map(|it| {
        let mut out = Object::default();
        out.put("player", id(it.player));
        out.put("side", if it.side == NoteSide::Top { "top" } else { "bottom" });
        out.put("moment", it.at);
        out.text("text", &it.label);
        out.put("at", json::at(it.origin, source));
        out.done()
    });
    out.put("notes", notes.collect::<Json>());
    let ticks = model.axis.ticks.iter().map(|it| {
        let mut out = Object::default();
        out.put("at", *it);
        out.put("label", model.axis.written(*it));
        out.done()
    });
    let mut axis = Object::default();
    axis.put("ticks", ticks.collect::<Json>());
    axis.some("scale", model.axis.scale);
    axis.flag("hidden", !model.axis.visible);
    axis.flag("manual", model.axis.manual);
    out.put("axis", axis.done());
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, &VOCABULARY));
    out.done()
}

fn player(it: &Player, source: SourceId) -> Json {
    let mut out = Object::default();
    out.put("kind", it.kind.word());
    out.put("id", it.id.as_str());
    out.text("label", &it.label);
    out.flag("compact", it.compact);
    if !it.states.is_empty() {
        let states = it.states.iter().map(|it| {
            let mut out = Object::default();
            out.put("id", it.id.as_str());
            out.text("label", &it.label);
            out.done()
        });
        out.put("states", states.collect::<Json>());
    }
    let changes = it.changes.iter().map(|change| {
        let mut out = Object::default();
        out.some("moment", change.at);
        out.put("state", value(it, &change.value));
        out.text("comment", &change.comment);
        out.look("look", change.look);
        out.put("at", json::at(change.origin, source));
        out.done()
    });
    out.put("changes", changes.collect::<Json>());
    if let Some(beat) = it.beat {
        out.put("period", beat.period);
        out.some("pulse", beat.pulse);
        out.some("offset", beat.offset);
    }
    if let Some(range) = it.range {
        out.put("range", vec![range.low, range.high]);
    }
    out.some("height", it.height);
    out.look("look", it.look);
    out.put("at", json::at(it.origin, source));
    out.done()
}
