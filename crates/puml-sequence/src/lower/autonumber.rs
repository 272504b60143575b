//! The numbers of messages.

use crate::ast::Numbering;
use puml_syntax::TextRange;

use super::Lowering;
use super::decimal::Pattern;
use crate::codes::model as codes;

/// What the next message is numbered with.
#[derive(Default)]
pub(super) struct Counter {
    /// The next number, outermost level first; empty before the first `autonumber`.
    levels: Vec<u64>,
    separators: Vec<String>,
    step: u64,
    pattern: Option<Pattern>,
    running: bool,
    latest: String,
}

impl Counter {
    /// The number of the next message, with its markup; counts on.
    pub(super) fn next(&mut self) -> Option<String> {
        if !self.running {
            return None;
        }
        let plain = self.plain();
        let shown = match (&self.pattern, self.levels.as_slice()) {
            (Some(pattern), [only]) => pattern.format(*only),
            _ => format!("<b>{plain}</b>"),
        };
        let step = self.step;
        if let Some(last) = self.levels.last_mut() {
            *last = last.saturating_add(step);
        }
        self.latest = match &self.pattern {
            Some(_) if self.levels.len() == 1 => shown.clone(),
            _ => plain,
        };
        Some(shown)
    }

    /// The number that was given out last, without the usual bold.
    pub(super) fn latest(&self) -> &str {
        &self.latest
    }

    fn plain(&self) -> String {
        let mut text = String::new();
        for (idx, level) in self.levels.iter().enumerate() {
            if let (true, Some(separator)) = (idx > 0, self.separators.get(idx.wrapping_sub(1))) {
                text.push_str(separator);
            }
            text.push_str(&level.to_string());
        }
        text
    }
}

impl Lowering<'_> {
    pub(super) fn numbering(&mut self, numbering: &Numbering, range: TextRange) {
        let document = self.ground.document;
        let pattern =
            |format: &Option<TextRange>| format.map(|it| Pattern::new(&document.text(it)));
        match numbering {
            Numbering::Start { start, step, format } => {
                let text = |it: &TextRange| document.text(*it).into_owned();
                let levels =
                    start.as_ref().map(|it| it.levels.iter().map(|it| u64::from(*it)).collect());
                self.counter.levels = levels.unwrap_or_else(|| vec![1]);
                self.counter.separators = start
                    .as_ref()
                    .map(|it| it.separators.iter().map(text).collect())
                    .unwrap_or_default();
                self.counter.step = step.map_or(1, u64::from);
                self.counter.pattern = pattern(format);
                self.counter.running = true;
            }
            Numbering::Stop => self.counter.running = false,
            Numbering::Resume { step, format } => {
                if self.counter.levels.is_empty() {
                    self.counter.levels = vec![1];
                    self.counter.step = 1;
                }
                if let Some(step) = step {
                    self.counter.step = u64::from(*step);
                }
                if format.is_some() {
                    self.counter.pattern = pattern(format);
                }
                self.counter.running = true;
            }
            Numbering::Increment { level } => self.increment(*level, range),
        }
    }

    fn increment(&mut self, level: Option<u32>, range: TextRange) {
        let count = self.counter.levels.len();
        let level = match level {
            Some(level) => level as usize,
            None => count.saturating_sub(2),
        };
        let Some(counted) = self.counter.levels.get_mut(level) else {
            let message = if count == 0 {
                "no `autonumber` stands before this line: there is no number to increase".to_owned()
            } else {
                format!("the number has {count} levels: there is no level `{}`", level_name(level))
            };
            self.ground.report(codes::NO_SUCH_LEVEL, range, message);
            return;
        };
        *counted = counted.saturating_add(1);
        for lower in &mut self.counter.levels[level + 1..] {
            *lower = 1;
        }
    }
}

fn level_name(level: usize) -> char {
    u8::try_from(level).ok().filter(|it| *it < 26).map_or('?', |it| char::from(b'A' + it))
}
