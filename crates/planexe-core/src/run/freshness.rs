//! The up-to-date rule: whether a task must run, and why. Pure; hashes in, verdict out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use planner::{By, Digest, Need};

use crate::graph::{Graph, PathIdx, TaskIdx};

/// What stands at a path now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) sha256: Digest,
    pub(crate) pinned: bool,
}

/// The current content of every path of a graph, by number.
pub(crate) type Heads = Vec<Option<Head>>;

/// How a task last produced its outputs, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The digest over everything below, at the time.
    pub(crate) key: Digest,
    /// The task's code version.
    pub(crate) version: u32,
    /// The digest of prompt and schema, for tasks that ask a model.
    pub(crate) prompt: Option<Digest>,
    /// The provider's identity, for tasks that ask a model.
    pub(crate) model: Option<String>,
    /// Content read, by path; a soft input that was absent is null.
    pub(crate) inputs: BTreeMap<String, Option<Digest>>,
    /// Content written, by path.
    pub(crate) outputs: BTreeMap<String, Digest>,
    /// Set when somebody made the task stale by hand, with the reason.
    pub(crate) invalidated: Option<String>,
    /// How long the task took, in milliseconds.
    pub(crate) millis: u64,
}

/// Everything a task's result depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) version: u32,
    pub(crate) prompt: Option<Digest>,
    pub(crate) model: Option<String>,
    pub(crate) inputs: BTreeMap<String, Option<Digest>>,
}

impl Recipe {
    /// What `task` would be made of now. `model` is the identity of the provider it would ask.
    pub(crate) fn of(graph: &Graph, task: TaskIdx, model: Option<&str>, heads: &Heads) -> Self {
        let entry = &graph.tasks()[task];
        let inputs = graph
            .inputs(task)
            .iter()
            .map(|&(path, _)| (graph.paths()[path].to_owned(), heads[path].map(|head| head.sha256)))
            .collect();
        Self {
            version: entry.version,
            prompt: entry.prompt_digest(),
            model: model.filter(|_| !matches!(entry.by, By::Code)).map(str::to_owned),
            inputs,
        }
    }

    /// The digest that decides whether a stored result still holds.
    pub(crate) fn key(&self, name: &str) -> Digest {
        let known = |digest: Option<Digest>| digest.map_or("-".to_owned(), |d| d.to_string());
        let mut lines = vec![name.to_owned(), self.version.to_string(), known(self.prompt)];
        lines.push(self.model.clone().unwrap_or("-".to_owned()));
        lines
            .extend(self.inputs.iter().map(|(path, digest)| format!("{path}\0{}", known(*digest))));
        let text = lines.join("\n");
        Digest::of(text.as_bytes())
    }
}

/// Whether a task has to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Its outputs are what it would produce.
    Fresh,
    /// A user's edit stands in its place; `behind` if the inputs changed since.
    Pinned { behind: bool },
    /// The task must run again, for this reason.
    Stale(Why),
}

/// Why a task is not up to date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Why {
    /// It never finished in this session.
    NeverRun,
    /// Somebody asked for it.
    Invalidated {
        /// In the words of the request.
        by: String,
    },
    /// The task's own code produces something else now.
    CodeChanged,
    /// The instruction or the schema of the answer changed.
    PromptChanged,
    /// Another model, or another version of it, would answer.
    ModelChanged,
    /// Inputs have other content than last time.
    InputsChanged {
        /// The inputs that differ.
        paths: Vec<String>,
    },
    /// An output is gone or was put back to something the task did not write.
    OutputLost {
        /// An output of the task, relative to the session.
        path: String,
    },
    /// A task before it will run, and may change its inputs.
    Upstream {
        /// The stale tasks it reads from.
        tasks: Vec<String>,
    },
}

/// Judges one task against what stands now. Its producers must be settled already.
pub(crate) fn judge(
    graph: &Graph,
    task: TaskIdx,
    recipe: &Recipe,
    heads: &Heads,
    record: Option<&Record>,
) -> Verdict {
    let outputs = graph.outputs(task);
    let missing = outputs.iter().find(|&&path| heads[path].is_none());
    let is_pinned = outputs.iter().any(|&path| heads[path].is_some_and(|head| head.pinned));
    if missing.is_none() && is_pinned {
        return Verdict::Pinned { behind: record.is_some_and(|r| r.inputs != recipe.inputs) };
    }
    let Some(record) = record else {
        return Verdict::Stale(Why::NeverRun);
    };
    if let Some(by) = &record.invalidated {
        return Verdict::Stale(Why::Invalidated { by: by.clone() });
    }
    if let Some(&path) = outputs.iter().find(|&&path| is_lost(graph, path, heads, record)) {
        return Verdict::Stale(Why::OutputLost { path: graph.paths()[path].to_owned() });
    }
    if record.key == recipe.key(graph.tasks()[task].name) {
        return Verdict::Fresh;
    }
    Verdict::Stale(difference(recipe, record))
}

fn is_lost(graph: &Graph, path: PathIdx, heads: &Heads, record: &Record) -> bool {
    let written = record.outputs.get(graph.paths()[path]);
    heads[path].is_none_or(|head| !head.pinned && Some(&head.sha256) != written)
}

fn difference(recipe: &Recipe, record: &Record) -> Why {
    let paths: Vec<String> = recipe
        .inputs
        .iter()
        .filter(|(path, digest)| record.inputs.get(*path) != Some(digest))
        .map(|(path, _)| path.clone())
        .collect();
    if !paths.is_empty() {
        Why::InputsChanged { paths }
    } else if recipe.model != record.model {
        Why::ModelChanged
    } else if recipe.prompt != record.prompt {
        Why::PromptChanged
    } else {
        Why::CodeChanged
    }
}

/// Judges every task as a run would find them now, from producers to consumers. A task behind a
/// stale one is stale as well: whether it really runs depends on the bytes that come out.
pub(crate) fn survey(
    graph: &Graph,
    models: impl Fn(TaskIdx) -> Option<String>,
    heads: &Heads,
    records: &[Option<Record>],
) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(graph.tasks().len());
    for (task, record) in records.iter().enumerate() {
        let recipe = Recipe::of(graph, task, models(task).as_deref(), heads);
        let mut verdict = judge(graph, task, &recipe, heads, record.as_ref());
        if verdict == Verdict::Fresh || waits_for_lost(graph, &verdict, heads, &verdicts) {
            // A soft input that never existed is not waited for.
            let is_read = |path: PathIdx| {
                heads[path].is_some()
                    || record.as_ref().is_some_and(|it| {
                        it.inputs.get(graph.paths()[path]).is_some_and(Option::is_some)
                    })
            };
            let awaited = graph
                .inputs(task)
                .iter()
                .filter(|&&(path, need)| need == Need::Hard || is_read(path));
            let mut tasks: Vec<String> = awaited
                .filter_map(|&(path, _)| graph.producer(path))
                .filter(|&before| matches!(verdicts[before], Verdict::Stale(_)))
                .map(|before| graph.tasks()[before].name.to_owned())
                .collect();
            tasks.dedup();
            if !tasks.is_empty() {
                verdict = Verdict::Stale(Why::Upstream { tasks });
            }
        }
        verdicts.push(verdict);
    }
    verdicts
}

/// Whether a task is stale for nothing but inputs that are lost and will be made again.
fn waits_for_lost(graph: &Graph, verdict: &Verdict, heads: &Heads, before: &[Verdict]) -> bool {
    let Verdict::Stale(Why::InputsChanged { paths }) = verdict else { return false };
    let is_awaited = |path: PathIdx| {
        let producer = graph.producer(path);
        heads[path].is_none()
            && producer.is_some_and(|task| matches!(before[task], Verdict::Stale(_)))
    };
    paths.iter().all(|path| graph.path(path).is_some_and(is_awaited))
}

#[cfg(test)]
mod tests;
