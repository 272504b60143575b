//! A timing diagram's tree as JSON: one range per statement, everything else as values.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::NoteSide;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use puml_syntax::{Extent, Stage, TextRange, parse_block};
use serde_json::{Value, json};

use crate::ast::{Axis, Document, Player, State, StmtKind, Tick, TickKind};
use crate::parse::TimingGrammar;

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer { shared: shared::Writer { document } };
    shared::part(document, "uml", before, |it| writer.stmt(it))
}

/// Whether a line alone says the same as a statement.
pub(crate) fn reads_alike(line: &str, document: &Document, kind: &StmtKind) -> bool {
    let parsed = alone(line);
    let [stmt] = parsed.stmts.as_slice() else { return false };
    let value = |document, kind| Writer { shared: shared::Writer { document } }.stmt(kind);
    value(&parsed, &stmt.kind) == value(document, kind)
}

/// Whether a line alone is of a sort.
pub(crate) fn reads_as(line: &str, is_meant: impl Fn(&StmtKind) -> bool) -> bool {
    matches!(alone(line).stmts.as_slice(), [it] if is_meant(&it.kind))
}

fn alone(line: &str) -> Document {
    let text: Arc<str> = format!("@startuml\n{line}\n@enduml\n").into();
    let lines = puml_syntax::split(&text);
    parse_block(&text, &lines, 0, Stage::Expanded, Extent::Whole, SourceId(0), TimingGrammar)
        .document
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn text(&self, range: TextRange) -> String {
        self.shared.text(range)
    }

    fn stmt(&self, kind: &StmtKind) -> Value {
        let maybe = |range: Option<TextRange>| range.map(|it| self.text(it));
        match kind {
            StmtKind::Player(it) => self.player(it),
            StmtKind::CompactMode => Fields::new("compactMode").done(),
            StmtKind::States(player, states) => Fields::new("states")
                .with("player", self.text(*player))
                .list("states", states.iter().map(|it| Value::from(self.text(*it))))
                .done(),
            StmtKind::StateLabel { player, label, state } => Fields::new("stateLabel")
                .with("player", self.text(*player))
                .with("label", self.text(*label))
                .with("state", self.text(*state))
                .done(),
            StmtKind::Time(at, name) => Fields::new("time")
                .with("moment", self.tick(*at))
                .maybe("name", maybe(*name))
                .done(),
            StmtKind::Focus(player) => {
                Fields::new("focus").with("player", self.text(*player)).done()
            }
            StmtKind::Change(it) => Fields::new("change")
                .maybe("player", maybe(it.player))
                .maybe("moment", it.at.map(|it| self.tick(it)))
                .with("state", self.state(it.state))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .maybe("comment", maybe(it.comment))
                .done(),
            StmtKind::Message(it) => Fields::new("message")
                .with("from", self.text(it.from))
                .maybe("fromAt", it.from_at.map(|it| self.tick(it)))
                .with("to", self.text(it.to))
                .maybe("toAt", it.to_at.map(|it| self.tick(it)))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .maybe("label", maybe(it.label))
                .done(),
            StmtKind::Constraint(it) => Fields::new("constraint")
                .maybe("player", maybe(it.player))
                .with("from", self.tick(it.from))
                .with("to", self.tick(it.to))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .maybe("border", it.border.map(|it| format!("{it:?}").to_lowercase()))
                .maybe("label", maybe(it.label))
                .done(),
            StmtKind::Highlight(it) => Fields::new("highlight")
                .with("from", self.tick(it.from))
                .with("to", self.tick(it.to))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .maybe("caption", maybe(it.caption))
                .done(),
            StmtKind::Scale { time, pixels } => {
                Fields::new("timeScale").with("time", *time).with("pixels", *pixels).done()
            }
            StmtKind::Axis(axis) => Fields::new("axis")
                .with("form", if *axis == Axis::Hidden { "hidden" } else { "manual" })
                .done(),
            StmtKind::Height(player, pixels) => Fields::new("height")
                .with("player", self.text(*player))
                .with("pixels", *pixels)
                .done(),
            StmtKind::Ticks(player, every) => {
                Fields::new("ticks").with("player", self.text(*player)).with("every", *every).done()
            }
            StmtKind::Note(it) => Fields::new("note")
                .with("side", if it.side == NoteSide::Top { "top" } else { "bottom" })
                .with("player", self.text(it.player))
                .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
                .with("text", self.shared.value(&it.text))
                .done(),
            StmtKind::DateFormat(pattern) => {
                Fields::new("dateFormat").with("pattern", self.text(*pattern)).done()
            }
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn player(&self, it: &Player) -> Value {
        Fields::new("player")
            .with("type", it.kind.word())
            .with("code", self.text(it.code))
            .maybe("shown", it.shown.map(|it| self.shared.name(it)))
            .maybe("compact", it.compact.then_some(true))
            .list("stereotypes", self.shared.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .maybe("period", it.beat.map(|it| it.period))
            .maybe("pulse", it.beat.and_then(|it| it.pulse))
            .maybe("offset", it.beat.and_then(|it| it.offset))
            .maybe("range", it.range.map(|it| vec![it.low, it.high]))
            .done()
    }

    fn state(&self, state: State) -> Value {
        match state {
            State::Named(range) => Value::from(self.text(range)),
            State::Either(a, b) => json!({ "either": [self.text(a), self.text(b)] }),
            State::Hidden => json!({ "special": "hidden" }),
            State::Flat => json!({ "special": "flat" }),
            State::Blank => json!({ "special": "blank" }),
        }
    }

    fn tick(&self, tick: Tick) -> Value {
        match tick.kind {
            TickKind::Number(value) => Value::from(value),
            TickKind::After(value) => json!({ "after": value }),
            TickKind::Clock(seconds) => json!({ "clock": seconds }),
            TickKind::Date(day) => json!({ "day": day }),
            TickKind::Label(name, offset) => json!({ "label": self.text(name), "offset": offset }),
            TickKind::Pulse(clock, count) => json!({ "clock": self.text(clock), "beat": count }),
        }
    }
}
