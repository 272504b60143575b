//! The envelope, exit codes and refusals of the command line.

use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use crate::machine::Machine;

#[test]
fn an_envelope_has_its_nine_fields() {
    let machine = Machine::initialised();
    let answer = machine.json(&["plan"]);
    let keys: Vec<_> = answer.json.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        [
            "schema_version",
            "ok",
            "command",
            "command_id",
            "command_path",
            "version",
            "data",
            "warnings",
            "errors"
        ]
    );
    assert_eq!(answer.json["command"], "plan");
    let change = answer.json["data"]["changes"][0].as_object().unwrap();
    let keys: Vec<_> = change.keys().map(String::as_str).collect();
    assert!(keys.is_sorted(), "{keys:?}");
}

#[test]
fn a_usage_error_is_an_envelope_too() {
    let machine = Machine::new();
    for arguments in
        [&["plan", "--bogus"][..], &["status", "--only", "odd"], &["rollback"], &["nosuch"]]
    {
        let answer = machine.json(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert_eq!(answer.json["errors"][0]["code"], "E_USAGE", "{arguments:?}");
    }
    let answer = machine.json(&["rollback"]).json;
    assert_eq!(answer["command"], "rollback");
    let message = answer["errors"][0]["message"].as_str().unwrap();
    assert!(message.ends_with("not provided: --to <ID>"), "{message}");
    let plain = machine.run(&["plan", "--bogus"]);
    assert_eq!(plain.status.code(), Some(2));
    assert!(plain.stdout.is_empty() && !plain.stderr.is_empty());
}

#[test]
fn approval_is_asked_for_before_anything_is_read() {
    let machine = Machine::new();
    let error = machine.error(&["deploy", "--apply"]);
    assert_eq!(error["code"], "E_CONFIRM_REQUIRED");
    assert_eq!(error["details"]["next_actions"], json!(["retry_with_yes"]));
    assert_eq!(error["details"]["command"], "deploy --apply");
    assert_eq!(machine.error(&["rollback", "--to", "1"])["code"], "E_CONFIRM_REQUIRED");
}

#[test]
fn what_a_user_can_cause_has_a_code_of_its_own() {
    let machine = Machine::new();
    assert_eq!(machine.error(&["plan"])["code"], "E_CONFIG_MISSING");
    assert_eq!(machine.error(&["init", "--guided"])["code"], "E_TTY_REQUIRED");
    machine.ok(&["init", "--scope", "project"]);
    assert_eq!(machine.error(&["init"])["code"], "E_REPO_EXISTS");
    assert_eq!(machine.error(&["--profile", "nope", "plan"])["code"], "E_PROFILE_UNKNOWN");
    assert_eq!(machine.error(&["--target", "emacs", "plan"])["code"], "E_TARGET_UNSUPPORTED");
    assert_eq!(machine.error(&["remove", "skill:x"])["code"], "E_MODULE_UNKNOWN");
    assert_eq!(machine.error(&["rollback", "--to", "42", "--yes"])["code"], "E_SNAPSHOT_NOT_FOUND");
    assert_eq!(machine.error(&["--project", "/nonexistent", "plan"])["code"], "E_IO_INVALID_PATH");
    machine.write_repo("agentpack.yaml", "version: 1\nprofiels: {}\n");
    let error = machine.error(&["plan"]);
    assert_eq!(error["code"], "E_CONFIG_INVALID");
    assert!(
        error["details"]["problems"]
            .as_array()
            .unwrap()
            .iter()
            .any(|problem| problem["hint"] == "did you mean `profiles`?")
    );
    machine.write_repo("agentpack.yaml", "version: 9\n");
    assert_eq!(machine.error(&["plan"])["code"], "E_CONFIG_UNSUPPORTED_VERSION");
    std::fs::write(machine.repo().join("agentpack.yaml"), [0xff, 0xfe]).unwrap();
    assert_eq!(machine.error(&["plan"])["code"], "E_CONFIG_INVALID");
}

#[test]
fn foreign_files_need_adopt() {
    let machine = Machine::initialised();
    machine.write("AGENTS.md", "mine\n");
    let error = machine.error(&["deploy", "--apply", "--yes"]);
    assert_eq!(error["code"], "E_ADOPT_CONFIRM_REQUIRED");
    assert_eq!(error["details"]["adopt_updates"], 1);
    assert_eq!(machine.read("AGENTS.md"), "mine\n");
    assert_eq!(machine.ok(&["deploy", "--apply", "--yes", "--adopt"])["applied"], true);
}

#[test]
fn preview_shows_unified_text() {
    let machine = Machine::initialised();
    let data = machine.ok(&["preview", "--diff"]);
    let file = data["diff"]["files"]
        .as_array()
        .unwrap()
        .iter()
        .find(|file| file["path"] == "CLAUDE.md")
        .unwrap()
        .clone();
    assert_eq!(file["unified"], "--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -0,0 +1 @@\n+@AGENTS.md\n");
    assert_eq!(file["before_hash"], json!(null));
    assert_eq!(data["plan"]["changes"], data["diff"]["changes"]);
}

#[test]
fn people_get_tables_and_no_escape_codes_in_a_pipe() {
    let machine = Machine::initialised();
    let output = machine.run(&["diff"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("+ ") && text.contains("to create") && !text.contains('\u{1b}'),
        "{text}"
    );
    let coloured = machine.command().env("CLICOLOR_FORCE", "1").args(["diff"]).output().unwrap();
    assert!(String::from_utf8(coloured.stdout).unwrap().contains("\u{1b}[32m"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let machine = Machine::initialised();
    let mut child = machine
        .command()
        .args(["plan", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn a_question_nobody_can_answer_is_a_refusal() {
    let machine = Machine::initialised();
    let mut child = machine
        .command()
        .args(["deploy", "--apply"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"y\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
    assert!(!machine.has("AGENTS.md"));
}

#[test]
fn version_schema_and_completions_are_there() {
    let machine = Machine::new();
    assert!(
        String::from_utf8(machine.run(&["--version"]).stdout).unwrap().starts_with("agentpack ")
    );
    let schema = machine.ok(&["schema"]);
    assert_eq!(schema["tools"].as_array().unwrap().len(), 11);
    assert!(
        schema["error_codes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|code| code["code"] == "E_CONFIRM_TOKEN_MISMATCH")
    );
    for shell in ["bash", "zsh", "fish"] {
        assert!(!machine.run(&["completions", shell]).stdout.is_empty());
    }
}

#[test]
fn the_schema_needs_no_home() {
    let machine = Machine::new();
    let output = machine.command().env_remove("HOME").args(["schema", "--json"]).output().unwrap();
    assert!(output.status.success());
    let output = machine.command().env_remove("HOME").args(["plan", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_module_that_is_not_there_yet_is_added_with_a_warning() {
    let machine = Machine::initialised();
    let answer = machine.json(&["add", "skill", "local:modules/skills/later"]);
    assert_eq!(answer.code, 0);
    let warning = answer.json["warnings"][0].as_str().unwrap();
    assert!(warning.contains("later does not exist yet"), "{warning}");
    assert_eq!(machine.error(&["plan"])["code"], "E_CONFIG_INVALID");
}

#[test]
fn kept_edits_are_counted() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    machine.write("AGENTS.md", "mine\n");
    let answer = machine.json(&["deploy", "--apply", "--yes", "--keep-edits"]);
    assert_eq!(answer.json["warnings"], json!(["1 file with edits left unchanged"]));
    assert_eq!(machine.read("AGENTS.md"), "mine\n");
    // Without a choice the refusal comes before the question.
    let refused = machine.run(&["deploy", "--apply"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(text.contains("E_USER_EDIT_CONFIRM_REQUIRED") && !text.contains("Apply"), "{text}");
}

#[test]
fn the_fix_for_git_keeps_every_byte_and_is_not_asked_for_again() {
    let machine = Machine::initialised();
    let ignored = machine.project().join(".gitignore");
    std::fs::write(&ignored, b"caf\xe9\n*.o").unwrap();
    let warned = |arguments: &[&str]| machine.json(arguments).json["warnings"].to_string();
    assert!(warned(&["doctor"]).contains("not git-ignored"));
    assert!(!warned(&["doctor", "--fix"]).contains("not git-ignored"));
    let bytes = std::fs::read(&ignored).unwrap();
    assert!(bytes.starts_with(b"caf\xe9\n*.o\n.agentpack"), "{}", bytes.escape_ascii());
    assert!(!warned(&["doctor"]).contains("not git-ignored"));
}

#[test]
fn a_project_is_one_however_it_is_named() {
    let machine = Machine::initialised();
    let applied =
        machine.ok(&["deploy", "--apply", "--yes", "--project", "../project/./../project"]);
    let path = applied["changes"][0]["path"].as_str().unwrap();
    assert!(std::path::Path::new(path).starts_with(machine.project()), "{path}");
    let snapshots = machine.ok(&["snapshots"]);
    assert_eq!(snapshots["snapshots"][0]["project"], json!(machine.project()));
    assert_eq!(machine.ok(&["plan"])["changes"], json!([]));
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::symlink;

    use crate::machine::Machine;

    #[test]
    fn a_config_that_is_no_file_is_refused_unread() {
        let machine = Machine::initialised();
        let config = machine.repo().join("agentpack.yaml");
        std::fs::remove_file(&config).unwrap();
        symlink("/dev/zero", &config).unwrap();
        assert_eq!(machine.error(&["plan"])["code"], "E_IO_INVALID_PATH");
    }

    #[test]
    fn a_linked_config_is_changed_where_it_is() {
        let machine = Machine::initialised();
        let (config, real) = (machine.repo().join("agentpack.yaml"), machine.home().join("real"));
        std::fs::rename(&config, &real).unwrap();
        symlink(&real, &config).unwrap();
        machine.write_repo("modules/prompts/go.md", "Go.\n");
        machine.ok(&["add", "prompt", "local:modules/prompts/go.md"]);
        assert!(config.is_symlink());
        assert!(std::fs::read_to_string(&real).unwrap().contains("prompt:go"));
        machine.ok(&["remove", "prompt:go"]);
        assert!(!std::fs::read_to_string(&real).unwrap().contains("prompt:go"));
    }

    #[test]
    fn a_folder_that_is_gone_is_said_to_be_gone() {
        let machine = Machine::initialised();
        std::fs::create_dir(machine.home().join("gone")).unwrap();
        let mut shell = machine.command();
        let program = shell.get_program().to_owned();
        let script = "rmdir \"$PWD\" && exec \"$0\" plan --json";
        shell = std::process::Command::new("sh");
        let output = shell
            .args(["-c", script])
            .arg(program)
            .current_dir(machine.home().join("gone"))
            .env("HOME", machine.home())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("the current folder is no longer there"), "{text}");
    }
}
