//! BreakDownWork: stages with milestones, and tasks with a deliverable, a test and a role.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use crate::archetype::{self, Archetype, Work};
use crate::artifact::Kind;
use crate::facts::{self, Facts};
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "BreakDownWork",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[hard("facts.json"), hard("purpose.json"), hard("decisions.json")],
    outputs: &[output("wbs.json", Kind::Intermediate)],
    weight: 4,
    by: By::Planner(Ask {
        prompt: "Break the project down into two to five stages, each with a milestone and two to seven \
                 tasks, in the order of the work. A task has a title that begins with a verb, a \
                 deliverable that can be shown, a test that tells when it is done (done_when), and the \
                 role that does it. Use few roles, spelt alike. Name in deadline_task the title of the \
                 task that a stated deadline is about; deadline_kind is fixed if it takes place on that very \
                 day, like a wedding, and latest otherwise. No durations and no costs.",
        shows: &["purpose.json", "facts.json", "decisions.json"],
        schema: r#"{"type":"object","required":["stages","lead","deadline_task"],"properties":{"stages":{"type":"array","minItems":1,"maxItems":6,"items":{"type":"object","required":["title","milestone","tasks"],"properties":{"title":{"type":"string","minLength":1,"maxLength":60},"milestone":{"type":"string","minLength":1,"maxLength":120},"tasks":{"type":"array","minItems":1,"maxItems":9,"items":{"type":"object","required":["title","deliverable","done_when","role"],"properties":{"title":{"type":"string","minLength":1,"maxLength":90},"deliverable":{"type":"string","minLength":1,"maxLength":160},"done_when":{"type":"string","minLength":1,"maxLength":160},"role":{"type":"string","minLength":1,"maxLength":60}}}}}}},"lead":{"type":"string","minLength":1,"maxLength":60},"deadline_task":{"type":"string","maxLength":90},"deadline_kind":{"enum":["latest","fixed"]}}}"#,
        faults,
        rules,
    }),
    run,
};

/// `wbs.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Wbs {
    pub(super) stages: Vec<Stage>,
    /// The role that leads.
    pub(super) lead: String,
    /// The title of the task that a deadline is about.
    #[serde(default)]
    pub(super) deadline_task: String,
    /// `fixed` when that task takes place on the day itself.
    #[serde(default)]
    pub(super) deadline_kind: String,
}

/// A stretch of work that ends with a milestone.
#[derive(Debug, Deserialize)]
pub(super) struct Stage {
    /// `W1` and up.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) milestone: String,
    pub(super) tasks: Vec<Entry>,
}

/// A piece of work.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    /// `W1.1` and up.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) deliverable: String,
    pub(super) done_when: String,
    pub(super) role: String,
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

    /// The archetype that rules took the entries from.
    pub(super) fn archetype(&self) -> Option<&'static Archetype> {
        let (_, entry) = self.entries().find(|(_, entry)| !entry.template.is_empty())?;
        Some(archetype::find(entry.template.split(':').next()?))
    }

    /// The roles in order of appearance.
    pub(super) fn roles(&self) -> Vec<&str> {
        let mut roles: Vec<&str> = Vec::new();
        for (_, entry) in self.entries() {
            if !roles.contains(&entry.role.as_str()) {
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
    super::number(&mut answer.value["stages"], "W");
    for stage in answer.value["stages"].as_array_mut().into_iter().flatten() {
        let prefix = format!("{}.", stage["id"].as_str().unwrap_or_default());
        super::number(&mut stage["tasks"], &prefix);
    }
    Ok(vec![ctx.stamped("wbs.json", answer.value, &answer.origin)])
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
    let open = open_demands(archetype, &facts);
    let [asks, proves] = archetype.demands_at();
    let mut stages = Vec::new();
    for stage in &archetype.stages {
        let tasks: Vec<Value> = stage
            .tasks
            .iter()
            .filter(|work| work.applies(&facts))
            .map(|work| {
                let mut done = archetype.fill(&work.done, &facts);
                if !open.is_empty() && work.key == proves {
                    let _ = write!(done, "; {open} proven");
                } else if !open.is_empty() && work.key == asks {
                    let _ = write!(done, "; {open} in writing");
                }
                json!({
                    "title": archetype.fill(&work.title, &facts),
                    "deliverable": archetype.fill(&work.deliverable, &facts),
                    "done_when": done,
                    "role": work.role(archetype).title,
                    "template": format!("{}:{}", archetype.id, work.key),
                })
            })
            .collect();
        let mut tasks = tasks;
        if archetype.is_generic() && stage.tasks.iter().any(|work| work.key == "means") {
            tasks.splice(1..1, demand_tasks(archetype, &facts));
        }
        if !tasks.is_empty() {
            let milestone = archetype.fill(&stage.milestone, &facts);
            stages.push(json!({ "title": stage.title, "milestone": milestone, "tasks": tasks }));
        }
    }
    let (deadline, is_fixed) = archetype.deadline(&facts);
    Ok(json!({
        "stages": stages, "lead": archetype.lead(), "deadline_task": deadline,
        "deadline_kind": if is_fixed { "fixed" } else { "latest" }, "notice": NOTICE,
    }))
}

/// Where no template knows the work, each demand is a task of its own, of whoever leads.
fn demand_tasks(archetype: &Archetype, facts: &Facts) -> Vec<Value> {
    let demands = facts.of(facts::Kind::Demand).take(MOST);
    demands
        .map(|fact| {
            // A title also stands in diagrams, whose marks are none of the prompt's words.
            let is_word = |letter: &char| letter.is_alphanumeric() || " ,.'-".contains(*letter);
            let quote: String = fact.quote.chars().filter(is_word).take(60).collect();
            json!({
                "title": format!("Provide for {}: {quote}", fact.id),
                "deliverable": "who does it, with what, by when, and what it costs",
                "done_when": format!("{} was tried once before it counts", fact.id),
                "role": archetype.lead(),
            })
        })
        .collect()
}

/// Tasks of demands beyond these would outweigh the rest.
const MOST: usize = 4;

/// The ids of demands that no work of the template speaks of: "demands F3 and F5".
fn open_demands(archetype: &Archetype, facts: &Facts) -> String {
    let ids: Vec<&str> = facts
        .of(facts::Kind::Demand)
        .filter(|fact| archetype.answering(&fact.quote, facts).is_none())
        .map(|fact| fact.id.as_str())
        .take(SHOWN)
        .collect();
    match ids.split_last() {
        None => String::new(),
        Some((one, [])) => format!("demand {one}"),
        Some((last, rest)) => format!("demands {} and {last}", rest.join(", ")),
    }
}

/// More ids than these do not fit into the test of a task.
const SHOWN: usize = 8;
