//! A timing diagram in words, and advice on reading it.

use diag::Diagnostic;
use puml_family::{Described, Explanation, Step, count, plain};

use crate::ast::PlayerKind;
use crate::codes::lint;
use crate::facts::value;
use crate::model::{Model, Player, number};

/// More than this is hard to take in at once.
const MOST: usize = 16;

/// The diagram in one sentence.
pub(crate) fn summary(model: &Model) -> String {
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let changes = model.players.iter().map(|it| it.changes.len()).sum();
    let span = match (model.axis.ticks.first(), model.axis.ticks.last()) {
        (Some(first), Some(last)) if first < last => {
            format!(", from {} to {}", model.axis.plain(*first), model.axis.plain(*last))
        }
        _ => String::new(),
    };
    format!(
        "Timing diagram{title} with {} and {}{span}.",
        count(model.players.len(), "player"),
        count(changes, "change")
    )
}

pub(crate) fn explain(model: &Model) -> Explanation {
    let parts = model.players.iter().map(|it| Described {
        id: it.id.clone(),
        name: shown(it),
        kind: it.kind.word(),
        counts: vec![("states", it.states.len() as u32), ("changes", it.changes.len() as u32)],
        group: None,
    });
    let mut flow: Vec<(f64, Step)> = Vec::new();
    let mut say = |at: f64, text: String, origin| {
        flow.push((at, Step { page: 1, depth: 0, text, origin }));
    };
    for player in &model.players {
        let name = shown(player);
        if let (Some(beat), Some(first)) = (player.beat, model.axis.ticks.first()) {
            let text = format!("{name} is a clock with a period of {}", number(beat.period));
            say(*first - 1.0, text, player.origin);
        }
        for change in &player.changes {
            let state = value(player, &change.value);
            let comment = plain(&change.comment);
            let comment = if comment.is_empty() { comment } else { format!(" ({comment})") };
            let at = change.at.unwrap_or(f64::NEG_INFINITY);
            let when = match change.at {
                Some(at) => format!("at {}", model.axis.written(at)),
                None => "at first".to_owned(),
            };
            say(at, format!("{when} {name} is {state}{comment}"), change.origin);
        }
    }
    for it in &model.messages {
        let (from, to) = (shown(&model.players[it.from]), shown(&model.players[it.to]));
        let label = plain(&it.label);
        let label = if label.is_empty() { label } else { format!(": {label}") };
        let when = model.axis.written(it.from_at);
        say(it.from_at, format!("at {when} {from} sends to {to}{label}"), it.origin);
    }
    for it in &model.constraints {
        let (from, to) = (model.axis.written(it.from), model.axis.written(it.to));
        let name = shown(&model.players[it.player]);
        let label = plain(&it.label);
        let label = if label.is_empty() { label } else { format!(": {label}") };
        say(it.from, format!("from {from} to {to} of {name}{label}"), it.origin);
    }
    for it in &model.highlights {
        let (from, to) = (model.axis.written(it.from), model.axis.written(it.to));
        let caption = plain(&it.caption);
        let caption = if caption.is_empty() { caption } else { format!(": {caption}") };
        say(it.from, format!("{from} to {to} is highlighted{caption}"), it.origin);
    }
    for it in &model.notes {
        let name = shown(&model.players[it.player]);
        say(it.at, format!("note at {name}: {}", plain(&it.label)), it.origin);
    }
    flow.sort_by(|a, b| a.0.total_cmp(&b.0));
    Explanation {
        summary: summary(model),
        parts_name: "players",
        parts: parts.collect(),
        flow: flow.into_iter().map(|it| it.1).collect(),
    }
}

fn shown(player: &Player) -> String {
    match plain(&player.label) {
        text if text.is_empty() => player.id.clone(),
        text => text,
    }
}

/// Advice about one diagram.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(player) = model.players.get(MOST) {
        let message = format!("{} players stand in one diagram", model.players.len());
        let finding = Diagnostic::new(lint::TOO_MANY_PLAYERS, player.origin, message);
        found.push(finding.with_hint("split the diagram, or make players `compact`"));
    }
    for player in &model.players {
        if player.kind != PlayerKind::Clock && player.changes.is_empty() {
            let message = format!("{} never has a state", shown(player));
            let finding = Diagnostic::new(lint::IDLE_PLAYER, player.origin, message);
            found.push(finding.with_hint(format!("give it one: `{} is idle`", player.id)));
        }
    }
    found
}
