//! Gives a task another name wherever sentences call it by it. A label that differs from the name stays.

use diag::TextEdit;
use puml_family::edits::{EditError, RenameParticipant};
use puml_syntax::TextRange;

use super::{Target, bracketed};
use crate::ast::{DaysPhrase, Pause, Phrase, Rule, StmtKind, Subject};

/// The text edits that do it.
pub(super) fn edits(
    asked: &RenameParticipant,
    target: &Target<'_>,
) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    bracketed(&asked.to)?;
    let uses = uses(target);
    let is = |range: &TextRange, name: &str| target.document.text(*range) == name;
    if uses.iter().any(|it| is(it, &asked.to)) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let found: Vec<TextRange> = uses.into_iter().filter(|it| is(it, &asked.from)).collect();
    if found.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    for range in &found {
        let before = target.text[..range.start as usize].chars().next_back();
        let is_bare = before != Some('[');
        if is_bare && !asked.to.chars().all(puml_syntax::is_code) {
            return Err(EditError::NeedsBareName { line: target.line(range.start) });
        }
    }
    let edit = |it: TextRange| TextEdit::replace(it.in_source(target.source), asked.to.clone());
    Ok(found.into_iter().map(edit).collect())
}

/// Every place that calls a task by its name.
pub(super) fn uses(target: &Target<'_>) -> Vec<TextRange> {
    target.stmts().flat_map(|(_, stmt)| uses_of(&stmt.kind)).collect()
}

/// Every place of one statement that calls a task by its name.
pub(super) fn uses_of(kind: &StmtKind) -> Vec<TextRange> {
    let mut uses = Vec::new();
    match kind {
        StmtKind::Task(it) => {
            if let Subject::Named(it) = &it.subject {
                uses.push(it.code.unwrap_or(it.name));
            }
            it.phrases.iter().for_each(|it| phrase(it, &mut uses));
        }
        StmtKind::Days(it) => uses.extend(it.phrases.iter().filter_map(|it| match it {
            DaysPhrase::Closed(task) | DaysPhrase::Open(task) => *task,
            DaysPhrase::Named(name) => Some(*name),
            DaysPhrase::Colored(_) => None,
        })),
        StmtKind::Rule(Rule::At(anchor)) => uses.push(anchor.name),
        StmtKind::Link(it) => uses.extend([it.from, it.to]),
        StmtKind::Tint(it) => uses.push(it.name),
        StmtKind::Group(name) => uses.push(*name),
        _ => {}
    }
    uses
}

fn phrase(phrase: &Phrase, uses: &mut Vec<TextRange>) {
    match phrase {
        Phrase::At(_, anchor, _)
        | Phrase::HappensAt(anchor)
        | Phrase::Pauses(Pause::UpTo(_, anchor)) => uses.push(anchor.name),
        Phrase::Occurs(from, to) => uses.extend([*from, *to]),
        Phrase::SameRow(name) => uses.push(*name),
        _ => {}
    }
}
