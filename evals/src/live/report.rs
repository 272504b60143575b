//! The report of a live evaluation: a table by category, then every failure.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Attempt;

/// Markdown for people.
pub fn report(host: &str, model: &str, attempts: &[Attempt]) -> String {
    let is_passed = |it: &Attempt| it.error.is_none() && it.failures.is_empty();
    let mut rows: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for it in attempts {
        let row = rows.entry(it.task.split('/').next().unwrap_or_default()).or_default();
        row.0 += usize::from(is_passed(it));
        row.1 += 1;
    }
    let passed = attempts.iter().filter(|it| is_passed(it)).count();
    let mut out = format!(
        "# puml agent evals\n\nHost: {host}. Model: {model}. {passed} of {} tasks passed.\n\n| category | passed | tasks |\n|---|---|---|\n",
        attempts.len()
    );
    for (category, (passed, all)) in rows {
        let _ = writeln!(out, "| {category} | {passed} | {all} |");
    }
    for it in attempts.iter().filter(|it| !is_passed(it)) {
        let _ = write!(out, "\n## {}\n\nTools: {}\n\n", it.task, it.tools.join(", "));
        for line in it.failures.iter().map(ToString::to_string).chain(it.error.clone()) {
            let _ = writeln!(out, "- {}", line.replace('\n', "\n  "));
        }
    }
    out
}
