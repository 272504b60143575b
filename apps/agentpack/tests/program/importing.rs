//! What hosts already have becomes modules, secrets stay where they are; the operator skill lives with deploy.

use serde_json::{Value, json};

use crate::machine::Machine;

fn lived_in() -> Machine {
    let machine = Machine::initialised();
    let skill = "---\nname: tidy\ndescription: Tidies.\n---\n\nTidy up.\n";
    machine.write_home(".claude/skills/tidy/SKILL.md", skill);
    machine.write_home(".claude/skills/tidy/.env", "TOKEN=abc\n");
    machine.write_home(".agents/skills/tidy/SKILL.md", skill);
    machine.write_home(".codex/prompts/draft.md", "Draft it.\n");
    machine.write_home(".claude/commands/leak.md", "Use sk-proj-0123456789abcdefghij here.\n");
    machine.write_home(
        ".codex/config.toml",
        "# mine\n[mcp_servers.docs]\ncommand = \"docs\"\nenv_vars = [\"DOCS_KEY\"]\n",
    );
    machine.write_home(
        ".claude.json",
        r#"{"mcpServers": {"db": {"command": "db", "env": {"DB_PASSWORD": "hunter2", "DB": "postgres://me:hunter2@db/x", "LOG": "info"}}}}"#,
    );
    machine.write(".cursor/rules/rust.mdc", "---\nglobs: \"**/*.rs\"\n---\n\nNo unsafe.\n");
    machine.write(
        ".github/agents/judge.agent.md",
        "---\nname: judge\ndescription: Judges.\n---\n\nBe fair.\n",
    );
    machine.write("CLAUDE.md", "# Be kind\n");
    machine
}

fn item<'r>(report: &'r Value, id: &str) -> Vec<&'r Value> {
    report["items"].as_array().unwrap().iter().filter(|item| item["module_id"] == id).collect()
}

#[test]
fn what_four_hosts_have_is_found_and_nothing_is_written() {
    let machine = lived_in();
    let before = machine.tree();
    let report = machine.ok(&["import"]);
    for id in [
        "skill:tidy",
        "prompt:draft",
        "mcp:docs",
        "mcp:db",
        "instructions:rust",
        "agent:judge",
        "instructions:claude_code-project",
    ] {
        assert_eq!(item(&report, id)[0]["op"], "create", "{id}: {report:#}");
    }
    assert_eq!(item(&report, "skill:tidy")[1]["op"], "same");
    assert_eq!(item(&report, "prompt:leak")[0]["reason"], "looks_like_secret");
    assert_eq!(report["applied"], false);
    assert_eq!(machine.tree(), before);
    let refused = machine.error(&["import", "--apply"]);
    assert_eq!(refused["code"], "E_CONFIRM_REQUIRED");
    assert!(!machine.repo().join("modules/skills").exists());
}

#[test]
fn an_import_copies_no_secret_and_is_deployed_without_a_change() {
    let machine = lived_in();
    let done = machine.ok(&["import", "--apply", "--yes"]);
    assert_eq!(done["applied"], true);
    let repo = |path: &str| std::fs::read_to_string(machine.repo().join(path)).unwrap();
    let server: Value = serde_json::from_str(&repo("modules/mcp/db.json")).unwrap();
    assert_eq!(
        server["env"],
        json!({"DB": "${DB}", "DB_PASSWORD": "${DB_PASSWORD}", "LOG": "info"})
    );
    let docs: Value = serde_json::from_str(&repo("modules/mcp/docs.json")).unwrap();
    assert_eq!(docs["env"], json!({"DOCS_KEY": "${DOCS_KEY}"}));
    assert!(!machine.repo().join("modules/skills/tidy/.env").exists());
    assert!(repo("agentpack.yaml").contains("globs: [\"**/*.rs\"]"));
    assert!(repo("agentpack.yaml").starts_with("# What agents are told"));
    let every = walk(&machine.repo());
    for secret in ["hunter2", "sk-proj-0123456789", "TOKEN=abc"] {
        assert!(!every.contains(secret), "{secret} was copied");
    }
    // Importing again finds everything there; a changed original is a conflict.
    let again = machine.ok(&["import"]);
    assert_eq!(again["summary"]["create"], 0, "{again:#}");
    assert_eq!(again["summary"]["conflict"], 0);
    machine.write_home(".codex/prompts/draft.md", "Draft it differently.\n");
    let refused = machine.error(&["import", "--apply", "--yes"]);
    assert_eq!(refused["code"], "E_IMPORT_CONFLICT");
    assert_eq!(refused["details"]["conflicts"][0]["module_id"], "prompt:draft");
    machine.ok(&["import", "--apply", "--yes", "--skip-conflicts"]);
    machine.ok(&["plan"]);
}

fn walk(folder: &std::path::Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            text.push_str(&walk(&entry.path()));
        } else {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()));
        }
    }
    text
}

#[test]
fn what_agentpack_wrote_is_not_imported() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(machine.ok(&["import"])["items"], json!([]));
}

#[test]
fn defect_16_bootstrap_and_deploy_do_not_fight() {
    let machine = Machine::initialised();
    machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(machine.ok(&["bootstrap", "--dry-run"])["state"], "create");
    assert!(!machine.repo().join("modules/skills").exists());
    machine.ok(&["bootstrap"]);
    let deployed = machine.ok(&["deploy", "--apply", "--yes"]);
    assert_eq!(deployed["summary"]["delete"], 0);
    assert!(machine.has(".agents/skills/agentpack-operator/SKILL.md"));
    assert!(machine.has(".claude/skills/agentpack-operator/SKILL.md"));
    for _ in 0..2 {
        assert_eq!(machine.ok(&["bootstrap"])["state"], "current");
        let status = machine.ok(&["status"]);
        assert_eq!(status["drift"], json!([]));
        assert_eq!(status.get("next_actions"), None);
        assert_eq!(machine.ok(&["deploy", "--apply", "--yes"])["reason"], "no_changes");
    }
    let place = "modules/skills/agentpack-operator/SKILL.md";
    let text = std::fs::read_to_string(machine.repo().join(place)).unwrap();
    machine.write_repo(place, &text.replace("## Undo", "## Going back"));
    assert_eq!(machine.ok(&["bootstrap"])["state"], "edited");
    assert!(std::fs::read_to_string(machine.repo().join(place)).unwrap().contains("Going back"));
}
