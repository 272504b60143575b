//! When lifelines begin and end, over all pages.

use scene::Interval;

use super::context::column;
use crate::model::{End, Event, EventKind, Model, NotePlace, Page, ParticipantId};

/// Where one lifeline stands on the page at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Life {
    /// Its `create` message has not come yet.
    Waiting,
    /// Runs from this height on.
    Running(f64),
    /// Ran between two heights of this page.
    Ended(Interval),
    /// Ended on an earlier page.
    Gone,
}

/// The state of every lifeline at the current row.
pub(super) struct Lives {
    all: Vec<Life>,
    /// The column and the heights of what ran on this page before a head was drawn again.
    before: Vec<(usize, Interval)>,
    top: f64,
}

impl Lives {
    /// Before the first page: those that an event creates wait for it.
    pub(super) fn new(model: &Model) -> Self {
        let mut all = vec![Life::Running(0.0); model.participants.len()];
        for event in model.pages.iter().flat_map(|page| &page.events) {
            if let EventKind::Create { who } = event.kind {
                all[who.0 as usize] = Life::Waiting;
            }
        }
        Self { all, before: Vec::new(), top: 0.0 }
    }

    /// Begins a page whose heads end at `top`.
    pub(super) fn turn(&mut self, page: &Page, top: f64) {
        self.top = top;
        self.before.clear();
        for (idx, life) in self.all.iter_mut().enumerate() {
            let who = ParticipantId(idx as u32);
            *life = match *life {
                Life::Waiting => Life::Waiting,
                Life::Running(_) => Life::Running(top),
                // A message to somebody who has ended needs a line to arrive at.
                Life::Ended(..) | Life::Gone => {
                    let named = page.events.iter().any(|event| names(event, who));
                    if named { Life::Running(top) } else { Life::Gone }
                }
            };
        }
    }

    /// Where lifelines begin that run from the top.
    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// A lifeline begins below its new head.
    pub(super) fn begin(&mut self, who: ParticipantId, y: f64) {
        match self.all[who.0 as usize] {
            Life::Running(top) => self.before.push((column(who), Interval::new(top, y))),
            Life::Ended(heights) => self.before.push((column(who), heights)),
            Life::Waiting | Life::Gone => {}
        }
        self.all[who.0 as usize] = Life::Running(y);
    }

    /// Where its lifeline begins on this page; the page's top if it does not run.
    pub(super) fn begins(&self, who: ParticipantId) -> f64 {
        match self.all[who.0 as usize] {
            Life::Running(top) | Life::Ended(Interval { from: top, .. }) => top,
            Life::Waiting | Life::Gone => self.top,
        }
    }

    /// A lifeline ends; only its first end counts.
    pub(super) fn end(&mut self, who: ParticipantId, y: f64) {
        if let Life::Running(top) = self.all[who.0 as usize] {
            self.all[who.0 as usize] = Life::Ended(Interval::new(top, y));
        }
    }

    /// Whether its head stands at the page's top or has been created on it.
    pub(super) fn is_shown(&self, who: ParticipantId) -> bool {
        matches!(self.all[who.0 as usize], Life::Running(_) | Life::Ended(..))
    }

    /// Whether it goes on below the page's last row.
    pub(super) fn is_running(&self, who: ParticipantId) -> bool {
        matches!(self.all[who.0 as usize], Life::Running(_))
    }

    /// The column of every lifeline of the page, and its heights from top to bottom.
    pub(super) fn spans(&self, bottom: f64) -> Vec<(usize, Interval)> {
        let span = |(idx, life): (usize, &Life)| {
            let column = column(ParticipantId(idx as u32));
            match *life {
                Life::Running(top) => Some((column, Interval::new(top, bottom))),
                Life::Ended(heights) => Some((column, heights)),
                Life::Waiting | Life::Gone => None,
            }
        };
        let now = self.all.iter().enumerate().filter_map(span);
        self.before.iter().copied().chain(now).collect()
    }
}

/// Whether an event needs the lifeline.
fn names(event: &Event, who: ParticipantId) -> bool {
    match &event.kind {
        EventKind::Message(message) => {
            [message.from, message.to].contains(&End::Participant(who))
                || message.also_to.contains(&who)
        }
        EventKind::Note(note) => match note.place {
            NotePlace::Beside(_, it) | NotePlace::Over(it) => it == who,
            NotePlace::Across(one, other) => one == who || other == who,
            _ => false,
        },
        EventKind::Reference(reference) => reference.over.contains(&who),
        EventKind::Activate { who: it, .. } => *it == who,
        _ => false,
    }
}
