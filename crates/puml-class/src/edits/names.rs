//! Names where statements use them, and lines that are checked before they are written.

use std::sync::Arc;

use diag::SourceId;
use puml_family::edits::EditError;
use puml_syntax::ast::Name;
use puml_syntax::{Extent, Stage, is_quote, parse_block};

use super::Target;
use crate::ast::{LinkTarget, NotePlace, Stmt, StmtKind};
use crate::parse::ClassGrammar;

/// A name where a statement uses it.
pub(super) struct Use {
    pub(super) name: Name,
    /// Whether quotes may stand there.
    pub(super) quotable: bool,
}

/// Every place where a statement names an element.
pub(super) fn uses(stmt: &Stmt) -> Vec<Use> {
    let any = |name: Name| Use { name, quotable: true };
    let bare = |name: Name| Use { name, quotable: false };
    match &stmt.kind {
        StmtKind::Declaration(it) => {
            // Of two names in quotes one would be left without a bare code.
            let code = Use { name: it.code, quotable: it.shown.is_none() };
            let parents = it.extends.iter().chain(&it.implements);
            [code].into_iter().chain(parents.map(|it| any(*it))).collect()
        }
        StmtKind::Member(it) => vec![any(it.owner)],
        StmtKind::Stereotyped(it) => vec![any(it.owner)],
        StmtKind::Url(it) => vec![any(it.owner)],
        StmtKind::Link(it) => [it.left.target, it.right.target]
            .into_iter()
            .flat_map(|it| match it {
                LinkTarget::One(name) => vec![any(name)],
                LinkTarget::Couple(one, other) => vec![any(one), any(other)],
            })
            .collect(),
        StmtKind::Lollipop(it) => vec![any(it.owner)],
        StmtKind::Group(it) | StmtKind::EmptyGroup(it) => match (it.code, it.name) {
            (Some(code), _) => vec![bare(code)],
            (None, Some(name)) => vec![any(name)],
            (None, None) => Vec::new(),
        },
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, name) => vec![any(name)],
            NotePlace::AtMember(_, name, _) | NotePlace::Free(name) => vec![bare(name)],
            NotePlace::Latest(_) | NotePlace::OnLink(_) => Vec::new(),
        },
        StmtKind::Visibility(it) => {
            let name = it.who.map(|range| Name { range, quoted: false });
            name.into_iter().map(bare).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a name is in use.
pub(super) fn is_used(target: &Target<'_>, code: &str) -> bool {
    let is_meant = |it: &Use| target.document.text(it.name.range) == code;
    target.stmts().any(|(_, it)| uses(it).iter().any(is_meant))
}

/// A name as it is written in a statement: in quotes if it needs them.
pub(super) fn written(name: &str) -> Result<String, EditError> {
    if name.trim().is_empty() || name.contains(is_quote) || name.contains(['\n', '\r']) {
        return Err(EditError::BadName(name.to_owned()));
    }
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '$' | ':');
    Ok(if name.chars().all(is_plain) { name.to_owned() } else { format!("\"{name}\"") })
}

/// The lines, if they read back as one statement that `accept` takes.
pub(super) fn checked(
    lines: String,
    accept: impl Fn(&StmtKind) -> bool,
) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(lines.as_str());
    let split = puml_syntax::split(&text);
    let grammar = ClassGrammar::mixed();
    let whole = Extent::Whole;
    let parse = parse_block(&text, &split, 0, Stage::Expanded, whole, SourceId(0), grammar);
    match parse.document.stmts.as_slice() {
        [stmt] if accept(&stmt.kind) && !diag::has_errors(&parse.diagnostics) => Ok(lines),
        _ => Err(EditError::BadLine(lines)),
    }
}
