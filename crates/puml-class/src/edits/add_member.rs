//! Adds a member: to the body of a class where it has one, else as a line of its own.

use diag::TextEdit;
use puml_family::edits::{AddMember, EditError, Place, one_line};

use super::Target;
use super::names::{checked, is_used, written};
use crate::ast::{Declaration, EntityKind, StmtKind};

/// The text edits that do it.
pub(super) fn edits(asked: &AddMember, target: &Target<'_>) -> Result<Vec<TextEdit>, EditError> {
    let text = one_line(asked.text.trim());
    if text.is_empty() || text == "}" {
        return Err(EditError::BadLine(text));
    }
    if !is_used(target, &asked.owner) {
        return Err(EditError::UnknownParticipant(asked.owner.clone()));
    }
    let declared = target.stmts().filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Declaration(it) if target.document.text(it.code.range) == asked.owner => {
            Some((stmt, &**it))
        }
        _ => None,
    });
    let declared: Vec<_> = declared.collect();
    if let Some((_, it)) = declared.last() {
        let fits = match it.kind {
            EntityKind::Json | EntityKind::Described(_) => it.body.is_none() && it.value.is_none(),
            EntityKind::Map => puml_graph::map_line(&text).is_some(),
            _ => true,
        };
        if !fits {
            return Err(EditError::BadLine(text));
        }
    }
    let body = declared.iter().rev().find_map(|(stmt, it)| Some((stmt, it.body.as_ref()?)));
    if let Some((stmt, body)) = body
        && let Some(close) = body.close
    {
        let outer = target.indent(stmt.range.start);
        let indent = match body.lines.last() {
            Some(last) => {
                let line = last.slice(target.text);
                line[..line.len() - line.trim_start().len()].to_owned()
            }
            None => format!("{outer}  "),
        };
        let at = target.start_of(close.start);
        let line = format!("{indent}{text}{}", target.line_end());
        return Ok(vec![TextEdit::insert(target.source, at, line)]);
    }
    if let Some((stmt, it)) = declared.last()
        && takes_body(it)
    {
        let indent = target.indent(stmt.range.start).to_owned();
        let whole = stmt.range.slice(target.text);
        let head = whole.trim_end_matches('}').trim_end().trim_end_matches('{').trim_end();
        let head = if whole.ends_with('}') { head } else { whole };
        let end = target.line_end();
        let text = format!("{head} {{{end}{indent}  {text}{end}{indent}}}");
        return Ok(vec![TextEdit::replace(stmt.range.in_source(target.source), text)]);
    }
    let line = format!("{} : {text}", written(&asked.owner)?);
    let line = checked(line, |it| matches!(it, StmtKind::Member(_)))?;
    target.insert(Place::End, &[line])
}

/// Whether a body may follow a declaration that has none.
fn takes_body(it: &Declaration) -> bool {
    use EntityKind as Kind;
    !matches!(it.kind, Kind::Circle | Kind::Diamond | Kind::Map | Kind::Json | Kind::Described(_))
}
