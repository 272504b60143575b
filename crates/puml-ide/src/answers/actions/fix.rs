//! The fixes that come with findings.

use diag::{Safety, TextEdit};
use puml_syntax::TextRange;

use super::{Action, ActionKind};
use crate::Analysis;
use crate::answers::findings::{findings, placed};

/// The fixes of the findings that a selection touches.
pub(super) fn fixes(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    for finding in findings(analysis) {
        if finding.range.start > selected.end || finding.range.end < selected.start {
            continue;
        }
        for (idx, fix) in finding.diagnostic.fixes.iter().enumerate() {
            if fix.edits.iter().any(|it| it.span.source != analysis.id()) {
                continue;
            }
            found.push(Action {
                title: fix.title.clone(),
                kind: ActionKind::Fix,
                edits: fix.edits.clone(),
                repairs: Some(placed(analysis, &finding.diagnostic)),
                preferred: idx == 0 && fix.safety == Safety::Safe,
            });
        }
    }
}

/// The edits of all fixes that may be applied unseen; of two that overlap, the first.
pub fn fix_all(analysis: &Analysis) -> Vec<TextEdit> {
    let mut taken: Vec<TextEdit> = Vec::new();
    for diagnostic in &analysis.compiled().diagnostics {
        let Some(fix) = diagnostic.fixes.iter().find(|it| it.safety == Safety::Safe) else {
            continue;
        };
        let own = fix.edits.iter().all(|it| it.span.source == analysis.id());
        let overlaps = |it: &TextEdit| {
            taken.iter().any(|other| {
                it.span.start < other.span.end && other.span.start < it.span.end
                    || it.span == other.span
            })
        };
        if own && !fix.edits.iter().any(overlaps) {
            taken.extend(fix.edits.iter().cloned());
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::super::applied;

    #[test]
    fn the_fix_of_a_finding_is_offered_at_its_place() {
        let after = applied("A -> B\nen|d\n", "remove the line");
        assert_eq!(after.as_deref(), Some("A -> B\n\n"));
        assert_eq!(applied("A |-> B\nend\n", "remove the line"), None);
    }

    #[test]
    fn all_safe_fixes_go_together() {
        let after = applied("|@startuml\nA -> B\n", "apply all safe fixes");
        assert_eq!(after.as_deref(), Some("@startuml\nA -> B\n@enduml\n"));
    }
}
