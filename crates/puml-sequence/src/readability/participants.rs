//! Participants that are probably slips: misspelt, undeclared among declared ones, or unused.

use diag::Diagnostic;

use crate::codes::lint as codes;
use crate::model::{End, EventKind, Model, NotePlace};

/// A diagram with this many participants declares them all, or none.
const LARGE: usize = 5;
/// More declared names are not searched for a similar one.
const CROWD: usize = 100;

pub(super) fn check(model: &Model, found: &mut Vec<Diagnostic>) {
    let uses = uses(model);
    let declared: Vec<&str> =
        model.participants.iter().filter(|it| it.declared).map(|it| it.id.as_str()).collect();
    // Each undeclared name is held against all declared ones: not in a crowd.
    let known = if declared.len() <= CROWD { declared.as_slice() } else { &[] };
    for (idx, participant) in model.participants.iter().enumerate() {
        let id = participant.id.as_str();
        if participant.declared {
            if uses[idx] == 0 {
                let message = format!("`{id}` is declared and takes no part");
                found.push(Diagnostic::new(codes::UNUSED_PARTICIPANT, participant.origin, message));
            }
            continue;
        }
        if let Some(near) = diag::nearest(id, known.iter().copied().filter(|it| it.len() > 2)) {
            let message = format!("`{id}` is not declared, while `{near}` is");
            found.push(
                Diagnostic::new(codes::SIMILAR_NAME, participant.origin, message)
                    .with_hint(format!("did you mean `{near}`?")),
            );
        } else if model.participants.len() >= LARGE && !declared.is_empty() {
            let message = format!("`{id}` is not declared, while other participants are");
            found.push(
                Diagnostic::new(codes::UNDECLARED_PARTICIPANT, participant.origin, message)
                    .with_hint(format!("declare it with the others: `participant {id}`")),
            );
        }
    }
}

/// How many events each participant takes part in.
fn uses(model: &Model) -> Vec<u32> {
    let mut uses = vec![0; model.participants.len()];
    let mut touch = |id: crate::model::ParticipantId| uses[id.0 as usize] += 1;
    for event in model.pages.iter().flat_map(|it| &it.events) {
        match &event.kind {
            EventKind::Message(message) => {
                for end in [message.from, message.to] {
                    if let End::Participant(id) = end {
                        touch(id);
                    }
                }
                message.also_to.iter().copied().for_each(&mut touch);
            }
            EventKind::Activate { who, .. }
            | EventKind::Deactivate { who }
            | EventKind::Create { who }
            | EventKind::Destroy { who } => touch(*who),
            EventKind::Note(note) => match note.place {
                NotePlace::Beside(_, id) | NotePlace::Over(id) => touch(id),
                NotePlace::Across(first, second) => {
                    touch(first);
                    touch(second);
                }
                _ => {}
            },
            EventKind::Reference(reference) => reference.over.iter().copied().for_each(&mut touch),
            _ => {}
        }
    }
    uses
}
