//! Declares the participants that are only used.

use diag::TextEdit;
use puml_compiler::editor::Role;
use puml_syntax::TextRange;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;
use crate::analysis::Diagram;
use crate::cast::Member;

/// Offers to declare everybody who is not declared, and alone the one under the cursor.
pub(super) fn declare(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some(diagram) = analysis.diagram_at(selected.start) else { return };
    let keyword = diagram.words().declare;
    if keyword.is_empty() {
        return;
    }
    let cast = diagram.cast();
    let missing: Vec<_> = cast.members.iter().filter(|it| it.declared.is_none()).collect();
    let line = |member: &Member| {
        let name = member.origin().name.outer(analysis.text());
        format!("{keyword} {}", name.slice(analysis.text()))
    };
    let here = analysis.stmt_at(selected.start).and_then(|(diagram, stmt)| {
        let found = cast.at(diagram.tree, analysis.text(), stmt, selected.start);
        found.filter(|it| it.0.declared.is_none())
    });
    if let Some((member, _)) = here {
        let title = format!("declare the {keyword} `{}`", member.code);
        let lines = [line(member)];
        found.push(rewrite(title, ActionKind::Rewrite, insert(analysis, diagram, &lines)));
    }
    if missing.len() > 1 || here.is_none() && !missing.is_empty() {
        let lines: Vec<String> = missing.iter().map(|it| line(it)).collect();
        let title = format!("declare every missing {keyword}");
        found.push(rewrite(title, ActionKind::Rewrite, insert(analysis, diagram, &lines)));
    }
}

/// Behind the last declaration before the first relation, else at the diagram's start.
fn insert(analysis: &Analysis, diagram: Diagram<'_>, lines: &[String]) -> Vec<TextEdit> {
    let text = analysis.text();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let tree = diagram.tree;
    let roles = |stmt: usize| tree.mentions(stmt).into_iter().map(|it| it.role);
    let last = (0..tree.len())
        .take_while(|it| !roles(*it).any(|it| matches!(it, Role::From | Role::To)))
        .filter(|it| roles(*it).any(|it| it == Role::Declares))
        .last()
        .map(|it| tree.range(it));
    let prefix = diagram.prefix().slice(text);
    let marker = diagram.start().map(|it| it.cover(diagram.name().unwrap_or(it)));
    if let Some(range) = last.or(marker) {
        let start = analysis.line_start(range.start);
        let indent = last.map_or(prefix, |it| TextRange::new(start, it.start).slice(text));
        let at = range.end + line_rest(text, range.end);
        let added = lines.iter().flat_map(|it| [end, indent, it.as_str()]).collect::<String>();
        return vec![TextEdit::insert(analysis.id(), at, added)];
    }
    let first = if tree.is_empty() { 0 } else { tree.range(0).start };
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
        let after = applied(source, "declare every missing participant");
        assert_eq!(after.as_deref(), Some(expected));
        let alone = applied(source, "declare the participant `B`").unwrap();
        assert!(alone.contains("actor A\nparticipant B\nA -> B"), "{alone}");
    }

    #[test]
    fn without_declarations_they_come_first() {
        let after = applied("@startuml x\nA| -> A\n@enduml", "declare the participant `A`");
        assert_eq!(after.as_deref(), Some("@startuml x\nparticipant A\nA -> A\n@enduml"));
        let after = applied("|A -> B", "declare every missing participant");
        assert_eq!(after.as_deref(), Some("participant A\nparticipant B\nA -> B"));
    }
}
