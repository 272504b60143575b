//! ComputeSchedule: days from Day 0, by the three-point mean, one task after the other.

use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ComputeSchedule",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("wbs.json"), hard("facts.json")],
    outputs: &[output("schedule.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let schedule = schedule(&ctx.inputs.json("wbs.json")?, &ctx.inputs.json("facts.json")?);
    Ok(vec![Produced::json("schedule.json", &schedule)])
}

fn schedule(wbs: &Value, facts: &Value) -> Value {
    let mut day = 0;
    let mut longest = 0;
    let mut tasks = Vec::new();
    let stages = wbs["stages"].as_array().into_iter().flatten();
    for task in stages.flat_map(|stage| stage["tasks"].as_array().into_iter().flatten()) {
        let days = |point: &str| task["days"][point].as_u64().unwrap_or(0);
        let (min, likely, max) = (days("min"), days("likely"), days("max"));
        // Rounded up: a day begun is a day used.
        let expected = (min + 4 * likely + max).div_ceil(6);
        tasks.push(json!({ "id": task["id"], "title": task["title"], "start_day": day,
                           "end_day": day + expected }));
        day += expected;
        longest += max;
    }
    let limit = facts["facts"].as_array().into_iter().flatten();
    let limit =
        limit.filter(|fact| fact["kind"] == "duration_days").find_map(|f| f["value"].as_u64());
    json!({
        "start": "Day 0", "tasks": tasks, "total_days": day, "longest_days": longest,
        "limit_days": limit, "slack_days": limit.map(|limit| limit as i64 - day as i64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_follow_each_other_and_the_limit_gives_slack() {
        let wbs = json!({ "stages": [{ "tasks": [
            { "id": "W1.1", "title": "a", "days": { "min": 1, "likely": 2, "max": 3 } },
            { "id": "W1.2", "title": "b", "days": { "min": 2, "likely": 4, "max": 12 } },
        ]}]});
        let facts = json!({ "facts": [{ "kind": "duration_days", "value": 5 }] });
        let schedule = schedule(&wbs, &facts);
        assert_eq!(schedule["tasks"][1]["start_day"], 2);
        assert_eq!(schedule["total_days"], 7);
        assert_eq!(schedule["slack_days"], -2);
    }
}
