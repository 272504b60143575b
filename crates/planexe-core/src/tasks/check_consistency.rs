//! CheckConsistency: findings that code can prove about the plan.

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "CheckConsistency",
    phase: Phase::Validating,
    version: 1,
    inputs: &[
        hard("plan.md"),
        hard("plan.json"),
        soft("facts.json"),
        soft("schedule.json"),
        soft("risks.json"),
    ],
    outputs: &[output("checks.json", Kind::AuditReport)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let inputs = ctx.inputs;
    let plan = inputs.text("plan.md")?;
    let structure = inputs.json("plan.json")?;
    let schedule = inputs.optional_json("schedule.json")?;
    let checks = [
        sections(&structure),
        facts(plan, inputs.optional_json("facts.json")?.as_ref()),
        total(&structure, schedule.as_ref()),
        limit(schedule.as_ref()),
        risks(inputs.optional_json("risks.json")?.as_ref()),
    ];
    Ok(vec![Produced::json("checks.json", &json!({ "checks": checks }))])
}

/// One result. `quotes` are what the finding is about.
fn check(name: &str, verdict: &str, detail: &str, quotes: &[String]) -> Value {
    json!({ "check": name, "verdict": verdict, "detail": detail, "about": quotes })
}

fn skipped(name: &str, missing: &str) -> Value {
    check(name, "skipped", &format!("{missing} does not exist"), &[])
}

fn items<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    value[field].as_array().into_iter().flatten()
}

fn sections(structure: &Value) -> Value {
    let sections: Vec<&Value> = items(structure, "sections").collect();
    // A heading whose text is all in its subsections is not empty.
    let is_empty = |idx: usize| {
        let deeper = sections
            .get(idx + 1)
            .is_some_and(|next| next["level"].as_u64() > sections[idx]["level"].as_u64());
        sections[idx]["words"] == 0 && !deeper
    };
    let empty: Vec<String> = (0..sections.len())
        .filter(|&idx| is_empty(idx))
        .filter_map(|idx| sections[idx]["heading"].as_str().map(str::to_owned))
        .collect();
    if sections.is_empty() {
        check("sections", "fail", "the plan has no sections", &[])
    } else if empty.is_empty() {
        check("sections", "pass", "every section has text", &[])
    } else {
        check("sections", "warn", "sections without text", &empty)
    }
}

fn facts(plan: &str, facts: Option<&Value>) -> Value {
    let Some(facts) = facts else {
        return skipped("facts", "facts.json");
    };
    let quotes = items(facts, "facts").filter_map(|fact| fact["quote"].as_str());
    let missing: Vec<String> =
        quotes.filter(|quote| !plan.contains(quote)).map(str::to_owned).collect();
    if missing.is_empty() {
        check("facts", "pass", "the plan repeats every fact of the prompt", &[])
    } else {
        check("facts", "warn", "facts of the prompt that the plan does not mention", &missing)
    }
}

fn total(structure: &Value, schedule: Option<&Value>) -> Value {
    let Some(schedule) = schedule else {
        return skipped("total", "schedule.json");
    };
    let (stated, computed) = (&structure["total_days"], &schedule["total_days"]);
    if stated.is_null() {
        check("total", "warn", "the plan does not state a total of days", &[])
    } else if stated == computed {
        check("total", "pass", "the stated total is the computed one", &[])
    } else {
        let detail = format!("the plan says {stated} days, the schedule has {computed}");
        check("total", "fail", &detail, &[format!("Total: {stated} days")])
    }
}

fn limit(schedule: Option<&Value>) -> Value {
    let Some(schedule) = schedule else {
        return skipped("limit", "schedule.json");
    };
    match schedule["slack_days"].as_i64() {
        None => check("limit", "pass", "the prompt sets no limit of time", &[]),
        Some(slack) if slack >= 0 => {
            check("limit", "pass", &format!("{slack} days are left before the limit"), &[])
        }
        Some(slack) => {
            check("limit", "fail", &format!("the work takes {} days too long", -slack), &[])
        }
    }
}

fn risks(risks: Option<&Value>) -> Value {
    let Some(risks) = risks else {
        return skipped("risks", "risks.json");
    };
    let unowned: Vec<String> = items(risks, "risks")
        .filter(|risk| risk["owner"].as_str().is_none_or(str::is_empty))
        .filter_map(|risk| risk["id"].as_str().map(str::to_owned))
        .collect();
    if unowned.is_empty() {
        check("risks", "pass", "every risk has an owner", &[])
    } else {
        check("risks", "warn", "risks without an owner", &unowned)
    }
}
