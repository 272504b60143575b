//! How high each player is: its plot, and what stands above and below it.

use puml_family::{Label, LayoutContext, text};
use puml_syntax::ast::NoteSide;
use scene::{Interval, Point, Rect, Text};

use super::GAP;
use super::lanes::Lanes;
use super::scale::Scale;
use crate::ast::{PlayerKind, ValueRange};
use crate::element::Element;
use crate::model::{Model, Player, Value, number};

/// Between two levels of a robust player.
pub(super) const LEVEL: f64 = 22.0;
/// The height of a ribbon.
pub(super) const RIBBON: f64 = 24.0;
/// A line of text above or below a plot.
const LINE: f64 = 16.0;
/// A constraint with its label.
const CONSTRAINT: f64 = 28.0;

/// A text with its left upper corner.
pub(super) struct Placed {
    pub(super) text: Text,
    pub(super) at: Point,
}

/// A player on the page.
pub(super) struct Row {
    pub(super) y: f64,
    pub(super) height: f64,
    /// The upper edge of the plot.
    pub(super) top: f64,
    /// Its lower edge.
    pub(super) bottom: f64,
    /// One for each constraint of the player, in order: where its arrow lies.
    pub(super) constraints: Vec<f64>,
    /// Comments, and states that have no room in their ribbon.
    pub(super) texts: Vec<Placed>,
    /// Which changes of a ribbon have their text outside.
    pub(super) outside: Vec<bool>,
    /// Notes with their boxes: the place in the model, the text, the box.
    pub(super) notes: Vec<(usize, Text, Rect)>,
}

impl Row {
    pub(super) fn new(
        model: &Model,
        ctx: LayoutContext<'_>,
        scale: &Scale,
        idx: usize,
        y: f64,
    ) -> Self {
        let player = &model.players[idx];
        let mut row = Self {
            y,
            height: 0.0,
            top: 0.0,
            bottom: 0.0,
            constraints: Vec::new(),
            texts: Vec::new(),
            outside: vec![false; player.changes.len()],
            notes: Vec::new(),
        };
        let mut at = y + GAP + label_room(model, ctx, idx);
        at += row.place_notes(model, ctx, scale, idx, NoteSide::Top, at);
        let mut lanes = Lanes::default();
        let mut chosen = Vec::new();
        for it in model.constraints.iter().filter(|it| it.player == idx) {
            let width = ctx.line(&it.label, ctx.look(it.look)).bounds.width;
            let (from, to) = (scale.x(it.from), scale.x(it.to));
            let wide = ((width + 4.0 - (to - from)) / 2.0).max(8.0);
            chosen.push(lanes.place(Interval::new(from - wide, to + wide)));
        }
        let count = lanes.count() as f64;
        let lines = chosen.iter().map(|it| at + CONSTRAINT * (count - *it as f64) - 7.0);
        row.constraints = lines.collect();
        at += CONSTRAINT * count;
        row.top = at;
        row.bottom = at + plot_height(player).max(ribbon_height(player, ctx));
        at = row.bottom;
        at += row.place_texts(ctx, scale, player, at);
        at += row.place_notes(model, ctx, scale, idx, NoteSide::Bottom, at);
        row.height = (at + GAP - y).ceil();
        row
    }

    fn place_notes(
        &mut self,
        model: &Model,
        ctx: LayoutContext<'_>,
        scale: &Scale,
        player: usize,
        side: NoteSide,
        top: f64,
    ) -> f64 {
        let mut right = f64::MIN;
        let mut tallest = 0.0_f64;
        for (idx, note) in model.notes.iter().enumerate() {
            if note.player != player || note.side != side {
                continue;
            }
            let look = ctx.look(note.look);
            let text = ctx.block(&note.label, look);
            let pad = look.padding;
            let rect = Rect {
                x: puml_family::page::crisp(scale.x(note.at).max(right)),
                y: puml_family::page::crisp(top + 2.0),
                width: (text.bounds.width + 2.0 * pad + 7.0).ceil(),
                height: (text.bounds.height + 2.0 * pad).ceil(),
            };
            right = rect.right() + 6.0;
            tallest = tallest.max(rect.height + 8.0);
            let text = text::place(text, rect.x + pad, rect.y + pad);
            self.notes.push((idx, text, rect));
        }
        tallest
    }

    /// Comments below the plot, and states that are wider than their ribbon.
    fn place_texts(
        &mut self,
        ctx: LayoutContext<'_>,
        scale: &Scale,
        player: &Player,
        top: f64,
    ) -> f64 {
        let mut lanes = Lanes::default();
        let mut found: Vec<(Text, f64, usize)> = Vec::new();
        let is_ribbon = matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle);
        for (idx, change) in player.changes.iter().enumerate() {
            let from = change.at.map_or(scale.left(), |it| scale.x(it));
            let next = player.changes.get(idx + 1).and_then(|it| it.at);
            let to = next.map_or(scale.right(), |it| scale.x(it));
            let state = match &change.value {
                Value::State(state) if is_ribbon => {
                    let text = ctx.line(&player.states[*state].label, ctx.look(change.look));
                    self.outside[idx] = text.bounds.width + 14.0 > to - from;
                    // Outside it stands on the page, not on the ribbon's fill.
                    let look = ctx.element(Element::Robust);
                    let text = ctx.line(&player.states[*state].label, look);
                    self.outside[idx].then_some(text).filter(|it| it.bounds.width > 0.0)
                }
                _ => None,
            };
            let comment = ctx.line(&change.comment, ctx.element(Element::Timeline));
            let comment = Some(comment).filter(|it| it.bounds.width > 0.0);
            for text in [state, comment].into_iter().flatten() {
                let lane = lanes.place(Interval::new(from, from + text.bounds.width));
                found.push((text, from, lane));
            }
        }
        let tallest = found.iter().map(|it| it.0.bounds.height).fold(LINE, f64::max);
        for (text, from, lane) in found {
            let at = Point { x: from + 2.0, y: top + 2.0 + tallest * lane as f64 };
            self.texts.push(Placed { text, at });
        }
        if lanes.count() == 0 { 0.0 } else { tallest * lanes.count() as f64 + 2.0 }
    }

    /// Where a level of a robust player lies; the lowest state is level 0.
    pub(super) fn level(&self, player: &Player, state: usize) -> f64 {
        let count = player.states.len().max(1);
        let room = self.bottom - self.top - 12.0;
        let step = if count > 1 { room / (count - 1) as f64 } else { 0.0 };
        self.bottom - 6.0 - step * state as f64 - if count > 1 { 0.0 } else { room / 2.0 }
    }
}

/// What the labels of messages from the player above need between the two, beyond the usual room.
fn label_room(model: &Model, ctx: LayoutContext<'_>, idx: usize) -> f64 {
    let between = model.messages.iter().filter(|it| {
        let (low, high) = (it.from.min(it.to), it.from.max(it.to));
        high == idx && low + 1 == idx
    });
    let heights = between.map(|it| {
        let label = ctx.line(&it.label, ctx.look(it.look)).bounds;
        if label.width > 0.0 { label.height + 8.0 } else { 0.0 }
    });
    (heights.fold(0.0, f64::max) - 2.0 * GAP).max(0.0)
}

/// What the texts of a ribbon need.
fn ribbon_height(player: &Player, ctx: LayoutContext<'_>) -> f64 {
    if !matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle) {
        return 0.0;
    }
    let look = ctx.look(player.look);
    let lines = player.states.iter().map(|it| ctx.line(&it.label, look).bounds.height);
    lines.fold(0.0, f64::max) + 7.0
}

fn plot_height(player: &Player) -> f64 {
    let usual = match player.kind {
        PlayerKind::Robust => {
            (player.states.len().max(1) - 1) as f64 * LEVEL
                + if player.compact { 12.0 } else { 16.0 }
        }
        PlayerKind::Concise | PlayerKind::Rectangle => RIBBON,
        PlayerKind::Binary | PlayerKind::Clock => 26.0,
        PlayerKind::Analog => 90.0,
    };
    match player.height {
        Some(height) if !matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle) => {
            height.clamp(usual.min(40.0), 2_000.0)
        }
        _ => usual,
    }
}

/// The texts at the left of a plot, each with its height on the page.
pub(super) fn level_labels(ctx: LayoutContext<'_>, player: &Player, row: &Row) -> Vec<(Text, f64)> {
    let look = ctx.element(Element::Timeline);
    match player.kind {
        PlayerKind::Robust => player
            .states
            .iter()
            .enumerate()
            .map(|(idx, it)| (ctx.line(&it.label, look), row.level(player, idx)))
            .collect(),
        PlayerKind::Analog => {
            let range = value_range(player);
            let ValueRange { low, high } = range;
            let every = player.every.map(|it| it as f64);
            let mut values = vec![low, high];
            if let Some(every) = every {
                let first = (low / every).ceil() as i64;
                let last = (high / every).floor() as i64;
                if last - first < 50 {
                    values = (first..=last).map(|it| it as f64 * every).collect();
                }
            }
            values
                .into_iter()
                .map(|it| {
                    let text = ctx.line(&Label { text: number(it) }, look);
                    (text, analog_y(row, range, it))
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Where the value of a signal lies.
pub(super) fn analog_y(row: &Row, range: ValueRange, value: f64) -> f64 {
    let ValueRange { low, high } = range;
    let share = if high > low { (value - low) / (high - low) } else { 0.5 };
    row.bottom - 5.0 - (row.bottom - row.top - 10.0) * share.clamp(0.0, 1.0)
}

/// The least and greatest value of a signal, in this order.
pub(super) fn value_range(player: &Player) -> ValueRange {
    if let Some(ValueRange { low, high }) = player.range {
        return ValueRange { low: low.min(high), high: high.max(low) };
    }
    let values = player.changes.iter().filter_map(|it| match it.value {
        Value::Number(value) => Some(value),
        _ => None,
    });
    let (low, high) =
        values.fold((0.0_f64, 0.0_f64), |it, value| (it.0.min(value), it.1.max(value)));
    ValueRange { low, high: if high > low { high } else { low + 1.0 } }
}

pub(super) fn names_width(model: &Model, ctx: LayoutContext<'_>) -> f64 {
    let look = ctx.element(Element::Name);
    let widths = model.players.iter().map(|it| ctx.line(&it.label, look).bounds.width);
    (widths.fold(0.0, f64::max) + 1.5 * GAP).ceil()
}

/// The width of the labels of levels; 0 where nobody has any.
pub(super) fn labels_width(model: &Model, ctx: LayoutContext<'_>) -> f64 {
    let look = ctx.element(Element::Timeline);
    let width = |text: String| ctx.line(&Label { text }, look).bounds.width;
    let widths = model.players.iter().map(|it| match it.kind {
        PlayerKind::Robust => {
            let labels = it.states.iter().map(|it| ctx.line(&it.label, look).bounds.width);
            labels.fold(0.0, f64::max)
        }
        PlayerKind::Analog => {
            let ValueRange { low, high } = value_range(it);
            width(number(low)).max(width(number(high)))
        }
        _ => 0.0,
    });
    let widest = widths.fold(0.0, f64::max);
    if widest > 0.0 { (widest + 12.0).ceil() } else { 0.0 }
}
