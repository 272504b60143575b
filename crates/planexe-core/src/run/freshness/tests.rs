//! Verdicts over a chain of two tasks: `Ask` asks a model, `Read` reads what came of it.

use planner::{Ask, Context, Inputs, Kind, Phase, Produced, Task, TaskError, hard, output, soft};
use serde_json::Value;

use super::*;

fn nothing(_: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Err(TaskError::Fatal("no verdict runs a task".to_owned()))
}

fn no_rules(_: &Inputs) -> Result<Value, TaskError> {
    Err(TaskError::Fatal("no verdict asks".to_owned()))
}

const QUESTION: Ask = Ask {
    prompt: "Say it.",
    shows: &["source"],
    schema: String::new,
    faults: |_, _| Vec::new(),
    rules: no_rules,
};

const CHAIN: [Task; 3] = [
    Task {
        name: "Ask",
        phase: Phase::Initializing,
        version: 1,
        inputs: &[hard("source")],
        outputs: &[output("answer", Kind::Intermediate)],
        weight: 1,
        by: By::Planner(QUESTION),
        run: nothing,
    },
    Task {
        name: "BuildReport",
        phase: Phase::Exporting,
        version: 1,
        inputs: &[hard("source"), soft("answer")],
        outputs: &[output("report", Kind::Intermediate)],
        weight: 1,
        by: By::Code,
        run: nothing,
    },
    Task {
        name: "FinalizeRun",
        phase: Phase::Finalizing,
        version: 1,
        inputs: &[hard("report")],
        outputs: &[output("end", Kind::Intermediate)],
        weight: 1,
        by: By::Code,
        run: nothing,
    },
];

const ASK: TaskIdx = 0;
const REPORT: TaskIdx = 1;

/// A session in which every task finished, with the model `small`.
struct Session {
    graph: Graph,
    heads: Heads,
    records: Vec<Option<Record>>,
}

impl Session {
    fn finished() -> Self {
        let graph = Graph::new(&CHAIN).unwrap();
        let heads: Heads = graph
            .paths()
            .iter()
            .map(|path| Some(Head { sha256: Digest::of(path.as_bytes()), pinned: false }))
            .collect();
        let mut session = Self { graph, heads, records: vec![None; CHAIN.len()] };
        for task in 0..CHAIN.len() {
            session.finish(task);
        }
        session
    }

    /// Records that `task` has just made what stands.
    fn finish(&mut self, task: TaskIdx) {
        let Recipe { version, prompt, model, inputs } =
            Recipe::of(&self.graph, task, Some("small"), &self.heads);
        let mut record = Record {
            key: Digest::of(b""),
            version,
            prompt,
            model,
            inputs,
            outputs: BTreeMap::new(),
            invalidated: None,
            millis: 1,
        };
        record.key = Recipe::of(&self.graph, task, Some("small"), &self.heads)
            .key(self.graph.tasks()[task].name);
        for &path in self.graph.outputs(task) {
            let head = self.heads[path].expect("a finished task wrote its outputs");
            record.outputs.insert(self.graph.paths()[path].to_owned(), head.sha256);
        }
        self.records[task] = Some(record);
    }

    fn write(&mut self, path: &str, content: &str) {
        let path = self.graph.path(path).unwrap();
        self.heads[path] = Some(Head { sha256: Digest::of(content.as_bytes()), pinned: false });
    }

    fn remove(&mut self, path: &str) {
        let path = self.graph.path(path).unwrap();
        self.heads[path] = None;
    }

    fn record(&mut self, task: TaskIdx) -> &mut Record {
        self.records[task].as_mut().unwrap()
    }

    fn verdicts(&self, model: &str) -> Vec<Verdict> {
        survey(&self.graph, |_| Some(model.to_owned()), &self.heads, &self.records)
    }
}

fn upstream(task: &str) -> Verdict {
    Verdict::Stale(Why::Upstream { tasks: vec![task.to_owned()] })
}

#[test]
fn what_nothing_happened_to_is_fresh() {
    assert_eq!(Session::finished().verdicts("small"), vec![Verdict::Fresh; 3]);
}

#[test]
fn another_model_concerns_only_the_tasks_that_ask_it() {
    let verdicts = Session::finished().verdicts("large");
    let asked = Verdict::Stale(Why::ModelChanged);
    assert_eq!(verdicts, [asked, upstream("Ask"), upstream("BuildReport")]);
}

#[test]
fn the_reason_is_what_changed() {
    let reason = |change: fn(&mut Record)| {
        let mut session = Session::finished();
        let record = session.record(ASK);
        record.key = Digest::of(b"another recipe");
        change(record);
        match session.verdicts("small").swap_remove(ASK) {
            Verdict::Stale(why) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason(|it| it.model = Some("large".to_owned())), Why::ModelChanged);
    assert_eq!(reason(|it| it.prompt = None), Why::PromptChanged);
    assert_eq!(reason(|_| {}), Why::CodeChanged);
    assert_eq!(
        reason(|it| it.invalidated = Some("a user".to_owned())),
        Why::Invalidated { by: "a user".to_owned() }
    );
    let inputs = reason(|it| {
        it.inputs.insert("source".to_owned(), None);
    });
    assert_eq!(inputs, Why::InputsChanged { paths: vec!["source".to_owned()] });
}

#[test]
fn an_output_with_other_content_or_none_is_lost() {
    let lost = Verdict::Stale(Why::OutputLost { path: "report".to_owned() });
    let mut session = Session::finished();
    session.write("report", "of somebody else");
    assert_eq!(session.verdicts("small")[REPORT], lost);
    session.remove("report");
    assert_eq!(session.verdicts("small")[REPORT], lost);
}

#[test]
fn an_edit_is_behind_when_what_it_was_made_of_changed() {
    let mut session = Session::finished();
    let answer = session.graph.path("answer").unwrap();
    session.heads[answer] = Some(Head { sha256: Digest::of(b"edit"), pinned: true });
    assert_eq!(session.verdicts("small")[ASK], Verdict::Pinned { behind: false });
    session.write("source", "another");
    assert_eq!(session.verdicts("small")[ASK], Verdict::Pinned { behind: true });
}

#[test]
fn a_task_that_runs_makes_its_readers_stale() {
    let mut session = Session::finished();
    session.records[ASK] = None;
    let never = Verdict::Stale(Why::NeverRun);
    assert_eq!(session.verdicts("small"), [never, upstream("Ask"), upstream("BuildReport")]);
}

/// `BuildReport` was made without an answer, which it can do without.
#[test]
fn a_soft_input_that_never_existed_is_not_waited_for() {
    let mut session = Session::finished();
    session.remove("answer");
    session.records[ASK] = None;
    session.finish(REPORT);
    let never = Verdict::Stale(Why::NeverRun);
    assert_eq!(session.verdicts("small"), [never, Verdict::Fresh, Verdict::Fresh]);
}
