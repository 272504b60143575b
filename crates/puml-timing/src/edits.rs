//! Structural edits of timing diagrams: players, messages, notes and names.

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    AddMessage, AddNote, AddParticipant, Edit, EditError, RenameParticipant, change_theme,
    one_line, remove, shift,
};
use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;

use crate::ast::{Document, PlayerKind, Stmt, StmtKind, Tick, TickKind};
use crate::element::VOCABULARY;
use crate::tree_json::reads_as;

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that do what is asked for.
pub(crate) fn edits(
    edit: &Edit,
    document: &Document,
    source: SourceId,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddParticipant(it) => add_player(it, &target),
        Edit::AddMessage(it) => add_message(it, &target),
        Edit::AddNote(it) => add_note(it, &target),
        Edit::RenameParticipant(it) => rename(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
        Edit::Remove(it) => remove(it, &target, |name| about(name, &target)),
        Edit::Move(it) => shift(it, &target, |name| declaration(name, &target)),
        Edit::WrapGroup(_) => Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "groups" }),
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: VOCABULARY.noun, what: "members" })
        }
    }
}

fn checked(line: String, is_meant: impl Fn(&StmtKind) -> bool) -> Result<String, EditError> {
    if reads_as(&line, is_meant) { Ok(line) } else { Err(EditError::BadLine(line)) }
}

fn has_player(target: &Target<'_>, code: &str) -> bool {
    target.stmts().any(|it| match &it.1.kind {
        StmtKind::Player(it) => target.document.text(it.code) == code,
        _ => false,
    })
}

fn add_player(asked: &AddParticipant, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    if has_player(target, &asked.code) {
        return Err(EditError::TakenName(asked.code.clone()));
    }
    let kind = PlayerKind::KEYWORDS.iter().find(|it| it.0 == asked.kind);
    let kind = kind.ok_or_else(|| EditError::BadLine(asked.kind.clone()))?.0;
    let shown = asked.shown.as_deref().or((kind == "analog").then_some(asked.code.as_str()));
    let name = match shown {
        Some(shown) => format!("\"{shown}\" as {}", asked.code),
        None => asked.code.clone(),
    };
    let beat = if kind == "clock" { " with period 1" } else { "" };
    let line = checked(format!("{kind} {name}{beat}"), |it| matches!(it, StmtKind::Player(_)))?;
    if let Some(place) = asked.place {
        return target.insert(place, &[line]);
    }
    let is_player = |it: &Stmt| matches!(it.kind, StmtKind::Player(_));
    let last = target.stmts().filter(|it| is_player(it.1)).last().map(|it| it.1.range);
    match (last, target.block().start) {
        (Some(range), _) => Ok(target.behind(range.end, target.indent(range.start), &[line])),
        (None, Some(start)) => Ok(target.behind(start.end, target.indent(start.start), &[line])),
        (None, None) => target.insert(puml_family::edits::Place::End, &[line]),
    }
}

fn add_message(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    for name in [&asked.from, &asked.to] {
        let code = name.split('@').next().unwrap_or(name);
        if !has_player(target, code) {
            return Err(EditError::UnknownParticipant(code.to_owned()));
        }
    }
    let mut line = format!("{} {} {}", asked.from, asked.arrow, asked.to);
    if let Some(text) = asked.text.as_deref().filter(|it| !it.trim().is_empty()) {
        line.push_str(" : ");
        line.push_str(&one_line(text.trim()));
    }
    let line = checked(line, |it| matches!(it, StmtKind::Message(_)))?;
    target.insert(asked.place, &[line])
}

fn add_note(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let side = match asked.side {
        Some(NoteSide::Top) | None => "top",
        Some(NoteSide::Bottom) => "bottom",
        Some(_) => {
            let what = "notes beside a player";
            return Err(EditError::Unsupported { noun: VOCABULARY.noun, what });
        }
    };
    let [name] = asked.participants.as_slice() else {
        let what = "notes without one player";
        return Err(EditError::Unsupported { noun: VOCABULARY.noun, what });
    };
    if !has_player(target, name) {
        return Err(EditError::UnknownParticipant(name.clone()));
    }
    let line = format!("note {side} of {name} : {}", one_line(asked.text.trim()));
    let line = checked(line, |it| matches!(it, StmtKind::Note(_)))?;
    target.insert(asked.place, &[line])
}

fn rename(asked: &RenameParticipant, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    if asked.from == asked.to {
        return Ok(Vec::new());
    }
    if has_player(target, &asked.to) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let is_code = asked.to.starts_with(|it: char| it.is_alphabetic() || it == '_')
        && asked.to.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    if !is_code {
        return Err(EditError::BadName(asked.to.clone()));
    }
    let uses = target.stmts().flat_map(|it| uses(it.1));
    let edits: Vec<TextEdit> = uses
        .filter(|it| target.document.text(*it) == asked.from)
        .map(|it| TextEdit::replace(it.in_source(target.source), asked.to.clone()))
        .collect();
    if edits.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    Ok(edits)
}

/// Every statement that names a player, and those that tell of the player that it brings to the fore.
fn about(name: &str, target: &Target<'_>) -> Result<Vec<TextRange>, EditError> {
    if !has_player(target, name) {
        return Err(EditError::UnknownParticipant(name.to_owned()));
    }
    let mut found = Vec::new();
    let mut is_focused = false;
    for (_, stmt) in target.stmts() {
        let names = uses(stmt).into_iter().any(|it| target.document.text(it) == name);
        is_focused = match &stmt.kind {
            StmtKind::Focus(_) => names,
            StmtKind::Time(..) => false,
            _ => is_focused,
        };
        let is_bare = match &stmt.kind {
            StmtKind::Change(it) => it.player.is_none(),
            StmtKind::Constraint(it) => it.player.is_none(),
            _ => false,
        };
        if names || is_focused && is_bare {
            found.push(stmt.range);
        }
    }
    Ok(found)
}

/// The line that declares a player: the order of these lines is that of the rows.
fn declaration(name: &str, target: &Target<'_>) -> Result<Vec<TextRange>, EditError> {
    let found = target.stmts().find(|it| match &it.1.kind {
        StmtKind::Player(it) => target.document.text(it.code) == name,
        _ => false,
    });
    let found = found.ok_or_else(|| EditError::UnknownParticipant(name.to_owned()))?;
    Ok(vec![found.1.range])
}

/// Every place of a statement that names a player.
fn uses(stmt: &Stmt) -> Vec<TextRange> {
    let clock = |tick: Option<Tick>| match tick.map(|it| it.kind) {
        Some(TickKind::Pulse(clock, _)) => Some(clock),
        _ => None,
    };
    let all: Vec<Option<TextRange>> = match &stmt.kind {
        StmtKind::Player(it) => vec![Some(it.code)],
        StmtKind::States(player, _)
        | StmtKind::StateLabel { player, .. }
        | StmtKind::Focus(player)
        | StmtKind::Height(player, _)
        | StmtKind::Ticks(player, _) => vec![Some(*player)],
        StmtKind::Time(tick, _) => vec![clock(Some(*tick))],
        StmtKind::Change(it) => vec![it.player, clock(it.at)],
        StmtKind::Message(it) => {
            vec![Some(it.from), clock(it.from_at), Some(it.to), clock(it.to_at)]
        }
        StmtKind::Constraint(it) => vec![it.player, clock(Some(it.from)), clock(Some(it.to))],
        StmtKind::Highlight(it) => vec![clock(Some(it.from)), clock(Some(it.to))],
        StmtKind::Note(it) => vec![Some(it.player)],
        _ => Vec::new(),
    };
    all.into_iter().flatten().collect()
}
