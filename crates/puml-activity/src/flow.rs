//! How much flows: the elements of an activity diagram and the lines from one of them to the next. Bars, frames and the
//! places where ways meet are no elements; a line leads through them.

use crate::model::{Step, StepKind};

/// What a diagram is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Count {
    /// Actions, circles, connectors and tests.
    pub(crate) elements: usize,
    /// Lines from one of them to another, jumps included.
    pub(crate) relations: usize,
}

/// Counts some steps and everything inside them.
pub(crate) fn count(steps: &[Step]) -> Count {
    let mut walk = Walk { count: Count::default(), left: Vec::new() };
    walk.steps(steps, 0);
    walk.count
}

struct Walk {
    count: Count,
    /// For each loop that is open, from the outermost in: the lines that leave it by a `break`.
    left: Vec<usize>,
}

impl Walk {
    /// Takes this many lines into the first step; how many lead on behind the last one.
    fn steps(&mut self, steps: &[Step], lines: usize) -> usize {
        steps.iter().fold(lines, |lines, it| self.step(it, lines))
    }

    fn step(&mut self, step: &Step, lines: usize) -> usize {
        let behind = match &step.kind {
            StepKind::Terminal(..) | StepKind::Action(_) | StepKind::Connector(..) => {
                self.reach(lines)
            }
            StepKind::Label(_) => lines,
            StepKind::Goto(_) => {
                self.count.relations += lines;
                0
            }
            StepKind::Break => {
                if let Some(left) = self.left.last_mut() {
                    *left += lines;
                }
                0
            }
            StepKind::If(it) => {
                let mut test = lines;
                let mut behind = 0;
                for branch in &it.branches {
                    test = self.reach(test);
                    behind += self.steps(&branch.steps, 1);
                }
                behind + self.steps(&it.otherwise.steps, 1)
            }
            StepKind::Switch(it) => {
                self.reach(lines);
                it.cases.iter().map(|it| self.steps(&it.steps, 1)).sum()
            }
            StepKind::While(it) => {
                self.reach(lines);
                let (mut back, left) = self.round(&it.steps, 1);
                if it.backward.is_some() {
                    back = self.reach(back);
                }
                self.count.relations += back;
                1 + left
            }
            StepKind::Repeat(it) => {
                let lines = if it.first.is_some() { self.reach(lines) } else { lines };
                let (down, left) = self.round(&it.steps, lines);
                let mut back = self.reach(down);
                if it.backward.is_some() {
                    back = self.reach(back);
                }
                self.count.relations += back;
                1 + left
            }
            StepKind::Parallel(it) => {
                it.branches.iter().map(|it| self.steps(&it.steps, lines)).sum()
            }
            StepKind::Group(it) => self.steps(&it.steps, lines),
        };
        if step.detached { 0 } else { behind }
    }

    /// An element that this many lines lead to; one leads on.
    fn reach(&mut self, lines: usize) -> usize {
        self.count.elements += 1;
        self.count.relations += lines;
        1
    }

    /// The steps of a loop: the lines behind the last one, and those that leave the loop before.
    fn round(&mut self, steps: &[Step], lines: usize) -> (usize, usize) {
        self.left.push(0);
        let behind = self.steps(steps, lines);
        (behind, self.left.pop().unwrap_or_default())
    }
}
