//! Structural edits: an action, a note, a frame, another name for a lane or a step, a theme.

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    AddMessage, AddNote, AddParticipant, Edit, EditError, Place, RenameParticipant, WrapGroup,
    change_theme, one_line, only_by_line,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{NoteSide, Text};

use crate::ast::{Document, GroupKind, StmtKind, TerminalKind};
use crate::format::read_line;

type Target<'a> = puml_family::edits::Target<'a, StmtKind>;

/// The text edits that do what is asked for.
pub(crate) fn edits(
    edit: &Edit,
    document: &Document,
    source: SourceId,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    match edit {
        Edit::AddMember(_) => {
            Err(EditError::Unsupported { noun: "an activity diagram", what: "members" })
        }
        Edit::AddParticipant(it) => add_step(it, &target),
        Edit::AddMessage(it) => add_action_behind(it, &target),
        Edit::AddNote(it) => add_note(it, &target),
        Edit::WrapGroup(it) => wrap(it, &target),
        Edit::Remove(it) => puml_family::edits::remove(it, &target, only_by_line),
        Edit::Move(it) => puml_family::edits::shift(it, &target, only_by_line),
        Edit::RenameParticipant(it) => rename(it, &target),
        Edit::ChangeTheme(it) => change_theme(it, &target),
    }
}

/// The line, if it reads back as a statement that `accept` takes.
fn checked(line: String, accept: impl Fn(&StmtKind) -> bool) -> Result<String, EditError> {
    match read_line(&line) {
        Some((_, kind)) if accept(&kind) => Ok(line),
        _ => Err(EditError::BadLine(line)),
    }
}

fn action(text: &str) -> Result<String, EditError> {
    checked(format!(":{};", one_line(text.trim())), |it| matches!(it, StmtKind::Action(_)))
}

/// An action, a circle or a swimlane.
fn add_step(asked: &AddParticipant, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let text = asked.shown.as_deref().unwrap_or(&asked.code);
    let line = match asked.kind.as_str() {
        "action" | "activity" => action(text)?,
        "swimlane" => {
            let title = asked.shown.as_deref().unwrap_or_default();
            let line = format!("|{}|{}", asked.code, one_line(title));
            checked(line, |it| matches!(it, StmtKind::Lane(_)))?
        }
        kind @ ("start" | "stop" | "end") => kind.to_owned(),
        kind => return Err(EditError::BadLine(kind.to_owned())),
    };
    target.insert(asked.place.unwrap_or_else(|| before_end(target)), &[line])
}

/// Behind the last step, but before the circle that ends the diagram.
fn before_end(target: &Target<'_>) -> Place {
    let steps: Vec<_> = target
        .stmts()
        .map(|it| it.1)
        .filter(|it| !matches!(it.kind, StmtKind::Shared(_)))
        .collect();
    let ends =
        |kind: &StmtKind| matches!(kind, StmtKind::Terminal(it) if it.kind != TerminalKind::Start);
    match steps.as_slice() {
        [.., before, last] if ends(&last.kind) => Place::After(target.line(before.range.end)),
        _ => Place::End,
    }
}

/// An action behind another one, with the label of the line between them.
fn add_action_behind(asked: &AddMessage, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let mut lines = Vec::new();
    if let Some(text) = asked.text.as_deref().filter(|it| !it.trim().is_empty()) {
        let label = format!("-> {};", one_line(text.trim()));
        lines.push(checked(label, |it| matches!(it, StmtKind::Arrow(_)))?);
    }
    lines.push(action(&asked.to)?);
    let place = match asked.place {
        Place::After(line) => Place::After(line),
        Place::End => {
            let range = find(target, &asked.from)?;
            Place::After(target.line(range.end))
        }
    };
    target.insert(place, &lines)
}

/// The action with a text.
fn find(target: &Target<'_>, text: &str) -> Result<TextRange, EditError> {
    let says = |kind: &StmtKind| match kind {
        StmtKind::Action(it) => target.document.read(&it.text).trim() == text.trim(),
        StmtKind::Terminal(it) => it.kind.word() == text,
        _ => false,
    };
    let found = target.stmts().find(|it| says(&it.1.kind)).map(|it| it.1.range);
    found.ok_or_else(|| EditError::UnknownParticipant(text.to_owned()))
}

fn add_note(asked: &AddNote, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let side = match asked.side {
        Some(NoteSide::Left) => "left",
        None | Some(NoteSide::Right) => "right",
        Some(NoteSide::Top | NoteSide::Bottom) => {
            return Err(EditError::Unsupported {
                noun: "an activity diagram",
                what: "notes above or below a step",
            });
        }
    };
    let place = match (asked.place, asked.participants.first()) {
        (Place::End, Some(name)) => Place::After(target.line(find(target, name)?.end)),
        (place, _) => place,
    };
    let text = asked.text.trim();
    let closes = text.lines().any(|it| it.trim().to_ascii_lowercase().starts_with("end"));
    if text.contains('\n') && !closes {
        let body = text.lines().map(|it| format!("  {}", it.trim_end()));
        let head = [format!("note {side}")].into_iter();
        let lines: Vec<String> = head.chain(body).chain(["end note".to_owned()]).collect();
        return target.insert(place, &lines);
    }
    let line = format!("note {side}: {}", one_line(text));
    let line = checked(line, |it| matches!(it, StmtKind::Note(_)))?;
    target.insert(place, &[line])
}

fn wrap(asked: &WrapGroup, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let is_known = GroupKind::ALL.iter().any(|it| it.0 == asked.kind);
    let title = asked.label.as_deref().map(|it| one_line(it.trim())).unwrap_or_default();
    let open = format!("{} \"{title}\" {{", asked.kind);
    if !is_known || title.contains('"') {
        return Err(EditError::BadLine(open));
    }
    let (first, last) = (target.stmt_on(asked.first)?, target.stmt_on(asked.last)?);
    let cuts = EditError::CutsFrame { first: asked.first, last: asked.last };
    let inside = |at: TextRange| at.start >= first.range.start && at.end <= last.range.end;
    for frame in &target.document.frames {
        let ends =
            [frame.open].into_iter().chain(frame.branches.iter().copied()).chain(frame.close);
        let held: Vec<bool> = ends.map(|it| inside(target.document.stmt(it).range)).collect();
        if held.contains(&true) && (held.contains(&false) || frame.close.is_none()) {
            return Err(cuts);
        }
    }
    let at = target.start_of(first.range.start);
    let indent = target.indent(first.range.start).to_owned();
    let above = format!("{indent}{open}{}", target.line_end());
    let mut edits = vec![TextEdit::insert(target.source, at, above)];
    edits.extend(target.behind(last.range.end, &indent, &["}".to_owned()]));
    Ok(edits)
}

/// What has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Lane,
    Label,
    /// An action, which is named by what it says.
    Text,
}

/// Gives a lane, a label or an action another name wherever it stands.
fn rename(asked: &RenameParticipant, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let document = target.document;
    let uses = |name: &str| -> Vec<(TextRange, Sort)> {
        let found = target.stmts().filter_map(|(_, stmt)| match &stmt.kind {
            StmtKind::Lane(it) => Some((it.name, Sort::Lane)),
            StmtKind::Label(it) | StmtKind::Goto(it) => Some((*it, Sort::Label)),
            StmtKind::Action(it) => match it.text {
                Text::Line(range) => Some((range, Sort::Text)),
                Text::Lines(_) => None,
            },
            _ => None,
        });
        found.filter(|it| document.text(it.0).trim() == name).collect()
    };
    let mut found = uses(&asked.from);
    // What an action says is a text beside a lane or a label of that name.
    let is_named = |it: &(TextRange, Sort)| it.1 != Sort::Text;
    let has_name = found.iter().any(is_named);
    if has_name {
        found.retain(is_named);
    }
    if found.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    if uses(&asked.to).iter().any(|it| !has_name || is_named(it)) {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let is_bare = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.');
    let name = one_line(asked.to.trim());
    let needs_bare = found.iter().any(|it| it.1 == Sort::Label);
    if name.is_empty() || name.contains(['|', ';']) || needs_bare && !name.chars().all(is_bare) {
        return Err(EditError::BadName(asked.to.clone()));
    }
    Ok(found
        .iter()
        .map(|it| TextEdit::replace(it.0.in_source(target.source), name.clone()))
        .collect())
}
