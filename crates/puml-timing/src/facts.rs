//! A timing diagram, one fact a line, without its looks: for reviews and tests.

use std::fmt::Write;

use crate::model::{Model, Player, Value, number};

pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::new();
    if let Some(title) = &model.surroundings.title {
        let _ = writeln!(out, "title {:?}", title.label.text);
    }
    for player in &model.players {
        let _ = write!(out, "{} {:?}", player.kind.word(), player.id);
        if player.label.text != player.id {
            let _ = write!(out, " label {:?}", player.label.text);
        }
        if let Some(beat) = player.beat {
            let _ = write!(out, " period {}", number(beat.period));
        }
        out.push('\n');
        for change in &player.changes {
            let at = change.at.map_or_else(|| "start".to_owned(), |it| model.axis.plain(it));
            let _ = write!(out, "  {at} {}", value(player, &change.value));
            if !change.comment.text.is_empty() {
                let _ = write!(out, " comment {:?}", change.comment.text);
            }
            out.push('\n');
        }
    }
    let id = |idx: usize| &model.players[idx].id;
    for it in &model.messages {
        let (from, to) = (model.axis.plain(it.from_at), model.axis.plain(it.to_at));
        let _ = writeln!(
            out,
            "message {:?} {from} -> {:?} {to} {:?}",
            id(it.from),
            id(it.to),
            it.label.text
        );
    }
    for it in &model.constraints {
        let (from, to) = (model.axis.plain(it.from), model.axis.plain(it.to));
        let _ = writeln!(out, "constraint {:?} {from} to {to} {:?}", id(it.player), it.label.text);
    }
    for it in &model.highlights {
        let (from, to) = (model.axis.plain(it.from), model.axis.plain(it.to));
        let _ = writeln!(out, "highlight {from} to {to} {:?}", it.caption.text);
    }
    for it in &model.notes {
        let _ = writeln!(out, "note at {:?} {:?}", id(it.player), it.label.text);
    }
    out
}

/// A state in words.
pub(crate) fn value(player: &Player, value: &Value) -> String {
    let state = |idx: usize| match player.states.get(idx) {
        Some(state) => state.id.clone(),
        None => if idx == 1 { "high" } else { "low" }.to_owned(),
    };
    match value {
        Value::State(idx) => state(*idx),
        Value::Either(a, b) => format!("{} or {}", state(*a), state(*b)),
        Value::Number(value) => number(*value),
        Value::Hidden => "hidden".to_owned(),
        Value::Flat => "flat".to_owned(),
        Value::Blank => "blank".to_owned(),
    }
}
