//! Decisions of a run, without a store, a clock or a thread.

use proptest::prelude::*;

use planner::{By, Context, Input, Kind, Output, Produced, Task, hard, output};

use super::*;
use crate::graph::{Graph, Target};

fn nothing(_: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Err(TaskError::Fatal("no decision runs a task".to_owned()))
}

const fn task(
    name: &'static str,
    phase: Phase,
    inputs: &'static [Input],
    outputs: &'static [Output],
) -> Task {
    Task { name, phase, version: 1, inputs, outputs, weight: 1, by: By::Code, run: nothing }
}

const KIND: Kind = Kind::Intermediate;

/// source → Left, Right → BuildReport → FinalizeRun
const DIAMOND: [Task; 4] = [
    task("Left", Phase::Initializing, &[hard("source")], &[output("left", KIND)]),
    task("Right", Phase::Initializing, &[hard("source")], &[output("right", KIND)]),
    task(
        "BuildReport",
        Phase::Exporting,
        &[hard("left"), hard("right")],
        &[output("report", KIND)],
    ),
    task("FinalizeRun", Phase::Finalizing, &[hard("report")], &[output("end", KIND)]),
];

fn diamond() -> Graph {
    Graph::new(&DIAMOND).unwrap()
}

const LEFT: TaskIdx = 0;
const RIGHT: TaskIdx = 1;
const REPORT: TaskIdx = 2;
const FINAL: TaskIdx = 3;

/// A run over the diamond that remembers what it decided.
struct Trial {
    state: State,
    records: Vec<Option<Record>>,
}

impl Trial {
    fn new(workers: usize) -> Self {
        Self::over(workers, vec![None; 4], |_| None)
    }

    /// A run that finds these records and heads.
    fn over(
        workers: usize,
        records: Vec<Option<Record>>,
        head: impl Fn(&str) -> Option<Head>,
    ) -> Self {
        let graph = diamond();
        let mut heads: Heads = graph.paths().iter().map(|path| head(path)).collect();
        let source = graph.path("source").unwrap();
        heads[source] =
            heads[source].or(Some(Head { sha256: Digest::of(b"source"), pinned: false }));
        let exists = |path: PathIdx| heads[path].is_some();
        let wanted = graph.wanted(Target::BuildPlan, exists, |_| false).unwrap();
        let plan = Plan {
            graph: Arc::new(graph),
            wanted,
            models: vec![None; 4],
            records: records.clone(),
            workers,
            earlier: BTreeMap::new(),
        };
        Self { state: State::new(Arc::new(plan), heads, Progress::none()), records }
    }

    fn feed(&mut self, event: Event) -> Vec<String> {
        let (next, actions) = step(&self.state, event);
        self.state = next;
        let graph = Arc::clone(&self.state.plan.graph);
        let mut told = Vec::new();
        for action in actions {
            match action {
                Action::Launch { task, .. } => {
                    told.push(format!("launch {}", graph.tasks()[task].name));
                }
                Action::Cancel => told.push("cancel".to_owned()),
                Action::Finish(outcome) => told.push(format!("finish {outcome:?}")),
                Action::Commit(facts) => {
                    for fact in facts {
                        if let Fact::TaskCompleted { task, record, .. } = fact {
                            self.records[task] = Some(record);
                        } else if let Fact::TaskCached { task, .. } = fact {
                            told.push(format!("cached {}", graph.tasks()[task].name));
                        } else if let Fact::TaskFailed { task, .. } = fact {
                            told.push(format!("failed {}", graph.tasks()[task].name));
                        }
                    }
                }
            }
        }
        told
    }

    fn produce(&mut self, task: TaskIdx, content: &str) -> Vec<String> {
        let path = self.state.plan.graph.outputs(task)[0];
        let sha256 = Digest::of(content.as_bytes());
        let outputs = vec![Written { path, sha256, size: content.len() as u64 }];
        self.feed(Event::Produced { task, outputs, millis: 1 })
    }

    fn head(&self, path: &str) -> Option<Head> {
        self.state.heads[self.state.plan.graph.path(path)?]
    }
}

/// A diamond that was run to its end once.
fn finished() -> Trial {
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    for task in [LEFT, RIGHT, REPORT, FINAL] {
        trial.produce(task, "x");
    }
    trial
}

/// The next run, with other content at `path`.
fn next_run(before: &Trial, path: &str, head: Head) -> Trial {
    let at = |name: &str| if name == path { Some(head) } else { before.head(name) };
    Trial::over(2, before.records.clone(), at)
}

#[test]
fn producers_come_before_consumers_and_the_last_one_ends_the_run() {
    let mut trial = Trial::new(2);
    assert_eq!(trial.feed(Event::Begun), ["launch Left", "launch Right"]);
    assert_eq!(trial.state.present_inputs(LEFT).len(), 1);
    assert_eq!(trial.produce(RIGHT, "r"), Vec::<String>::new());
    assert_eq!(trial.produce(LEFT, "l"), ["launch BuildReport"]);
    assert_eq!(trial.produce(REPORT, "b"), ["launch FinalizeRun"]);
    assert_eq!(trial.produce(FINAL, "f"), ["finish Completed"]);
}

#[test]
fn one_worker_runs_one_task_at_a_time() {
    let mut trial = Trial::new(1);
    assert_eq!(trial.feed(Event::Begun), ["launch Left"]);
    assert_eq!(trial.produce(LEFT, "l"), ["launch Right"]);
    assert_eq!(trial.produce(RIGHT, "r"), ["launch BuildReport"]);
}

#[test]
fn a_second_run_finds_everything_done() {
    let mut again =
        next_run(&finished(), "nowhere", Head { sha256: Digest::of(b""), pinned: false });
    assert_eq!(
        again.feed(Event::Begun),
        [
            "cached Left",
            "cached Right",
            "cached BuildReport",
            "cached FinalizeRun",
            "finish Completed"
        ]
    );
}

#[test]
fn a_run_that_changed_hands_tells_nothing_twice() {
    let mut first = Trial::new(2);
    first.feed(Event::Begun);
    first.produce(LEFT, "x");
    let nowhere = Head { sha256: Digest::of(b""), pinned: false };
    let mut second = next_run(&first, "nowhere", nowhere);
    let plan = Arc::get_mut(&mut second.state.plan).unwrap();
    plan.earlier.insert(LEFT, Earlier::Done { cached: false });
    plan.earlier.insert(RIGHT, Earlier::Started);
    second.state.progress = first.state.progress.clone();
    let (_, actions) = step(&second.state, Event::Begun);
    assert!(!actions.iter().any(|it| matches!(it, Action::Commit(_))), "{actions:?}");
    assert_eq!(second.feed(Event::Begun), ["launch Right"]);
    assert_eq!(second.produce(RIGHT, "x"), ["launch BuildReport"]);
    assert_eq!(second.state.progress().cached, 0);
}

#[test]
fn equal_bytes_cut_the_consumers_off() {
    let source = Head { sha256: Digest::of(b"new source"), pinned: false };
    let mut again = next_run(&finished(), "source", source);
    assert_eq!(again.feed(Event::Begun), ["launch Left", "launch Right"]);
    again.produce(LEFT, "x");
    assert_eq!(
        again.produce(RIGHT, "x"),
        ["cached BuildReport", "cached FinalizeRun", "finish Completed"]
    );
}

#[test]
fn an_edit_keeps_its_place_and_its_consumers_run() {
    let edit = Head { sha256: Digest::of(b"edit"), pinned: true };
    let mut again = next_run(&finished(), "left", edit);
    assert_eq!(again.feed(Event::Begun), ["cached Left", "cached Right", "launch BuildReport"]);
    assert_eq!(again.head("left"), Some(edit));
}

/// What became of the outputs of a task that runs over these heads and writes `x`.
fn change_of(head: Option<Head>) -> Change {
    let trial = Trial::over(2, vec![None; 4], |path| head.filter(|_| path == "left"));
    let mut state = trial.state;
    state.tasks[LEFT] = TaskState::Running { share: None };
    let path = state.plan.graph.outputs(LEFT)[0];
    let written = Written { path, sha256: Digest::of(b"x"), size: 1 };
    let Fact::TaskCompleted { outputs, .. } = state.settle(LEFT, vec![written], 1) else {
        panic!("a settled task is complete");
    };
    let stands = head.filter(|it| it.pinned).map_or(Digest::of(b"x"), |it| it.sha256);
    assert_eq!(state.heads[path].map(|it| it.sha256), Some(stands));
    outputs[0].1
}

#[test]
fn an_output_is_new_changed_the_same_or_a_users() {
    let head =
        |content: &str, pinned| Some(Head { sha256: Digest::of(content.as_bytes()), pinned });
    assert_eq!(change_of(None), Change::Created);
    assert_eq!(change_of(head("y", false)), Change::Updated);
    assert_eq!(change_of(head("x", false)), Change::Same);
    assert_eq!(change_of(head("y", true)), Change::Pinned);
}

#[test]
fn progress_counts_what_is_done_and_shows_what_runs() {
    let source = Head { sha256: Digest::of(b"new source"), pinned: false };
    let edit = Head { sha256: Digest::of(b"edit"), pinned: true };
    let before = finished();
    let at = |name: &str| match name {
        "source" => Some(source),
        "left" => Some(edit),
        _ => before.head(name),
    };
    let mut again = Trial::over(2, before.records.clone(), at);
    again.feed(Event::Begun);
    again.feed(Event::Progressed { task: RIGHT, share: 0.5 });
    let progress = again.state.progress().clone();
    assert_eq!((progress.done, progress.cached), (1, 1));
    assert_eq!(progress.running, [RunningTask { name: "Right".to_owned(), pct: Some(0.5) }]);
    assert!((progress.overall - 1.5 / 4.0).abs() < 1e-9, "{}", progress.overall);
    assert_eq!(progress.phase, Phase::Initializing);
    let shares = [(Phase::Initializing, 0.75), (Phase::Exporting, 0.0), (Phase::Finalizing, 0.0)];
    assert_eq!(progress.phases, shares);
    again.produce(RIGHT, "y");
    let progress = again.state.progress();
    assert_eq!((progress.done, progress.cached, progress.phase), (2, 1, Phase::Exporting));
}

#[test]
fn a_run_that_wants_nothing_is_complete() {
    let mut trial = Trial::new(2);
    Arc::get_mut(&mut trial.state.plan).unwrap().wanted.clear();
    assert_eq!(trial.feed(Event::Begun), ["finish Completed"]);
    assert!((trial.state.progress().overall - 0.999).abs() < 1e-9);
}

#[test]
fn a_stop_keeps_what_finishes_in_time_and_starts_nothing() {
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    assert_eq!(trial.feed(Event::StopRequested(StopMode::Graceful)), ["cancel"]);
    assert_eq!(trial.produce(LEFT, "l"), Vec::<String>::new());
    assert!(trial.records[LEFT].is_some());
    let given_up = Event::Failed { task: RIGHT, error: TaskError::Cancelled };
    assert_eq!(trial.feed(given_up), ["finish Stopped"]);
}

#[test]
fn a_task_that_breaks_during_a_stop_is_told_and_one_that_gives_up_is_not() {
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    trial.feed(Event::StopRequested(StopMode::Graceful));
    let broken = TaskError::Recoverable("no".to_owned());
    assert_eq!(trial.feed(Event::Failed { task: LEFT, error: broken }), ["failed Left"]);
    let given_up = Event::Failed { task: RIGHT, error: TaskError::Cancelled };
    assert_eq!(trial.feed(given_up), ["finish Stopped"]);
}

#[test]
fn a_task_that_gives_up_by_itself_fails_the_run() {
    let mut trial = Trial::new(1);
    trial.feed(Event::Begun);
    let told = trial.feed(Event::Failed { task: LEFT, error: TaskError::Cancelled });
    assert_eq!(told, ["failed Left", "launch Right"]);
}

#[test]
fn a_task_that_ignores_a_stop_is_left_behind() {
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    trial.feed(Event::StopRequested(StopMode::Graceful));
    assert_eq!(trial.feed(Event::GraceExpired), ["finish Stopped"]);
    assert_eq!(trial.produce(LEFT, "late"), Vec::<String>::new());
    assert!(trial.records[LEFT].is_none(), "what comes after the end does not count");
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    let told = trial.feed(Event::StopRequested(StopMode::Immediate));
    assert_eq!(told, ["cancel", "finish Stopped"]);
}

#[test]
fn a_failure_lets_other_branches_finish_and_then_ends_the_run() {
    let mut trial = Trial::new(1);
    trial.feed(Event::Begun);
    let error = TaskError::Recoverable("no".to_owned());
    assert_eq!(trial.feed(Event::Failed { task: LEFT, error }), ["failed Left", "launch Right"]);
    let told = trial.produce(RIGHT, "r");
    assert!(told[0].starts_with("finish Failed") && told[0].contains("task_failed"), "{told:?}");
}

#[test]
fn a_question_for_a_person_lets_the_run_wait() {
    let mut trial = Trial::new(1);
    trial.feed(Event::Begun);
    let error = TaskError::NeedsAnswer("Which town?".to_owned());
    trial.feed(Event::Failed { task: LEFT, error });
    let told = trial.produce(RIGHT, "r");
    assert!(told[0].starts_with("finish Waiting") && told[0].contains("needs_answer"), "{told:?}");
}

#[test]
fn the_time_limit_fails_the_run_and_leaves_it_resumable() {
    let mut trial = Trial::new(2);
    trial.feed(Event::Begun);
    assert_eq!(trial.feed(Event::DeadlineReached), ["cancel"]);
    let told = trial.feed(Event::GraceExpired);
    assert!(
        told[0].contains("max_runtime_exceeded") && told[0].contains("Recoverable"),
        "{told:?}"
    );
}

/// Any event, possible or not: a driver may be late, and tasks may speak after the end.
fn any_event() -> impl Strategy<Value = Event> {
    let task = 0..4usize;
    let written = |path: TaskIdx, content: u8| Written {
        path: diamond().outputs(path)[0],
        sha256: Digest::of([content]),
        size: 1,
    };
    prop_oneof![
        1 => Just(Event::Begun),
        2 => (task.clone(), 0.0..1.0f64).prop_map(|(task, share)| Event::Progressed { task, share }),
        8 => (task.clone(), 0..3u8).prop_map(move |(task, content)| Event::Produced {
            task, outputs: vec![written(task, content)], millis: 1,
        }),
        1 => task.prop_map(|task| Event::Failed { task, error: TaskError::Cancelled }),
        1 => Just(Event::StopRequested(StopMode::Graceful)),
        1 => Just(Event::DeadlineReached),
        1 => Just(Event::GraceExpired),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_the_rules_hold_and_a_replay_decides_the_same(
        events in proptest::collection::vec(any_event(), 0..40),
        workers in 1..3usize,
    ) {
        let mut trial = Trial::new(workers);
        let mut log = Vec::new();
        let (mut overall, mut phase, mut closing, mut ends) = (0.0, Phase::Initializing, false, 0);
        for event in &events {
            closing |= matches!(event, Event::StopRequested(_) | Event::DeadlineReached);
            let told = trial.feed(event.clone());
            ends += told.iter().filter(|line| line.starts_with("finish")).count();
            prop_assert!(!closing || told.iter().all(|line| !line.starts_with("launch")));
            prop_assert!(trial.state.running().count() <= workers);
            let progress = trial.state.progress();
            prop_assert!(progress.overall >= overall && progress.overall <= 1.0);
            prop_assert!(progress.phase >= phase);
            (overall, phase) = (progress.overall, progress.phase);
            log.push(told);
        }
        prop_assert!(ends <= 1, "a run ends once");
        let mut replay = Trial::new(workers);
        let again: Vec<Vec<String>> = events.into_iter().map(|event| replay.feed(event)).collect();
        prop_assert_eq!(log, again);
    }
}
