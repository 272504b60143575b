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
    version: 6,
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

/// A question of the audit: what is asked, which checks answer it, where the plan speaks about it,
/// and what to do.
struct Question {
    asks: &'static str,
    checks: &'static [&'static str],
    place: &'static str,
    mitigation: &'static str,
}

const QUESTIONS: [Question; 19] = [
    Question {
        asks: "Is success something that can be tested?",
        checks: &[],
        place: "**Success:**",
        mitigation: "Write the test of success so that a stranger could carry it out.",
    },
    Question {
        asks: "Does the plan keep what the prompt says?",
        checks: &["facts"],
        place: "## Facts from the prompt",
        mitigation: "Add the missing facts to the section that they decide.",
    },
    Question {
        asks: "Is every demand of the prompt answered?",
        checks: &["demands"],
        place: "## Facts from the prompt",
        mitigation: "Name for each demand the milestone at which it is tested.",
    },
    Question {
        asks: "Can every day of the prompt be kept?",
        checks: &["deadline"],
        place: "Critical path:",
        mitigation: "Leave work out, agree on a later date, or tell those who wait; adding people does not shorten waiting times.",
    },
    Question {
        asks: "Are the days safe, not just possible?",
        checks: &["deadline_p80"],
        place: "Of 100 simulated projects",
        mitigation: "Promise the date with 80 % confidence, not the expected one.",
    },
    Question {
        asks: "Has every day of the prompt its task?",
        checks: &["dates_answered"],
        place: "### Days that the prompt names",
        mitigation: "Add a task that answers the date, or say in the prompt what it is about.",
    },
    Question {
        asks: "Do stated totals agree with the schedule?",
        checks: &["total_days"],
        place: "Total:",
        mitigation: "Take the total over from schedule.json.",
    },
    Question {
        asks: "Are the dates of the plan those of the schedule?",
        checks: &["dates"],
        place: "### Tasks",
        mitigation: "Change durations in estimates.json and resume, instead of dates by hand.",
    },
    Question {
        asks: "Do the sums add up?",
        checks: &["arithmetic"],
        place: "Subtotal",
        mitigation: "Correct the row or the sum; both are in the plan.",
    },
    Question {
        asks: "Does the budget section say what was computed?",
        checks: &["budget_total"],
        place: "Total budget:",
        mitigation: "Take the total over from budget.json.",
    },
    Question {
        asks: "Is there enough money?",
        checks: &["budget_gap"],
        place: "Total budget:",
        mitigation: "Decide on money or scope before the first contract.",
    },
    Question {
        asks: "Is there a reserve, and is it explained?",
        checks: &[],
        place: "| Reserve |",
        mitigation: "Keep the reserve with one person who may release it.",
    },
    Question {
        asks: "Does every risk belong to somebody?",
        checks: &["owners"],
        place: "## Risks",
        mitigation: "Name one person for each risk.",
    },
    Question {
        asks: "Would grave risks be seen in time?",
        checks: &["triggers"],
        place: "Early sign",
        mitigation: "Put the early sign of each grave risk into the calendar of its owner.",
    },
    Question {
        asks: "Is there somebody for every task?",
        checks: &["roles"],
        place: "## Team",
        mitigation: "Fill or remove the role.",
    },
    Question {
        asks: "Has everybody time for their part?",
        checks: &["load"],
        place: "Fullest week",
        mitigation: "Move tasks with float out of the fullest week, or get help for it.",
    },
    Question {
        asks: "Does the plan rest on untested assumptions?",
        checks: &["assumptions"],
        place: "## Assumptions",
        mitigation: "Test them in the first two weeks; state what is known in prompt.md and resume.",
    },
    Question {
        asks: "Is anything left vague or unknown to the reader?",
        checks: &["placeholders", "repeats", "ids"],
        place: "## Work",
        mitigation: "Replace the words by a decision, a date or a name.",
    },
    Question {
        asks: "Can the diagrams be trusted?",
        checks: &["diagrams"],
        place: "```mermaid",
        mitigation: "Mend the block that is named; `puml check plan.md` shows the place.",
    },
];

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let plan = inputs.text("plan.md")?;
    let checks: Checks = inputs.read("checks.json")?;
    let items: Vec<Value> = QUESTIONS
        .iter()
        .map(|question| item(question, plan, &checks))
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

fn item(question: &Question, plan: &str, checks: &Checks) -> Value {
    let asked: Vec<&Check> =
        checks.checks.iter().filter(|it| question.checks.contains(&it.name.as_str())).collect();
    let place = plan.lines().find(|line| line.contains(question.place));
    let worst = asked.iter().max_by_key(|check| match check.verdict {
        Verdict::Fail => 3,
        Verdict::Warn => 2,
        Verdict::Skipped => 1,
        Verdict::Pass => 0,
    });
    let (level, finding) = match worst {
        None if place.is_some() => ("low", "The plan has it.".to_owned()),
        None => ("medium", "The plan does not have it.".to_owned()),
        Some(check) => {
            let about = if check.about.is_empty() {
                String::new()
            } else {
                let shown: Vec<&str> = check.about.iter().take(4).map(String::as_str).collect();
                format!(": {}", shown.join("; "))
            };
            let level = match check.verdict {
                Verdict::Fail => "high",
                Verdict::Warn => "medium",
                Verdict::Skipped | Verdict::Pass => "low",
            };
            (level, format!("{}{about}.", super::sentence(&check.detail)))
        }
    };
    let about = worst.into_iter().flat_map(|check| &check.about);
    let line = |words: &str| {
        let mut lines = plan.lines().filter(|line| !words.is_empty() && line.contains(words));
        // Where the plan speaks about the question, rather than its title.
        let near = lines.clone().find(|line| line.contains(question.place));
        near.or_else(|| lines.next())
    };
    // "Owner: 150 % in week 3" stands in two cells of a row.
    let found = about.map(String::as_str).find_map(|words| {
        line(words).or_else(|| words.split_once(": ").and_then(|(_, rest)| line(rest)))
    });
    let heading = || plan.lines().find(|line| line.starts_with('#')).unwrap_or_default();
    let quote = found.or(place).unwrap_or_else(heading);
    let mitigation = if level == "low" { "Nothing to do." } else { question.mitigation };
    json!({ "concern": format!("{} {finding}", question.asks), "level": level, "quote": clipped(quote),
            "mitigation": mitigation })
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
