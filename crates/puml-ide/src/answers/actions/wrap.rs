//! Puts the selected lines into a group.

use puml_compiler::edits::{Edit, WrapGroup};
use puml_syntax::TextRange;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;
use crate::analysis::Diagram;

/// Offers the frames that the selected lines fit into; none where they cut through one.
pub(super) fn wrap(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some(diagram) = analysis.diagram_at(selected.start) else { return };
    // Inside a source comment the marks before each line would have to go along.
    if selected.is_empty() || !diagram.prefix().is_empty() {
        return;
    }
    let Some((first, last)) = lines(analysis, diagram, selected) else { return };
    for (kind, label) in diagram.words().wraps {
        let edit = Edit::WrapGroup(WrapGroup {
            first: first + 1,
            last: last + 1,
            kind: (*kind).to_owned(),
            label: (!label.is_empty()).then(|| (*label).to_owned()),
        });
        let Ok(edits) = diagram.edit(&edit) else { return };
        found.push(rewrite(format!("wrap in `{kind}`"), ActionKind::Wrap, edits));
    }
}

/// The lines, counted from 0, of the first and the last statement that a selection touches.
fn lines(analysis: &Analysis, diagram: Diagram<'_>, selected: TextRange) -> Option<(u32, u32)> {
    let first = diagram.partition(|it| it.end < selected.start);
    let last = diagram.partition(|it| it.start < selected.end).checked_sub(1)?;
    let line = |at: u32| analysis.lines().line(at);
    let range = |it: usize| diagram.tree.range(it);
    (first <= last).then(|| (line(range(first).start), line(range(last).end)))
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
