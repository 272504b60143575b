//! Too much of something: participants, messages, notes; no title over a long diagram.

use diag::{Diagnostic, Span};

use crate::codes::lint as codes;
use crate::model::{EventKind, Model};

/// More heads than fit beside each other on a screen.
const PARTICIPANTS: usize = 12;
/// More messages on a page than anybody reads in one go.
const MESSAGES: usize = 60;
/// From here on a diagram needs a title to be found again.
const TITLED: usize = 15;
/// Fewer notes are never too many.
const NOTES: usize = 5;

pub(super) fn check(model: &Model, found: &mut Vec<Diagnostic>) {
    let count = model.participants.len();
    if let Some(first) = model.participants.get(PARTICIPANTS) {
        let message = format!(
            "{count} participants stand side by side: more than {PARTICIPANTS} are hard to follow"
        );
        found.push(
            Diagnostic::new(codes::TOO_MANY_PARTICIPANTS, first.origin, message)
                .with_hint("split the diagram, or put a group of them behind one `ref over`"),
        );
    }
    let mut all = 0;
    let mut first: Option<Span> = None;
    for page in &model.pages {
        let origins = |is: fn(&EventKind) -> bool| {
            page.events.iter().filter(move |it| is(&it.kind)).map(|it| it.origin)
        };
        let messages: Vec<Span> = origins(|it| matches!(it, EventKind::Message(_))).collect();
        let notes: Vec<Span> = origins(|it| matches!(it, EventKind::Note(_))).collect();
        first = first.or(messages.first().copied());
        all += messages.len();
        if let Some(origin) = messages.get(MESSAGES) {
            let message = format!("{} messages stand on one page", messages.len());
            found
                .push(Diagnostic::new(codes::LONG_PAGE, *origin, message).with_hint(
                    "break it with `newpage`, or move a part into a diagram of its own",
                ));
        }
        if notes.len() > NOTES && notes.len() > messages.len() {
            let message = format!("{} notes explain {} messages", notes.len(), messages.len());
            found.push(
                Diagnostic::new(codes::NOTE_OVERUSE, notes[NOTES], message)
                    .with_hint("say it in the labels, or in the text beside the diagram"),
            );
        }
    }
    let around = &model.surroundings;
    let has_title =
        around.title.is_some() || around.mainframe.is_some() || around.caption.is_some();
    if let (true, Some(origin)) = (all >= TITLED && !has_title, first) {
        let message = format!("a diagram of {all} messages has no title");
        found.push(
            Diagnostic::new(codes::MISSING_TITLE, origin, message)
                .with_hint("add a line `title …`"),
        );
    }
}
