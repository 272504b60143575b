//! What a finished plan comes to, in three lines: verdict, dates, money.

use std::fmt::Write as _;

use planexe_core::{ArtifactUri, Range, SessionId};
use serde_json::Value;

use crate::context::Context;

/// Verdict, dates and gap of a session as far as its artifacts tell; a line each.
pub(crate) fn told(context: &Context, session: &SessionId) -> String {
    let read = |path: &str| {
        let uri = ArtifactUri::new(session, &path.parse().ok()?);
        let content = context.engine.read(&context.caller, &uri, None, Range::default()).ok()?;
        serde_json::from_slice::<Value>(&content.bytes).ok()
    };
    let mut out = String::new();
    if let Some(report) = read("validation_report.json") {
        let _ = writeln!(out, "verdict: {}", verdict(&report));
    }
    let plan = read("plan.json").unwrap_or_default();
    if let Some(schedule) = read("schedule.json") {
        let _ = writeln!(out, "dates:   {}{}", dates(&schedule), other_dates(&plan, &schedule));
    }
    if let Some(budget) = read("budget.json") {
        let _ = writeln!(out, "budget:  {}{}", money(&budget), other_money(&plan, &budget));
    }
    out
}

/// The end or the days that an edited plan says otherwise than the schedule.
fn other_dates(plan: &Value, schedule: &Value) -> String {
    let end = plan["end"].as_str();
    let (days, computed) = (plan["total_days"].as_u64(), schedule["total_days"].as_u64());
    match (end, schedule["finish"].as_str()) {
        (Some(said), Some(finish)) if said != finish => format!(" (plan.md says {said})"),
        _ => match days.filter(|_| days != computed) {
            Some(days) => format!(" (plan.md says {days} working days)"),
            None => String::new(),
        },
    }
}

/// The total that an edited plan says otherwise than the budget.
fn other_money(plan: &Value, budget: &Value) -> String {
    let computed = budget["total"].as_i64();
    let mut said: Vec<i64> = Vec::new();
    for field in ["total_budget", "needed"] {
        let amount = plan[field].as_i64().filter(|amount| Some(*amount) != computed);
        said.extend(amount.filter(|amount| !said.contains(amount)));
    }
    if said.is_empty() {
        return String::new();
    }
    let said: Vec<String> = said.into_iter().map(grouped).collect();
    format!(" (plan.md says {})", said.join(" and "))
}

fn verdict(report: &Value) -> String {
    let checks = report["checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let named = |verdict: &str| {
        let found = checks.iter().filter(|check| check["verdict"] == verdict);
        found.filter_map(|check| check["check"].as_str()).collect::<Vec<_>>()
    };
    let (failed, doubtful) = (named("fail"), named("warn"));
    let mut out = report["verdict"].as_str().unwrap_or("none").to_owned();
    if !failed.is_empty() {
        let _ = write!(out, "; failed: {}", failed.join(", "));
    }
    if !doubtful.is_empty() {
        let _ = write!(out, "; in doubt: {}", doubtful.join(", "));
    }
    out
}

fn dates(schedule: &Value) -> String {
    let days = &schedule["total_days"];
    match (schedule["start"].as_str(), schedule["finish"].as_str()) {
        (Some(start), Some(finish)) => {
            let late = schedule["finish_p80"].as_str();
            let late =
                late.map_or(String::new(), |late| format!(", by {late} with 80 % confidence"));
            format!("{start} to {finish}{late}")
        }
        _ => format!("{days} working days; the prompt names no date"),
    }
}

fn money(budget: &Value) -> String {
    let currency = budget["currency"].as_str().unwrap_or_default();
    let total = format!("{} {currency}", grouped(budget["total"].as_i64().unwrap_or(0)));
    match (budget["stated"]["amount"].as_i64(), budget["gap"].as_i64()) {
        (Some(stated), Some(gap)) if gap < 0 => {
            format!("{total} of {} stated; {} are missing", grouped(stated), grouped(-gap))
        }
        (Some(stated), Some(gap)) => {
            format!("{total} of {} stated; {} are left", grouped(stated), grouped(gap))
        }
        (Some(stated), None) => {
            let open = budget["open"].as_array().map_or(0, Vec::len);
            format!(
                "{total} of {} stated are priced; {open} prices have to be asked for",
                grouped(stated)
            )
        }
        _ => format!("{total}; the prompt names no amount"),
    }
}

/// A number with a space between thousands.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn verdict_dates_and_gap_are_told_in_a_line_each() {
        let report = json!({ "verdict": "fail", "checks": [
            { "check": "deadline", "verdict": "fail" }, { "check": "float", "verdict": "warn" },
            { "check": "order", "verdict": "pass" } ] });
        assert_eq!(verdict(&report), "fail; failed: deadline; in doubt: float");
        let schedule =
            json!({ "start": "2027-01-04", "finish": "2027-06-01", "finish_p80": "2027-07-01" });
        assert_eq!(
            dates(&schedule),
            "2027-01-04 to 2027-06-01, by 2027-07-01 with 80 % confidence"
        );
        assert_eq!(
            dates(&json!({ "total_days": 40 })),
            "40 working days; the prompt names no date"
        );
        let budget = json!({ "currency": "EUR", "total": 1_250_000, "stated": { "amount": 900 }, "gap": -5 });
        assert_eq!(money(&budget), "1 250 000 EUR of 900 stated; 5 are missing");
        assert_eq!(
            money(&json!({ "currency": "EUR", "total": 10 })),
            "10 EUR; the prompt names no amount"
        );
    }

    #[test]
    fn what_an_edited_plan_says_otherwise_stands_beside_what_is_computed() {
        let schedule = json!({ "finish": "2027-06-01", "total_days": 40 });
        let budget = json!({ "total": 41_727 });
        let as_computed = json!({ "end": "2027-06-01", "total_days": 40, "total_budget": 41_727,
                                  "needed": 41_727 });
        for plan in [json!({}), json!({ "end": null, "needed": null }), as_computed] {
            assert_eq!(other_dates(&plan, &schedule), "", "{plan}");
            assert_eq!(other_money(&plan, &budget), "", "{plan}");
        }
        let edited = json!({ "end": "2027-07-01", "total_days": 40, "total_budget": 55_000,
                             "needed": 41_727 });
        assert_eq!(other_dates(&edited, &schedule), " (plan.md says 2027-07-01)");
        assert_eq!(other_money(&edited, &budget), " (plan.md says 55 000)");
        let edited = json!({ "total_days": 60, "total_budget": 55_000, "needed": 56_000 });
        assert_eq!(other_dates(&edited, &schedule), " (plan.md says 60 working days)");
        assert_eq!(other_money(&edited, &budget), " (plan.md says 55 000 and 56 000)");
    }
}
