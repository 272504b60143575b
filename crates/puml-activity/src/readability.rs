//! Advice on reading: paths that just end, decisions with one way, ways without a label, steps that nothing leads to.

use diag::{Code, Diagnostic, Span};

use crate::ast::TerminalKind;
use crate::codes::lint;
use crate::model::{Branch, If, Model, Step, StepKind};

/// More than this is hard to take in at once.
const MOST: usize = 60;

/// Advice about one diagram, in reading order.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let mut advice = Advice { found: Vec::new() };
    let goes_on = advice.steps(&model.steps);
    let has_start =
        model.steps.iter().any(|it| matches!(it.kind, StepKind::Terminal(TerminalKind::Start, _)));
    // A diagram without any circle shows a part of something larger.
    if let Some(last) = model.steps.last()
        && goes_on
        && has_start
    {
        advice.add(
            lint::UNFINISHED_PATH,
            last.origin,
            "the flow ends here without `stop` or `end`",
            "add `stop`",
        );
    }
    let mut shapes = Vec::new();
    model.walk(&mut |step, _| {
        if !matches!(step.kind, StepKind::Group(_) | StepKind::Label(_)) {
            shapes.push(step.origin);
        }
    });
    if let Some(origin) = shapes.get(MOST) {
        let message = format!("{} steps stand in one picture", shapes.len());
        advice.add(
            lint::TOO_MANY_STEPS,
            *origin,
            &message,
            "draw parts of it as pictures of their own",
        );
    }
    diag::sort(&mut advice.found);
    advice.found
}

struct Advice {
    found: Vec<Diagnostic>,
}

impl Advice {
    fn add(&mut self, code: Code, span: Span, message: &str, hint: &str) {
        self.found.push(Diagnostic::new(code, span, message).with_hint(hint));
    }

    /// Looks at steps in order; whether a path leads behind the last one.
    fn steps(&mut self, steps: &[Step]) -> bool {
        let mut goes_on = true;
        let mut is_told = false;
        for step in steps {
            let is_entry = matches!(
                step.kind,
                StepKind::Terminal(TerminalKind::Start, _)
                    | StepKind::Label(_)
                    | StepKind::Connector(..)
            );
            if !goes_on && !is_entry && !is_told {
                is_told = true;
                let message = "no path leads to this step: the one before it ends";
                let hint = "move it before the end, or remove it";
                self.add(lint::UNREACHABLE_STEP, step.origin, message, hint);
            }
            goes_on = self.step(step) && !step.detached;
            is_told &= !goes_on;
        }
        goes_on
    }

    fn step(&mut self, step: &Step) -> bool {
        match &step.kind {
            StepKind::If(it) => self.decision(step, it),
            StepKind::Switch(it) => {
                if it.cases.len() == 1 {
                    self.add(
                        lint::ONE_WAY,
                        step.origin,
                        "this switch has only one case",
                        "add another, or remove the switch",
                    );
                }
                let ways: Vec<bool> = it.cases.iter().map(|it| self.steps(&it.steps)).collect();
                for case in it.cases.iter().filter(|it| it.test.text.is_empty()) {
                    self.add(
                        lint::UNLABELLED_WAY,
                        case.origin,
                        "this case has no label",
                        "write `case (label)`",
                    );
                }
                ways.contains(&true)
            }
            StepKind::While(it) => {
                self.steps(&it.steps);
                true
            }
            StepKind::Repeat(it) => {
                let goes_on = self.steps(&it.steps);
                goes_on || has_break(&it.steps)
            }
            StepKind::Parallel(it) => {
                if it.branches.len() == 1 {
                    self.add(
                        lint::ONE_WAY,
                        step.origin,
                        "only one way begins here",
                        "add another, or remove the fork",
                    );
                }
                let ways: Vec<bool> = it.branches.iter().map(|it| self.steps(&it.steps)).collect();
                ways.contains(&true)
            }
            StepKind::Group(it) => self.steps(&it.steps),
            _ => true,
        }
    }

    fn decision(&mut self, step: &Step, it: &If) -> bool {
        let mut ways: Vec<bool> = it.branches.iter().map(|it| self.steps(&it.steps)).collect();
        ways.push(self.steps(&it.otherwise.steps));
        let is_empty =
            it.otherwise.steps.is_empty() && it.branches.iter().all(|it| it.steps.is_empty());
        if is_empty {
            let hint = "say what happens in one of them";
            self.add(
                lint::ONE_WAY,
                step.origin,
                "all ways of this decision do the same: nothing",
                hint,
            );
        }
        let is_bare = |it: &Branch| it.arrow.label.text.is_empty();
        let labelled = it.branches.iter().chain([&it.otherwise]).filter(|it| !is_bare(it)).count();
        // One label says what the other way means; a decision without any does not.
        let is_clear = labelled >= it.branches.len();
        if let Some(bare) = it.branches.iter().find(|it| is_bare(it)).filter(|_| !is_clear) {
            let message = "this way has no label, so the reader must guess when it is taken";
            self.add(lint::UNLABELLED_WAY, bare.origin, message, "write `then (yes)`");
        }
        ways.contains(&true)
    }
}

/// Whether a `break` leaves the loop that holds these steps.
fn has_break(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Break => true,
        StepKind::While(_) | StepKind::Repeat(_) => false,
        _ => step.lists().into_iter().any(has_break),
    })
}
