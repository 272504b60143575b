//! Takes a node away with all that hangs from it, or hangs it somewhere else.

use diag::TextEdit;
use puml_family::edits::{Destination, EditError, Move, Part, Remove, Target, shift};
use puml_syntax::TextRange;

use crate::ast::{Node, NodeText, StmtKind};
use crate::lower::Levels;
use crate::model::Notation;

/// A node of the source and how deep it hangs.
struct Hung<'a> {
    node: &'a Node,
    range: TextRange,
    level: u32,
}

/// The nodes in the order of the source.
fn nodes<'a>(target: &'a Target<'_, StmtKind>, notation: Notation) -> Vec<Hung<'a>> {
    let mut levels = Levels::new(notation);
    let mut found: Vec<Hung<'a>> = Vec::new();
    for (_, stmt) in target.stmts() {
        if let StmtKind::Node(node) = &stmt.kind {
            let above = found.last().map_or(0, |it| it.level);
            let level = levels.place(node.marks.slice(target.text), node.blanks).unwrap_or(above);
            found.push(Hung { node, range: stmt.range, level });
        }
    }
    found
}

fn is_called(it: &Hung<'_>, target: &Target<'_, StmtKind>, name: &str) -> bool {
    let is_code = it.node.code.is_some_and(|code| code.slice(target.text) == name);
    is_code
        || match &it.node.text {
            NodeText::Line(range) => target.document.text(*range).trim() == name.trim(),
            NodeText::Lines(lines) => {
                let lines = lines.iter().map(|it| target.document.text(*it).trim().to_owned());
                lines.collect::<Vec<_>>().join("\n") == name.trim()
            }
        }
}

/// The places of a node and all that hangs from it.
fn branch(
    nodes: &[Hung<'_>],
    target: &Target<'_, StmtKind>,
    part: &Part,
) -> Result<std::ops::Range<usize>, EditError> {
    let first = match part {
        Part::Line(line) => {
            let range = target.stmt_on(*line)?.range;
            nodes.iter().position(|it| it.range == range).ok_or(EditError::NoStatement(*line))?
        }
        Part::Name(name) => {
            let found = nodes.iter().position(|it| is_called(it, target, name));
            found.ok_or_else(|| EditError::UnknownParticipant(name.clone()))?
        }
    };
    let below = nodes[first + 1..].iter().take_while(|it| it.level > nodes[first].level);
    Ok(first..first + 1 + below.count())
}

/// The text edits that take a branch away, with the links to it.
pub(super) fn remove(
    asked: &Remove,
    notation: Notation,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    if let Part::Line(line) = asked.part
        && !matches!(target.stmt_on(line)?.kind, StmtKind::Node(_))
    {
        return puml_family::edits::remove(asked, target, puml_family::edits::only_by_line);
    }
    let nodes = nodes(target, notation);
    let branch = branch(&nodes, target, &asked.part)?;
    if branch.len() == nodes.len() && nodes.len() > 1 {
        return Err(EditError::HoldsOthers(name(&nodes[branch.start], target)));
    }
    let gone = |code: TextRange| {
        let code = code.slice(target.text);
        let codes = nodes[branch.clone()].iter().filter_map(|it| it.node.code);
        codes.into_iter().any(|it| it.slice(target.text) == code)
    };
    let mut ranges: Vec<TextRange> = nodes[branch.clone()].iter().map(|it| it.range).collect();
    ranges.extend(target.stmts().filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Link(it) if gone(it.from) || gone(it.to) => Some(stmt.range),
        _ => None,
    }));
    Ok(target.without(&ranges))
}

fn name(it: &Hung<'_>, target: &Target<'_, StmtKind>) -> String {
    match &it.node.text {
        NodeText::Line(range) => target.document.text(*range).into_owned(),
        NodeText::Lines(lines) => {
            lines.first().map(|it| target.document.text(*it).into_owned()).unwrap_or_default()
        }
    }
}

/// The text edits that hang a branch from another node, or put a line behind another.
pub(super) fn hang(
    asked: &Move,
    notation: Notation,
    target: &Target<'_, StmtKind>,
) -> Result<Vec<TextEdit>, EditError> {
    let nodes = nodes(target, notation);
    let under = match &asked.to {
        Destination::Under(name) => name,
        Destination::Place(_) => {
            return shift(asked, target, |name| {
                let branch = branch(&nodes, target, &Part::Name(name.to_owned()))?;
                Ok(nodes[branch].iter().map(|it| it.range).collect())
            });
        }
    };
    let moved = branch(&nodes, target, &asked.part)?;
    let parent = branch(&nodes, target, &Part::Name(under.clone()))?;
    if moved.contains(&parent.start) {
        return Err(EditError::IntoItself);
    }
    if nodes[moved.start].level == 0 {
        return Err(EditError::HoldsOthers(name(&nodes[moved.start], target)));
    }
    let (from, to) = (nodes[moved.start].level, nodes[parent.start].level + 1);
    let lines: Vec<String> = nodes[moved.clone()]
        .iter()
        .map(|it| rewritten(it, it.level - from + to, &nodes, target))
        .collect();
    let ranges: Vec<TextRange> = nodes[moved.clone()].iter().map(|it| it.range).collect();
    // Behind the last of the parent's branch that stays.
    let stays = parent.clone().rev().find(|it| !moved.contains(it)).unwrap_or(parent.start);
    let mut edits =
        target.behind(nodes[stays].range.end, target.block().prefix.slice(target.text), &lines);
    edits.extend(target.without(&ranges));
    Ok(edits)
}

/// A node as it is written on another level: like those that are there, or with a mark for each level.
fn rewritten(
    it: &Hung<'_>,
    level: u32,
    nodes: &[Hung<'_>],
    target: &Target<'_, StmtKind>,
) -> String {
    let marks = it.node.marks.slice(target.text);
    let behind = TextRange::new(it.node.marks.end, it.range.end).slice(target.text);
    let mark = marks.chars().next().unwrap_or('*');
    let like = nodes.iter().find(|other| other.level == level);
    let (blanks, count) = match like {
        Some(like) => {
            (like.node.blanks as usize, like.node.marks.slice(target.text).chars().count())
        }
        None if marks.chars().count() == 1 && it.node.blanks > 0 => (level as usize, 1),
        None => (0, level as usize + 1),
    };
    format!("{}{}{behind}", " ".repeat(blanks), mark.to_string().repeat(count))
}
