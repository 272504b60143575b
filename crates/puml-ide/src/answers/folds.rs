//! What can be folded away: diagrams, groups, boxes, blocks of text, comments, preprocessor regions.

use puml_compiler::editor::{EditorTree, Run};
use puml_syntax::ast::{DirectiveKind, Shared, StmtId};
use puml_syntax::{Nesting, TextRange};

use crate::Analysis;

/// Lines that fold into its first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays, counted from 0.
    pub first: u32,
    /// The last line that goes, counted from 0.
    pub last: u32,
    /// Whether it folds a comment or a block.
    pub kind: FoldKind,
}

/// The sorts that editors tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    /// Of the diagram itself.
    Region,
    /// A comment, or consecutive comment lines.
    Comment,
}

/// All folds, by their first line. What closes a group stays in sight.
pub fn folds(analysis: &Analysis) -> Vec<Fold> {
    let line = |at: u32| analysis.lines().line(at);
    let mut found = Vec::new();
    let mut add = |first: u32, last: u32, kind: FoldKind| {
        if last > first {
            found.push(Fold { first, last, kind });
        }
    };
    for diagram in analysis.diagrams() {
        if let (Some(start), Some(end)) = (diagram.start(), diagram.end()) {
            add(line(start.start), line(end.start).saturating_sub(1), FoldKind::Region);
        }
        let first_line = |stmt: usize| line(diagram.tree.range(stmt).start);
        for Run { first, last } in diagram.tree.runs() {
            add(first_line(first), line(diagram.tree.range(last).end), FoldKind::Region);
        }
        let start_of = |id: StmtId| line(diagram.tree.range(id.0 as usize).start);
        if has_opening_calls(diagram.tree) {
            for (first, last) in braces(diagram.tree) {
                let start = |stmt: usize| line(diagram.tree.range(stmt).start);
                add(start(first), start(last).saturating_sub(1), FoldKind::Region);
            }
            continue;
        }
        for frame in diagram.tree.frames() {
            let Some(close) = frame.close else { continue };
            let mut stops: Vec<u32> = frame.branches.iter().map(|it| start_of(*it)).collect();
            stops.push(start_of(close));
            let mut first = start_of(frame.open);
            for stop in stops {
                add(first, stop.saturating_sub(1), FoldKind::Region);
                first = stop;
            }
        }
    }
    let mut comments: Option<TextRange> = None;
    let mut open = Vec::new();
    for (tree, stmt) in analysis.stmts() {
        let range = tree.range(stmt);
        let (first, last) = (line(range.start), line(range.end));
        let shared = tree.shared(stmt);
        if shared == Some(&Shared::Comment) {
            comments = match comments {
                Some(run) if line(run.end) + 1 == first => Some(run.cover(range)),
                earlier => {
                    if let Some(run) = earlier {
                        add(line(run.start), line(run.end), FoldKind::Comment);
                    }
                    Some(range)
                }
            };
            continue;
        }
        match shared {
            Some(Shared::Directive(it))
                if it.kind.opens() && !is_one_line(analysis, it.argument) =>
            {
                open.push((it.kind, first));
            }
            Some(Shared::Directive(it)) if it.kind.closes() => {
                if let Some((_, from)) = open.pop() {
                    add(from, first.saturating_sub(1), FoldKind::Region);
                }
            }
            Some(Shared::Directive(it))
                if matches!(it.kind, DirectiveKind::Else | DirectiveKind::ElseIf) =>
            {
                if let Some(top) = open.last_mut() {
                    add(top.1, first.saturating_sub(1), FoldKind::Region);
                    top.1 = first;
                }
            }
            _ => add(first, last, FoldKind::Region),
        }
    }
    if let Some(run) = comments {
        add(line(run.start), line(run.end), FoldKind::Comment);
    }
    found.sort_by_key(|it| (it.first, std::cmp::Reverse(it.last)));
    found
}

/// `!function $f() !return 1` has no end of its own.
fn is_one_line(analysis: &Analysis, argument: TextRange) -> bool {
    argument.slice(analysis.text()).contains("!return")
}

/// Whether calls of macros open frames, which the parser cannot know.
fn has_opening_calls(tree: &dyn EditorTree) -> bool {
    let is_opening = |it: usize| matches!(tree.nesting(it), Nesting::Open(_));
    (0..tree.len()).any(|it| tree.shared(it).is_some() && is_opening(it))
}

/// The statements that open and close each frame, by nesting alone.
fn braces(tree: &dyn EditorTree) -> Vec<(usize, usize)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for stmt in 0..tree.len() {
        match tree.nesting(stmt) {
            Nesting::Open(_) => open.push(stmt),
            Nesting::Close(_) => found.extend(open.pop().map(|it| (it, stmt))),
            Nesting::None | Nesting::Branch(_) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn lines(source: &str) -> Vec<(u32, u32, FoldKind)> {
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        folds(&analysis).into_iter().map(|it| (it.first, it.last, it.kind)).collect()
    }

    #[test]
    fn branches_fold_one_by_one_and_ends_stay() {
        use FoldKind::Region;
        let source = "@startuml\nalt a\n  A -> B\nelse b\n  A -> B\nend\n@enduml";
        assert_eq!(lines(source), [(0, 5, Region), (1, 2, Region), (3, 4, Region)]);
    }

    #[test]
    fn comment_lines_fold_together_and_notes_whole() {
        let source = "' one\n' two\nA -> B\nnote over A\n  x\nend note\n/' a\n b '/\n";
        assert_eq!(
            lines(source),
            [(0, 1, FoldKind::Comment), (3, 5, FoldKind::Region), (6, 7, FoldKind::Comment)]
        );
    }

    #[test]
    fn preprocessor_regions_fold() {
        let source = "!if (1)\nA -> B\n!else\nB -> A\n!endif\nA -> B";
        assert_eq!(lines(source), [(0, 1, FoldKind::Region), (2, 3, FoldKind::Region)]);
    }

    #[test]
    fn boundaries_of_c4_fold_as_containers_do() {
        let source = "@startuml\n!include <C4/C4_Container>\nnode Host {\nSystem_Boundary(b, \"B\") {\nContainer(c, \"C\")\n}\n}\n@enduml\n";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let lines: Vec<(u32, u32)> =
            folds(&analysis).iter().map(|it| (it.first, it.last)).collect();
        assert_eq!(lines, [(0, 6), (2, 5), (3, 4)]);
    }
}
