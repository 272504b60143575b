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
use crate::archetype::Archetype;
use crate::artifact::Kind;
use crate::draw::{Notation, Refusal};
use crate::facts::Facts;
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

/// What a check found.
struct Outcome {
    verdict: Verdict,
    detail: String,
    about: Vec<String>,
}

impl Outcome {
    fn new(verdict: Verdict, detail: impl Into<String>) -> Self {
        Self { verdict, detail: detail.into(), about: Vec::new() }
    }

    fn about(mut self, about: impl IntoIterator<Item = String>) -> Self {
        self.about = about.into_iter().collect();
        self
    }

    /// Passes when nothing was found, else says what.
    fn found(
        bad: (Verdict, &str),
        good: impl Into<String>,
        found: impl IntoIterator<Item = String>,
    ) -> Self {
        let found = Vec::from_iter(found);
        match found[..] {
            [] => Self::new(Verdict::Pass, good),
            _ => Self::new(bad.0, bad.1).about(found),
        }
    }

    /// What a failed comparison found, in a sentence.
    fn differs(self) -> Option<String> {
        (self.verdict == Verdict::Fail).then_some(self.detail)
    }
}

/// What is looked at. An artifact that does not exist is none.
struct Material<'a> {
    ctx: &'a Context<'a>,
    text: &'a str,
    plan: Plan,
    facts: Option<Facts>,
    assumptions: Option<Assumptions>,
    wbs: Option<Wbs>,
    schedule: Option<Schedule>,
    budget: Option<Budget>,
    risks: Option<Risks>,
    team: Option<Team>,
}

/// Looks at the plan; none without the artifacts that it needs.
type Find = fn(&Material<'_>) -> Option<Outcome>;

/// Every check with what it needs.
const CHECKS: [(&str, &str, Find); 27] = [
    ("sections", "plan.json", |all| Some(sections(all))),
    ("facts", "facts.json", repeated_facts),
    ("unread", "facts.json", unread),
    ("guessed", "facts.json", guessed),
    ("contradictions", "facts.json", conflicts),
    ("kind", "wbs.json", kind),
    ("goal", "facts.json", goal),
    ("demands", "facts.json", demands),
    ("total_days", "schedule.json", |all| Some(numbers::total(&all.plan, all.schedule.as_ref()?))),
    ("dates", "schedule.json", numbers::dates),
    ("deadline", "schedule.json", due::deadline),
    ("deadline_p80", "schedule.json", due::deadline_p80),
    ("dates_answered", "schedule.json", due::answered),
    ("arithmetic", "plan.json", |all| Some(numbers::arithmetic(&all.plan))),
    ("budget_total", "budget.json", |all| {
        Some(numbers::budget_total(&all.plan, all.budget.as_ref()?))
    }),
    ("budget_gap", "budget.json", numbers::budget_gap),
    ("load", "team.json", numbers::load),
    ("hours", "schedule.json", numbers::hours),
    ("ids", "every artifact that ids refer to", references::ids),
    ("owners", "risks.json", references::owners),
    ("triggers", "risks.json", references::triggers),
    ("roles", "wbs.json or team.json", references::roles),
    ("assumptions", "assumptions.json", assumed),
    ("placeholders", "plan.md", |all| Some(placeholders(all))),
    ("invented", "plan.md", |all| Some(invented(all))),
    ("repeats", "plan.md", |all| Some(repeats(all))),
    ("diagrams", "plan.json", |all| Some(diagrams(all))),
];

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let inputs = ctx.inputs;
    let all = Material {
        ctx,
        text: inputs.text("plan.md")?,
        plan: inputs.read("plan.json")?,
        facts: inputs.optional("facts.json")?,
        assumptions: inputs.optional("assumptions.json")?,
        wbs: inputs.optional("wbs.json")?,
        schedule: inputs.optional("schedule.json")?,
        budget: inputs.optional("budget.json")?,
        risks: inputs.optional("risks.json")?,
        team: inputs.optional("team.json")?,
    };
    let checks = CHECKS.map(|(name, needs, find)| {
        let skipped = || Outcome::new(Verdict::Skipped, format!("{needs} does not exist"));
        let Outcome { verdict, detail, about } = find(&all).unwrap_or_else(skipped);
        Check { name: name.to_owned(), verdict, detail, about }
    });
    Ok(vec![ctx.computed("checks.json", &json!({ "checks": checks }))])
}

fn sections(all: &Material<'_>) -> Outcome {
    let all = &all.plan.sections;
    if all.is_empty() {
        return Outcome::new(Verdict::Fail, "the plan has no sections");
    }
    // A heading whose text is all in its subsections is not empty.
    let is_empty = |idx: &usize| {
        let deeper = all.get(idx + 1).is_some_and(|next| next.level > all[*idx].level);
        all[*idx].words == 0 && !deeper
    };
    let empty = (0..all.len()).filter(is_empty).map(|idx| all[idx].heading.clone());
    let bad = (Verdict::Warn, "sections without text");
    Outcome::found(bad, "every section has text", empty)
}

fn repeated_facts(all: &Material<'_>) -> Option<Outcome> {
    let facts = all.facts.as_ref()?;
    let missing = facts.facts.iter().filter(|fact| !mentions(all.text, &fact.quote));
    let good = match facts.unread.len() {
        0 => "the plan repeats every fact of the prompt",
        _ => "the plan repeats every fact that was read; the check \"unread\" lists the rest",
    };
    let bad = (Verdict::Warn, "facts of the prompt that the plan does not mention");
    Some(Outcome::found(bad, good, missing.map(|fact| fact.quote.clone())))
}

/// Texts of a model that name something which is in no artifact, as they were marked.
fn invented(all: &Material<'_>) -> Outcome {
    let marks = all.text.split(crate::lint::MARK).skip(1);
    let found = marks.filter_map(|rest| rest.split(']').next()).map(str::to_owned);
    let bad =
        (Verdict::Fail, "numbers, days, ids or names in a model's prose that no artifact has");
    Outcome::found(bad, "nothing in the prose is unknown to the artifacts", found)
}

/// Words of the prompt that no fact uses.
fn unread(all: &Material<'_>) -> Option<Outcome> {
    let found = all.facts.as_ref()?.unread.iter().map(|one| {
        let why = if one.reason.is_empty() { String::new() } else { format!(" ({})", one.reason) };
        format!("{}: {}{why}", one.kind.as_str(), one.quote)
    });
    let bad = (Verdict::Warn, "words of the prompt that no fact uses");
    Some(Outcome::found(bad, "every number, date and name of the prompt is read", found))
}

/// Facts whose part in the plan nothing in the prompt states.
fn guessed(all: &Material<'_>) -> Option<Outcome> {
    let facts = all.facts.as_ref()?;
    let found = facts.facts.iter().filter(|fact| fact.is_guess);
    let found = found.map(|fact| format!("{}: {}", fact.id, fact.value.line()));
    let both = facts
        .disagreements
        .iter()
        .map(|it| format!("{}: patterns read {}, the model {}", it.fact, it.patterns, it.model));
    let found = found.chain(both);
    let bad = (
        Verdict::Warn,
        "facts whose part is assumed or read in two ways; say in the prompt what it is",
    );
    Some(Outcome::found(bad, "the words around every number and date say what it is for", found))
}

/// Facts that exclude each other.
fn conflicts(all: &Material<'_>) -> Option<Outcome> {
    let found = all.facts.as_ref()?.conflicts.iter().map(|one| one.message.clone());
    let bad = (Verdict::Fail, "statements of the prompt that cannot all be true");
    Some(Outcome::found(bad, "the prompt does not contradict itself", found))
}

/// Whether the work is that of a kind of project, or fits any.
fn kind(all: &Material<'_>) -> Option<Outcome> {
    let is_generic = all.wbs.as_ref()?.archetype().is_some_and(Archetype::is_generic);
    Some(if is_generic {
        let detail =
            "the work is generic: nobody named the kind of project, and the words do not decide it";
        Outcome::new(Verdict::Warn, detail)
    } else {
        Outcome::new(Verdict::Pass, "the work is that of a kind of project")
    })
}

/// Whether the work names what the goal is about.
fn goal(all: &Material<'_>) -> Option<Outcome> {
    let facts = all.facts.as_ref()?;
    let mut sections = all.text.split("\n## ");
    let work = sections.find(|it| it.starts_with("Work\n")).unwrap_or(all.text).to_lowercase();
    // What rules put behind the title of the last task is no work on it.
    let own = work.replace(&format!(": {}", thing(facts).to_lowercase()), "");
    let missing = |text: &str| -> Vec<String> {
        facts.heads.iter().filter(|head| !text.contains(stem(head))).cloned().collect()
    };
    let (open, lost) = (missing(&own), missing(&work));
    Some(if !lost.is_empty() {
        let detail = "the goal is about this, and no task names it";
        Outcome::new(Verdict::Fail, detail).about(lost)
    } else if facts.heads.is_empty() || open.len() < facts.heads.len() {
        Outcome::new(Verdict::Pass, "the work names what the goal is about")
    } else {
        let detail = "one title alone names what the goal is about: the work is that of the kind";
        Outcome::new(Verdict::Warn, detail).about(open)
    })
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
fn demands(all: &Material<'_>) -> Option<Outcome> {
    let mut demands = all.facts.as_ref()?.demands().map(|(_, fact)| &fact.quote).peekable();
    if demands.peek().is_none() {
        return Some(Outcome::new(Verdict::Pass, "the prompt makes no demands"));
    }
    let lost: Vec<String> = demands.filter(|it| !mentions(all.text, it)).cloned().collect();
    if !lost.is_empty() {
        let bad = "demands that the plan does not mention";
        return Some(Outcome::new(Verdict::Fail, bad).about(lost));
    }
    let open = demand_rows(all.text).filter(|row| row.work.is_empty());
    let open = open.map(|row| format!("{}: {}", row.id, row.quote));
    let bad = (Verdict::Fail, "demands that no task of the plan answers");
    Some(Outcome::found(bad, "every demand of the prompt has a task that answers it", open))
}

fn assumed(all: &Material<'_>) -> Option<Outcome> {
    let all = &all.assumptions.as_ref()?.assumptions;
    let shaky = all.iter().filter(|one| one.is_shaky()).map(|one| one.id.to_string());
    let bad = (Verdict::Warn, "assumptions on which much depends and which nothing supports");
    Some(Outcome::found(bad, "no untested assumption decides the plan", shaky))
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

fn placeholders(all: &Material<'_>) -> Outcome {
    let found = PLACEHOLDERS.into_iter().filter(|word| all.text.contains(word)).map(str::to_owned);
    let bad = (Verdict::Warn, "words that stand for a missing decision");
    Outcome::found(bad, "no placeholders", found)
}

/// Sentences that the plan says three times or more outside of tables: nobody wrote them on purpose.
fn repeats(all: &Material<'_>) -> Outcome {
    let mut counts = BTreeMap::new();
    let mut is_code = false;
    for line in all.text.lines().map(str::trim) {
        is_code ^= line.starts_with("```");
        let is_prose = !is_code && !line.starts_with(['|', '#', '`']);
        if is_prose && line.split_whitespace().count() >= 6 {
            *counts.entry(line.trim_start_matches("- ")).or_insert(0) += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, count)| *count > 2).map(|(line, _)| line.to_owned());
    let bad = (Verdict::Warn, "sentences that say the same again and again");
    Outcome::found(bad, "no sentence is repeated", often)
}

/// Compiles every diagram of the plan again: an edit may have broken one.
fn diagrams(all: &Material<'_>) -> Outcome {
    let mut broken = Vec::new();
    for diagram in &all.plan.diagrams {
        let Some(language) = Notation::of_fence(&diagram.language) else { continue };
        match all.ctx.draw.draw(language, &diagram.source, scene::Scheme::Light) {
            Ok(_) => {}
            Err(Refusal::NoEngine) => {
                let detail = "this program has no diagram engine";
                return Outcome::new(Verdict::Skipped, detail);
            }
            Err(Refusal::Findings(findings)) => {
                broken.push(format!("line {}: {}", diagram.line, findings.join("; ")));
            }
        }
    }
    let good = format!("{} diagrams compile", all.plan.diagrams.len());
    Outcome::found((Verdict::Fail, "diagrams that do not compile"), good, broken)
}
