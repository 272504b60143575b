//! The tools that a task needs, in their order; `|` separates those of which one will do.

use super::{Failure, Rule};
use crate::run::Run;
use crate::task::Task;

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let mut called = run.calls.iter();
    for tool in &task.wanted.tools {
        if !called.any(|it| tool.split('|').any(|one| one == it.tool)) {
            Rule::Tool.broken(failures, format!("{tool} was not called where it was due"));
            return;
        }
    }
}
