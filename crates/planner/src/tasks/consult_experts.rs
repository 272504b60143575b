//! ConsultExperts: what people of the field object to, the permits they know of, and comparable projects.
//! An objection changes days, costs or order; `Estimates` and `Dependencies` are read with these changes.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::break_down_work::Wbs;
use super::estimate_tasks::{Cost, Estimates};
use super::link_tasks::{Dependencies, Dependency};
use crate::artifact::Kind;
use crate::budget::Spread;
use crate::facts::amount;
use crate::id::WorkId;
use crate::schedule::LinkKind;
use crate::task::{
    Asks, By, Context, Inputs, Phase, Produced, Task, TaskError, ask, hard, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "ConsultExperts",
    phase: Phase::GeneratingPlan,
    version: 2,
    inputs: &[
        soft("prompt.md"),
        hard("facts.json"),
        hard("wbs.json"),
        hard("estimates.json"),
        hard("dependencies.json"),
        hard("risks.json"),
    ],
    outputs: &[output("experts.json", Kind::Intermediate)],
    weight: 3,
    by: By::Validator(ask::<Question>()),
    run,
};

struct Question;

impl Asks for Question {
    type Answer = Experts;
    const PROMPT: &'static str = "Read the work as two to five experts would who have done such projects and \
        gain nothing from this one, each of another profession (expert). Each objects to what would fail in practice, \
        two to eight objections in all: the task (an id of wbs.json), what is wrong (problem), what follows if \
        nothing changes (consequence), and what has to change (change). Where it changes numbers, state the likely \
        working days that the task takes longer (add_days), what it costs more in whole units of the currency of \
        estimates.json (add_cost), and the id of a task that has to be over first (wait_for); otherwise 0, 0 and null. \
        Then the permits that authorities at that place ask for, each with the task that needs it, and one to four \
        comparable projects with their outcome and its lesson. All of this is your own knowledge and is shown as such: \
        leave out what you do not know. If nothing is to be objected to, say why in none.";
    const SHOWS: &'static [&'static str] =
        &["facts.json", "wbs.json", "estimates.json", "dependencies.json", "risks.json"];

    fn faults(inputs: &Inputs, answer: &Experts) -> Vec<String> {
        let Ok(wbs) = inputs.read::<Wbs>("wbs.json") else { return Vec::new() };
        let mut faults = answer.faults(&wbs);
        if let Ok(dependencies) = inputs.read::<Dependencies>("dependencies.json") {
            faults.extend(answer.ordered(dependencies).resolve(&wbs).err());
        }
        faults
    }

    fn rules(inputs: &Inputs) -> Result<Experts, TaskError> {
        // Work that cannot be read is told here, as by every other reader.
        inputs.read::<Wbs>("wbs.json")?;
        Ok(Experts {
            none: "Rules know no experts of a field: objections, local permits and comparable projects are left out. \
                   A session with a model asks for them."
                .to_owned(),
            ..Experts::default()
        })
    }
}

/// `experts.json`.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(super) struct Experts {
    #[schemars(length(max = 8))]
    pub(super) objections: Vec<Objection>,
    #[schemars(length(max = 8))]
    pub(super) permits: Vec<Permit>,
    #[schemars(length(max = 4))]
    pub(super) comparables: Vec<Comparable>,
    /// Why there are no objections.
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub(super) none: String,
}

/// What an expert would not leave as it is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Objection {
    /// `E1` and up.
    #[serde(default)]
    #[schemars(skip)]
    pub(super) id: String,
    /// The profession of whoever objects.
    #[schemars(length(min = 1, max = 60))]
    pub(super) expert: String,
    pub(super) task: WorkId,
    #[schemars(length(min = 1, max = 300))]
    pub(super) problem: String,
    #[schemars(length(max = 300))]
    pub(super) consequence: String,
    #[schemars(length(min = 1, max = 300))]
    pub(super) change: String,
    /// Likely working days that the task takes longer.
    #[serde(default)]
    #[schemars(range(max = 500))]
    pub(super) add_days: u32,
    /// What the task costs more, in whole units.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub(super) add_cost: i64,
    /// The task that has to be over first.
    #[serde(default)]
    pub(super) wait_for: Option<WorkId>,
}

/// What an authority has to allow.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Permit {
    #[schemars(length(min = 1, max = 100))]
    pub(super) name: String,
    #[schemars(length(max = 100))]
    pub(super) authority: String,
    /// The task that needs it.
    pub(super) task: WorkId,
    #[schemars(length(max = 300))]
    pub(super) note: String,
}

/// A project of the same kind and how it ended.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Comparable {
    #[schemars(length(min = 1, max = 120))]
    pub(super) project: String,
    #[schemars(length(min = 1, max = 300))]
    pub(super) outcome: String,
    #[schemars(length(max = 300))]
    pub(super) lesson: String,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let (mut experts, origin) = ctx.answered::<Experts>()?;
    for (idx, objection) in experts.objections.iter_mut().enumerate() {
        objection.id = format!("E{}", idx + 1);
    }
    Ok(vec![ctx.written("experts.json", &experts, &origin)])
}

impl Experts {
    fn faults(&self, wbs: &Wbs) -> Vec<String> {
        let is_known = |id: &WorkId| wbs.entries().any(|(_, entry)| entry.id == *id);
        let tasks = self.objections.iter().map(|it| &it.task);
        let tasks = tasks.chain(self.permits.iter().map(|it| &it.task));
        let mut faults: Vec<String> =
            tasks.filter(|id| !is_known(id)).map(|id| format!("{id} is not in wbs.json")).collect();
        let professions: BTreeSet<&str> =
            self.objections.iter().map(|it| it.expert.as_str()).collect();
        let count = professions.len();
        if !(2..=5).contains(&count) && self.none.is_empty() {
            faults.push(format!(
                "{count} experts object, and two to five of different professions were asked for"
            ));
        }
        if self.comparables.is_empty() && self.none.is_empty() {
            faults.push("no comparable project is named".to_owned());
        }
        faults
    }

    /// The estimates with what the experts add to days and costs.
    pub(super) fn estimated(&self, mut estimates: Estimates) -> Estimates {
        for one in &self.objections {
            let Some(task) = estimates.tasks.iter_mut().find(|task| task.id == one.task) else {
                continue;
            };
            task.days.min += one.add_days;
            task.days.likely += one.add_days;
            task.days.max += one.add_days;
            if one.add_cost > 0 {
                let amount = Spread { min: one.add_cost, likely: one.add_cost, max: one.add_cost };
                let basis = format!("objection {} ({})", one.id, one.expert);
                let item = format!("What {} asks for ({})", one.id, one.expert);
                task.costs.push(Cost { item, amount, basis });
            }
        }
        estimates
    }

    /// The dependencies with the waiting that the experts ask for.
    pub(super) fn ordered(&self, mut dependencies: Dependencies) -> Dependencies {
        let waits = self.objections.iter().filter_map(|one| {
            let from = one.wait_for.clone()?;
            Some(Dependency { from, to: one.task.clone(), kind: LinkKind::FinishToStart, lag: 0 })
        });
        dependencies.links.extend(waits);
        dependencies
    }
}

impl Objection {
    /// What the plan changed for it, in numbers.
    pub(super) fn effect(&self, currency: &str) -> String {
        let mut parts = Vec::new();
        if self.add_days > 0 {
            parts.push(format!("{} more", super::working_days(i64::from(self.add_days))));
        }
        if self.add_cost > 0 {
            parts.push(format!("{} {currency} more", amount(self.add_cost)));
        }
        parts.extend(self.wait_for.iter().map(|task| format!("waits for {task}")));
        let parts = if parts.is_empty() { "its test".to_owned() } else { parts.join(", ") };
        format!("{}: {parts}", self.task)
    }
}
