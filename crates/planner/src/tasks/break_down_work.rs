//! BreakDownWork: stages with milestones, and tasks with a deliverable, a test and a role.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use crate::archetype::{self, Archetype, Work, capital};
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{DemandRole, Fact, Facts, Language};
use crate::id::{Role, StageId, WorkId};
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

mod dated;

use dated::date_tasks;

pub(super) const TASK: Task = Task {
    name: "BreakDownWork",
    phase: Phase::GeneratingPlan,
    version: 14,
    inputs: &[soft("prompt.md"), hard("facts.json"), hard("purpose.json"), hard("decisions.json")],
    outputs: &[output("wbs.json", Kind::Intermediate)],
    weight: 4,
    by: By::Planner(Ask {
        prompt: "Break the project down into two to six stages, each with a milestone and two to seven \
                 tasks, in the order of the work. A task has a title that begins with a verb, a \
                 deliverable that can be shown, a test that tells when it is done (done_when), and the \
                 role that does it. Use few roles, spelt alike. Name in deadline_task the title of the \
                 task that a stated deadline is about; deadline_kind is fixed if it takes place on that very \
                 day, like a wedding, and latest otherwise. No durations and no costs.",
        shows: &["purpose.json", "facts.json", "decisions.json"],
        schema: || {
            r#"{"type":"object","required":["stages","lead","deadline_task"],"properties":{"stages":{"type":"array","minItems":1,"maxItems":6,"items":{"type":"object","required":["title","milestone","tasks"],"properties":{"title":{"type":"string","minLength":1,"maxLength":60},"milestone":{"type":"string","minLength":1,"maxLength":120},"tasks":{"type":"array","minItems":1,"maxItems":9,"items":{"type":"object","required":["title","deliverable","done_when","role"],"properties":{"title":{"type":"string","minLength":1,"maxLength":90},"deliverable":{"type":"string","minLength":1,"maxLength":160},"done_when":{"type":"string","minLength":1,"maxLength":160},"role":{"type":"string","minLength":1,"maxLength":60}}}}}}},"lead":{"type":"string","minLength":1,"maxLength":60},"deadline_task":{"type":"string","maxLength":90},"deadline_kind":{"enum":["latest","fixed"]}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `wbs.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Wbs {
    pub(super) stages: Vec<Stage>,
    pub(super) lead: Role,
    /// The title of the task that a deadline is about.
    #[serde(default)]
    pub(super) deadline_task: String,
    /// `fixed` when that task takes place on the day itself.
    #[serde(default)]
    pub(super) deadline_kind: String,
}

/// A phase of work that ends with a milestone.
#[derive(Debug, Deserialize)]
pub(super) struct Stage {
    /// `W1` and up.
    pub(super) id: StageId,
    pub(super) title: String,
    pub(super) milestone: String,
    pub(super) tasks: Vec<Entry>,
}

/// A piece of work.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    /// `W1.1` and up.
    pub(super) id: WorkId,
    pub(super) title: String,
    pub(super) deliverable: String,
    pub(super) done_when: String,
    pub(super) role: Role,
    /// `archetype:key`, where rules wrote the entry.
    #[serde(default)]
    pub(super) template: String,
}

impl Wbs {
    /// All entries with their stage, in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&Stage, &Entry)> {
        self.stages.iter().flat_map(|stage| stage.tasks.iter().map(move |entry| (stage, entry)))
    }

    /// The position of the task that a deadline is about: the named one, else the last.
    pub(super) fn deadline_position(&self) -> Option<usize> {
        let named = self.entries().position(|(_, entry)| entry.title == self.deadline_task);
        named.or_else(|| self.entries().count().checked_sub(1))
    }

    /// The tasks that templates put before this one in its stage.
    pub(super) fn close_to(&self, task: usize) -> impl Iterator<Item = usize> {
        let all: Vec<(&Stage, &Entry)> = self.entries().collect();
        let stage = all.get(task).map(|(stage, _)| stage.id.clone());
        let is_close = move |(stage_of, entry): &(&Stage, &Entry)| {
            Some(&stage_of.id) == stage.as_ref() && entry.work().is_some()
        };
        let close = (0..task).filter(|&at| is_close(&all[at]));
        close.collect::<Vec<_>>().into_iter()
    }

    /// Whether the whole work is about the day of one task, like that of a wedding.
    pub(super) fn is_day_of_all(&self) -> bool {
        self.deadline_kind == "fixed"
    }

    /// The archetype that rules took the entries from.
    pub(super) fn archetype(&self) -> Option<&'static Archetype> {
        let (_, entry) = self.entries().find(|(_, entry)| !entry.template.is_empty())?;
        Some(archetype::find(entry.template.split(':').next()?))
    }

    /// The roles in order of appearance.
    pub(super) fn roles(&self) -> Vec<&Role> {
        let mut roles: Vec<&Role> = Vec::new();
        for (_, entry) in self.entries() {
            if !roles.contains(&&entry.role) {
                roles.push(&entry.role);
            }
        }
        roles
    }
}

impl Entry {
    /// The archetype's work behind the entry.
    pub(super) fn work(&self) -> Option<(&'static Archetype, &'static Work)> {
        let (id, key) = self.template.split_once(':')?;
        let archetype = archetype::find(id);
        Some((archetype, archetype.work(key)?))
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    number(&mut answer.value);
    Ok(vec![ctx.stamped("wbs.json", answer.value, &answer.origin)])
}

/// Gives stages and tasks their ids.
fn number(wbs: &mut Value) {
    super::number(&mut wbs["stages"], "W");
    for stage in wbs["stages"].as_array_mut().into_iter().flatten() {
        let prefix = format!("{}.", stage["id"].as_str().unwrap_or_default());
        super::number(&mut stage["tasks"], &prefix);
    }
}

fn faults(_: &Inputs, answer: &Value) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let stages = answer["stages"].as_array().into_iter().flatten();
    let tasks = stages.flat_map(|stage| stage["tasks"].as_array().into_iter().flatten());
    let titles: Vec<&str> = tasks.filter_map(|task| task["title"].as_str()).collect();
    let twice = titles.iter().filter(|title| !seen.insert(**title));
    let mut faults: Vec<String> =
        twice.map(|title| format!("the title {title:?} is used twice")).collect();
    let deadline = answer["deadline_task"].as_str().unwrap_or_default();
    if !deadline.is_empty() && !titles.contains(&deadline) {
        faults.push(format!("deadline_task {deadline:?} is not the title of a task"));
    }
    faults
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let mut stages = Vec::new();
    let demands = demand_tasks(archetype, &facts);
    for stage in &archetype.stages {
        let mut tasks = Vec::new();
        for work in stage.tasks.iter().filter(|work| work.applies(&facts)) {
            let before = |it: &&(&str, Value)| it.0 == work.key;
            tasks.extend(demands.iter().filter(before).map(|it| it.1.clone()));
            tasks.push(json!({
                "title": titled(archetype, work, &facts),
                "deliverable": archetype.fill(&work.deliverable, &facts),
                "done_when": archetype.fill(&work.done, &facts),
                "role": work.role(archetype).title,
                "template": format!("{}:{}", archetype.id, work.key),
            }));
        }
        if !tasks.is_empty() {
            let milestone = archetype.fill(&stage.milestone, &facts);
            stages.push(json!({ "title": stage.title, "milestone": milestone, "tasks": tasks }));
        }
    }
    let (deadline, is_fixed) = archetype.deadline(&facts);
    let deadline = stages
        .iter()
        .flat_map(|stage: &Value| stage["tasks"].as_array().into_iter().flatten())
        .filter_map(|task| task["title"].as_str())
        .find(|title| title.starts_with(&deadline))
        .unwrap_or(&deadline)
        .to_owned();
    let mut wbs = json!({
        "stages": stages, "lead": archetype.lead(), "deadline_task": deadline,
        "deadline_kind": if is_fixed { "fixed" } else { "latest" }, "notice": NOTICE,
    });
    let (early, late) = date_tasks(archetype, &facts, &wbs);
    let last = wbs["stages"].as_array().map_or(0, |it| it.len().saturating_sub(1));
    for (at, added) in [(0, early), (last, late)] {
        if let Some(tasks) = wbs["stages"][at]["tasks"].as_array_mut() {
            tasks.extend(added);
        }
    }
    Ok(wbs)
}

/// The title of a piece of work; that of the deadline names what the goal is about.
fn titled(archetype: &Archetype, work: &Work, facts: &Facts) -> String {
    let title = archetype.fill(&work.title, facts);
    let is_named = facts.heads.iter().all(|head| title.to_lowercase().contains(head.as_str()));
    let thing = thing(facts);
    if work.key == archetype.deadline_at && !is_named && !thing.is_empty() {
        format!("{title}: {thing}")
    } else {
        title
    }
}

/// What the goal is about: how the prompt calls it, and its further nouns.
pub(super) fn thing(facts: &Facts) -> String {
    let first = plain(&facts.thing);
    let lower = first.to_lowercase();
    let further = facts.heads.iter().filter(|head| !lower.contains(head.as_str()));
    let further = further.map(|head| match facts.language {
        Language::German => capital(head),
        Language::English | Language::French => head.clone(),
    });
    std::iter::once(first).chain(further).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A title also stands in diagrams, whose marks are none of the prompt's words.
fn plain(text: &str) -> String {
    let is_word = |letter: &char| letter.is_alphanumeric() || " ,.'’-".contains(*letter);
    text.chars().filter(is_word).take(60).collect::<String>().trim().to_owned()
}

/// Each demand is a task of its own, of whoever leads: no line of a template is about it. It comes before the work with
/// that key: the one that has to wait for it, else the one that proves all demands.
fn demand_tasks<'a>(archetype: &'a Archetype, facts: &Facts) -> Vec<(&'a str, Value)> {
    let task = |(role, fact): (DemandRole, &Fact)| {
        let verb = if role == DemandRole::MustNot { "Rule out" } else { "Provide for" };
        let task = json!({
            "title": format!("{verb} {}: {}", fact.id, plain(&fact.quote)),
            "deliverable": "how it is met, who answers for it, and what it costs",
            "done_when": format!("{} was shown to be met", fact.id),
            "role": archetype.lead(),
            "template": format!("demand:{}", fact.id),
        });
        let awaiting = archetype.awaiting(&fact.quote, facts);
        (awaiting.map_or(archetype.proves_at(), |work| work.key.as_str()), task)
    };
    facts.demands().take(MOST).map(task).collect()
}

/// Tasks of demands beyond these would outweigh the rest.
const MOST: usize = 8;
