//! The task graph: who produces what, who reads it, and what a target needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use planner::{Need, Task};

use crate::artifact::ArtifactPath;

/// A checked set of tasks. Tasks and paths are numbered, so that a run's state is small vectors.
#[derive(Debug)]
pub struct Graph {
    tasks: Vec<Task>,
    paths: Vec<&'static str>,
    by_path: BTreeMap<&'static str, PathIdx>,
    producer: Vec<Option<TaskIdx>>,
    inputs: Vec<Vec<(PathIdx, Need)>>,
    outputs: Vec<Vec<PathIdx>>,
}

/// Position of a task in its graph; producers come before consumers.
pub(crate) type TaskIdx = usize;
/// Position of an artifact path in its graph.
pub(crate) type PathIdx = usize;

/// Why tasks do not form a graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// Two tasks write one path, or have one name.
    #[error("{0} is declared twice")]
    Duplicate(&'static str),
    /// Tasks wait for each other.
    #[error("{0} depends on itself through others")]
    Cycle(&'static str),
    /// A declared path is not one an artifact can have.
    #[error("{0} cannot be an artifact path")]
    Path(&'static str),
}

impl Graph {
    /// Orders `tasks` so that producers come first; among equals the given order stays.
    pub fn new(tasks: &[Task]) -> Result<Self, GraphError> {
        let tasks = sorted(tasks)?;
        let mut graph = Self {
            paths: Vec::new(),
            by_path: BTreeMap::new(),
            producer: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            tasks: Vec::new(),
        };
        for (idx, task) in tasks.iter().enumerate() {
            let outputs = task.outputs.iter().map(|output| graph.number(output.path)).collect();
            for &path in &outputs {
                let path: PathIdx = path;
                graph.producer[path] = Some(idx);
            }
            graph.outputs.push(outputs);
            let inputs =
                task.inputs.iter().map(|input| (graph.number(input.path), input.need)).collect();
            graph.inputs.push(inputs);
        }
        graph.tasks = tasks;
        match graph.paths.iter().find(|path| path.parse::<ArtifactPath>().is_err()) {
            Some(path) => Err(GraphError::Path(path)),
            None => Ok(graph),
        }
    }

    fn number(&mut self, path: &'static str) -> PathIdx {
        if let Some(&idx) = self.by_path.get(path) {
            return idx;
        }
        self.paths.push(path);
        self.producer.push(None);
        self.by_path.insert(path, self.paths.len() - 1);
        self.paths.len() - 1
    }

    /// All tasks, producers before consumers.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    pub(crate) fn find(&self, name: &str) -> Option<TaskIdx> {
        self.tasks.iter().position(|task| task.name == name)
    }

    /// The number of a path that some task reads or writes.
    pub(crate) fn path(&self, path: &str) -> Option<PathIdx> {
        self.by_path.get(path).copied()
    }

    /// Every path that some task reads or writes.
    pub(crate) fn paths(&self) -> &[&'static str] {
        &self.paths
    }

    /// The task that writes a path; none for what only users write.
    pub(crate) fn producer(&self, path: PathIdx) -> Option<TaskIdx> {
        self.producer[path]
    }

    /// What a task reads.
    pub(crate) fn inputs(&self, task: TaskIdx) -> &[(PathIdx, Need)] {
        &self.inputs[task]
    }

    /// What a task writes.
    pub(crate) fn outputs(&self, task: TaskIdx) -> &[PathIdx] {
        &self.outputs[task]
    }

    /// The tasks that read a path, whether they must or may.
    pub(crate) fn consumers(&self, path: PathIdx) -> impl Iterator<Item = TaskIdx> + '_ {
        (0..self.tasks.len())
            .filter(move |&task| self.inputs[task].iter().any(|&(input, _)| input == path))
    }

    /// The tasks whose outputs a task reads, whether it must or may.
    pub(crate) fn dependencies(&self, task: TaskIdx) -> impl Iterator<Item = TaskIdx> + '_ {
        self.inputs[task].iter().filter_map(|&(path, _)| self.producer[path])
    }

    /// `tasks` and everything that reads their outputs, directly or not, in graph order.
    pub(crate) fn downstream(&self, tasks: &[TaskIdx]) -> Vec<TaskIdx> {
        let mut reached = vec![false; self.tasks.len()];
        for &task in tasks {
            reached[task] = true;
        }
        for task in 0..self.tasks.len() {
            reached[task] = reached[task] || self.dependencies(task).any(|before| reached[before]);
        }
        (0..self.tasks.len()).filter(|&task| reached[task]).collect()
    }

    /// The tasks a run towards `target` looks at, in graph order. Nothing has to be built for an
    /// adopted task: a user wrote its outputs before it ever ran. The error names a path that the
    /// target takes as given but that does not exist.
    pub(crate) fn wanted(
        &self,
        target: Target,
        exists: impl Fn(PathIdx) -> bool,
        is_adopted: impl Fn(TaskIdx) -> bool,
    ) -> Result<Vec<TaskIdx>, &'static str> {
        let given = target.given();
        let mut wanted = vec![false; self.tasks.len()];
        let mut open: Vec<TaskIdx> =
            target.finals().iter().filter_map(|name| self.find(name)).collect();
        while let Some(task) = open.pop() {
            if std::mem::replace(&mut wanted[task], true) || is_adopted(task) {
                continue;
            }
            for &(path, need) in &self.inputs[task] {
                if need == Need::Soft {
                    continue;
                }
                let is_given = given.contains(&self.paths[path]);
                match self.producer[path] {
                    Some(producer) if !is_given => open.push(producer),
                    _ if !exists(path) => return Err(self.paths[path]),
                    _ => {}
                }
            }
        }
        Ok((0..self.tasks.len()).filter(|&task| wanted[task]).collect())
    }
}

/// Depth-first by declared inputs; keeps the given order where the graph leaves a choice.
fn sorted(tasks: &[Task]) -> Result<Vec<Task>, GraphError> {
    let mut producer = BTreeMap::new();
    let mut names = BTreeMap::new();
    for (idx, task) in tasks.iter().enumerate() {
        if names.insert(task.name, idx).is_some() {
            return Err(GraphError::Duplicate(task.name));
        }
        for output in task.outputs {
            if producer.insert(output.path, idx).is_some() {
                return Err(GraphError::Duplicate(output.path));
            }
        }
    }
    let mut waiting: Vec<usize> = tasks
        .iter()
        .map(|task| task.inputs.iter().filter(|input| producer.contains_key(input.path)).count())
        .collect();
    let mut consumers = vec![Vec::new(); tasks.len()];
    for (idx, task) in tasks.iter().enumerate() {
        for before in task.inputs.iter().filter_map(|input| producer.get(input.path)) {
            consumers[*before].push(idx);
        }
    }
    let mut ready: std::collections::BTreeSet<usize> =
        (0..tasks.len()).filter(|&idx| waiting[idx] == 0).collect();
    let mut order = Vec::new();
    while let Some(idx) = ready.pop_first() {
        order.push(tasks[idx]);
        for &consumer in &consumers[idx] {
            waiting[consumer] -= 1;
            if waiting[consumer] == 0 {
                ready.insert(consumer);
            }
        }
    }
    match waiting.iter().position(|&count| count > 0) {
        Some(idx) => Err(GraphError::Cycle(tasks[idx].name)),
        None => Ok(order),
    }
}

/// What a run is to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The plan and its report, unjudged.
    BuildPlan,
    /// The judgement of the `plan.md` that is there; nothing of the plan is generated.
    ValidatePlan,
    /// Both.
    BuildPlanAndValidate,
}

impl Target {
    /// The targets a client can name.
    pub const ALL: [Self; 3] = [Self::BuildPlan, Self::ValidatePlan, Self::BuildPlanAndValidate];

    /// The target of that name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.as_str() == text)
    }

    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BuildPlan => "build_plan",
            Self::ValidatePlan => "validate_plan",
            Self::BuildPlanAndValidate => "build_plan_and_validate",
        }
    }

    fn finals(self) -> &'static [&'static str] {
        match self {
            Self::BuildPlan => &["BuildReport", "FinalizeRun"],
            Self::ValidatePlan => &["WriteValidationReport", "FinalizeRun"],
            Self::BuildPlanAndValidate => &["WriteValidationReport", "BuildReport", "FinalizeRun"],
        }
    }

    /// Paths whose producers are left alone.
    fn given(self) -> &'static [&'static str] {
        match self {
            Self::ValidatePlan => &["plan.md"],
            Self::BuildPlan | Self::BuildPlanAndValidate => &[],
        }
    }
}
