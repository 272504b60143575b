//! Teams and CI by the command line: checks with exit codes, a cloned config repo, sync, configs in the project.

use std::fs;

use crate::machine::Machine;

#[test]
fn check_tells_ci_by_its_exit_code() {
    let machine = Machine::initialised();
    let output = machine.run(&["plan", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("- `AGENTS.md`: not deployed yet\n"), "{text}");
    assert!(text.contains("agentpack deploy --apply") && !text.contains('\u{1b}'), "{text}");
    machine.ok(&["deploy", "--apply", "--yes"]);
    for command in [&["plan", "--check"][..], &["status", "--check"], &["plan", "--check=project"]]
    {
        let output = machine.run(command);
        assert_eq!(output.status.code(), Some(0), "{command:?}");
        assert_eq!(output.stdout, b"agentpack: everything is up to date.\n");
    }
    machine.write("AGENTS.md", "typed by a person\n");
    let answer = machine.json(&["status", "--check"]);
    assert_eq!((answer.code, &answer.json["ok"]), (1, &true.into()));
    assert_eq!(answer.json["data"]["check"]["edited"], 1);
    let text = String::from_utf8(machine.run(&["plan", "--check"]).stdout).unwrap();
    assert!(text.contains("evolve propose") && text.contains("--overwrite-edits"), "{text}");
    assert_eq!(machine.json(&["plan"]).code, 0, "without --check a plan is no finding");
}

#[test]
fn a_check_of_the_project_looks_past_the_home() {
    let machine = Machine::new();
    machine.ok(&["init", "--scope", "user", "--hosts", "codex"]);
    machine.write_repo("modules/instructions/team/AGENTS.md", "# Of the team\n");
    machine.ok(&["add", "instructions", "local:modules/instructions/team", "--scope", "project"]);
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(machine.read("AGENTS.md"), "# Of the team\n");
    fs::remove_dir_all(machine.home().join(".codex")).unwrap();
    assert_eq!(machine.json(&["plan", "--check"]).code, 1);
    assert_eq!(machine.json(&["plan", "--check=project"]).code, 0);
}

#[test]
fn a_team_repo_is_cloned_and_synced() {
    let lead = Machine::initialised();
    lead.commit_repo();
    let address = format!("file://{}", lead.repo().display());
    let machine = Machine::new();
    assert_eq!(machine.json(&["init", "ext::sh -c x"]).json["errors"][0]["code"], "E_USAGE");
    machine.ok(&["init", &address]);
    assert_eq!(machine.error(&["init", &address])["code"], "E_REPO_EXISTS");
    let synced = machine.ok(&["sync", "--apply", "--yes"]);
    assert_eq!(synced["deploy"]["applied"], true);
    assert!(machine.has("AGENTS.md"));
    lead.write_repo("modules/instructions/base/AGENTS.md", "# From the team\n");
    lead.git_repo(&["commit", "--quiet", "--all", "--message=next"]);
    let shown = machine.ok(&["sync"]);
    assert_ne!(shown["pulled"]["from"], shown["pulled"]["to"]);
    assert_eq!(shown["deploy"]["summary"]["update"], 1);
    assert_ne!(machine.read("AGENTS.md"), "# From the team\n");
    machine.ok(&["sync", "--apply", "--yes"]);
    assert_eq!(machine.read("AGENTS.md"), "# From the team\n");
    let secret = Machine::new();
    for flag in [&["--dry-run"][..], &[]] {
        let arguments = [&["init", "https://me:hunter2@127.0.0.1:9/team.git"], flag].concat();
        let said = secret.run(&arguments);
        let answer = secret.json(&arguments).json.to_string();
        let said = format!("{said:?}{answer}");
        assert!(said.contains("team.git") && !said.contains("hunter2"), "{said}");
    }
    let nothing = Machine::new();
    let empty = format!("file://{}", nothing.project().display());
    assert_eq!(nothing.json(&["init", &empty]).code, 1);
    assert!(!nothing.repo().exists(), "a failed clone leaves nothing behind");
}

#[test]
fn a_config_in_the_project_is_found_and_stays_in_it() {
    let machine = Machine::new();
    machine.write(
        ".agentpack/agentpack.yaml",
        "version: 1\nprofiles: {default: {include_tags: [base]}}\ntargets: {codex: {mode: files, scope: both}}\nmodules:\n  - {id: 'instructions:base', type: instructions, tags: [base], source: {local_path: {path: base}}}\n",
    );
    machine.write(".agentpack/base/AGENTS.md", "# Of the project\n");
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(machine.read("AGENTS.md"), "# Of the project\n");
    assert!(!machine.home().join(".codex").exists());
    assert_eq!(machine.json(&["plan", "--check"]).code, 0);
}

#[test]
fn a_clone_of_the_project_needs_no_adoption() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    // What another machine has: the same files, but neither manifests nor state.
    for entry in fs::read_dir(machine.project()).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().starts_with(".agentpack.manifest") {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    fs::remove_dir_all(machine.home().join(".agentpack/state")).unwrap();
    assert_eq!(machine.json(&["plan", "--check"]).code, 0);
    machine.write_repo("modules/instructions/base/AGENTS.md", "# Second\n");
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(machine.read("AGENTS.md"), "# Second\n");
}

#[test]
fn an_edit_and_a_new_source_are_merged() {
    let machine = Machine::initialised();
    let lines = "1\n2\n3\n4\n5\n6\n7\n";
    machine.write_repo("modules/instructions/base/AGENTS.md", lines);
    machine.ok(&["deploy", "--apply", "--yes"]);
    machine.write("AGENTS.md", &lines.replace("1\n", "one\n"));
    machine.write_repo("modules/instructions/base/AGENTS.md", &lines.replace("7\n", "seven\n"));
    assert_eq!(
        machine.error(&["deploy", "--apply", "--yes"])["code"],
        "E_USER_EDIT_CONFIRM_REQUIRED"
    );
    assert_eq!(machine.error(&["merge"])["code"], "E_CONFIRM_REQUIRED");
    assert_eq!(machine.ok(&["merge", "AGENTS.md", "--yes"])["applied"], true);
    assert_eq!(machine.read("AGENTS.md"), "one\n2\n3\n4\n5\n6\nseven\n");
    assert_eq!(machine.ok(&["status"])["drift"][0]["state"], "modified_by_user");
    machine.write_repo("modules/instructions/base/AGENTS.md", &lines.replace("1\n", "ONE\n"));
    let answer = machine.json(&["merge", "--yes"]);
    assert_eq!((answer.code, answer.json["data"]["conflicts"].as_array().unwrap().len()), (1, 1));
}
