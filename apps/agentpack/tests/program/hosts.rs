//! Hosts, scopes and places by the command line, in a made-up home.

use std::path::Path;

use serde_json::{Value, json};

use crate::machine::Machine;

fn warnings(machine: &Machine, arguments: &[&str]) -> String {
    machine.json(arguments).json["warnings"].to_string()
}

#[test]
fn init_serves_four_hosts_the_project_and_more_when_asked() {
    let machine = Machine::new();
    machine.ok(&["init", "--hosts", "opencode,goose"]);
    let config = std::fs::read_to_string(machine.repo().join("agentpack.yaml")).unwrap();
    assert!(config.contains("  opencode: {mode: files, scope: both}\n"), "{config}");
    assert!(config.contains("    scope: project"), "{config}");
    assert_eq!(machine.ok(&["plan"])["targets"], json!(["goose", "opencode"]));
    let error = machine.error(&["plan", "--target", "gose"]);
    assert_eq!(error["code"], "E_TARGET_UNSUPPORTED");
    assert_eq!(error["details"]["hint"], "did you mean `goose`?");
    let all = Machine::new();
    all.ok(&["init", "--hosts", "all"]);
    assert!(all.ok(&["plan"])["targets"].as_array().unwrap().len() >= 16);
}

#[test]
fn an_import_keeps_scopes_and_says_what_it_left() {
    let machine = Machine::new();
    machine.ok(&["init"]);
    machine.write("AGENTS.md", "# The project's own words\n");
    machine.write_home(".claude/CLAUDE.md", "# How I like it\n");
    machine.write_home(".codex/AGENTS.md", "# My habits\n");
    machine.write_home(
        ".claude.json",
        r#"{"mcpServers": {"db": {"command": "db", "env": {"DB_PASSWORD": "hunter2"}}}}"#,
    );
    machine.write_home(
        ".claude/settings.json",
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]}}"#,
    );
    let before = machine.tree();
    let told = warnings(&machine, &["import"]);
    assert!(told.contains("set DB_PASSWORD in the environment"), "{told}");
    assert!(told.contains("settings.json run programs and are left there"), "{told}");
    let report = machine.ok(&["import", "--apply", "--yes"]);
    let of = |id: &str| -> Value {
        let items = report["items"].as_array().unwrap();
        items.iter().find(|item| item["module_id"] == id).cloned().unwrap_or_default()
    };
    let from_project: Vec<&str> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["source"].as_str().unwrap().ends_with("project/AGENTS.md"))
        .map(|item| item["module_id"].as_str().unwrap())
        .collect();
    assert_eq!(from_project, ["instructions:project"], "one file is one module");
    assert_eq!(of("mcp:db")["variables"], json!(["DB_PASSWORD"]));
    assert_eq!(of("hook:claude_code-stop")["reason"], "runs_programs");
    let config = std::fs::read_to_string(machine.repo().join("agentpack.yaml")).unwrap();
    assert!(config.contains("targets: [claude_code]\n    scope: user"), "{config}");
    machine.ok(&["remove", "instructions:base"]);
    let plan = machine.ok(&["plan"]);
    // Nothing of the home folder reaches the project, and the originals are what the modules say.
    for change in plan["changes"].as_array().unwrap() {
        let path = change["path"].as_str().unwrap();
        assert!(!path.ends_with("project/AGENTS.md"), "{change:#}");
        assert!(path.starts_with(machine.home().to_str().unwrap()), "{change:#}");
    }
    machine.ok(&["deploy", "--apply", "--yes", "--adopt"]);
    assert_eq!(machine.read("AGENTS.md"), "# The project's own words\n");
    // The profile that was told deploys the project's own words where they are.
    let profile = report["project_profile"].as_str().unwrap();
    let config = std::fs::read_to_string(machine.repo().join("agentpack.yaml")).unwrap();
    machine.write_repo(
        "agentpack.yaml",
        &config.replace("\nprofiles:\n", &format!("\nprofiles:\n  {profile}\n")),
    );
    let plan = machine.ok(&["plan"]);
    let changes = plan["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{plan:#}");
    assert!(changes[0]["path"].as_str().unwrap().ends_with("project/CLAUDE.md"), "{plan:#}");
    let now = machine.tree();
    let is_imported = |path: &Path| path.ends_with("AGENTS.md") || path.ends_with("CLAUDE.md");
    let imported: Vec<_> = before.into_iter().filter(|(path, _)| is_imported(path)).collect();
    assert!(!imported.is_empty());
    for file in imported {
        assert!(now.contains(&file), "{}", file.0.display());
    }
}

#[test]
fn nothing_is_planned_in_the_home_folder_without_being_asked() {
    let machine = Machine::new();
    machine.ok(&["init"]);
    let run = |arguments: &[&str]| -> Value {
        let mut command = machine.command();
        let output = command.current_dir(machine.home()).args(arguments).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let plan = run(&["plan", "--json"]);
    assert_eq!(plan["data"]["changes"], json!([]), "{plan:#}");
    assert!(plan["warnings"].to_string().contains("--project"), "{plan:#}");
    let home = machine.home().display().to_string();
    let asked = run(&["plan", "--json", "--project", &home]);
    assert!(!asked["data"]["changes"].as_array().unwrap().is_empty(), "{asked:#}");
    let mut command = machine.command();
    let root = command.current_dir("/").args(["plan", "--json"]).output().unwrap();
    let root: Value = serde_json::from_slice(&root.stdout).unwrap();
    assert_eq!(root["data"]["changes"], json!([]), "{root:#}");
}

#[cfg(unix)]
#[test]
fn a_linked_home_and_a_linked_project_are_one_place_each() {
    let machine = Machine::new();
    machine.ok(&["init", "--scope", "user"]);
    machine.ok(&["deploy", "--apply", "--yes"]);
    let link = machine.home().with_file_name("linked-home");
    std::os::unix::fs::symlink(machine.home(), &link).unwrap();
    let project = machine.home().with_file_name("linked-project");
    std::os::unix::fs::symlink(machine.project(), &project).unwrap();
    let mut command = machine.command();
    let output = command
        .env("HOME", &link)
        .args(["plan", "--json", "--project"])
        .arg(&project)
        .output()
        .unwrap();
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(plan["data"]["changes"], json!([]), "{plan:#}");
    // The home folder is known for what it is behind its link too.
    let mut command = machine.command();
    let output =
        command.env("HOME", &link).current_dir(&link).args(["plan", "--json"]).output().unwrap();
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(plan["warnings"].to_string().contains("is no project"), "{plan:#}");
}

#[test]
fn doctor_tells_what_hosts_ask_of_a_person_in_few_lines() {
    let machine = Machine::initialised();
    machine.write_repo("modules/mcp/x.json", r#"{"command": "x"}"#);
    machine.ok(&["add", "mcp", "local:modules/mcp/x.json"]);
    let found = machine.ok(&["doctor"]);
    let requests = found["host_requests"].as_array().unwrap();
    let of = |host: &str| requests.iter().filter(|it| it["target"] == host).count();
    assert!(of("codex") == 1 && of("claude_code") == 1, "{requests:#?}");
    assert!(requests.len() <= 6, "{requests:#?}");
    let text = String::from_utf8(machine.run(&["doctor"]).stdout).unwrap();
    assert!(text.contains("trust the folder"), "{text}");
}

#[test]
fn losses_of_many_modules_are_one_line_for_each_host() {
    let machine = Machine::initialised();
    for name in ["one", "two"] {
        machine.write_repo(
            &format!("modules/commands/{name}.md"),
            "---\ndescription: Go.\n---\nGo to $ARGUMENTS.\n",
        );
        machine.ok(&["add", "command", &format!("local:modules/commands/{name}.md")]);
    }
    let text = String::from_utf8(machine.run(&["plan"]).stdout).unwrap();
    let notes: Vec<&str> = text.lines().filter(|line| line.contains("$ARGUMENTS")).collect();
    assert_eq!(notes.len(), 2, "{text}");
    assert!(notes[0].contains("codex") && notes[0].contains("command:one, command:two"), "{text}");
}

#[test]
fn a_table_of_the_user_is_validated_with_its_place() {
    let machine = Machine::initialised();
    machine.write_home(".agentpack/adapters/mine.toml", "name = \"mine\"\ntitel = \"Mine\"\n");
    let error = machine.error(&["plan"]);
    assert_eq!(error["code"], "E_CONFIG_INVALID");
    let problem = &error["details"]["problems"][0];
    assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(1)), "{error:#}");
    assert_eq!(problem["hint"], "did you mean `title`?");
}
