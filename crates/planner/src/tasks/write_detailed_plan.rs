//! WriteDetailedPlan: `plan.md`, the canonical document that people read and edit. A model writes
//! the prose; every number and table is written by code from the artifacts, so that they agree.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::break_down_work::Wbs;
use super::choose_strategy::Decisions;
use super::compute_budget::{Budget, StageSum};
use super::compute_schedule::{Anchor, Schedule};
use super::consult_experts::Experts;
use super::identify_purpose::Purpose;
use super::identify_risks::Risks;
use super::intake_prompt::Intake;
use super::make_assumptions::Assumptions;
use super::map_stakeholders::Stakeholders;
use super::staff_team::Team;
use super::text;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{Facts, amount};
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output, soft,
};

mod money;
mod people;
mod time;
mod words;

pub(super) use time::{chances, milestones, too_few_hours};
pub(super) use words::KEPT;
use words::{kept, telling};

pub(super) const TASK: Task = Task {
    name: "WriteDetailedPlan",
    phase: Phase::GeneratingPlan,
    version: 17,
    inputs: &[
        soft("prompt.md"),
        hard("intake.json"),
        hard("facts.json"),
        hard("purpose.json"),
        hard("assumptions.json"),
        hard("decisions.json"),
        hard("stakeholders.json"),
        hard("swot.md"),
        hard("risks.json"),
        hard("wbs.json"),
        hard("experts.json"),
        hard("schedule.json"),
        hard("team.json"),
        hard("budget.json"),
        hard("diagrams/gantt.puml"),
        hard("diagrams/dependencies.mmd"),
        hard("diagrams/approvals.puml"),
    ],
    outputs: &[output("plan.md", Kind::Plan)],
    weight: 6,
    by: By::Planner(Ask {
        prompt: "Write the prose of the plan: a title; the approach, two short paragraphs on how the \
                 stages lead to the goal and why in this order; and what to watch (watch), two to seven \
                 sentences, each naming an id of a task, risk, assumption or decision. Tables, dates, \
                 durations and money are added by code: do not write any number that is not in the \
                 material.",
        shows: &[
            "purpose.json",
            "facts.json",
            "assumptions.json",
            "decisions.json",
            "wbs.json",
            "risks.json",
            "experts.json",
            "schedule.json",
            "team.json",
            "budget.json",
        ],
        schema: || {
            r#"{"type":"object","required":["title","approach","watch"],"properties":{"title":{"type":"string","minLength":1,"maxLength":120},"approach":{"type":"string","minLength":1,"maxLength":2500},"watch":{"type":"array","minItems":1,"maxItems":7,"items":{"type":"string","maxLength":400}}}}"#.to_owned()
        },
        faults: no_faults,
        rules,
    }),
    run,
};

/// Everything the plan is made of.
struct Material {
    intake: Intake,
    facts: Facts,
    purpose: Purpose,
    assumptions: Assumptions,
    decisions: Decisions,
    stakeholders: Stakeholders,
    risks: Risks,
    wbs: Wbs,
    experts: Experts,
    schedule: Schedule,
    team: Team,
    budget: Budget,
    swot: String,
    gantt: String,
    graph: String,
    approvals: String,
}

impl Material {
    fn read(inputs: &Inputs) -> Result<Self, TaskError> {
        let text = |path: &str| inputs.text(path).map(str::to_owned);
        Ok(Self {
            intake: inputs.read("intake.json")?,
            facts: inputs.read("facts.json")?,
            purpose: inputs.read("purpose.json")?,
            assumptions: inputs.read("assumptions.json")?,
            decisions: inputs.read("decisions.json")?,
            stakeholders: inputs.read("stakeholders.json")?,
            risks: inputs.read("risks.json")?,
            wbs: inputs.read("wbs.json")?,
            experts: inputs.read("experts.json")?,
            schedule: inputs.read("schedule.json")?,
            team: inputs.read("team.json")?,
            budget: inputs.read("budget.json")?,
            swot: text("swot.md")?,
            gantt: text("diagrams/gantt.puml")?,
            graph: text("diagrams/dependencies.mmd")?,
            approvals: text("diagrams/approvals.puml")?,
        })
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    let all = Material::read(ctx.inputs)?;
    let mut plan = format!(
        "# {}\n\n*{}*\n",
        inline(text(&answer.value["title"])),
        super::notice(ctx, &answer)
    );
    let sections: [(&str, String); 14] = [
        ("Goal", words::goal(&all)),
        ("Approach", words::approach(&answer.value)),
        ("First two weeks", time::first_steps(&all)),
        ("Facts from the prompt", words::facts(&all)),
        ("Assumptions", words::assumptions(&all.assumptions)),
        ("Decisions", words::decisions(&all.decisions, &all.schedule)),
        ("Work", words::work(&all)),
        ("Schedule", time::schedule(&all)),
        ("Team", people::team(&all)),
        ("Budget", money::budget(&all)),
        ("Risks", words::risks(&all.risks)),
        ("What experts say", people::experts(&all)),
        ("Stakeholders and approvals", people::stakeholders(&all)),
        ("Strengths, weaknesses, opportunities, threats", words::swot(&all.swot)),
    ];
    for (heading, body) in sections {
        let _ = write!(plan, "\n## {heading}\n\n{}\n", body.trim_end());
    }
    Ok(vec![Produced::text("plan.md", plan)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let all = Material::read(inputs)?;
    let stages: Vec<String> =
        all.wbs.stages.iter().map(|stage| format!("{} ({})", stage.id, stage.title)).collect();
    let mut approach = format!(
        "The work goes through {} stages: {}. Each ends with a milestone at which going on is decided \
         anew.{}\n\n",
        stages.len(),
        stages.join(", "),
        heaviest(&all.budget)
    );
    let decided: Vec<String> = all
        .decisions
        .decisions
        .iter()
        .map(|one| format!("{} {} {}.", one.id, one.question, one.chosen.trim_end_matches('.')))
        .collect();
    if !decided.is_empty() {
        let _ = write!(approach, "What shapes it: {}", decided.join(" "));
    }
    Ok(json!({
        "title": format!("Plan: {}", all.purpose.topic), "approach": approach,
        "watch": watch(&all),
        "notice": format!("{NOTICE}; template {}, confidence {}", all.purpose.archetype, all.purpose.confidence),
    }))
}

/// Where most of the money goes.
fn heaviest(budget: &Budget) -> String {
    let stage = budget.stages.iter().max_by_key(|stage| stage.likely);
    // Where all of it goes into one stage there is nothing to compare.
    let is_part = |stage: &&StageSum| 0 < stage.likely && stage.likely < budget.sum.subtotal;
    stage.filter(is_part).map_or_else(String::new, |stage| {
        let (likely, all) = (amount(stage.likely), amount(budget.sum.subtotal));
        let (id, title, currency) = (&stage.id, &stage.title, &budget.currency);
        format!(" Most of the money goes into {id} ({title}): {likely} of {all} {currency} before the reserve.")
    })
}

/// Things of one kind that a reader is asked to watch; a list of all of them is read by nobody.
const MOST_WATCHED: usize = 8;

/// What decides most about the outcome, from the numbers.
fn watch(all: &Material) -> Vec<String> {
    let (schedule, budget) = (&all.schedule, &all.budget);
    let mut watch: Vec<String> = all.intake.review.red_flags.clone();
    let mut quotes: Vec<String> =
        all.facts.unread.iter().map(|it| format!("\"{}\"", it.quote)).collect();
    quotes.dedup();
    quotes.truncate(MOST_WATCHED);
    if !quotes.is_empty() {
        let quotes = quotes.join(", ");
        watch
            .push(format!("The plan does not know what these words of the prompt mean: {quotes}."));
    }
    if let Some(row) = schedule.decisive().first() {
        let lost = match row.float_days {
            0 => "a day lost there is a day lost at the end".to_owned(),
            days => format!("it may be late by {} at most", super::working_days(i64::from(days))),
        };
        let (id, title) = (&row.id, &row.title);
        watch.push(format!(
            "{id} ({title}) is the longest of the tasks that decide the end: {lost}."
        ));
    }
    let late = telling(&schedule.due, MOST_WATCHED).into_iter();
    for due in late.filter(|due| due.slack_days.min(due.slack_p80_days) < 0) {
        let answer = match due.anchor {
            Anchor::Start => {
                "Tell those who wait for it, or cut the first version to what they need then."
            }
            Anchor::End => {
                "Leave work out before it, agree on another day, or give a first answer without it."
            }
        };
        watch.push(format!("{}. {answer}", kept(due)));
    }
    watch.extend(schedule.more_hours.map(time::too_few_hours));
    if let Some((percent, stated)) = budget.thin().zip(budget.stated.as_ref()) {
        watch.push(format!(
            "Only {percent} % of \"{}\" is planned: work may be missing here, or the money is for more than this.",
            stated.quote
        ));
    }
    if let Some(gap) = budget.gap.filter(|gap| *gap < 0) {
        let (gap, currency) = (amount(-gap), &budget.currency);
        watch.push(format!(
            "The stated money is {gap} {currency} short of the computed need; decide what is left out \
             before the first contract."
        ));
    }
    if let Some(risk) = all.risks.by_score().first() {
        let (id, event, score) = (&risk.id, &risk.event, risk.score());
        watch.push(format!("{id} scores highest ({score} of 25): {event}."));
    }
    watch
}

/// The heading above the table of demands.
pub(super) const DEMANDS: &str = "### Where the demands are met";

/// A demand as the plan lists it.
pub(super) struct DemandRow<'a> {
    /// The whole row.
    pub(super) line: &'a str,
    pub(super) id: &'a str,
    pub(super) quote: String,
    /// The tasks that answer it; empty when there are none.
    pub(super) work: &'a str,
    /// The milestone at which it is tested.
    pub(super) test: &'a str,
}

/// The demands of a plan as it stands, edits included.
pub(super) fn demand_rows(plan: &str) -> impl Iterator<Item = DemandRow<'_>> {
    let below = plan.lines().skip_while(|line| *line != DEMANDS).skip(1);
    let rows = below.take_while(|line| !line.starts_with('#')).filter(|it| it.starts_with("| F"));
    rows.filter_map(|line| {
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        let (id, quote) = (cells.next()?, super::unmarked(cells.next()?));
        let (work, test) = (cells.next()?, cells.next()?);
        let work = if work.starts_with('W') || work == KEPT { work } else { "" };
        Some(DemandRow { line, id, quote, work, test })
    })
}

/// A text inside a table cell or a heading, without tables, HTML and links of its own.
fn inline(text: &str) -> String {
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (mark, escaped) in super::MARKS {
        out = out.replace(mark, escaped);
    }
    out
}

/// Whether a cell is a number that is compared with those above and below it.
fn is_amount(cell: &str) -> bool {
    let number = cell.trim_matches(['*', ' ', '%']).trim_start_matches(['-', '+', '−']);
    let is_part = |letter: char| letter.is_ascii_digit() || " \u{a0}.,".contains(letter);
    number.starts_with(|letter: char| letter.is_ascii_digit()) && number.chars().all(is_part)
}

/// A Markdown table; columns of numbers are read from their right end.
pub(super) fn table(headings: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let side = |column: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(column)).filter(|it| !it.is_empty());
        let is_figures = cells.clone().next().is_some() && cells.all(|cell| is_amount(cell));
        if is_figures { "---:|" } else { "---|" }
    };
    let sides: String = (0..headings.len()).map(side).collect();
    let mut out = format!("| {} |\n|{sides}\n", headings.join(" | "));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| inline(cell)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}
