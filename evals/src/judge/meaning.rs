//! What the delivered diagram says: messages with their ends and words, their order, branches, notes; in other families
//! what its explanation tells.

use super::{Failure, Rule};
use crate::facts::facts_of;
use crate::run::Run;
use crate::task::Task;
use crate::told::told;

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let Some(source) = run.final_source() else { return };
    let facts = facts_of(&source, &run.workspace);
    if let Some(line) = task.says.unsaid(&facts) {
        Rule::Meaning.broken(failures, format!("the diagram does not say `{line}`"));
    }
    let told = told(&source, &run.workspace).unwrap_or_default();
    if let Some(line) = task.tells.untold(&told) {
        Rule::Meaning.broken(failures, format!("the diagram does not tell `{line}`"));
    }
}
