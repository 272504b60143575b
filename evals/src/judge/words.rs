//! The final words: what they must say, and the form of a review.

use super::{Failure, Rule};
use crate::run::Run;
use crate::task::{Deliverable, Task};

/// The headings of a review, in order.
const REVIEW: [&str; 5] = [
    "Verdict:",
    "Blocking issues:",
    "Recommended improvements:",
    "Rendered artifact:",
    "Suggested patch:",
];

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let lower = run.answer.to_lowercase();
    if lower.trim().is_empty() {
        Rule::Deliverable.broken(failures, "there are no final words");
    }
    for text in task.wanted.mentions.iter().filter(|it| !lower.contains(&it.to_lowercase())) {
        Rule::Words.broken(failures, format!("`{text}` is not mentioned"));
    }
    if task.wanted.deliver != Deliverable::Review {
        return;
    }
    let mut rest = run.answer.as_str();
    for heading in REVIEW {
        match rest.split_once(heading) {
            Some((_, after)) => rest = after,
            None => {
                return Rule::Words
                    .broken(failures, format!("the review has no `{heading}` in its place"));
            }
        }
    }
    let verdict = run.answer.lines().find_map(|it| it.trim().strip_prefix("Verdict:"));
    let verdict = verdict.unwrap_or_default().trim().to_lowercase();
    if task.wanted.verdict.as_ref().is_some_and(|it| *it != verdict) {
        Rule::Words.broken(failures, format!("the verdict is `{verdict}`"));
    }
}
