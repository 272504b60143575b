//! CheckConsistency: findings that code can prove about the plan as it stands, edits included.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::break_down_work::{Wbs, thing};
use super::compute_budget::Budget;
use super::compute_schedule::Schedule;
use super::identify_risks::Risks;
use super::make_assumptions::Assumptions;
use super::parse_plan::Plan;
use super::staff_team::Team;
use super::write_detailed_plan::demand_rows;
use crate::artifact::Kind;
use crate::draw::{Notation, Refusal};
use crate::facts::{Fact, Facts};
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output, soft};

mod due;
mod numbers;
mod references;

pub(super) use numbers::differences;

pub(super) const TASK: Task = Task {
    name: "CheckConsistency",
    phase: Phase::Validating,
    version: 9,
    inputs: &[
        hard("plan.md"),
        hard("plan.json"),
        soft("facts.json"),
        soft("assumptions.json"),
        soft("wbs.json"),
        soft("schedule.json"),
        soft("budget.json"),
        soft("risks.json"),
        soft("team.json"),
    ],
    outputs: &[output("checks.json", Kind::AuditReport)],
    weight: 1,
    by: By::Drawing,
    run,
};

/// `checks.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Checks {
    pub(super) checks: Vec<Check>,
}

/// One result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Check {
    /// What was looked at; stable, so that others can refer to it.
    #[serde(rename = "check")]
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) detail: String,
    /// Words of the plan that the finding is about.
    pub(super) about: Vec<String>,
}

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Pass,
    Warn,
    Fail,
    /// What the check needs does not exist.
    Skipped,
}

impl Check {
    fn new(name: &str, verdict: Verdict, detail: impl Into<String>) -> Self {
        Self { name: name.to_owned(), verdict, detail: detail.into(), about: Vec::new() }
    }

    fn pass(check: &str, detail: impl Into<String>) -> Self {
        Self::new(check, Verdict::Pass, detail)
    }

    fn skipped(check: &str, missing: &str) -> Self {
        Self::new(check, Verdict::Skipped, format!("{missing} does not exist"))
    }

    /// What a failed comparison found, in a sentence.
    fn differs(self) -> Option<String> {
        (self.verdict == Verdict::Fail).then_some(self.detail)
    }

    fn about(mut self, about: Vec<String>) -> Self {
        self.about = about;
        self
    }

    /// Passes when nothing was found, else says what.
    fn found(check: &str, verdict: Verdict, good: &str, bad: &str, found: Vec<String>) -> Self {
        if found.is_empty() {
            Self::pass(check, good)
        } else {
            Self::new(check, verdict, bad).about(found)
        }
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let inputs = ctx.inputs;
    let text = inputs.text("plan.md")?;
    let plan: Plan = inputs.read("plan.json")?;
    let facts: Option<Facts> = inputs.optional("facts.json")?;
    let assumptions: Option<Assumptions> = inputs.optional("assumptions.json")?;
    let wbs: Option<Wbs> = inputs.optional("wbs.json")?;
    let schedule: Option<Schedule> = inputs.optional("schedule.json")?;
    let budget: Option<Budget> = inputs.optional("budget.json")?;
    let risks: Option<Risks> = inputs.optional("risks.json")?;
    let team: Option<Team> = inputs.optional("team.json")?;
    let checks = [
        sections(&plan),
        repeated_facts(text, facts.as_ref()),
        unread(facts.as_ref()),
        guessed(facts.as_ref()),
        conflicts(facts.as_ref()),
        kind(wbs.as_ref()),
        goal(text, facts.as_ref()),
        demands(text, facts.as_ref()),
        numbers::total(&plan, schedule.as_ref()),
        numbers::dates(&plan, schedule.as_ref()),
        due::deadline(schedule.as_ref(), facts.as_ref()),
        due::deadline_p80(schedule.as_ref()),
        due::answered(schedule.as_ref()),
        numbers::arithmetic(&plan),
        numbers::budget_total(&plan, budget.as_ref()),
        numbers::budget_gap(budget.as_ref()),
        numbers::load(team.as_ref()),
        numbers::hours(schedule.as_ref()),
        references::ids(&plan, facts.as_ref(), assumptions.as_ref(), wbs.as_ref(), risks.as_ref()),
        references::owners(risks.as_ref(), team.as_ref()),
        references::triggers(risks.as_ref()),
        references::roles(wbs.as_ref(), team.as_ref()),
        assumed(assumptions.as_ref()),
        placeholders(text),
        invented(text),
        repeats(text),
        diagrams(ctx, &plan),
    ];
    Ok(vec![ctx.computed("checks.json", &json!({ "checks": checks }))])
}

fn sections(plan: &Plan) -> Check {
    let all = &plan.sections;
    if all.is_empty() {
        return Check::new("sections", Verdict::Fail, "the plan has no sections");
    }
    // A heading whose text is all in its subsections is not empty.
    let is_empty = |idx: usize| {
        let deeper = all.get(idx + 1).is_some_and(|next| next.level > all[idx].level);
        all[idx].words == 0 && !deeper
    };
    let empty = (0..all.len()).filter(|&idx| is_empty(idx)).map(|idx| all[idx].heading.clone());
    let (good, bad) = ("every section has text", "sections without text");
    Check::found("sections", Verdict::Warn, good, bad, empty.collect())
}

fn repeated_facts(plan: &str, facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("facts", "facts.json") };
    let missing = facts
        .facts
        .iter()
        .filter(|fact| !mentions(plan, &fact.quote))
        .map(|fact| fact.quote.clone());
    let good = match facts.unread.len() {
        0 => "the plan repeats every fact of the prompt",
        _ => "the plan repeats every fact that was read; the check \"unread\" lists the rest",
    };
    let bad = "facts of the prompt that the plan does not mention";
    Check::found("facts", Verdict::Warn, good, bad, missing.collect())
}

/// Texts of a model that name something which is in no artifact, as they were marked.
fn invented(plan: &str) -> Check {
    let marks = plan.split(crate::lint::MARK).skip(1);
    let found = marks.filter_map(|rest| rest.split(']').next()).map(str::to_owned).collect();
    let good = "nothing in the prose is unknown to the artifacts";
    let bad = "numbers, days, ids or names in a model's prose that no artifact has";
    Check::found("invented", Verdict::Fail, good, bad, found)
}

/// Words of the prompt that no fact uses.
fn unread(facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("unread", "facts.json") };
    let found = facts.unread.iter().map(|one| {
        let why = if one.reason.is_empty() { String::new() } else { format!(" ({})", one.reason) };
        format!("{}: {}{why}", one.kind.as_str(), one.quote)
    });
    let good = "every number, date and name of the prompt is read";
    let bad = "words of the prompt that no fact uses";
    Check::found("unread", Verdict::Warn, good, bad, found.collect())
}

/// Facts whose part in the plan nothing in the prompt states.
fn guessed(facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("guessed", "facts.json") };
    let found = facts.facts.iter().filter(|fact| fact.is_guess);
    let found = found.map(|fact| format!("{}: {}", fact.id, fact.value.line())).collect();
    let good = "the words around every number and date say what it is for";
    let bad = "facts whose part is assumed; say it in the prompt if it is another";
    Check::found("guessed", Verdict::Warn, good, bad, found)
}

/// Facts that exclude each other.
fn conflicts(facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("contradictions", "facts.json") };
    let found = facts.conflicts.iter().map(|one| one.message.clone()).collect();
    let bad = "statements of the prompt that cannot all be true";
    Check::found(
        "contradictions",
        Verdict::Fail,
        "the prompt does not contradict itself",
        bad,
        found,
    )
}

/// Whether the work is that of a kind of project, or fits any.
fn kind(wbs: Option<&Wbs>) -> Check {
    let Some(wbs) = wbs else { return Check::skipped("kind", "wbs.json") };
    if wbs.archetype().is_some_and(crate::archetype::Archetype::is_generic) {
        let detail =
            "the work is generic: nobody named the kind of project, and the words do not decide it";
        return Check::new("kind", Verdict::Warn, detail);
    }
    Check::pass("kind", "the work is that of a kind of project")
}

/// Whether the work names what the goal is about.
fn goal(plan: &str, facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("goal", "facts.json") };
    let work = plan
        .split("\n## ")
        .find(|section| section.starts_with("Work\n"))
        .unwrap_or(plan)
        .to_lowercase();
    // What rules put behind the title of the last task is no work on it.
    let own = work.replace(&format!(": {}", thing(facts).to_lowercase()), "");
    let missing = |text: &str| -> Vec<String> {
        facts.heads.iter().filter(|head| !text.contains(stem(head))).cloned().collect()
    };
    let (open, lost) = (missing(&own), missing(&work));
    if !lost.is_empty() {
        let detail = "the goal is about this, and no task names it";
        Check::new("goal", Verdict::Fail, detail).about(lost)
    } else if facts.heads.is_empty() || open.len() < facts.heads.len() {
        Check::pass("goal", "the work names what the goal is about")
    } else {
        let detail = "one title alone names what the goal is about: the work is that of the kind";
        Check::new("goal", Verdict::Warn, detail).about(open)
    }
}

/// A word without its last letters, so that plurals match.
fn stem(word: &str) -> &str {
    let end = word
        .char_indices()
        .nth(word.chars().count().saturating_sub(2).max(3))
        .map_or(word.len(), |(at, _)| at);
    &word[..end]
}

/// Whether the plan has a quote, however its lines are broken and its table cells escaped.
fn mentions(plan: &str, quote: &str) -> bool {
    let quote = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    plan.contains(&quote) || super::unmarked(plan).contains(&quote)
}

/// Demands that the plan has lost, and those that it lists without a task.
fn demands(plan: &str, facts: Option<&Facts>) -> Check {
    let Some(facts) = facts else { return Check::skipped("demands", "facts.json") };
    let all: Vec<&Fact> = facts.demands().map(|(_, fact)| fact).collect();
    if all.is_empty() {
        return Check::pass("demands", "the prompt makes no demands");
    }
    let is_lost = |fact: &&&Fact| !mentions(plan, &fact.quote);
    let lost: Vec<String> = all.iter().filter(is_lost).map(|fact| fact.quote.clone()).collect();
    if !lost.is_empty() {
        let bad = "demands that the plan does not mention";
        return Check::new("demands", Verdict::Fail, bad).about(lost);
    }
    let open = demand_rows(plan).filter(|row| row.work.is_empty());
    let open = open.map(|row| format!("{}: {}", row.id, row.quote)).collect();
    let good = "every demand of the prompt has a task that answers it";
    let bad = "demands that no task of the plan answers";
    Check::found("demands", Verdict::Fail, good, bad, open)
}

fn assumed(assumptions: Option<&Assumptions>) -> Check {
    let Some(all) = assumptions else { return Check::skipped("assumptions", "assumptions.json") };
    let shaky = all.assumptions.iter().filter(|one| one.is_shaky()).map(|one| one.id.to_string());
    let bad = "assumptions on which much depends and which nothing supports";
    Check::found(
        "assumptions",
        Verdict::Warn,
        "no untested assumption decides the plan",
        bad,
        shaky.collect(),
    )
}

/// Words that stand for something nobody has thought about yet.
const PLACEHOLDERS: [&str; 8] = [
    "TBD",
    "TODO",
    "to be defined",
    "lorem ipsum",
    "XXX",
    "as soon as possible",
    "and so on",
    "???",
];

fn placeholders(plan: &str) -> Check {
    let found =
        PLACEHOLDERS.iter().filter(|word| plan.contains(**word)).map(|word| (*word).to_owned());
    let bad = "words that stand for a missing decision";
    Check::found("placeholders", Verdict::Warn, "no placeholders", bad, found.collect())
}

/// Sentences that the plan says three times or more outside of tables: nobody wrote them on purpose.
fn repeats(plan: &str) -> Check {
    let mut counts = BTreeMap::new();
    let mut is_code = false;
    for line in plan.lines().map(str::trim) {
        is_code ^= line.starts_with("```");
        let is_prose = !is_code && !line.starts_with(['|', '#', '`']);
        if is_prose && line.split_whitespace().count() >= 6 {
            *counts.entry(line.trim_start_matches("- ")).or_insert(0) += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, count)| *count > 2).map(|(line, _)| line.to_owned());
    let bad = "sentences that say the same again and again";
    Check::found("repeats", Verdict::Warn, "no sentence is repeated", bad, often.collect())
}

/// Compiles every diagram of the plan again: an edit may have broken one.
fn diagrams(ctx: &Context<'_>, plan: &Plan) -> Check {
    let mut broken = Vec::new();
    for diagram in &plan.diagrams {
        let Some(language) = Notation::of_fence(&diagram.language) else { continue };
        match ctx.draw.draw(language, &diagram.source, scene::Scheme::Light) {
            Ok(_) => {}
            Err(Refusal::NoEngine) => {
                return Check::new(
                    "diagrams",
                    Verdict::Skipped,
                    "this program has no diagram engine",
                );
            }
            Err(Refusal::Findings(findings)) => {
                broken.push(format!("line {}: {}", diagram.line, findings.join("; ")));
            }
        }
    }
    let good = format!("{} diagrams compile", plan.diagrams.len());
    Check::found("diagrams", Verdict::Fail, &good, "diagrams that do not compile", broken)
}
