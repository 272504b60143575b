//! Labels: too long for their arrow, or missing on a call.

use diag::Diagnostic;

use crate::codes::lint as codes;
use crate::model::{EventKind, Model};
use puml_family::plain;

/// Characters on one line of a message.
const MESSAGE: usize = 60;
/// Characters of a participant's name.
const NAME: usize = 40;

pub(super) fn check(model: &Model, found: &mut Vec<Diagnostic>) {
    for participant in &model.participants {
        let longest = longest(&participant.label.text);
        if longest > NAME {
            let message =
                format!("the name of `{}` has a line of {longest} characters", participant.id);
            found.push(
                Diagnostic::new(codes::LONG_NAME, participant.origin, message)
                    .with_hint("break it with `\\n`, or give it a short name"),
            );
        }
    }
    for event in model.pages.iter().flat_map(|it| &it.events) {
        let EventKind::Message(message) = &event.kind else { continue };
        let longest = longest(&message.label.text);
        if longest > MESSAGE {
            let text = format!(
                "the label has a line of {longest} characters: more than {MESSAGE} push the lifelines apart"
            );
            found.push(
                Diagnostic::new(codes::LONG_LABEL, event.origin, text)
                    .with_hint("break it with `\\n`, or move the detail into a note"),
            );
        }
        let is_call = !message.is_return && model.looks[message.look].dash.is_empty();
        if is_call && !message.arrow.hidden && plain(&message.label).is_empty() {
            let text = "this message does not say what it is about";
            found.push(Diagnostic::new(codes::EMPTY_LABEL, event.origin, text));
        }
    }
}

/// The length of the longest line, markup counted only roughly.
fn longest(text: &str) -> usize {
    if text.len() <= NAME {
        return text.len();
    }
    text.split('\n')
        .map(|line| plain(&puml_family::Label { text: line.to_owned() }).chars().count())
        .max()
        .unwrap_or(0)
}
