//! The whole pipeline with a stub in place of a model: what is asked, and what an edit makes ask again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use planexe_core::{
    Answer, ArtifactUri, Call, Caller, Config, Edit, Engine, EventKind, Invalidate, NewSession,
    Options, Provider, ProviderError, Providers, Question, Range, RunState, SessionId,
};
use serde_json::{Value, json};

/// Answers by rule and remembers who asked.
#[derive(Clone, Default)]
struct Stub(Arc<Mutex<Vec<String>>>);

impl Stub {
    fn taken(&self) -> Vec<String> {
        let mut names = std::mem::take(&mut *self.0.lock().unwrap());
        names.sort();
        names
    }
}

impl Provider for Stub {
    fn identity(&self) -> String {
        "stub/1".to_owned()
    }

    fn answer(&self, question: &Question<'_>, _: &Call<'_>) -> Result<Answer, ProviderError> {
        self.0.lock().unwrap().push(question.task.to_owned());
        let mut value: Value =
            (question.ask.rules)(question.inputs).map_err(ProviderError::Task)?;
        // A model does not call itself a rule.
        value.as_object_mut().unwrap().remove("notice");
        Ok(Answer { value, origin: "stub, 9 tokens, 0.1 s".to_owned() })
    }
}

struct Rig {
    engine: Engine,
    stub: Stub,
    me: Caller,
    session: SessionId,
    _home: tempfile::TempDir,
}

impl Rig {
    fn new(idea: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let stub = Stub::default();
        let providers = Providers::default().with("stub", Arc::new(stub.clone()));
        let engine =
            Engine::open(home.path(), planexe_core::pipeline(), providers, Options::default())
                .unwrap();
        let me = Caller("me".to_owned());
        let config = Config {
            planner_model: "stub".to_owned(),
            validator_model: "stub".to_owned(),
            ..Config::default()
        };
        let new = NewSession {
            idea: idea.to_owned(),
            config,
            metadata: json!({}),
            client_request_id: None,
        };
        let session = engine.create(&me, new).unwrap().0.id;
        Self { engine, stub, me, session, _home: home }
    }

    /// Runs to the end, and says which tasks ran.
    fn run(&self, is_first: bool) -> Vec<String> {
        let target = "build_plan_and_validate";
        let run = if is_first {
            self.engine.start(&self.me, &self.session, target, &[])
        } else {
            self.engine.resume(&self.me, &self.session, target, &Invalidate::default())
        };
        let run = self.engine.wait(&self.session, run.unwrap().id, Duration::from_mins(2)).unwrap();
        assert_eq!(run.state, RunState::Completed, "{}", run.error);
        let page = self.engine.events(
            &self.me,
            &self.session,
            planexe_core::Cursor::START,
            1000,
            Duration::ZERO,
        );
        let id = run.id.to_string();
        let mut names: Vec<String> = page
            .unwrap()
            .events
            .iter()
            .filter(|event| event.kind == EventKind::TaskCompleted)
            .filter(|event| event.data["run_id"] == id && event.data["cached"] == false)
            .map(|event| event.data["task"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    }

    fn uri(&self, path: &str) -> ArtifactUri {
        ArtifactUri::new(&self.session, &path.parse().unwrap())
    }

    fn text(&self, path: &str) -> String {
        let content = self.engine.read(&self.me, &self.uri(path), None, Range::default()).unwrap();
        String::from_utf8(content.bytes).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        let edit = Edit { bytes: text.into(), reason: "test".to_owned(), expected: None };
        self.engine.write(&self.me, &self.uri(path), edit).unwrap();
    }
}

const IDEA: &str = "Open a café in Porto with 40 seats by 1 May 2027 for 90,000 EUR.";

#[test]
fn editing_the_plan_runs_exactly_eight_tasks_and_asks_exactly_three_questions() {
    let rig = Rig::new(IDEA);
    assert_eq!(rig.run(true).len(), 26);
    assert_eq!(rig.stub.taken().len(), 17);
    let plan = rig.text("plan.md").replace("## Goal", "## Aim");
    rig.write("plan.md", &plan);
    assert_eq!(
        rig.run(false),
        [
            "BuildReport",
            "CheckConsistency",
            "FinalizeRun",
            "ParsePlan",
            "Premortem",
            "SelfAudit",
            "WriteExecutiveSummary",
            "WriteValidationReport",
        ]
    );
    assert_eq!(rig.stub.taken(), ["Premortem", "SelfAudit", "WriteExecutiveSummary"]);
    assert!(rig.text("report.html").contains(">Aim</h2>"));
    assert_eq!(rig.run(false), Vec::<String>::new());
}

#[test]
fn an_edited_estimate_moves_dates_money_and_findings_but_asks_nothing_before_them() {
    let rig = Rig::new(IDEA);
    rig.run(true);
    rig.stub.taken();
    let before: Value = serde_json::from_str(&rig.text("schedule.json")).unwrap();
    let mut estimates: Value = serde_json::from_str(&rig.text("estimates.json")).unwrap();
    for task in estimates["tasks"].as_array_mut().unwrap() {
        task["days"] = json!({ "min": 30, "likely": 40, "max": 60 });
    }
    rig.write("estimates.json", &estimates.to_string());
    let ran = rig.run(false);
    for task in ["BreakDownWork", "EstimateTasks", "IdentifyRisks", "LinkTasks"] {
        assert!(!ran.contains(&task.to_owned()), "{task}");
    }
    let after: Value = serde_json::from_str(&rig.text("schedule.json")).unwrap();
    assert!(after["total_days"].as_u64() > before["total_days"].as_u64());
    let plan = rig.text("plan.md");
    assert!(plan.contains(&format!("Total: {} working days", after["total_days"])));
    let checks: Value = serde_json::from_str(&rig.text("checks.json")).unwrap();
    let dates =
        checks["checks"].as_array().unwrap().iter().find(|it| it["check"] == "dates").unwrap();
    assert_eq!(dates["verdict"], "pass");
}

#[test]
fn the_report_says_which_model_wrote_what_and_never_claims_a_rule() {
    let rig = Rig::new(IDEA);
    rig.run(true);
    let report = rig.text("report.html");
    assert!(report.contains("stub, 9 tokens, 0.1 s"), "model, tokens and time");
    assert!(!report.contains("rule-based draft"), "nothing here came from rules alone");
    let purpose: Value = serde_json::from_str(&rig.text("purpose.json")).unwrap();
    assert_eq!(purpose["provenance"]["inputs"], json!(["facts.json", "intake.json", "prompt.md"]));
}
