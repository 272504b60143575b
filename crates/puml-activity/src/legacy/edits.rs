//! Edits of the older syntax: links, notes, another text for a step, a theme.

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    Edit, EditError, RenameParticipant, Target, change_theme, one_line, only_by_line,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{NoteSide, Text};

use super::ast::{Document, Step, StepName, StmtKind};

const NOUN: &str = "an activity diagram in the older syntax";

/// The text edits that do what is asked for.
pub(super) fn edits(
    edit: &Edit,
    document: &Document,
    source: SourceId,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    let what = match edit {
        Edit::ChangeTheme(it) => return change_theme(it, &target),
        Edit::AddMessage(it) => {
            let label = it.text.as_deref().filter(|it| !it.trim().is_empty());
            let label = label.map(|it| format!("[{}] ", one_line(it.trim()))).unwrap_or_default();
            let (from, to) = (written(&it.from)?, written(&it.to)?);
            let line = format!("{from} --> {label}{to}");
            return target.insert(it.place, &[line]);
        }
        Edit::AddNote(it) => {
            let side = match it.side {
                Some(NoteSide::Left) => "left",
                Some(NoteSide::Top) => "top",
                Some(NoteSide::Bottom) => "bottom",
                Some(NoteSide::Right) | None => "right",
            };
            let line = format!("note {side}: {}", one_line(it.text.trim()));
            return target.insert(it.place, &[line]);
        }
        Edit::WrapGroup(it) => {
            let title = it.label.as_deref().map(|it| one_line(it.trim())).unwrap_or_default();
            let head = format!("partition \"{title}\" {{");
            if it.kind != "partition" || title.is_empty() || title.contains('"') {
                return Err(EditError::BadLine(head));
            }
            return puml_family::edits::wrap(&target, it.first, it.last, &head, "}");
        }
        Edit::RenameParticipant(it) => return rename(it, &target),
        Edit::Remove(it) => return puml_family::edits::remove(it, &target, only_by_line),
        Edit::Move(it) => return puml_family::edits::shift(it, &target, only_by_line),
        Edit::AddParticipant(_) => "declarations",
        Edit::AddMember(_) => "members",
    };
    Err(EditError::Unsupported { noun: NOUN, what })
}

/// A step as links name it.
fn written(name: &str) -> Result<String, EditError> {
    if name == "(*)" {
        return Ok(name.to_owned());
    }
    if name.trim().is_empty() || name.contains(['"', '\n', '\r']) {
        return Err(EditError::BadName(name.to_owned()));
    }
    Ok(format!("\"{name}\""))
}

fn rename(
    asked: &RenameParticipant,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    let document = target.document;
    // What a step says, and the code that stands for it.
    let names = |step: &Step| -> Vec<TextRange> {
        let StepName::Action { text, code } = &step.name else { return Vec::new() };
        let said = match text {
            Text::Line(range) => Some(*range),
            Text::Lines(_) => None,
        };
        said.into_iter().chain(*code).collect()
    };
    let steps = target.stmts().flat_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Link(it) => it.from.iter().chain([&it.to]).flat_map(names).collect(),
        StmtKind::If(it) => it.from.iter().flat_map(names).chain(it.code).collect(),
        _ => Vec::new(),
    });
    let all: Vec<TextRange> = steps.collect();
    let codes: Vec<TextRange> = target
        .stmts()
        .flat_map(|(_, stmt)| match &stmt.kind {
            StmtKind::Link(it) => it.from.iter().chain([&it.to]).filter_map(code).collect(),
            StmtKind::If(it) => it.from.iter().filter_map(code).chain(it.code).collect(),
            _ => Vec::new(),
        })
        .filter(|it: &TextRange| document.text(*it) == asked.from)
        .collect();
    let uses = |name: &str| -> Vec<TextRange> {
        all.iter().copied().filter(|it| document.text(*it) == name).collect()
    };
    let found = uses(&asked.from);
    if found.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    if !uses(&asked.to).is_empty() {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let is_code = |it: char| it.is_alphanumeric() || it == '_';
    if !codes.is_empty() && !asked.to.chars().all(is_code) {
        return Err(EditError::BadName(asked.to.clone()));
    }
    let name = if codes.is_empty() { written(&asked.to)? } else { asked.to.clone() };
    Ok(found
        .iter()
        // Where a code has the name, a text in quotes only says it.
        .filter(|it| codes.is_empty() || !is_quoted(target, **it))
        .map(|it| {
            let before = target.text[..it.start as usize].chars().next_back();
            let is_quoted = codes.is_empty() && before.is_some_and(puml_syntax::is_quote);
            let text = if is_quoted { name[1..name.len() - 1].to_owned() } else { name.clone() };
            TextEdit::replace(it.in_source(target.source), text)
        })
        .collect())
}

/// The code that stands for a step.
fn code(step: &Step) -> Option<TextRange> {
    match step.name {
        StepName::Action { code, .. } => code,
        _ => None,
    }
}

fn is_quoted(target: &Target<'_, StmtKind>, range: TextRange) -> bool {
    target.text[..range.start as usize].chars().next_back().is_some_and(puml_syntax::is_quote)
}
