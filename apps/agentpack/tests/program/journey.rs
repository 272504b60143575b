//! From an empty home to four hosts and back, by the command line.

use crate::machine::Machine;
use serde_json::Value;

#[test]
fn init_deploy_edit_status_rollback_undo() {
    let machine = Machine::new();
    machine.ok(&["init"]);
    machine.write_repo(
        "modules/skills/hello/SKILL.md",
        "---\nname: hello\ndescription: Says hello.\n---\n\nSay hello.\n",
    );
    machine.ok(&["add", "skill", "local:modules/skills/hello"]);
    let plan = machine.ok(&["plan"]);
    assert_eq!(plan["targets"], serde_json::json!(["claude_code", "codex", "cursor", "vscode"]));
    let deployed = machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(deployed["applied"], true);
    for path in
        ["AGENTS.md", "CLAUDE.md", ".agents/skills/hello/SKILL.md", ".claude/skills/hello/SKILL.md"]
    {
        assert!(machine.has(path), "{path}");
    }
    // The first module is of the project: the home folder stays as it was.
    assert!(!machine.home().join(".codex").exists() && !machine.home().join(".copilot").exists());
    assert_eq!(machine.ok(&["deploy", "--apply", "--yes"])["reason"], "no_changes");

    machine.write("AGENTS.md", "typed by a person\n");
    let status = machine.ok(&["status"]);
    assert_eq!(status["summary"]["modified"], 1);
    assert_eq!(status["drift"][0]["state"], "modified_by_user");
    let refused = machine.error(&["deploy", "--apply", "--yes"]);
    assert_eq!(refused["code"], "E_USER_EDIT_CONFIRM_REQUIRED");
    assert_eq!(machine.read("AGENTS.md"), "typed by a person\n");

    let snapshot = deployed["snapshot_id"].as_str().unwrap();
    assert_eq!(
        machine.error(&["rollback", "--to", snapshot, "--yes"])["code"],
        "E_USER_EDIT_CONFIRM_REQUIRED"
    );
    let back = machine.ok(&["rollback", "--to", snapshot, "--overwrite-edits", "--yes"]);
    assert_eq!(back["rolled_back_to"], snapshot);
    assert!(machine.read("AGENTS.md").starts_with("# Working agreements"));

    let listed = machine.ok(&["snapshots"]);
    let kinds: Vec<_> = listed["snapshots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["before_first_deploy", "deploy", "rollback"]);
    let first = listed["snapshots"][0]["id"].as_str().unwrap();
    machine.ok(&["rollback", "--to", first, "--yes"]);
    assert!(!machine.has("AGENTS.md") && !machine.has(".agents") && !machine.has(".claude"));

    let event = back["event_snapshot_id"].as_str().unwrap();
    machine.ok(&["rollback", "--to", event, "--yes"]);
    assert!(machine.read("AGENTS.md").starts_with("# Working agreements"));
    assert!(machine.has(".agents/skills/hello/SKILL.md"));
    assert_eq!(machine.ok(&["plan"])["changes"], serde_json::json!([]));
}

#[test]
fn a_module_comes_and_goes_and_comments_stay() {
    let machine = Machine::initialised();
    machine.write_repo("modules/prompts/draft.md", "Draft it.\n");
    machine.ok(&["add", "prompt", "local:modules/prompts/draft.md"]);
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert!(machine.has(".claude/commands/draft.md"));
    machine.ok(&["remove", "prompt:draft"]);
    assert!(
        std::fs::read_to_string(machine.repo().join("agentpack.yaml"))
            .unwrap()
            .starts_with("# What agents are told")
    );
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert!(!machine.has(".claude/commands/draft.md") && !machine.has(".cursor/commands"));
}

#[test]
fn four_runs_at_once_write_once() {
    let machine = Machine::initialised();
    let applied: usize = std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..4).map(|_| scope.spawn(|| machine.ok(&["deploy", "--apply", "--yes"]))).collect();
        runs.into_iter().map(|run| usize::from(run.join().unwrap()["applied"] == true)).sum()
    });
    assert_eq!(applied, 1);
    assert_eq!(machine.ok(&["plan"])["changes"], serde_json::json!([]));
}

#[test]
fn doctor_keeps_manifests_out_of_git() {
    let machine = Machine::initialised();
    let found = machine.ok(&["doctor"]);
    assert_eq!(found["machine_id"], "test");
    assert_eq!(found["gitignore_fixes"][0]["updated"], false);
    assert!(!machine.has(".gitignore"));
    machine.ok(&["doctor", "--fix"]);
    assert_eq!(machine.read(".gitignore"), ".agentpack.manifest*.json\n");
    assert_eq!(machine.ok(&["doctor"])["gitignore_fixes"], serde_json::json!([]));
}

#[test]
fn doctor_sets_records_aside_that_cannot_be_read() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    let file = |name: &str| machine.home().join(".agentpack/state").join(name);
    let read = |name: &str| std::fs::read_to_string(file(name)).unwrap();
    let before = read("roots.json");
    let snapshots = machine.ok(&["snapshots"]);
    let last = snapshots["snapshots"].as_array().unwrap().last().unwrap();
    let last = format!("snapshots/{}.json", last["id"].as_str().unwrap());
    std::fs::write(file(&last), "{").unwrap();
    let warned = machine.json(&["doctor"]).json["warnings"].to_string();
    assert!(warned.contains("doctor --fix"), "{warned}");
    std::fs::write(file("roots.json"), "{").unwrap();
    for command in [&["status"][..], &["plan"], &["doctor"]] {
        let error = machine.error(command);
        assert_eq!(error["code"], "E_SNAPSHOT_CORRUPT", "{command:?}");
        assert!(error["message"].as_str().unwrap().contains("doctor --fix"), "{error}");
    }
    let fixed = machine.ok(&["doctor", "--fix"]);
    assert_eq!(fixed["damaged_state"].as_array().unwrap().len(), 2);
    assert_eq!(read("roots.json.broken"), "{");
    assert_eq!(read(&format!("{last}.broken")), "{");
    let roots = |text: &str| -> Vec<Value> {
        let list: Value = serde_json::from_str(text).unwrap();
        list["roots"].as_array().unwrap().clone()
    };
    // Folders that were only looked at may come back as well; none is forgotten.
    let after = roots(&read("roots.json"));
    assert!(roots(&before).iter().all(|it| after.contains(it)), "{after:?}");
    assert_eq!(machine.ok(&["plan"])["changes"], serde_json::json!([]));
    assert_eq!(machine.ok(&["doctor"]).get("damaged_state"), None);
    // What was set aside before is not replaced.
    std::fs::write(file("roots.json"), "[").unwrap();
    machine.ok(&["doctor", "--fix"]);
    assert_eq!((read("roots.json.broken"), read("roots.json.broken-2")), ("{".into(), "[".into()));
}

#[test]
fn without_git_only_what_needs_git_fails() {
    let machine = Machine::initialised();
    let output =
        machine.command().env("PATH", "/nonexistent").args(["plan", "--json"]).output().unwrap();
    assert!(output.status.success());
    let other = Machine::new();
    let output = other
        .command()
        .env("PATH", "/nonexistent")
        .args(["init", "--git", "--json"])
        .output()
        .unwrap();
    let envelope: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["errors"][0]["code"], "E_GIT_NOT_FOUND");
}
