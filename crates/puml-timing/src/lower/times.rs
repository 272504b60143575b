//! What a moment means: a number, a clock time, a date, a name, a beat of a clock.

use puml_syntax::TextRange;

use super::Lowering;
use crate::ast::{Tick, TickKind};
use crate::codes::model as codes;
use crate::model::{DAY, DateForm, TimeForm};

impl Lowering<'_> {
    /// `@5 as :name`.
    pub(super) fn time(&mut self, tick: Tick, name: Option<TextRange>) {
        let Some(at) = self.moment(tick) else { return };
        self.now = Some(at);
        self.axis.marked.push(at);
        if let Some(name) = name {
            let name = self.text(name);
            self.axis.names.retain(|it| it.1 != name);
            self.axis.names.push((at, name.clone()));
            self.labels.insert(name, at);
        }
    }

    /// A moment in numbers; it becomes one of the axis. Reports a name that means none.
    pub(super) fn moment(&mut self, tick: Tick) -> Option<f64> {
        let at = match tick.kind {
            TickKind::Number(value) => value,
            TickKind::After(value) => self.now.unwrap_or(0.0) + value,
            TickKind::Clock(seconds) => {
                self.axis.form = TimeForm::Clock;
                seconds
            }
            TickKind::Date(Some(day)) => {
                self.axis.form = TimeForm::Date(DateForm::usual());
                day as f64 * DAY
            }
            TickKind::Date(None) => {
                let text = self.text(tick.range);
                let message = format!("the calendar has no day `{text}`");
                self.ground.report(codes::UNKNOWN_TIME, tick.range, message);
                return None;
            }
            TickKind::Label(name, offset) => {
                let text = self.text(name);
                let Some(at) = self.labels.get(&text) else {
                    self.unknown_label(&text, name, tick.range);
                    return None;
                };
                at + offset
            }
            TickKind::Pulse(clock, count) => {
                let id = self.text(clock);
                let found = self.players.iter().find(|it| it.id == id).and_then(|it| it.beat);
                let Some(beat) = found else {
                    let message = format!("`{id}` is no clock that is declared above");
                    self.ground.report(codes::UNKNOWN_TIME, tick.range, message);
                    return None;
                };
                beat.offset.unwrap_or(0.0) + beat.period * count
            }
        };
        self.axis.ticks.push(at);
        Some(at)
    }

    fn unknown_label(&mut self, text: &str, name: TextRange, range: TextRange) {
        let before = self.ground.diagnostics.len();
        let message = format!("no moment above is called `:{text}`");
        self.ground.report(codes::UNKNOWN_TIME, range, message);
        let names = self.axis.names.iter().map(|it| it.1.as_str());
        if let Some(near) = diag::nearest(text, names).map(str::to_owned) {
            let edit = diag::TextEdit::replace(self.ground.span(name), near.clone());
            self.ground.offer(before, format!("replace with `:{near}`"), edit);
        }
    }

    pub(super) fn date_format(&mut self, pattern: TextRange) {
        let text = self.text(pattern);
        if let Some(form) = DateForm::read(&text) {
            self.date_form = form;
            return;
        }
        let message = format!("`{text}` has letters that stand for no part of a date");
        self.ground.report(codes::BAD_DATE_FORMAT, pattern, message);
        if let Some(found) = self.ground.diagnostics.last_mut() {
            found.hints.push("`YYYY-MM-dd` and `dd MMM HH:mm` are formats".to_owned());
        }
    }
}
