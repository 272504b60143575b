//! Sessions from creation to the end: what runs, what stays, what is refused.
#![expect(clippy::disallowed_methods, reason = "tests edit files like a person would")]

mod edges;
mod rig;
mod servers;

use std::time::Duration;

use planexe_core::{
    Cursor, Edit, ErrorCode, EventKind, Invalidate, Logs, Range, RunState, Standing, StopMode,
};
use rig::{Rig, ran, scripted};
use serde_json::json;

const ALL: &str = "build_plan_and_validate";
/// What depends on `plan.md`.
const BEHIND_PLAN: [&str; 8] = [
    "BuildReport",
    "CheckConsistency",
    "FinalizeRun",
    "ParsePlan",
    "Premortem",
    "SelfAudit",
    "WriteExecutiveSummary",
    "WriteValidationReport",
];

fn tasks(names: &[&str]) -> Invalidate {
    Invalidate {
        tasks: names.iter().map(|name| (*name).to_owned()).collect(),
        ..Invalidate::default()
    }
}

#[test]
fn a_run_reaches_the_end_and_a_second_one_does_nothing() {
    let rig = Rig::new();
    let session = rig.session();
    let (run, events) = rig.run_to_end(&session, ALL);
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(ran(&events).len(), 26);
    let (run, events) = rig.run_to_end(&session, ALL);
    assert_eq!((run.state, run.progress.overall), (RunState::Completed, 1.0));
    assert_eq!(ran(&events), Vec::<String>::new());
    assert_eq!((run.progress.done, run.progress.cached, run.progress.total), (26, 26, 26));
}

#[test]
fn editing_the_plan_runs_exactly_what_depends_on_it() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let plan = rig.text(&session, "plan.md");
    rig.write(&session, "plan.md", &plan.replace("## Goal", "## Goal\n\nSmaller.")).unwrap();
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(ran(&events), BEHIND_PLAN);
    assert!(rig.text(&session, "plan.md").contains("Smaller."), "the edit stands");
    assert!(rig.text(&session, "report.html").contains("Smaller."), "the report follows it");
}

#[test]
fn an_edit_that_changes_nothing_downstream_is_cut_off() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let facts = rig.text(&session, "facts.json");
    let edited = facts.replace("\"notice\"", "\"note\": \"looked at\",\n  \"notice\"");
    rig.write(&session, "facts.json", &edited).unwrap();
    let (_, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    // Every reader of facts.json runs, but none of their outputs changes, so nothing behind them does;
    // FinalizeRun reads everything.
    assert_eq!(
        ran(&events),
        [
            "AnalyzeSwot",
            "BreakDownWork",
            "BuildReport",
            "CheckConsistency",
            "ChooseStrategy",
            "ComputeBudget",
            "ComputeSchedule",
            "ConsultExperts",
            "EstimateTasks",
            "FinalizeRun",
            "IdentifyPurpose",
            "IdentifyRisks",
            "IntakePrompt",
            "LinkTasks",
            "MakeAssumptions",
            "MapStakeholders",
            "StaffTeam",
            "WriteDetailedPlan",
        ]
    );
}

#[test]
fn an_edit_stands_when_its_inputs_change_and_says_so() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    rig.write(&session, "plan.md", "# Mine\n\n## Goal\n\nMy own words.\n").unwrap();
    rig.write(&session, "prompt.md", "A course for 20 students in 9 weeks.\n").unwrap();
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert!(!ran(&events).contains(&"WriteDetailedPlan".to_owned()));
    assert!(rig.text(&session, "plan.md").contains("My own words."));
    let status = rig.engine.status(&rig.me, &session).unwrap();
    assert!(status.warnings[0].starts_with("edit_based_on_older_inputs"), "{:?}", status.warnings);

    // Naming the task is the way to have it made again; the edit is still among the versions.
    let (_, events) = rig.resume_to_end(&session, ALL, &tasks(&["WriteDetailedPlan"]));
    assert!(ran(&events).contains(&"WriteDetailedPlan".to_owned()));
    assert!(!rig.text(&session, "plan.md").contains("My own words."));
    let uri = Rig::uri(&session, "plan.md");
    let versions = rig.engine.versions(&rig.me, &uri).unwrap();
    let mine = rig.engine.read(&rig.me, &uri, Some(2), Range::default()).unwrap();
    assert_eq!(versions.len(), 3);
    assert!(String::from_utf8(mine.bytes).unwrap().contains("My own words."));
}

#[test]
fn putting_back_what_the_task_wrote_undoes_the_edit() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let plan = rig.text(&session, "plan.md");
    rig.write(&session, "plan.md", "# Other\n").unwrap();
    rig.write(&session, "plan.md", &plan).unwrap();
    let (_, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(ran(&events), Vec::<String>::new());
}

#[test]
fn invalidating_an_artifact_runs_its_consumers_and_tasks_their_subtree() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let consumers =
        Invalidate { artifacts: vec![Rig::uri(&session, "plan.json")], ..Invalidate::default() };
    let (_, events) = rig.resume_to_end(&session, ALL, &consumers);
    assert_eq!(ran(&events), ["BuildReport", "CheckConsistency", "FinalizeRun"]);
    let (_, events) = rig.resume_to_end(&session, ALL, &tasks(&["SelfAudit"]));
    assert_eq!(ran(&events), ["BuildReport", "FinalizeRun", "SelfAudit", "WriteValidationReport"]);
}

#[test]
fn status_says_why_a_task_is_stale() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    rig.write(&session, "plan.md", "# Other\n").unwrap();
    let tasks = rig.engine.tasks(&rig.me, &session).unwrap();
    let find = |name: &str| tasks.iter().find(|task| task.name == name).unwrap();
    assert_eq!(find("WriteDetailedPlan").standing, Standing::Pinned);
    assert_eq!(find("ParsePlan").standing, Standing::Stale);
    assert_eq!(
        serde_json::to_value(&find("ParsePlan").why).unwrap(),
        json!({ "reason": "inputs_changed", "paths": ["plan.md"] })
    );
    assert_eq!(find("IdentifyPurpose").standing, Standing::Fresh);
}

#[test]
fn a_user_s_own_plan_is_validated_without_generating_one() {
    let rig = Rig::new();
    let session = rig.session();
    let error = rig.engine.start(&rig.me, &session, "validate_plan", &[]).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidTarget);
    assert_eq!(error.details, json!({ "missing": "plan.md" }));
    rig.write(&session, "plan.md", "# Mine\n\n## Goal\n\nWords.\n").unwrap();
    let (run, events) = rig.run_to_end(&session, "validate_plan");
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(
        ran(&events),
        [
            "CheckConsistency",
            "FinalizeRun",
            "ParsePlan",
            "Premortem",
            "SelfAudit",
            "WriteValidationReport",
        ]
    );
}

#[test]
fn equal_sessions_have_equal_artifacts_even_after_equal_edits() {
    let rig = Rig::new();
    let outcome = || {
        let session = rig.session();
        rig.run_to_end(&session, ALL);
        let plan = rig.text(&session, "plan.md");
        rig.write(&session, "plan.md", &format!("{plan}\n## More\n\nText.\n")).unwrap();
        rig.resume_to_end(&session, ALL, &Invalidate::default());
        rig.digests(&session)
    };
    assert_eq!(outcome(), outcome());
}

#[test]
fn the_number_of_workers_does_not_change_the_artifacts() {
    let rig = Rig::new();
    let outcome = |workers| {
        let session = rig.session_with(|config| config.luigi.workers = workers);
        assert_eq!(rig.run_to_end(&session, ALL).0.state, RunState::Completed);
        rig.digests(&session)
    };
    assert_eq!(outcome(1), outcome(8));
}

#[test]
fn a_hanging_model_call_is_cancelled_by_a_stop_and_the_work_before_it_stays() {
    let rig = Rig::new();
    rig.script(&json!({ "tasks": { "WriteDetailedPlan": { "hang": true } } }));
    let session = rig.scripted_session();
    let run = rig.engine.start(&rig.me, &session, ALL, &[]).unwrap();
    rig.wait_for(&session, |event| {
        event.kind == EventKind::TaskStarted && event.data["task"] == "WriteDetailedPlan"
    });
    let stopped = rig
        .engine
        .stop(&rig.me, &session, Some(run.id), StopMode::Graceful, "user_stopped")
        .unwrap();
    // `stop` itself waits two seconds at most; a run that hung on would answer `stopping`.
    assert_eq!(stopped.state, RunState::Stopped);
    assert_eq!(stopped.stop.unwrap().reason, "user_stopped");
    assert!(stopped.error.is_null(), "{}", stopped.error);

    rig.script(&json!({}));
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(ran(&events).len(), 9, "the sixteen tasks before the plan are not done again");
}

#[test]
fn a_failing_task_ends_the_run_and_a_resume_continues_there() {
    let rig = Rig::new();
    rig.script(&json!({ "tasks": { "SelfAudit": { "fail": "no quota" } } }));
    let session = rig.scripted_session();
    let (run, _) = rig.run_to_end(&session, ALL);
    assert_eq!(run.state, RunState::Failed);
    assert_eq!(run.error["task"], "SelfAudit");
    assert_eq!(run.error["recoverable"], true);
    let report = rig.text(&session, "run_error.json");
    assert!(report.contains("no quota") && report.contains("task_failed"), "{report}");
    assert!(rig.text(&session, "run.log").contains("no quota"));
    // Tasks that do not depend on the failed one still finish.
    assert!(!rig.text(&session, "executive_summary.md").is_empty());
    rig.script(&json!({}));
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(ran(&events), ["BuildReport", "FinalizeRun", "SelfAudit", "WriteValidationReport"]);
}

#[test]
fn a_run_that_takes_too_long_fails_and_can_be_resumed() {
    let rig = Rig::new();
    rig.script(&json!({ "tasks": { "IdentifyPurpose": { "hang": true } } }));
    let session = rig.session_with(|config| {
        config.planner_model = scripted();
        config.max_runtime_sec = 1;
    });
    let (run, _) = rig.run_to_end(&session, ALL);
    assert_eq!(run.error["reason"], "max_runtime_exceeded");
    assert_eq!(run.error["recoverable"], true);
}

#[test]
fn files_edited_in_the_view_are_taken_over_and_missing_ones_return() {
    let rig = Rig::on_one_machine();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let out = rig.engine.out_folder(&session);
    std::fs::write(out.join("plan.md"), "# Edited with an editor\n\n## Goal\n\nx\n").unwrap();
    std::fs::write(out.join("notes.md"), "mine").unwrap();
    std::fs::remove_file(out.join("report.html")).unwrap();
    let (_, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(ran(&events), BEHIND_PLAN);
    assert!(rig.text(&session, "plan.md").starts_with("# Edited with an editor"));
    assert_eq!(rig.text(&session, "notes.md"), "mine");
    assert!(out.join("report.html").exists());
}

#[test]
fn a_file_edited_during_a_run_is_not_overwritten() {
    let rig = Rig::on_one_machine();
    rig.script(&json!({ "tasks": { "SelfAudit": { "hang": true } } }));
    let session = rig.scripted_session();
    let run = rig.engine.start(&rig.me, &session, ALL, &[]).unwrap();
    rig.wait_for(&session, |event| event.data["task"] == "SelfAudit");
    let out = rig.engine.out_folder(&session);
    std::fs::write(out.join("audit.json"), "{ \"items\": [] }").unwrap();
    rig.engine.stop(&rig.me, &session, Some(run.id), StopMode::Graceful, "x").unwrap();
    rig.script(&json!({}));
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert!(!ran(&events).contains(&"SelfAudit".to_owned()), "the file stands for the task");
    assert_eq!(std::fs::read(out.join("audit.json")).unwrap(), b"{ \"items\": [] }");
    // A client that did not see an edit of the file cannot overwrite it by a locked write.
    let uri = Rig::uri(&session, "audit.json");
    let seen = rig.engine.read(&rig.me, &uri, None, Range::default()).unwrap().artifact.sha256;
    std::fs::write(out.join("audit.json"), "{}").unwrap();
    let edit = Edit { bytes: b"[]".to_vec(), reason: String::new(), expected: Some(seen) };
    assert_eq!(rig.engine.write(&rig.me, &uri, edit).unwrap_err().code, ErrorCode::Conflict);
    assert_eq!(rig.text(&session, "audit.json"), "{}");
}

#[test]
fn events_are_numbered_without_gaps_and_fold_to_the_artifacts() {
    let rig = Rig::new();
    rig.script(&json!({ "log_lines": 2000 }));
    let session = rig.scripted_session();
    rig.run_to_end(&session, ALL);
    let events = rig.events(&session);
    let numbers: Vec<u64> = events.iter().map(|event| event.cursor.0).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
    let mut folded = std::collections::BTreeMap::new();
    for event in &events {
        if matches!(event.kind, EventKind::ArtifactCreated | EventKind::ArtifactUpdated) {
            let text = |field: &str| event.data[field].as_str().unwrap().to_owned();
            folded.insert(text("path"), text("sha256"));
        }
    }
    let stored = rig.engine.artifacts(&rig.me, &session, "").unwrap();
    let stored = stored.iter().map(|a| (a.path.to_string(), a.sha256.to_string())).collect();
    assert_eq!(folded, stored);
    let log = rig.text(&session, "run.log");
    assert_eq!(log.matches(" line ").count(), 17 * 2000, "the log has every line");
    assert!(events.iter().filter(|event| event.kind == EventKind::Log).count() < 500);
}

#[test]
fn redaction_keeps_prompts_out_of_events() {
    let rig = Rig::new();
    rig.script(&json!({}));
    let session = rig.session_with(|config| {
        config.planner_model = scripted();
        config.redact_prompts = true;
    });
    rig.run_to_end(&session, ALL);
    let events = rig.events(&session);
    assert!(events.iter().all(|event| !event.data.to_string().contains("Say what the idea")));
    assert!(rig.text(&session, "run.log").contains("Say what the idea"));
}

#[test]
fn an_archived_session_can_be_read_and_nothing_else() {
    let rig = Rig::new();
    let session = rig.session();
    rig.engine.archive(&rig.me, &session).unwrap();
    rig.engine.archive(&rig.me, &session).unwrap();
    let code = |error: planexe_core::Error| error.code;
    let start = rig.engine.start(&rig.me, &session, ALL, &[]).unwrap_err();
    assert_eq!(code(start), ErrorCode::SessionArchived);
    assert_eq!(code(rig.write(&session, "plan.md", "x").unwrap_err()), ErrorCode::SessionArchived);
    assert!(!rig.text(&session, "prompt.md").is_empty());
}

#[test]
fn a_session_is_renamed_and_removed_with_everything_in_it() {
    let rig = Rig::new();
    let (session, other) = (rig.session(), rig.session());
    let renamed = rig.engine.rename(&rig.me, &session, "  A better name ").unwrap();
    assert_eq!(renamed.metadata["title"], "A better name");
    assert!(rig.engine.rename(&rig.me, &session, " ").is_err());
    rig.run_to_end(&session, ALL);
    rig.engine.archive(&rig.me, &session).unwrap();
    let stranger = planexe_core::Caller("somebody else".to_owned());
    assert_eq!(
        rig.engine.remove(&stranger, &session).unwrap_err().code,
        ErrorCode::PermissionDenied
    );
    rig.engine.remove(&rig.me, &session).unwrap();
    assert_eq!(rig.engine.session(&rig.me, &session).unwrap_err().code, ErrorCode::SessionNotFound);
    assert_eq!(rig.engine.remove(&rig.me, &session).unwrap_err().code, ErrorCode::SessionNotFound);
    assert_eq!(rig.engine.sessions(&rig.me).unwrap().len(), 1);
    // What both had in common is still there.
    assert!(!rig.text(&other, "prompt.md").is_empty());
    rig.run_to_end(&other, ALL);
}

#[test]
fn a_repeated_request_gives_the_same_session_and_another_idea_conflicts() {
    let rig = Rig::new();
    let request = |idea: &str| {
        let mut new = Rig::idea();
        new.idea = idea.to_owned();
        new.client_request_id = Some("r1".to_owned());
        rig.engine.create(&rig.me, new)
    };
    let (first, known) = request("one").unwrap();
    assert!(!known);
    let (second, known) = request("one").unwrap();
    assert!(known && first.id == second.id);
    assert_eq!(request("two").unwrap_err().code, ErrorCode::Conflict);
}

#[test]
fn ranges_end_at_characters_and_say_where_they_begin() {
    let rig = Rig::new();
    let session = rig.session();
    rig.write(&session, "notes.md", "aüb").unwrap();
    let uri = Rig::uri(&session, "notes.md");
    let read = |start, length| {
        let content = rig.engine.read(&rig.me, &uri, None, Range { start, length }).unwrap();
        (content.start, String::from_utf8(content.bytes).unwrap())
    };
    assert_eq!(read(0, 2), (0, "a".to_owned()));
    assert_eq!(read(2, 2), (3, "b".to_owned()));
    assert_eq!(read(9, 1), (4, String::new()));
}

#[test]
fn a_bundle_leaves_logs_out_unless_asked_and_repeats_itself() {
    let rig = Rig::new();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let without = rig.engine.bundle(&rig.me, &session, Logs::Without).unwrap();
    let with = rig.engine.bundle(&rig.me, &session, Logs::With).unwrap();
    assert_eq!(with.paths.len(), without.paths.len() + 1);
    let again = rig.engine.bundle(&rig.me, &session, Logs::Without).unwrap();
    assert_eq!(without.bytes, again.bytes);
    let (artifact, _) = rig.engine.bundle_as_artifact(&rig.me, &session, Logs::Without).unwrap();
    assert_eq!(artifact.size, without.bytes.len() as u64);
}

#[test]
fn long_polls_end_with_the_first_event_and_refuse_cursors_from_the_future() {
    let rig = Rig::new();
    let session = rig.session();
    let last = rig.events(&session).last().unwrap().cursor;
    let wait = |since, wait| rig.engine.events(&rig.me, &session, since, 10, wait);
    assert!(wait(last, Duration::from_millis(1)).unwrap().events.is_empty());
    let page = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| wait(last, Duration::from_secs(25)).unwrap());
        rig.write(&session, "notes.md", "x").unwrap();
        waiting.join().unwrap()
    });
    assert_eq!(page.events[0].kind, EventKind::ArtifactCreated);
    let error = wait(Cursor(9999), Duration::ZERO).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidCursor);
}

#[test]
fn an_edit_needs_the_sha_it_was_made_from() {
    let rig = Rig::new();
    let session = rig.session();
    let saved = rig.write(&session, "notes.md", "one").unwrap();
    let edit = |text: &str| Edit {
        bytes: text.into(),
        reason: String::new(),
        expected: Some(saved.artifact.sha256),
    };
    let uri = Rig::uri(&session, "notes.md");
    rig.engine.write(&rig.me, &uri, edit("two")).unwrap();
    let error = rig.engine.write(&rig.me, &uri, edit("three")).unwrap_err();
    assert_eq!(error.code, ErrorCode::Conflict);
    assert_eq!(rig.text(&session, "notes.md"), "two");
}
