//! The commands of `planexe`, by the real program.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

struct Shell {
    folder: tempfile::TempDir,
}

impl Shell {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planexe"));
        command.env("PLANEXE_HOME", self.folder.path()).env_remove("VISUAL").env_remove("EDITOR");
        command.args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The text of a command that must succeed.
    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The JSON of a command that must succeed.
    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[&["--json"], arguments].concat())).unwrap()
    }

    fn planned() -> Self {
        let shell = Self::new();
        shell.text(&["new", "An app for 50 users, ready in 30 weeks"]);
        shell
    }

    /// The oldest session.
    fn first_session(&self) -> String {
        let sessions = self.json(&["sessions"]);
        let first = sessions["sessions"].as_array().unwrap().last().unwrap();
        first["session_id"].as_str().unwrap().to_owned()
    }
}

#[test]
fn new_runs_to_the_end_and_shows_where() {
    let shell = Shell::new();
    let output = shell.run(&["new", "An app for 50 users"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    let out = PathBuf::from(lines[0].strip_prefix("completed: ").unwrap());
    assert!(out.join("plan.md").exists() && out.join("report.html").exists());
    assert!(out.join("run.log").exists() && out.join("luigi_state.json").exists());
    // What the plan comes to: verdict, dates, money.
    assert!(
        ["pass", "warn", "fail"].iter().any(|it| lines[1].starts_with(&format!("verdict: {it}"))),
        "{told}"
    );
    assert!(lines[2].starts_with("dates:   ") && lines[3].starts_with("budget:  "), "{told}");
    let steps = String::from_utf8(output.stderr).unwrap();
    assert!(steps.contains("phase validating") && steps.contains("done SelfAudit"), "{steps}");
}

#[test]
fn every_line_of_new_with_json_is_an_event_and_the_last_one_a_status() {
    let shell = Shell::new();
    let text = shell.text(&["--json", "new", "An app"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (status, events) = lines.split_last().unwrap();
    assert_eq!(events[0]["type"], "run_started");
    assert_eq!(events.last().unwrap()["type"], "run_completed");
    assert_eq!(status["state"], "completed");
}

#[test]
fn an_edit_in_the_editor_is_followed_by_resume_and_shown_by_diff() {
    let shell = Shell::planned();
    let edited = shell.command(&["edit", "plan.md"]).env("EDITOR", "sed -i s/Goal/Aim/").output();
    assert!(edited.unwrap().status.success());
    let status = shell.json(&["status"]);
    assert_eq!(status["stale"].as_array().unwrap().len(), 8);
    assert!(shell.text(&["status"]).contains("inputs_changed plan.md"));
    let steps = shell.run(&["resume"]).stderr;
    assert_eq!(String::from_utf8(steps).unwrap().matches("done ").count(), 8);
    let diff = shell.run(&["diff", "plan.md"]);
    assert_eq!(diff.status.code(), Some(1), "a difference is something to look at");
    assert!(String::from_utf8(diff.stdout).unwrap().contains("-## Goal\n+## Aim\n"));
    shell.text(&["edit", "plan.md", "--restore", "1"]);
    assert!(shell.text(&["read", "plan.md"]).contains("## Goal"));
    assert!(shell.text(&["read", "plan.md", "--version", "2"]).contains("## Aim"));
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    let shell = Shell::planned();
    let output = shell.command(&["edit", "plan.md"]).env("EDITOR", "false").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(shell.run(&["edit", "plan.md"]).status.code(), Some(2), "no editor is set");
    assert!(shell.text(&["status"]).lines().count() == 2, "nothing is stale");
}

#[test]
fn a_text_that_is_refused_is_kept_and_can_be_taken_from_its_file() {
    let shell = Shell::planned();
    let edit = |editor: &str, path: &str| {
        let output = shell.command(&["edit", path]).env("EDITOR", editor).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let kept = |told: &str| {
        let file = told.split("your text is kept in ").nth(1).unwrap_or_else(|| panic!("{told}"));
        file.split(": mend it").next().unwrap().to_owned()
    };
    let told = edit("sed -i 1s/{/{{/", "estimates.json");
    let file = kept(&told);
    assert!(told.contains("planexe edit estimates.json -s pxe_"), "{told}");
    assert!(told.contains(&format!("--file {file}`")), "{told}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("{{"), "{text}");
    std::fs::write(&file, text.replacen("{{", "{", 1)).unwrap();
    let again = shell.text(&["edit", "estimates.json", "--file", &file]);
    assert!(again.starts_with("estimates.json: "), "{again}");
    // So is a text whose editor failed, unless nothing was changed.
    let script = shell.folder.path().join("editor.sh");
    std::fs::write(&script, "echo mine >> $1; exit 3").unwrap();
    let told = edit(&format!("sh {}", script.display()), "plan.md");
    assert!(std::fs::read_to_string(kept(&told)).unwrap().ends_with("mine\n"), "{told}");
    assert!(!edit("false", "plan.md").contains("kept"), "nothing was changed");
}

#[test]
fn lists_and_graphs_have_a_text_and_a_json_form() {
    let shell = Shell::planned();
    assert!(shell.text(&["artifacts"]).contains("plan.md"));
    let entries = shell.json(&["artifacts"])["entries"].as_array().unwrap().len();
    assert_eq!(shell.text(&["artifacts"]).lines().count(), entries);
    assert_eq!(shell.json(&["sessions"])["sessions"].as_array().unwrap().len(), 1);
    let source = shell.text(&["graph", "--format", "mermaid"]);
    assert!(source.contains("ParsePlan --> CheckConsistency"));
    let picture = shell.text(&["graph"]);
    assert!(picture.starts_with("<svg") && picture.contains("CheckConsistency"));
    assert_eq!(shell.json(&["graph"])["nodes"].as_array().unwrap().len(), 26);
    let text = shell.text(&["graph", "--format", "text"]);
    assert!(text.contains("validating\n") && text.contains("fresh    CheckConsistency"), "{text}");
    for (name, beginning) in
        [("graph.png", "\u{89}PNG"), ("graph.svg", "<svg"), ("graph.mmd", "flowchart")]
    {
        let file = shell.folder.path().join(name);
        assert_eq!(shell.text(&["graph", "-o", &file.display().to_string()]), "");
        let bytes = std::fs::read(file).unwrap();
        let start: String = bytes.iter().take(9).map(|byte| char::from(*byte)).collect();
        assert!(start.starts_with(beginning), "{name}: {start}");
    }
    assert_eq!(shell.run(&["graph", "-o", "graph.bmp"]).status.code(), Some(2));
    assert_eq!(shell.json(&["read", "facts.json"])["path"], "facts.json");
    let watched = shell.text(&["watch"]);
    assert!(watched.starts_with("completed"), "{watched}");
}

#[test]
fn export_writes_a_new_file_and_never_over_one() {
    let shell = Shell::planned();
    let file = shell.folder.path().join("plan.zip").display().to_string();
    assert!(shell.text(&["export", "-o", &file]).contains("artifacts"));
    assert_eq!(&std::fs::read(&file).unwrap()[..2], b"PK");
    assert_eq!(shell.run(&["export", "-o", &file]).status.code(), Some(2));
}

#[test]
fn what_is_lost_is_named_by_read_and_export_and_an_edit_that_is_lost_by_resume() {
    let shell = Shell::planned();
    let script = shell.folder.path().join("editor.sh");
    std::fs::write(&script, "for i in $(seq 9000); do echo my own words $i; done >> $1").unwrap();
    let editor = format!("sh {}", script.display());
    let edit = shell.command(&["edit", "plan.md"]).env("EDITOR", editor).output().unwrap();
    assert!(edit.status.success(), "{edit:?}");
    let sha =
        shell.json(&["artifacts", "plan.md"])["entries"][0]["sha256"].as_str().unwrap().to_owned();
    std::fs::remove_file(shell.folder.path().join("blobs").join(&sha[..2]).join(&sha[2..]))
        .unwrap();
    let out = shell.folder.path().join("sessions").join(shell.first_session()).join("out");
    std::fs::remove_file(out.join("plan.md")).unwrap();
    let told = |arguments: &[&str], code: i32| {
        let output = shell.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    assert!(told(&["read", "plan.md"], 2).contains("`planexe doctor` lists"));
    let status = told(&["status"], 0);
    assert!(status.contains("WriteDetailedPlan        output_lost plan.md"), "{status}");
    assert!(status.contains("warning: your version 2 of plan.md is lost"), "{status}");
    let file = shell.folder.path().join("plan.zip").display().to_string();
    assert!(told(&["export", "-o", &file], 1).contains("warning: plan.md is not in it"));
    assert!(std::fs::metadata(&file).unwrap().len() > 0);
    assert!(told(&["doctor"], 1).contains("(An app for 50 users, ready in 30 weeks): its content"));
    let resumed = told(&["resume"], 0);
    assert!(
        resumed.contains("warning: your version 2 of plan.md is lost; it is made again"),
        "{resumed}"
    );
    assert!(told(&["read", "plan.md"], 0).contains("## Goal"));
}

#[test]
fn an_edited_total_stands_beside_the_computed_one_at_the_end_of_a_run() {
    let shell = Shell::new();
    shell.text(&["new", "A street festival for 300 guests in June 2027, at most 20000 EUR"]);
    let total = "s/^- [*][*]Money needed:[*][*] [^,]*,/- **Money needed:** 55 000 EUR,/";
    let script = shell.folder.path().join("editor.sh");
    std::fs::write(&script, format!("sed -i '{total}' $1")).unwrap();
    let editor = format!("sh {}", script.display());
    let edit = shell.command(&["edit", "plan.md"]).env("EDITOR", editor).output().unwrap();
    assert!(edit.status.success(), "{edit:?}");
    let told = shell.text(&["resume"]);
    assert!(told.contains(" (plan.md says 55 000)\n"), "{told}");
}

#[test]
fn questions_for_a_person_are_printed_with_their_commands() {
    let shell = Shell::new();
    let new = shell.run(&["new", "Something nice for my parents this autumn."]);
    assert_eq!(new.status.code(), Some(1), "{new:?}");
    let asked = shell.run(&["questions"]);
    assert_eq!(asked.status.code(), Some(1));
    let text = String::from_utf8(asked.stdout).unwrap();
    let id = shell.first_session();
    assert!(text.starts_with("Which kind of project is"), "{text}");
    assert!(text.contains(&format!("planexe answer kind generic -s {id}")), "{text}");
    assert!(text.contains(&format!("planexe answer budget \"…\" -s {id}")), "{text}");
    let asked = shell.run(&["--json", "questions"]);
    let answer: Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert_eq!(answer["questions"], serde_json::json!([]));
    assert_eq!(answer["intake"][0]["id"], "kind");
    let commands = answer["intake"][0]["commands"].as_array().unwrap();
    assert!(commands.iter().any(|it| *it == format!("planexe answer kind generic -s {id}")));
    let wrong = shell.run(&["answer", "budgett", "500 EUR"]);
    assert_eq!(wrong.status.code(), Some(2));
    let text = String::from_utf8(wrong.stderr).unwrap();
    assert!(text.contains("these wait for a person: kind, budget"), "{text}");
    assert!(shell.text(&["answer", "kind", "event"]).starts_with("completed"));
}

#[test]
fn titles_stand_where_sessions_are_named() {
    let shell = Shell::new();
    shell.text(&["new", "--no-run", "##  A   choir \n\nsings"]);
    assert!(shell.text(&["sessions"]).ends_with("  A choir\n"));
    let graph = shell.text(&["graph", "--format", "text"]);
    assert!(graph.lines().next().unwrap().ends_with(": A choir"), "{graph}");
    assert!(shell.text(&["archive"]).ends_with(" archived: A choir\n"));
}

#[test]
fn archive_freezes_and_stop_without_a_run_is_refused() {
    let shell = Shell::planned();
    let stop = shell.run(&["--json", "stop"]);
    assert_eq!(stop.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&stop.stdout).unwrap();
    assert_eq!(error["error"]["code"], "RUN_NOT_ACTIVE");
    shell.text(&["archive"]);
    let resume = shell.run(&["resume"]);
    assert!(String::from_utf8(resume.stderr).unwrap().contains("SESSION_ARCHIVED"));
}

#[test]
fn doctor_finds_content_that_is_gone() {
    let shell = Shell::new();
    // Large enough for a file of its own.
    shell.text(&["new", "--no-run", &"An idea. ".repeat(10_000)]);
    assert_eq!(shell.json(&["doctor"])["damaged"].as_array().unwrap().len(), 0);
    let sha = shell.json(&["read", "prompt.md"])["sha256"].as_str().unwrap().to_owned();
    let blob = shell.folder.path().join("blobs").join(&sha[..2]).join(&sha[2..]);
    std::fs::remove_file(blob).unwrap();
    let output = shell.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("out/prompt.md"));
}

/// Overwrites five pages of a database from `page` on.
fn overwrite(database: &std::path::Path, page: usize) -> Vec<u8> {
    let mut bytes = std::fs::read(database).unwrap();
    bytes[page * 4096..(page + 5) * 4096].fill(0xa5);
    std::fs::write(database, &bytes).unwrap();
    bytes
}

/// Every damaged place is repaired by `doctor --repair` and a resume of each session. The store's tests
/// damage every page; here the real program meets some of each part of the file.
#[test]
fn a_damaged_database_is_repaired_and_resumed_wherever_it_was_damaged() {
    let shell = Shell::planned();
    shell.text(&["new", "--no-run", "--assume", "A second idea"]);
    let database = shell.folder.path().join("planexe.db");
    let whole = std::fs::read(&database).unwrap();
    let plan = shell.text(&["-s", &shell.first_session(), "read", "plan.md"]);
    let pages = whole.len() / 4096;
    // The first pages are the roots of the tables.
    for page in (20..pages - 5).step_by(9) {
        std::fs::write(&database, &whole).unwrap();
        let bytes = overwrite(&database, page);
        let told = shell.run(&["doctor"]);
        assert_eq!(told.status.code(), Some(1), "page {page}");
        let text = String::from_utf8(told.stdout).unwrap();
        let path = database.display().to_string();
        assert!(text.starts_with(&format!("database  {path} is damaged\n")), "{text}");
        assert!(text.contains("A second idea") && text.contains("/out: "), "{text}");
        assert!(text.contains("doctor --repair"), "{text}");
        let told = shell.run(&["--json", "doctor", "--repair"]);
        let answer: Value = serde_json::from_slice(&told.stdout).unwrap();
        assert_eq!(answer["lost"], serde_json::json!([]), "page {page}");
        let copy = answer["copy"].as_str().unwrap();
        assert_eq!(std::fs::read(copy).unwrap(), bytes, "page {page}: the damaged file is kept");
        let sessions = shell.json(&["sessions"]);
        let sessions = sessions["sessions"].as_array().unwrap();
        assert!(sessions.iter().any(|it| it["title"] == "A second idea"), "{sessions:?}");
        for session in sessions {
            shell.text(&["-s", session["session_id"].as_str().unwrap(), "resume"]);
        }
        let told = shell.run(&["doctor"]);
        assert_eq!(told.status.code(), Some(0), "page {page}: {told:?}");
        let again = shell.text(&["-s", &shell.first_session(), "read", "plan.md"]);
        assert_eq!(again, plan, "page {page}");
        // The next place is damaged in the same sessions.
        std::fs::remove_file(copy).unwrap();
    }
}

#[test]
fn doctor_names_the_sessions_that_a_repair_lost() {
    let shell = Shell::new();
    shell.text(&["new", "--no-run", "An idea"]);
    let database = shell.folder.path().join("planexe.db");
    // The root of the table of sessions.
    overwrite(&database, 1);
    let told = String::from_utf8(shell.run(&["doctor", "--repair"]).stdout).unwrap();
    assert!(told.contains("lost      pxe_") && told.contains("planexe new - < "), "{told}");
    assert_eq!(shell.json(&["sessions"])["sessions"], serde_json::json!([]));
    // Nothing at all is left of a file that is none.
    std::fs::write(&database, "not a database, and long enough to be taken for one".repeat(100))
        .unwrap();
    let status = shell.run(&["status"]);
    let told = String::from_utf8(status.stderr).unwrap();
    assert!(told.contains("damaged") && told.contains("planexe doctor"), "{told}");
    shell.run(&["doctor", "--repair"]);
    // The files of the lost session are named until somebody has seen to them.
    let told = shell.run(&["doctor"]);
    assert_eq!(told.status.code(), Some(1));
    assert!(String::from_utf8(told.stdout).unwrap().contains("unknown   "));
    std::fs::remove_dir_all(shell.folder.path().join("sessions")).unwrap();
    assert_eq!(shell.run(&["doctor"]).status.code(), Some(0));
}

#[test]
fn doctor_names_the_folders_that_an_empty_or_missing_database_does_not_know() {
    let shell = Shell::new();
    shell.text(&["new", "--no-run", "An idea"]);
    let id = shell.first_session();
    let database = shell.folder.path().join("planexe.db");
    for is_missing in [false, true] {
        std::fs::write(&database, "").unwrap();
        if is_missing {
            std::fs::remove_file(&database).unwrap();
        }
        let told = shell.run(&["doctor"]);
        assert_eq!(told.status.code(), Some(1), "{told:?}");
        let text = String::from_utf8(told.stdout).unwrap();
        let out = shell.folder.path().join("sessions").join(&id).join("out");
        assert!(text.contains(&format!("unknown   {}: 1 files", out.display())), "{text}");
        assert!(text.contains("planexe new - < "), "{text}");
        let told = shell.run(&["--json", "doctor"]);
        let answer: Value = serde_json::from_slice(&told.stdout).unwrap();
        assert_eq!(answer["unknown"][0]["path"], out.display().to_string());
    }
}

/// A run of the real program that hangs in the middle.
#[cfg(unix)]
struct Hanging {
    shell: Shell,
    script: PathBuf,
    child: std::process::Child,
}

#[cfg(unix)]
impl Hanging {
    fn start() -> Self {
        let shell = Shell::new();
        let script = shell.folder.path().join("script.json");
        std::fs::write(&script, r#"{"tasks":{"WriteDetailedPlan":{"hang":true}}}"#).unwrap();
        let text = script.display().to_string();
        let new = ["--script", &text, "new", "An app", "--planner-model", "scripted"];
        let child = shell.command(&new).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut hanging = Self { shell, script, child };
        while hanging.status()["progress"]["current_task"]["name"] != "WriteDetailedPlan" {
            assert_eq!(hanging.child.try_wait().unwrap(), None, "the run ended too early");
        }
        hanging
    }

    fn status(&self) -> Value {
        let script = self.script.display().to_string();
        let status = self.shell.run(&["--script", &script, "--json", "status"]);
        serde_json::from_slice(&status.stdout).unwrap()
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stops_the_run_so_that_it_can_be_resumed() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let mut hanging = Hanging::start();
        hanging.signal(name);
        assert_eq!(hanging.child.wait().unwrap().code(), Some(1), "{name}");
        assert_eq!(hanging.status()["state"], "stopped", "{name}");
        std::fs::write(&hanging.script, "{}").unwrap();
        let output =
            hanging.shell.run(&["--script", &hanging.script.display().to_string(), "resume"]);
        assert!(output.status.success(), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_process_that_is_paused_keeps_its_run_whoever_looks() {
    let mut hanging = Hanging::start();
    hanging.signal("-STOP");
    for _ in 0..10 {
        assert_eq!(hanging.status()["state"], "running");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    hanging.signal("-CONT");
    hanging.signal("-TERM");
    assert_eq!(hanging.child.wait().unwrap().code(), Some(1));
    assert_eq!(hanging.status()["state"], "stopped", "it ended its run itself");
}
