//! Declares the participants that are only used.

use diag::TextEdit;
use puml_sequence::ast::StmtKind;
use puml_syntax::TextRange;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;

/// Offers to declare everybody who is not declared, and alone the one under the cursor.
pub(super) fn declare(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some((idx, block)) = analysis.block_at(selected.start) else { return };
    let document = analysis.document();
    let cast = &analysis.casts()[idx];
    let missing: Vec<_> = cast.members.iter().filter(|it| it.declared.is_none()).collect();
    let written = |member: &crate::cast::Member| {
        let name = member.origin().name;
        name.outer(analysis.text()).slice(analysis.text()).to_owned()
    };
    let here = analysis.stmt_at(selected.start).and_then(|(_, stmt)| {
        cast.at(document, stmt, selected.start).filter(|it| it.0.declared.is_none())
    });
    if let Some((member, _)) = here {
        let title = format!("declare the participant `{}`", member.code);
        let lines = [format!("participant {}", written(member))];
        found.push(rewrite(title, ActionKind::Rewrite, insert(analysis, block, &lines)));
    }
    if missing.len() > 1 || here.is_none() && !missing.is_empty() {
        let lines: Vec<String> =
            missing.iter().map(|it| format!("participant {}", written(it))).collect();
        let title = "declare the missing participants".to_owned();
        found.push(rewrite(title, ActionKind::Rewrite, insert(analysis, block, &lines)));
    }
}

/// Behind the last declaration before the first use of anything else, else at the diagram's start.
fn insert(
    analysis: &Analysis,
    block: &puml_sequence::ast::Block,
    lines: &[String],
) -> Vec<TextEdit> {
    let text = analysis.text();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let document = analysis.document();
    let last = document
        .block_stmts(block)
        .take_while(|(_, it)| !matches!(it.kind, StmtKind::Message(_)))
        .filter(|(_, it)| matches!(it.kind, StmtKind::Declaration(_)))
        .last()
        .map(|(_, it)| it.range);
    let prefix = block.prefix.slice(text);
    let behind = last.or(block.start.map(|it| it.cover(block.name.unwrap_or(it))));
    if let Some(range) = behind {
        let start = analysis.line_start(range.start);
        let indent = last.map_or(prefix, |it| TextRange::new(start, it.start).slice(text));
        let at = range.end + line_rest(text, range.end);
        let added = lines.iter().flat_map(|it| [end, indent, it.as_str()]).collect::<String>();
        return vec![TextEdit::insert(analysis.id(), at, added)];
    }
    let first = document.block_stmts(block).next().map_or(0, |it| it.1.range.start);
    let added = lines.iter().flat_map(|it| [it.as_str(), end]).collect::<String>();
    vec![TextEdit::insert(analysis.id(), analysis.line_start(first), added)]
}

/// How far the line goes on behind an offset.
fn line_rest(text: &str, at: u32) -> u32 {
    let rest = &text[at as usize..];
    let line = rest.split('\n').next().unwrap_or(rest);
    line.trim_end_matches('\r').len() as u32
}

#[cfg(test)]
mod tests {
    use super::super::applied;

    #[test]
    fn missing_participants_are_declared_behind_the_others() {
        let source = "@startuml\nactor A\nA -> B|\n\"The C\" -> A\n@enduml";
        let expected = "@startuml\nactor A\nparticipant B\nparticipant \"The C\"\nA -> B\n\"The C\" -> A\n@enduml";
        let after = applied(source, "declare the missing participants");
        assert_eq!(after.as_deref(), Some(expected));
        let alone = applied(source, "declare the participant `B`").unwrap();
        assert!(alone.contains("actor A\nparticipant B\nA -> B"), "{alone}");
    }

    #[test]
    fn without_declarations_they_come_first() {
        let after = applied("@startuml x\nA| -> A\n@enduml", "declare the participant `A`");
        assert_eq!(after.as_deref(), Some("@startuml x\nparticipant A\nA -> A\n@enduml"));
        let after = applied("|A -> B", "declare the missing participants");
        assert_eq!(after.as_deref(), Some("participant A\nparticipant B\nA -> B"));
    }
}
