//! Pages as they fill, and the events that stand across the whole width.

use std::collections::HashSet;

use crate::ast;
use puml_syntax::TextRange;

use super::Lowering;
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::{End, Event, EventKind, Page, ParticipantId};
use puml_family::Label;

/// The room of `|||`.
const SPACE: f64 = 25.0;

/// All pages so far. There is always one.
pub(super) struct Pages {
    all: Vec<Page>,
    breaks: bool,
    /// Names of anchors on the page at hand.
    pub(super) anchors: HashSet<String>,
    /// What a note on its own would be attached to.
    pub(super) latest: Latest,
    /// Durations of the page at hand, to be checked when it ends.
    pub(super) durations: Vec<(TextRange, String)>,
}

/// The latest thing that a note can be attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Latest {
    Nothing,
    Message { from: End, to: End },
    GroupEnd,
    Reference,
}

/// Whether a note can be attached to an event.
fn holds_notes(event: &Event) -> bool {
    matches!(event.kind, EventKind::Message(_) | EventKind::Close | EventKind::Reference(_))
}

impl Default for Pages {
    fn default() -> Self {
        Self {
            all: vec![Page::default()],
            breaks: true,
            anchors: HashSet::new(),
            latest: Latest::Nothing,
            durations: Vec::new(),
        }
    }
}

impl Pages {
    pub(super) fn push(&mut self, event: Event) {
        self.all.last_mut().expect("there is always a page").events.push(event);
    }

    /// Puts a note on the page of what it is attached to, which may be an earlier one.
    pub(super) fn attach(&mut self, note: Event) {
        let holds = |it: &Page| it.events.iter().rev().any(holds_notes);
        let at = self.all.iter().rposition(holds).unwrap_or(self.all.len() - 1);
        self.all[at].events.push(note);
    }

    /// Takes back the latest event that creates somebody.
    pub(super) fn withdraw_create(&mut self, who: ParticipantId) {
        let is_meant = |it: &Event| matches!(it.kind, EventKind::Create { who: it } if it == who);
        for page in self.all.iter_mut().rev() {
            if let Some(at) = page.events.iter().rposition(is_meant) {
                page.events.remove(at);
                return;
            }
        }
    }

    pub(super) fn ignore_breaks(&mut self) {
        self.breaks = false;
    }

    pub(super) fn into_pages(self) -> Vec<Page> {
        self.all
    }
}

impl Lowering<'_> {
    pub(super) fn new_page(&mut self, page: ast::NewPage, range: TextRange) {
        if !self.pages.breaks {
            return;
        }
        self.check_anchors();
        let title = page.title.map(|it| self.ground.banner(self.ground.line_label(it), range));
        self.pages.all.push(Page { title, events: Vec::new() });
    }

    /// Warns about durations between anchors that the page does not have.
    pub(super) fn check_anchors(&mut self) {
        let anchors = std::mem::take(&mut self.pages.anchors);
        for (range, name) in std::mem::take(&mut self.pages.durations) {
            if !anchors.contains(&name) {
                let message = format!("no message of this page has the anchor `{name}`");
                self.ground.report(codes::UNKNOWN_ANCHOR, range, message);
            }
        }
    }

    pub(super) fn divider(&mut self, divider: ast::Divider, range: TextRange) {
        let label = self.line_label(divider.text);
        let label = Label { text: label.text.trim().to_owned() };
        let look = self.ground.looks.of(Element::Divider);
        self.push(EventKind::Divider { label, look }, false, range);
        self.lives.met_pause();
    }

    pub(super) fn delay(&mut self, delay: ast::Delay, range: TextRange) {
        let label = self.optional_label(delay.text);
        let label = Label { text: label.text.trim().to_owned() };
        let look = self.ground.looks.of(Element::Delay);
        self.push(EventKind::Delay { label, look }, false, range);
        self.lives.after_delay = true;
    }

    pub(super) fn space(&mut self, space: ast::Space, range: TextRange) {
        let height = space.pixels.map_or(SPACE, f64::from);
        self.push(EventKind::Space { height }, false, range);
    }

    pub(super) fn duration(&mut self, duration: ast::Duration, range: TextRange) {
        let name = |it: TextRange| self.ground.document.text(it).into_owned();
        let (from, to) = (name(duration.from), name(duration.to));
        let label = self.optional_label(duration.text);
        let look = self.ground.looks.of(Element::Duration);
        self.pages.durations.push((duration.from, from.clone()));
        self.pages.durations.push((duration.to, to.clone()));
        self.push(EventKind::Duration { from, to, label, look }, false, range);
    }
}
