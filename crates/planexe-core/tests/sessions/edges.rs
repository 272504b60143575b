//! Edges of the engine: what stands in `out` at the end, edits that make no sense, content that is
//! lost, and files that are nobody's artifact.

use std::path::Path;

use planexe_core::{ErrorCode, Invalidate, Logs, NewSession, Range, RunState};
use serde_json::{Value, json};

use crate::ALL;
use crate::rig::{Rig, ran};

#[test]
fn out_has_log_and_state_of_the_run_by_the_time_it_counts_as_ended() {
    let rig = Rig::on_one_machine();
    for _ in 0..4 {
        let session = rig.session();
        let out = rig.engine.out_folder(&session);
        let check = |run: &str| {
            for name in ["run.log", "luigi_state.json"] {
                let file = std::fs::read_to_string(out.join(name)).unwrap();
                assert_eq!(file, rig.text(&session, name), "{name}");
                assert!(file.contains(run), "{name} is of another run");
            }
        };
        rig.run_to_end(&session, ALL);
        check("run_0001");
        rig.write(&session, "plan.md", "# Mine\n\n## Goal\n\nx\n").unwrap();
        rig.resume_to_end(&session, ALL, &Invalidate::default());
        check("run_0002");
    }
}

#[test]
fn an_edit_that_no_task_could_use_is_refused_with_place_and_reason() {
    let rig = Rig::on_one_machine();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let mut estimates: Value = serde_json::from_str(&rig.text(&session, "estimates.json")).unwrap();
    estimates["tasks"][2]["days"]["min"] = json!(1000);
    let error = rig.write(&session, "estimates.json", &estimates.to_string()).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert!(
        error.message.contains("tasks[2]") && error.message.contains("min <= likely"),
        "{error}"
    );
    assert!(error.details["faults"][0].is_string(), "{}", error.details);
    estimates["tasks"][2]["days"] = json!(7);
    let error = rig.write(&session, "estimates.json", &estimates.to_string()).unwrap_err();
    assert!(error.message.contains("tasks[2].days: invalid type"), "{error}");
    // A file in `out` is judged when a run would take it over, and left for its author to mend.
    let file = rig.engine.out_folder(&session).join("estimates.json");
    std::fs::write(&file, estimates.to_string()).unwrap();
    let error = rig.engine.resume(&rig.me, &session, ALL, &Invalidate::default()).unwrap_err();
    assert!(
        error.message.starts_with("out/estimates.json cannot be used: tasks[2].days"),
        "{error}"
    );
    assert!(error.message.contains("delete it"), "{error}");
    std::fs::remove_file(&file).unwrap();
    let (run, _) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert!(file.exists(), "the last good version is back");
}

#[test]
fn what_programs_leave_beside_their_files_is_no_artifact() {
    let rig = Rig::on_one_machine();
    let session = rig.session();
    let out = rig.engine.out_folder(&session);
    let left = [
        ".plan.md.swp",
        ".plan.md.un~",
        "plan.md~",
        "#plan.md#",
        ".#plan.md",
        "4913",
        "~$plan.docx",
        ".~lock.plan.md#",
        "plan.md.tmp",
        "plan.md___jb_tmp___",
        ".DS_Store",
        "Thumbs.db",
    ];
    for name in left {
        std::fs::write(out.join(name), "x").unwrap();
    }
    std::fs::write(out.join("notes.md"), "mine").unwrap();
    rig.run_to_end(&session, ALL);
    let artifacts = rig.engine.artifacts(&rig.me, &session, "").unwrap();
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.path.as_str()).collect();
    assert!(names.contains(&"notes.md"), "{names:?}");
    assert!(left.iter().all(|name| !names.contains(name)), "{names:?}");
    assert!(left.iter().all(|name| out.join(name).exists()), "nobody's files are left alone");
}

#[test]
fn a_session_has_a_title_from_the_beginning() {
    let rig = Rig::new();
    let mut idea = Rig::idea();
    idea.idea = "\n## A street festival\n\nfor 300 guests in June".to_owned();
    let (session, _) = rig.engine.create(&rig.me, idea).unwrap();
    assert_eq!(session.title(), "A street festival");
    assert_eq!(rig.engine.session(&rig.me, &session.id).unwrap().title(), "A street festival");
}

#[test]
fn an_archived_session_can_still_be_bundled() {
    let rig = Rig::new();
    let session = rig.session();
    rig.engine.archive(&rig.me, &session).unwrap();
    let (artifact, bundle) =
        rig.engine.bundle_as_artifact(&rig.me, &session, Logs::Without).unwrap();
    assert_eq!((artifact.path.as_str(), bundle.paths.len()), ("bundle.zip", 1));
    assert!(rig.write(&session, "plan.md", "x").is_err(), "and nothing else");
}

#[test]
fn content_that_is_lost_is_found_and_made_again_by_resume() {
    let rig = Rig::on_one_machine();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let before = rig.digests(&session);
    let home = rig.engine.home().to_owned();
    let large = files(&home.join("blobs"));
    assert!(!large.is_empty(), "nothing here is large enough for a file of its own");
    for file in &large {
        std::fs::remove_file(file).unwrap();
    }
    std::fs::remove_dir_all(rig.engine.out_folder(&session)).unwrap();
    let lost = rig.engine.damage(&rig.me, &session).unwrap();
    assert_eq!(lost.len(), large.len());
    let (run, events) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
    assert!(!ran(&events).is_empty() && ran(&events).len() < 26, "{:?}", ran(&events));
    assert!(rig.text(&session, "run.log").contains("is lost; what makes it runs again"));
    assert_eq!(rig.engine.damage(&rig.me, &session).unwrap(), Vec::new());
    assert_eq!(rig.digests(&session), before, "the same is made again");
    // A file that was altered is lost as well.
    for file in files(&home.join("blobs")) {
        std::fs::write(file, "something else").unwrap();
    }
    std::fs::remove_dir_all(rig.engine.out_folder(&session)).unwrap();
    rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(rig.digests(&session), before);
    assert_eq!(rig.engine.damage(&rig.me, &session).unwrap(), Vec::new());
}

#[test]
fn an_edit_whose_content_is_lost_is_made_again_and_the_person_is_told() {
    let rig = Rig::on_one_machine();
    let session = rig.session();
    rig.run_to_end(&session, ALL);
    let mine = format!("# Mine\n\n## Goal\n\n{}", "Words of my own. ".repeat(5000));
    rig.write(&session, "plan.md", &mine).unwrap();
    rig.resume_to_end(&session, ALL, &Invalidate::default());
    let sha256 = rig.digests(&session).into_iter().find(|it| it.0 == "plan.md").unwrap().1;
    let name = sha256.to_string();
    let blob = rig.engine.home().join("blobs").join(&name[..2]).join(&name[2..]);
    // Altered, not only missing; looking at it changes nothing.
    std::fs::write(&blob, "something else").unwrap();
    std::fs::remove_file(rig.engine.out_folder(&session).join("plan.md")).unwrap();
    let told = "your version 2 of plan.md is lost; it is made again".to_owned();
    let status = rig.engine.status(&rig.me, &session).unwrap();
    assert_eq!(status.warnings, [told.as_str()]);
    assert!(blob.exists());
    let why = |name: &str| {
        let tasks = rig.engine.tasks(&rig.me, &session).unwrap();
        let task = tasks.iter().find(|task| task.name == name).unwrap();
        serde_json::to_value(&task.why).unwrap()
    };
    assert_eq!(why("WriteDetailedPlan"), json!({ "reason": "output_lost", "path": "plan.md" }));
    assert_eq!(why("ParsePlan"), json!({ "reason": "upstream", "tasks": ["WriteDetailedPlan"] }));
    let uri = Rig::uri(&session, "plan.md");
    for (start, length) in [(0, u64::MAX), (10, 20)] {
        let range = Range { start, length };
        let error = rig.engine.read(&rig.me, &uri, None, range).unwrap_err();
        assert_eq!(error.code, ErrorCode::InternalError);
        assert!(error.message.starts_with("the content of plan.md, version 2, is"), "{error}");
        assert!(error.message.contains("doctor") && error.message.contains("resume"), "{error}");
    }
    let bundle = rig.engine.bundle(&rig.me, &session, Logs::Without).unwrap();
    assert_eq!(bundle.missing.iter().map(ToString::to_string).collect::<Vec<_>>(), ["plan.md"]);
    assert!(!bundle.paths.is_empty() && !bundle.paths.contains(&bundle.missing[0]));
    rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert!(rig.text(&session, "run.log").contains(&told));
    assert!(!rig.text(&session, "plan.md").contains("Words of my own"));
    let status = rig.engine.status(&rig.me, &session).unwrap();
    assert_eq!(status.warnings, [told.as_str()], "until the next run");
    rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(rig.engine.status(&rig.me, &session).unwrap().warnings, Vec::<String>::new());
}

#[test]
fn names_of_editors_own_files_are_not_written_either() {
    let rig = Rig::new();
    let session = rig.session();
    for name in [".plan.md.swp", "notes/.hidden.md", "plan.md~", ".git/config"] {
        let error = rig.write(&session, name, "x").unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArtifactUri, "{name}");
    }
    rig.write(&session, "notes/mine.md", "x").unwrap();
}

#[test]
fn content_that_a_file_in_out_still_has_is_put_back() {
    let rig = Rig::on_one_machine();
    let mut idea = Rig::idea();
    idea.idea = format!("{}\n\n{}", idea.idea, "Words that say nothing more. ".repeat(4000));
    let (session, _) = rig.engine.create(&rig.me, idea).unwrap();
    for file in files(&rig.engine.home().join("blobs")) {
        std::fs::remove_file(file).unwrap();
    }
    assert_eq!(rig.engine.damage(&rig.me, &session.id).unwrap().len(), 1);
    let (run, _) = rig.run_to_end(&session.id, ALL);
    assert_eq!(run.state, RunState::Completed);
    assert_eq!(rig.engine.damage(&rig.me, &session.id).unwrap(), Vec::new());
}

#[test]
fn large_content_goes_with_the_last_session_that_has_it() {
    let rig = Rig::on_one_machine();
    let large = || {
        let mut idea = Rig::idea();
        idea.idea = "A word. ".repeat(20_000);
        rig.engine.create(&rig.me, idea).unwrap().0.id
    };
    let (one, two) = (large(), large());
    let blobs = rig.engine.home().join("blobs");
    rig.engine.remove(&rig.me, &one).unwrap();
    assert_eq!(files(&blobs).len(), 1);
    assert!(!rig.text(&two, "prompt.md").is_empty());
    rig.engine.remove(&rig.me, &two).unwrap();
    assert_eq!(files(&blobs), Vec::<std::path::PathBuf>::new());
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_none_or(|ending| ending != "damaged") {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_person_may_name_any_kind_and_nothing_else() {
    let rig = Rig::on_one_machine();
    let idea = "Something nice for my parents this autumn.".to_owned();
    let new = NewSession { idea, ..Rig::idea() };
    let session = rig.engine.create(&rig.me, new).unwrap().0.id;
    let (run, _) = rig.run_to_end(&session, ALL);
    assert_eq!(run.state, RunState::Stopped);
    let open = rig.engine.open_questions(&rig.me, &session).unwrap();
    assert!(open[0].id == "kind" && open[0].question.contains("event, film"), "{open:?}");
    let error = rig.engine.reply(&rig.me, &session, "kind", "party").unwrap_err();
    assert!(error.message.contains("wedding"), "{error}");
    rig.engine.reply(&rig.me, &session, "kind", "event").unwrap();
    let (run, _) = rig.resume_to_end(&session, ALL, &Invalidate::default());
    assert_eq!(run.state, RunState::Completed);
}

#[test]
fn an_answer_to_a_question_that_nobody_asked_is_refused_with_those_that_wait() {
    let rig = Rig::on_one_machine();
    let idea = "A street festival for our neighbours in Ghent.".to_owned();
    let new = NewSession { idea, ..Rig::idea() };
    let session = rig.engine.create(&rig.me, new).unwrap().0.id;
    let error = rig.engine.reply(&rig.me, &session, "deadline", "2027-06-30").unwrap_err();
    assert!(error.message.contains("none waits for a person"), "{error}");
    rig.engine.reply(&rig.me, &session, "kind", "event").unwrap();
    assert!(rig.engine.reply(&rig.me, &session, "kind", "party").is_err());
    rig.run_to_end(&session, ALL);
    let error = rig.engine.reply_and_resume(&rig.me, &session, "budgett", "5000 EUR").unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert!(
        error.message.contains("\"budgett\" waits; these wait for a person: budget"),
        "{error}"
    );
    assert_eq!(error.details["waiting"][0], "budget", "{}", error.details);
    let run = rig.engine.status(&rig.me, &session).unwrap().run.unwrap();
    assert_eq!(run.id.to_string(), "run_0001", "nothing is started");
    rig.engine.reply(&rig.me, &session, "deadline", "2027-06-30").unwrap();
    let ids = || {
        let open = rig.engine.open_questions(&rig.me, &session).unwrap();
        open.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert!(!ids().contains(&"deadline".to_owned()) && !ids().is_empty(), "{:?}", ids());
    // An answer can be given again.
    let run = rig.engine.reply_and_resume(&rig.me, &session, "deadline", "2027-07-31").unwrap();
    let run = rig.engine.wait(&session, run.id, std::time::Duration::from_mins(2)).unwrap();
    assert_eq!(run.state, RunState::Completed);
    assert!(rig.text(&session, "facts.json").contains("2027-07-31"));
}

#[test]
fn an_answer_is_taken_while_a_run_waits_and_what_does_not_depend_on_it_stays() {
    let rig = Rig::on_one_machine();
    rig.script(&json!({ "tasks": { "MakeAssumptions": { "hang": true } } }));
    let session = rig.scripted_session();
    let before = rig.engine.start(&rig.me, &session, "build_plan", &[]).unwrap();
    rig.wait_for(&session, |event| {
        event.kind.as_str() == "task_started" && event.data["task"] == "MakeAssumptions"
    });
    let open = rig.engine.open_questions(&rig.me, &session).unwrap();
    assert!(open.iter().any(|it| it.id == "place"), "{open:?}");
    rig.script(&json!({}));
    let run = rig.engine.reply_and_resume(&rig.me, &session, "place", "Ghent").unwrap();
    assert_ne!(run.id, before.id);
    let run = rig.engine.wait(&session, run.id, std::time::Duration::from_mins(2)).unwrap();
    assert_eq!((run.state, run.target.as_str()), (RunState::Completed, "build_plan"));
    assert!(rig.text(&session, "facts.json").contains("Ghent"));
}
