//! SelfAudit: the plan judged point by point, each point with a quote that is really in the plan.

use serde_json::{Value, json};

use super::check_consistency::{Check, Checks, Verdict};
use super::text;
use super::write_detailed_plan::{KEPT, demand_rows};
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "SelfAudit",
    phase: Phase::Validating,
    version: 7,
    inputs: &[soft("prompt.md"), hard("plan.md"), hard("checks.json"), hard("premortem.md")],
    outputs: &[output("audit.json", Kind::AuditReport)],
    weight: 4,
    by: By::Validator(Ask {
        prompt: "Audit the plan in plan.md as an outsider who has to sign it. Give eight items or more. \
                 Each has the concern as a sentence, its level (low: in order, medium: should be mended, \
                 high: must be mended before anything is signed), a quote copied letter by letter from \
                 plan.md, at most 160 letters on one line, and one mitigation that could be done this week. \
                 Look at: goal and test of success, facts of the prompt, deadline, float, budget, reserve, \
                 owners, approvals, early signs, untested assumptions, scope, load of the people, order of \
                 work, stop rules.",
        shows: &["plan.md", "checks.json", "premortem.md"],
        schema: || {
            r#"{"type":"object","required":["items"],"properties":{"items":{"type":"array","minItems":1,"maxItems":40,"items":{"type":"object","required":["concern","level","quote","mitigation"],"properties":{"concern":{"type":"string","minLength":1,"maxLength":300},"level":{"enum":["low","medium","high"]},"quote":{"type":"string","minLength":1,"maxLength":300},"mitigation":{"type":"string","minLength":1,"maxLength":300}}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    let plan = ctx.inputs.text("plan.md")?;
    super::number(&mut answer.value["items"], "Q");
    for item in answer.value["items"].as_array_mut().into_iter().flatten() {
        // Nobody should have to trust a quote.
        item["quote_verified"] = json!(is_verbatim(plan, text(&item["quote"])));
    }
    Ok(vec![ctx.stamped("audit.json", answer.value, &answer.origin)])
}

fn is_verbatim(plan: &str, quote: &str) -> bool {
    // Amounts are written with blanks that do not break, and copied with others.
    let plain = |text: &str| text.replace(['\u{a0}', '\u{202f}'], " ");
    !quote.trim().is_empty() && plain(plan).contains(&plain(quote))
}

fn faults(inputs: &Inputs, answer: &Value) -> Vec<String> {
    let Ok(plan) = inputs.text("plan.md") else { return Vec::new() };
    let items = answer["items"].as_array().into_iter().flatten();
    let invented = items.map(|item| text(&item["quote"])).filter(|quote| !is_verbatim(plan, quote));
    invented
        .map(|quote| format!("the quote {quote:?} is not in plan.md, letter by letter"))
        .collect()
}

/// What is asked of a plan: the checks that answer it, or else what the plan has to have; where the plan
/// speaks about it; and what to do.
const QUESTIONS: [(&[&str], &str, &str); 19] = [
    (&["success"], "**Success:**", "Write a test of success that a stranger could carry out."),
    (&["facts"], FACTS, "Add the missing facts to the section that they decide."),
    (&["demands"], FACTS, "Name for each demand the milestone at which it is tested."),
    (&["deadline"], "Critical path:", "Leave work out, agree on a later day, or tell who waits."),
    (&["deadline_p80"], "Of 100 simulated projects", "Promise the date with 80 % confidence."),
    (&["dates_answered"], "### Days that the prompt names", "Add a task that answers the date."),
    (&["total_days"], "Total:", "Take the total over from schedule.json."),
    (&["dates"], "### Tasks", "Change durations in estimates.json and resume, not dates by hand."),
    (&["arithmetic"], "Subtotal", "Correct the row or the sum; both are in the plan."),
    (&["budget_total"], "Total budget:", "Take the total over from budget.json."),
    (&["budget_gap"], "Total budget:", "Decide on money or scope before the first contract."),
    (&["reserve"], "| Reserve |", "Keep the reserve with one person who may release it."),
    (&["owners"], "## Risks", "Name one person for each risk."),
    (&["triggers"], "Early sign", "Put the early sign of each grave risk into a calendar."),
    (&["roles"], "## Team", "Fill or remove the role."),
    (&["load"], "Fullest week", "Move tasks with float out of that week, or get help."),
    (&["assumptions"], "## Assumptions", "Test them first; add what is known to the prompt."),
    (&["placeholders", "repeats", "ids"], "## Work", "Say a decision, a date or a name instead."),
    (&["diagrams"], "```mermaid", "Mend it; `puml check plan.md` shows the place."),
];
const FACTS: &str = "## Facts from the prompt";

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let plan = inputs.text("plan.md")?;
    let checks: Checks = inputs.read("checks.json")?;
    let items: Vec<Value> = QUESTIONS
        .iter()
        .map(|(names, place, mitigation)| item(names, place, mitigation, plan, &checks.checks))
        .chain(demands(plan))
        .collect();
    Ok(json!({ "items": items, "notice": NOTICE }))
}

/// Demands beyond these are in the plan, and in the check of all of them.
const DEMANDS: usize = 16;

/// Every demand that the plan lists, one by one: which work answers it, and where it is tested.
fn demands(plan: &str) -> impl Iterator<Item = Value> {
    demand_rows(plan).take(DEMANDS).map(|row| {
        let (level, finding, mitigation) = match row.work {
            "" => (
                "medium",
                "No task of the plan answers it.".to_owned(),
                "Add a task for it, or name who answers for it and when it is tested.",
            ),
            KEPT => ("low", format!("In the plan, {KEPT}."), "Nothing to do."),
            work => {
                let verb = if work.contains(',') { "answer" } else { "answers" };
                ("low", format!("{work} {verb} it, tested at {}.", row.test), "Nothing to do.")
            }
        };
        let concern = format!("Is {} answered, \"{}\"? {finding}", row.id, row.quote);
        let concern: String = concern.chars().take(300).collect();
        let quote = clipped(row.line);
        json!({ "concern": concern, "level": level, "quote": quote, "mitigation": mitigation })
    })
}

fn item(names: &[&str], place: &str, mitigation: &str, plan: &str, checks: &[Check]) -> Value {
    let asked = checks.iter().filter(|it| names.contains(&it.name.as_str()));
    let worst = asked.max_by_key(|check| {
        [Verdict::Pass, Verdict::Skipped, Verdict::Warn, Verdict::Fail]
            .iter()
            .position(|it| *it == check.verdict)
    });
    let lines = || plan.lines();
    let here = lines().find(|line| line.contains(place));
    let about = worst.map_or(&[][..], |check| &check.about);
    let (level, concern) = match worst {
        None if here.is_some() => {
            ("low", format!("{}: the plan has it.", super::sentence(names[0])))
        }
        None => ("medium", format!("{}: the plan does not have it.", super::sentence(names[0]))),
        Some(check) => {
            let shown: Vec<&str> = about.iter().take(4).map(String::as_str).collect();
            let shown =
                if shown.is_empty() { String::new() } else { format!(": {}", shown.join("; ")) };
            let level = match check.verdict {
                Verdict::Fail => "high",
                Verdict::Warn => "medium",
                Verdict::Skipped | Verdict::Pass => "low",
            };
            (level, format!("{}{shown}.", super::sentence(&check.detail)))
        }
    };
    let line = |words: &str| {
        let has = |line: &&str| !words.is_empty() && line.contains(words);
        // Where the plan speaks about the question, rather than its title.
        lines().filter(has).find(|line| line.contains(place)).or_else(|| lines().find(has))
    };
    // "Owner: 150 % in week 3" stands in two cells of a row.
    let found = about.iter().find_map(|words| {
        line(words).or_else(|| words.split_once(": ").and_then(|(_, rest)| line(rest)))
    });
    let heading = || lines().find(|line| line.starts_with('#'));
    let quote = clipped(found.or(here).or_else(heading).unwrap_or_default());
    let mitigation = if level == "low" { "Nothing to do." } else { mitigation };
    json!({ "concern": concern, "level": level, "quote": quote, "mitigation": mitigation })
}

/// At most 160 letters of a line, still letter by letter what the plan says.
fn clipped(line: &str) -> &str {
    let line = line.trim();
    line.char_indices().nth(160).map_or(line, |(end, _)| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_that_the_schedule_keeps_is_in_order() {
        let plan = format!(
            "{}\n\n| Id | Demand | Work | Tested at |\n|---|---|---|---|\n\
             | F1 | no noise in June | {KEPT} | every milestone |\n| F2 | no alcohol | no task names it | – |\n",
            super::super::write_detailed_plan::DEMANDS
        );
        let items: Vec<Value> = demands(&plan).collect();
        assert_eq!(items[0]["level"], "low", "{items:?}");
        assert_eq!(items[1]["level"], "medium", "{items:?}");
    }
}
