//! Puts the selected lines into a group.

use puml_sequence::ast::GroupKind;
use puml_sequence::edits::{Edit, WrapGroup};
use puml_syntax::TextRange;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;
use crate::answers::rename::edit_part;

/// The groups that are offered, each with a first label.
const KINDS: [(GroupKind, &str); 6] = [
    (GroupKind::Alt, "condition"),
    (GroupKind::Opt, "condition"),
    (GroupKind::Loop, "condition"),
    (GroupKind::Par, ""),
    (GroupKind::Critical, ""),
    (GroupKind::Group, "title"),
];

/// Offers the groups that the selected lines fit into; none where they cut through a frame.
pub(super) fn wrap(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some((_, block)) = analysis.block_at(selected.start) else { return };
    // Inside a source comment the marks before each line would have to go along.
    if selected.is_empty() || !block.prefix.is_empty() {
        return;
    }
    let Some((first, last)) = lines(analysis, selected) else { return };
    let start = analysis.lines().line_range(analysis.text(), first).start as u32;
    // With its line end, which tells what others end in.
    let end = analysis.lines().line_range(analysis.text(), last + 1).start as u32;
    let part = TextRange::new(start, end);
    if cuts(analysis, part) {
        return;
    }
    // The edit sees the lines alone: it need not read the others once for each group.
    for (kind, label) in KINDS {
        let edit = Edit::WrapGroup(WrapGroup {
            first: 1,
            last: last - first + 1,
            kind: kind.keyword().to_owned(),
            label: (!label.is_empty()).then(|| label.to_owned()),
        });
        let Ok(edits) = edit_part(analysis, part, &edit) else { return };
        let title = format!("wrap in `{}`", kind.keyword());
        found.push(rewrite(title, ActionKind::Wrap, edits));
    }
}

/// Whether a frame begins before the lines and ends or branches among them, or the other way round.
fn cuts(analysis: &Analysis, part: TextRange) -> bool {
    let document = analysis.document();
    let inside = |id| {
        let range = document.stmt(id).range;
        part.start <= range.start && range.end <= part.end
    };
    document.frames.iter().any(|frame| {
        let open = inside(frame.open);
        open != frame.close.is_some_and(inside)
            || !open && frame.branches.iter().any(|it| inside(*it))
    })
}

/// The lines of the first and the last statement that a selection touches.
fn lines(analysis: &Analysis, selected: TextRange) -> Option<(u32, u32)> {
    let stmts = &analysis.document().stmts;
    let first = stmts.partition_point(|it| it.range.end < selected.start);
    let last = stmts.partition_point(|it| it.range.start < selected.end).checked_sub(1)?;
    let (first, last) = (stmts.get(first)?, stmts.get(last)?);
    let line = |at: u32| analysis.lines().line(at);
    (first.range.start <= last.range.start).then(|| (line(first.range.start), line(last.range.end)))
}

#[cfg(test)]
mod tests {
    use super::super::applied;

    #[test]
    fn the_selected_lines_go_into_a_group() {
        let source = "@startuml\nA -> B\n|B -> A\nA -> B|\n@enduml\n";
        let expected = "@startuml\nA -> B\nloop condition\n  B -> A\n  A -> B\nend\n@enduml\n";
        assert_eq!(applied(source, "wrap in `loop`").as_deref(), Some(expected));
    }

    #[test]
    fn lines_of_a_second_diagram_are_its_own() {
        let source = "@startuml\nA -> B\n@enduml\n\n@startuml\n|A -> B|\n@enduml\n";
        let expected =
            "@startuml\nA -> B\n@enduml\n\n@startuml\nopt condition\n  A -> B\nend\n@enduml\n";
        assert_eq!(applied(source, "wrap in `opt`").as_deref(), Some(expected));
    }

    #[test]
    fn windows_line_ends_stay() {
        let after = applied("|A -> B|\r\nB -> A\r\n", "wrap in `par`");
        assert_eq!(after.as_deref(), Some("par\r\n  A -> B\r\nend\r\nB -> A\r\n"));
    }

    #[test]
    fn half_a_group_cannot_be_wrapped() {
        assert_eq!(applied("|alt x\nA -> B|\nend", "wrap in `opt`"), None);
    }
}
