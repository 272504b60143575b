//! Names where statements use them, and lines that are checked before they are written.

use std::sync::Arc;

use diag::SourceId;
use puml_family::editor::call_line;
use puml_family::edits::EditError;
use puml_syntax::ast::{Name, Shared};
use puml_syntax::{Extent, Stage, is_code, is_quote, parse_block};

use super::Target;
use crate::ast::{Code, Form, NotePlace, Stmt, StmtKind};
use crate::editor::called;
use crate::parse::DescriptionGrammar;

/// Whether a name is in use.
pub(super) fn is_used(target: &Target<'_>, code: &str) -> bool {
    target.stmts().any(|(_, it)| {
        uses(it).iter().any(|it| target.document.text(it.range) == code)
            || called_names(target, it).iter().any(|it| it.range.slice(target.text) == code)
    })
}

/// Every element that a call of a library macro names.
pub(super) fn called_names(target: &Target<'_>, stmt: &Stmt) -> Vec<Name> {
    if !matches!(stmt.kind, StmtKind::Shared(Shared::Call(_) | Shared::Template)) {
        return Vec::new();
    }
    let Some(call) = call_line(target.text, stmt.range) else { return Vec::new() };
    called(&call, target.document).mentions.into_iter().map(|it| it.name).collect()
}

/// Whether a name needs no marks.
fn is_bare(name: &str) -> bool {
    name.chars().all(|it| is_code(it) && it != '@')
}

/// A name as a statement may write it: in quotes if it needs them.
pub(super) fn written(name: &str) -> Result<String, EditError> {
    if name.trim().is_empty() || name.contains(is_quote) || name.contains(['\n', '\r']) {
        return Err(EditError::BadName(name.to_owned()));
    }
    Ok(if is_bare(name) { name.to_owned() } else { format!("\"{name}\"") })
}

/// A name with the marks that another one has; in quotes where a bare one needs them.
pub(super) fn marked(name: &str, form: Form) -> Result<String, EditError> {
    let quoted = written(name)?;
    let (open, close) = match form {
        Form::Bare => return Ok(quoted),
        Form::Quoted => ("\"", "\""),
        Form::Brackets => ("[", "]"),
        Form::Parens => ("(", ")"),
        Form::BusinessParens => ("(", ")/"),
        Form::Colons => (":", ":"),
        Form::BusinessColons => (":", ":/"),
        Form::Circle => return Ok(format!("() {quoted}")),
    };
    let is_clash = name.contains(|it: char| open.contains(it) || close.contains(it));
    if is_clash {
        return Err(EditError::BadName(name.to_owned()));
    }
    Ok(format!("{open}{name}{close}"))
}

/// The line, if it reads back as one statement that `accept` takes.
pub(super) fn checked(
    line: String,
    accept: impl Fn(&StmtKind) -> bool,
) -> Result<String, EditError> {
    let text: Arc<str> = line.as_str().into();
    let lines = puml_syntax::split(&text);
    let grammar = DescriptionGrammar::default();
    let read = parse_block(&text, &lines, 0, Stage::Expanded, Extent::Whole, SourceId(0), grammar);
    match read.document.stmts.as_slice() {
        [stmt] if accept(&stmt.kind) && !diag::has_errors(&read.diagnostics) => Ok(line),
        _ => Err(EditError::BadLine(line)),
    }
}

/// Every place where a statement names an element or a container.
pub(super) fn uses(stmt: &Stmt) -> Vec<Code> {
    let bare = |range| Code { range, outer: range, form: Form::Bare };
    match &stmt.kind {
        StmtKind::Element(it) => vec![it.code],
        StmtKind::Group(it) => it.code.into_iter().collect(),
        StmtKind::Link(it) => vec![it.left, it.right],
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, code) => vec![code],
            NotePlace::Free(name) => vec![bare(name)],
            _ => Vec::new(),
        },
        StmtKind::Table(it) => vec![bare(it.code.range)],
        StmtKind::Address(code, _) => vec![*code],
        StmtKind::Visibility(it) => it.who.map(bare).into_iter().collect(),
        _ => Vec::new(),
    }
}
