//! The tools that a task needs, in their order.

use super::{Failure, Rule};
use crate::run::Run;
use crate::task::Task;

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let mut called = run.calls.iter();
    for tool in &task.wanted.tools {
        if !called.any(|it| it.tool == *tool) {
            Rule::Tool.broken(failures, format!("{tool} was not called where it was due"));
            return;
        }
    }
}
