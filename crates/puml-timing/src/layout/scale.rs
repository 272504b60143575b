//! Where moments stand: how many pixels a unit of time has.

use puml_family::LayoutContext;

use crate::ast::PlayerKind;
use crate::model::{Model, Value};

/// Before the first moment and behind the last one.
const BEFORE: f64 = 24.0;
const BEHIND: f64 = 44.0;

/// From moments to pixels.
pub(super) struct Scale {
    first: f64,
    last: f64,
    left: f64,
    pixels: f64,
    /// Behind the last moment.
    behind: f64,
}

impl Scale {
    pub(super) fn new(model: &Model, ctx: LayoutContext<'_>, left: f64) -> Self {
        let ticks = &model.axis.ticks;
        let first = ticks.first().copied().unwrap_or(0.0);
        let last = ticks.last().copied().unwrap_or(first);
        let span = last - first;
        let pixels = match model.axis.scale {
            Some(pixels) => pixels.min(20_000.0 / span.max(1e-9)),
            None if span <= 0.0 => 1.0,
            None => chosen(model, ctx, ticks, span),
        };
        let behind = last_texts(model, ctx, last, pixels).max(BEHIND);
        Self { first, last, left: left + BEFORE, pixels, behind }
    }

    /// Where a moment is.
    pub(super) fn x(&self, at: f64) -> f64 {
        self.left + (at.clamp(self.first - 1e12, self.last + 1e12) - self.first) * self.pixels
    }

    /// Where the plots begin.
    pub(super) fn left(&self) -> f64 {
        self.left - BEFORE
    }

    /// Where the plots end.
    pub(super) fn right(&self) -> f64 {
        self.x(self.last) + self.behind
    }

    pub(super) fn first(&self) -> f64 {
        self.first
    }

    pub(super) fn pixels(&self) -> f64 {
        self.pixels
    }
}

/// How much room the last states of ribbons need behind the last moment.
fn last_texts(model: &Model, ctx: LayoutContext<'_>, last: f64, pixels: f64) -> f64 {
    let needed = model.players.iter().filter_map(|player| {
        if !matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle) {
            return None;
        }
        let change = player.changes.last()?;
        let Value::State(state) = change.value else { return None };
        let text = ctx.line(&player.states[state].label, ctx.look(change.look));
        let held = change.at.map_or(0.0, |it| (last - it) * pixels);
        Some(text.bounds.width + 26.0 - held)
    });
    needed.fold(0.0, f64::max).min(400.0)
}

/// Wide enough for the smallest step and for most texts of ribbons, and not wider than a page needs.
fn chosen(model: &Model, ctx: LayoutContext<'_>, ticks: &[f64], span: f64) -> f64 {
    let steps = ticks.windows(2).map(|it| it[1] - it[0]).filter(|it| *it > 1e-9);
    let smallest = steps.fold(span, f64::min);
    let wanted = (50.0 / smallest).clamp(360.0 / span, 1_100.0 / span);
    let mut needed = wanted;
    for player in &model.players {
        if !matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle) {
            continue;
        }
        for pair in player.changes.windows(2) {
            let (Some(from), Some(to), Value::State(state)) =
                (pair[0].at, pair[1].at, &pair[0].value)
            else {
                continue;
            };
            let text = ctx.line(&player.states[*state].label, ctx.look(pair[0].look));
            if to - from > 1e-9 {
                needed = needed.max((text.bounds.width + 26.0) / (to - from));
            }
        }
    }
    needed.min((1_800.0 / span).max(wanted))
}
