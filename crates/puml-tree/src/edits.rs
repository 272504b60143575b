//! Structural edits of trees as text edits. Nodes are the participants, named by their text; in work breakdown
//! structures links are the messages, and nodes may have codes, which are names as well.

mod branch;

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    AddMessage, AddParticipant, Edit, EditError, Place, RenameParticipant, Target, change_theme,
    one_line,
};
use puml_syntax::TextRange;

use crate::ast::{Document, NodeText, StmtKind};
use crate::element::vocabulary;
use crate::model::Notation;

/// The text edits that do what is asked for.
pub(crate) fn edit(
    document: &Document,
    notation: Notation,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    let what = match (edit, notation) {
        (Edit::ChangeTheme(it), _) => return change_theme(it, &target),
        (Edit::AddParticipant(it), _) => return add_node(it, notation, &target),
        (Edit::AddMessage(it), Notation::Wbs) => return add_link(it, &target),
        (Edit::RenameParticipant(it), _) => return rename(it, &target),
        (Edit::Remove(it), _) => return branch::remove(it, notation, &target),
        (Edit::Move(it), _) => return branch::hang(it, notation, &target),
        (Edit::AddMessage(_), _) => "links",
        (Edit::AddNote(_), _) => "notes",
        _ => "parts of this kind",
    };
    Err(EditError::Unsupported { noun: vocabulary(notation).noun, what })
}

/// `kind` is the run of marks that says how deep the node is; `node` hangs below the root.
fn add_node(
    asked: &AddParticipant,
    notation: Notation,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    let marks = if asked.kind == "node" { "**" } else { asked.kind.as_str() };
    let known = match notation {
        Notation::Mindmap => "*#+-",
        Notation::Wbs => "*+-",
    };
    if marks.is_empty() || !marks.chars().all(|it| known.contains(it)) {
        return Err(EditError::BadLine(marks.to_owned()));
    }
    let line = match (&asked.shown, notation) {
        (Some(shown), Notation::Wbs) => {
            check_code(&asked.code)?;
            if codes(target).any(|it| it.slice(target.text) == asked.code) {
                return Err(EditError::TakenName(asked.code.clone()));
            }
            format!("{marks}({}) {}", asked.code, one_line(shown))
        }
        (Some(shown), Notation::Mindmap) => format!("{marks} {}", one_line(shown)),
        (None, _) => format!("{marks} {}", one_line(&asked.code)),
    };
    target.insert(asked.place.unwrap_or(Place::End), &[line])
}

fn add_link(asked: &AddMessage, target: &Target<'_, StmtKind>) -> Result<Vec<TextEdit>, EditError> {
    for end in [&asked.from, &asked.to] {
        if !codes(target).any(|it| it.slice(target.text) == end.as_str()) {
            return Err(EditError::UnknownParticipant(end.clone()));
        }
    }
    let body = asked.arrow.strip_suffix('>').unwrap_or_default();
    let is_run = |letter: char| !body.is_empty() && body.chars().all(|it| it == letter);
    if !is_run('-') && !is_run('.') {
        return Err(EditError::BadLine(asked.arrow.clone()));
    }
    let mut line = format!("{} {} {}", asked.from, asked.arrow, asked.to);
    if let Some(text) = &asked.text {
        line.push_str(" : ");
        line.push_str(&one_line(text));
    }
    target.insert(asked.place, &[line])
}

fn rename(
    asked: &RenameParticipant,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    if !codes(target).any(|it| it.slice(target.text) == asked.from) {
        return rename_text(asked, target);
    }
    check_code(&asked.to)?;
    let found = |name: &str| -> Vec<TextRange> {
        let links = target.stmts().flat_map(|(_, stmt)| match &stmt.kind {
            StmtKind::Link(it) => vec![it.from, it.to],
            _ => Vec::new(),
        });
        codes(target).chain(links).filter(|it| it.slice(target.text) == name).collect()
    };
    if !found(&asked.to).is_empty() {
        return Err(EditError::TakenName(asked.to.clone()));
    }
    let places = found(&asked.from);
    if places.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    let replace = |it: TextRange| TextEdit::replace(it.in_source(target.source), asked.to.clone());
    Ok(places.into_iter().map(replace).collect())
}

/// Gives every node with one text another.
fn rename_text(
    asked: &RenameParticipant,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    let to = one_line(asked.to.trim());
    if to.is_empty() {
        return Err(EditError::BadName(asked.to.clone()));
    }
    let texts = target.stmts().filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Node(it) => match it.text {
            NodeText::Line(range) => Some(range),
            NodeText::Lines(_) => None,
        },
        _ => None,
    });
    let is_meant = |it: &TextRange| it.slice(target.text).trim() == asked.from.trim();
    let replace = |it: TextRange| {
        let text = it.slice(target.text);
        let before = (text.len() - text.trim_start().len()) as u32;
        let start = it.start + before;
        let inner = TextRange::new(start, start + text.trim().len() as u32);
        TextEdit::replace(inner.in_source(target.source), to.clone())
    };
    let edits: Vec<TextEdit> = texts.filter(is_meant).map(replace).collect();
    if edits.is_empty() {
        return Err(EditError::UnknownParticipant(asked.from.clone()));
    }
    Ok(edits)
}

/// The codes of all nodes.
fn codes<'a>(target: &'a Target<'_, StmtKind>) -> impl Iterator<Item = TextRange> + 'a {
    target.stmts().filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Node(it) => it.code,
        _ => None,
    })
}

fn check_code(code: &str) -> Result<(), EditError> {
    let is_code = !code.is_empty() && code.chars().all(|it| it.is_alphanumeric() || it == '_');
    if is_code { Ok(()) } else { Err(EditError::BadName(code.to_owned())) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use puml_syntax::{Extent, Stage, parse_block, split};

    use super::*;
    use crate::parse::Trees;

    fn renamed(source: &str, from: &str, to: &str) -> Result<String, EditError> {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let id = SourceId(0);
        let grammar = Trees(Notation::Mindmap);
        let parsed = parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, id, grammar);
        let (from, to) = (from.to_owned(), to.to_owned());
        let asked = Edit::RenameParticipant(RenameParticipant { from, to });
        let edits = edit(&parsed.document, Notation::Mindmap, id, &asked)?;
        Ok(diag::apply_to(source, &edits).expect("edits do not overlap"))
    }

    #[test]
    fn a_node_is_renamed_by_its_text() {
        let source = "@startmindmap\n* Root\n**[#red] Old name <<hot>>\n*** Old\n@endmindmap\n";
        let wanted = source.replace("Old name", "New");
        assert_eq!(renamed(source, "Old name", "New").unwrap(), wanted);
    }

    #[test]
    fn a_text_that_no_node_has_is_refused() {
        let found = renamed("@startmindmap\n* Root\n@endmindmap\n", "Leaf", "x");
        assert!(matches!(found, Err(EditError::UnknownParticipant(_))));
        let found = renamed("@startmindmap\n* Root\n@endmindmap\n", "Root", " ");
        assert!(matches!(found, Err(EditError::BadName(_))));
    }
}
