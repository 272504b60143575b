//! Undo and snapshots by the command line: short ids, other projects, and files that hosts write too.

use std::fs;

use serde_json::Value;

use crate::machine::Machine;

fn ids(machine: &Machine) -> Vec<String> {
    let listed = machine.ok(&["snapshots"]);
    let listed = listed["snapshots"].as_array().unwrap();
    listed.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn undo_takes_back_the_last_run_and_then_itself() {
    let machine = Machine::initialised();
    machine.write("CLAUDE.md", "my own words\n");
    machine.ok(&["deploy", "--apply", "--yes", "--target", "codex"]);
    machine.ok(&["deploy", "--apply", "--yes", "--adopt"]);
    assert_eq!(machine.read("CLAUDE.md"), "@AGENTS.md\n");
    let undone = machine.ok(&["undo", "--yes"]);
    let listed = String::from_utf8(machine.run(&["snapshots"]).stdout).unwrap();
    let run = &ids(&machine)[2];
    assert!(listed.contains(&format!("undo of {}", &run[run.len() - 6..])), "{listed}");
    assert_eq!(undone["undone"].as_str().unwrap(), ids(&machine)[2]);
    assert_eq!(machine.read("CLAUDE.md"), "my own words\n");
    assert!(machine.has("AGENTS.md"));
    machine.ok(&["undo", "--yes"]);
    assert_eq!(machine.read("CLAUDE.md"), "@AGENTS.md\n");
    // The state before the first deploy reaches the file that only a later run adopted.
    machine.ok(&["rollback", "--to", &ids(&machine)[0], "--yes"]);
    assert_eq!(machine.read("CLAUDE.md"), "my own words\n");
    assert!(!machine.has("AGENTS.md"));
}

#[test]
fn a_short_id_and_latest_are_enough() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    let whole = ids(&machine).pop().unwrap();
    let output = machine.run(&["snapshots"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let short = text.lines().last().unwrap().split_whitespace().next().unwrap();
    assert!(short.len() < whole.len() && whole.ends_with(short), "{text}");
    assert_eq!(machine.ok(&["rollback", "--to", short, "--yes"])["rolled_back_to"], whole.as_str());
    let latest = ids(&machine).pop().unwrap();
    assert_eq!(
        machine.ok(&["rollback", "--to", "latest", "--yes"])["rolled_back_to"],
        latest.as_str()
    );
    assert_eq!(machine.error(&["rollback", "--to", "99", "--yes"])["code"], "E_SNAPSHOT_NOT_FOUND");
}

#[test]
fn a_snapshot_of_another_project_is_asked_about() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    let other = machine.home().join("other");
    fs::create_dir_all(other.join(".git")).unwrap();
    let other = other.to_str().unwrap().to_owned();
    let deployed = machine.ok(&["deploy", "--apply", "--yes", "--project", &other]);
    let id = deployed["snapshot_id"].as_str().unwrap();
    let error = machine.error(&["rollback", "--to", id, "--yes"]);
    assert_eq!(error["code"], "E_SNAPSHOT_OTHER_PROJECT");
    assert!(error["details"]["hint"].as_str().unwrap().contains(&other));
    assert_eq!(machine.error(&["undo", id, "--yes"])["code"], "E_SNAPSHOT_OTHER_PROJECT");
    let text = String::from_utf8(machine.run(&["snapshots", "--all"]).stdout).unwrap();
    assert!(text.contains(&other), "{text}");
    // `latest` never means another project's run, and the hint after a run names none.
    machine.ok(&["undo", "--yes"]);
    assert!(!machine.has("AGENTS.md") && fs::exists(format!("{other}/AGENTS.md")).unwrap());
    machine.ok(&["undo", id, "--yes", "--any-project"]);
    assert!(!fs::exists(format!("{other}/AGENTS.md")).unwrap());
}

#[test]
fn state_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    let mut open = vec![machine.home().join(".agentpack/state")];
    while let Some(path) = open.pop() {
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o077, 0, "{}", path.display());
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
}

#[test]
fn secrets_and_hidden_characters_are_not_shown_raw() {
    let machine = Machine::new();
    machine.ok(&["init", "--scope", "user", "--hosts", "claude_code"]);
    machine.write_repo("modules/mcp/x.json", r#"{"command": "x"}"#);
    machine.ok(&["add", "mcp", "local:modules/mcp/x.json", "--scope", "user"]);
    machine.write_repo("modules/instructions/base/AGENTS.md", "# Base\u{1b}[8m\u{202e}\n");
    machine.write_home(".claude.json", "{\n  \"oauthToken\": \"very-secret\"\n}\n");
    let json = machine.json(&["preview", "--diff"]).json.to_string();
    assert!(json.contains("[redacted]") && !json.contains("very-secret"), "{json}");
    assert!(json.contains("<U+202E>") && !json.contains('\u{202e}'), "{json}");
    let output = machine.run(&["diff"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("# Base<U+001B>[8m<U+202E>") && !text.contains("very-secret"), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("U+001B"));
    let refused: Value = machine.error(&["diff", "--show-secrets"]);
    assert_eq!(refused["code"], "E_TTY_REQUIRED");
    let refused = machine.run(&["diff", "--show-secrets"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(!String::from_utf8(refused.stdout).unwrap().contains("very-secret"));
}
