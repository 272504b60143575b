//! LinkTasks: what has to wait for what, and why.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use super::break_down_work::{Entry, Wbs};
use crate::archetype::{Archetype, Work};
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::Facts;
use crate::id::WorkId;
use crate::schedule::{Fault, Link, LinkKind, Network, positions};
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "LinkTasks",
    phase: Phase::GeneratingPlan,
    version: 6,
    inputs: &[soft("prompt.md"), hard("wbs.json"), hard("facts.json")],
    outputs: &[output("dependencies.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Say which tasks of wbs.json wait for which. Each link has from and to (ids such as \
                 W1.2), kind (FS: to starts after from ends; SS, FF, SF likewise), lag in working days, \
                 and a reason. Link only what cannot be done otherwise; independent tasks run side by \
                 side. No circles.",
        shows: &["wbs.json"],
        schema: || {
            r#"{"type":"object","required":["links"],"properties":{"links":{"type":"array","maxItems":120,"items":{"type":"object","required":["from","to","kind","lag"],"properties":{"from":{"type":"string","maxLength":12},"to":{"type":"string","maxLength":12},"kind":{"enum":["FS","SS","FF","SF"]},"lag":{"type":"integer","minimum":-200,"maximum":400},"reason":{"type":"string","maxLength":160}}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `dependencies.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Dependencies {
    pub(super) links: Vec<Dependency>,
}

/// One task waits for another.
#[derive(Debug, Deserialize)]
pub(super) struct Dependency {
    pub(super) from: WorkId,
    pub(super) to: WorkId,
    pub(super) kind: LinkKind,
    #[serde(default)]
    pub(super) lag: i64,
}

impl Dependencies {
    /// The task that waits for itself through its links, in a sentence.
    pub(super) fn circle(&self) -> Option<String> {
        let ends = self.links.iter().flat_map(|link| [link.from.as_str(), link.to.as_str()]);
        let ids: Vec<&str> = ends.collect::<BTreeSet<_>>().into_iter().collect();
        let places = positions(ids.iter().copied());
        let link = |link: &Dependency| {
            let (from, to) = (places[link.from.as_str()], places[link.to.as_str()]);
            Link { from, to, kind: link.kind, lag: link.lag }
        };
        let links: Vec<Link> = self.links.iter().map(link).collect();
        match Network::new(ids.len(), &links) {
            Err(Fault::Circle(task)) => {
                Some(format!("{} waits for itself through others", ids[task]))
            }
            _ => None,
        }
    }

    /// The links by position in `wbs`; the error is a sentence for whoever wrote them.
    pub(super) fn resolve(&self, wbs: &Wbs) -> Result<Vec<Link>, String> {
        let ids: Vec<&str> = wbs.entries().map(|(_, entry)| entry.id.as_str()).collect();
        let places = positions(ids.iter().copied());
        let find = |id: &WorkId| {
            places
                .get(id.as_str())
                .copied()
                .ok_or_else(|| format!("{id} in a link is not in wbs.json"))
        };
        let mut links = Vec::new();
        for link in &self.links {
            let (from, to) = (find(&link.from)?, find(&link.to)?);
            links.push(Link { from, to, kind: link.kind, lag: link.lag });
        }
        match Network::new(ids.len(), &links) {
            Ok(_) => Ok(links),
            Err(Fault::Circle(task)) => {
                Err(format!("{} waits for itself through others", ids[task]))
            }
            Err(Fault::Unknown(task)) => Err(format!("there is no task at position {task}")),
        }
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    Ok(vec![ctx.stamped("dependencies.json", answer.value, &answer.origin)])
}

fn faults(inputs: &Inputs, answer: &Value) -> Vec<String> {
    let Ok(wbs) = inputs.read::<Wbs>("wbs.json") else { return Vec::new() };
    match serde_json::from_value::<Dependencies>(answer.clone()) {
        Ok(dependencies) => dependencies.resolve(&wbs).err().into_iter().collect(),
        Err(error) => vec![error.to_string()],
    }
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let wbs: Wbs = inputs.read("wbs.json")?;
    let entries: Vec<_> = wbs.entries().map(|(_, entry)| entry).collect();
    let mut links = Vec::new();
    for (position, entry) in entries.iter().enumerate() {
        if entry.template.starts_with("demand:") {
            let Some(archetype) = wbs.archetype() else { continue };
            let proves = format!("{}:{}", archetype.id, archetype.proves_at());
            if let Some(first) = entries.first().filter(|it| it.id != entry.id) {
                links.push(json!({ "from": first.id, "to": entry.id, "kind": "FS", "lag": 0,
                                   "reason": "the demand is written down there" }));
            }
            if let Some(after) = entries.iter().find(|it| it.template == proves) {
                links.push(json!({ "from": entry.id, "to": after.id, "kind": "FS", "lag": 0,
                                   "reason": "the demand has to be met by then" }));
            }
            continue;
        }
        // A day that others set waits for nothing but the result, where it comes later.
        if entry.template.starts_with("date:") {
            if let Some(result) = wbs.deadline_position().filter(|&it| it < position) {
                links.push(
                    json!({ "from": entries[result].id, "to": entry.id, "kind": "FS", "lag": 0,
                                   "reason": "its day is after that of the result" }),
                );
            }
            continue;
        }
        let Some((archetype, work)) = entry.work() else {
            // What somebody added comes after what stands before it.
            if let Some(before) = position.checked_sub(1).map(|idx| &entries[idx].id) {
                links.push(json!({ "from": before, "to": entry.id, "kind": "FS", "lag": 0,
                                   "reason": "written after it" }));
            }
            continue;
        };
        for (before, kind, lag) in waits(archetype, work, &entries) {
            links.push(json!({
                "from": before.id, "to": entry.id, "kind": kind, "lag": lag,
                "reason": format!("needs: {}", before.deliverable),
            }));
        }
    }
    let facts: Facts = inputs.read("facts.json")?;
    add_demanded(&wbs, &facts, &mut links);
    Ok(json!({ "links": links, "notice": NOTICE }))
}

/// What a piece of work waits for. Where the prompt leaves that out, what it would have waited for stands in its place.
fn waits<'e>(
    archetype: &Archetype,
    work: &Work,
    entries: &[&'e Entry],
) -> Vec<(&'e Entry, LinkKind, i64)> {
    let mut all: Vec<(&Entry, LinkKind, i64)> = Vec::new();
    for (key, kind, lag) in work.after() {
        let template = format!("{}:{key}", archetype.id);
        let found = match entries.iter().find(|it| it.template == template) {
            Some(before) => vec![(*before, kind, lag)],
            None => archetype.work(key).map_or_else(Vec::new, |it| waits(archetype, it, entries)),
        };
        let is_new = |one: &(&Entry, LinkKind, i64)| all.iter().all(|it| it.0.id != one.0.id);
        let found: Vec<_> = found.into_iter().filter(is_new).collect();
        all.extend(found);
    }
    all
}

/// "Tested before it is ordered": what a demand names as first comes before what waits for it, unless the work is the
/// other way round.
fn add_demanded(wbs: &Wbs, facts: &Facts, links: &mut Vec<Value>) {
    let Some(archetype) = wbs.archetype() else { return };
    let find = |template: String| wbs.entries().find(|(_, it)| it.template == template);
    for (_, demand) in facts.demands() {
        let Some(awaiting) = archetype.awaiting(&demand.quote, facts) else { continue };
        let meeting = format!("demand:{}", demand.id);
        let waits = find(format!("{}:{}", archetype.id, awaiting.key));
        if let (Some((_, first)), Some((_, then))) = (find(meeting), waits) {
            links.push(json!({ "from": first.id, "to": then.id, "kind": "FS", "lag": 0,
                               "reason": format!("{} asks for this order", demand.id) }));
            let all = serde_json::from_value::<Dependencies>(json!({ "links": links }));
            if all.is_ok_and(|all| all.resolve(wbs).is_err()) {
                links.pop();
            }
        }
    }
}
