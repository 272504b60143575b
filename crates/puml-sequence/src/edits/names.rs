//! Names where statements use them, and lines that are checked before they are written.

use diag::SourceId;
use puml_family::edits::EditError;
use puml_syntax::{Stage, is_code, is_quote};

use super::Target;
use crate::ast::{MessageEnd, Name, NotePlace, ParticipantRef, Stmt, StmtKind};
use crate::codes::syntax::NO_PARTICIPANTS;
use crate::parse::parse;

/// A name where a statement uses it.
pub(super) struct Use {
    pub(super) name: Name,
    /// Whether quotes may stand there.
    pub(super) quotable: bool,
}

/// Whether a name is in use.
pub(super) fn has_participant(target: &Target<'_>, code: &str) -> bool {
    let is_meant = |it: &Use| target.document.text(it.name.range) == code;
    target.stmts().any(|(_, it)| uses(it).iter().any(is_meant))
}

/// A name as it is written in a statement: in quotes if it needs them.
pub(super) fn written(name: &str) -> Result<String, EditError> {
    if name.trim().is_empty() || name.contains(is_quote) || name.contains(['\n', '\r']) {
        return Err(EditError::BadName(name.to_owned()));
    }
    Ok(if name.chars().all(is_code) { name.to_owned() } else { format!("\"{name}\"") })
}

/// The line, if it reads back as one statement that `accept` takes.
pub(super) fn checked(
    line: String,
    accept: impl Fn(&StmtKind) -> bool,
) -> Result<String, EditError> {
    let parse = parse(&line, SourceId(0), Stage::Expanded);
    let errors = parse.diagnostics.iter().any(|it| it.is_error() && it.code != NO_PARTICIPANTS);
    match parse.document.stmts.as_slice() {
        [stmt] if accept(&stmt.kind) && !errors => Ok(line),
        _ => Err(EditError::BadLine(line)),
    }
}

/// Every place where a statement names a participant.
pub(super) fn uses(stmt: &Stmt) -> Vec<Use> {
    let any = |name: Name| Use { name, quotable: true };
    let bare = |name: Name| Use { name, quotable: false };
    match &stmt.kind {
        StmtKind::Declaration(it) => {
            // Of two names in quotes one would be left without a bare code.
            vec![Use { name: it.code, quotable: it.shown.is_none() }]
        }
        StmtKind::Message(it) => {
            let mut found: Vec<Use> = [&it.left, &it.right]
                .into_iter()
                .filter_map(|it| match it {
                    MessageEnd::Participant(ParticipantRef { code, shown }) => {
                        Some(Use { name: *code, quotable: shown.is_none() })
                    }
                    MessageEnd::Border(_) => None,
                })
                .collect();
            found.extend(it.multicast.iter().map(|it| bare(*it)));
            found
        }
        StmtKind::Life(it) => it.who.into_iter().map(bare_or_any(stmt)).collect(),
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, name) => vec![any(name)],
            NotePlace::Over(first, second) => {
                [Some(first), second].into_iter().flatten().map(any).collect()
            }
            _ => Vec::new(),
        },
        StmtKind::Reference(it) => it.over.iter().map(|it| any(*it)).collect(),
        StmtKind::Url { who, .. } => vec![any(*who)],
        _ => Vec::new(),
    }
}

/// `A ++` takes a bare name; `activate A` takes any.
fn bare_or_any(stmt: &Stmt) -> impl Fn(Name) -> Use {
    let start = stmt.range.start;
    move |name| Use { name, quotable: name.range.start > start }
}
