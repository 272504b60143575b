//! The report of a live evaluation: pass rates with their intervals, a table by category, then every failure.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Arm, Attempt};

/// Markdown for people.
pub fn report(host: &str, model: &str, attempts: &[Attempt]) -> String {
    let mut out = format!("# puml agent evals\n\nHost: {host}. Model: {model}.\n\n");
    out += "| | right result | and by the rules | attempts |\n|---|---|---|---|\n";
    for arm in [Arm::WithPack, Arm::WithoutPack] {
        let of: Vec<&Attempt> = attempts.iter().filter(|it| it.arm == arm).collect();
        if of.is_empty() {
            continue;
        }
        let right = of.iter().filter(|it| it.is_right()).count();
        let passed = of.iter().filter(|it| it.is_passed()).count();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            arm.name(),
            rate(right, of.len()),
            rate(passed, of.len()),
            of.len()
        );
    }
    out += "\nIn brackets the interval that holds the true rate with 95 % confidence (Wilson). A result is right if the diagram \
            compiles and says what it should; the rules also ask for a check before delivery and the tools of the task.\n";
    out += "\n| category | arm | right | passed | attempts |\n|---|---|---|---|---|\n";
    let mut rows: BTreeMap<(&str, &str), (usize, usize, usize)> = BTreeMap::new();
    for it in attempts {
        let category = it.task.split('/').next().unwrap_or_default();
        let row = rows.entry((category, it.arm.name())).or_default();
        row.0 += usize::from(it.is_right());
        row.1 += usize::from(it.is_passed());
        row.2 += 1;
    }
    for ((category, arm), (right, passed, all)) in rows {
        let _ = writeln!(out, "| {category} | {arm} | {right} | {passed} | {all} |");
    }
    for it in attempts.iter().filter(|it| !it.is_passed()) {
        let _ = write!(
            out,
            "\n## {} {}, run {}\n\nTools: {}\n\n",
            it.task,
            it.arm.name(),
            it.run,
            it.tools.join(", ")
        );
        for line in it.failures.iter().map(ToString::to_string).chain(it.error.clone()) {
            let _ = writeln!(out, "- {}", line.replace('\n', "\n  "));
        }
    }
    out
}

/// `80 % (49 to 94 %)`.
fn rate(passed: usize, all: usize) -> String {
    let (low, high) = wilson(passed, all);
    let percent = |it: f64| (it * 100.0).round();
    let share = percent(passed as f64 / all as f64);
    format!("{share} % ({} to {} %)", percent(low), percent(high))
}

/// The interval that holds the true rate with 95 % confidence.
fn wilson(passed: usize, all: usize) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (count, share) = (all as f64, passed as f64 / all as f64);
    let scale = 1.0 + Z * Z / count;
    let middle = (share + Z * Z / (2.0 * count)) / scale;
    let spread = share * (1.0 - share) / count + Z * Z / (4.0 * count * count);
    let half = Z * spread.sqrt() / scale;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_wide_for_few_runs_and_narrow_for_many() {
        assert_eq!(rate(8, 10), "80 % (49 to 94 %)");
        assert_eq!(rate(800, 1000), "80 % (77 to 82 %)");
        assert_eq!(rate(0, 5), "0 % (0 to 43 %)");
    }
}
