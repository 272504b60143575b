//! Tables of hosts: those that come with the program, and those that a user or a config repo adds.

use agentpack_core::{Code, Host};

use crate::world::{World, write};

const MINE: &str = r#"
name = "mine"
title = "My Editor"
checked = "1.0"
cites = ["its manual"]

[[route]]
kinds = ["instructions"]
project = "{project}/.mine"
path = "rules.md"
write = "sections"

[[route]]
kinds = ["mcp"]
project = "{project}/.mine"
path = "settings.yaml"
write = "server"
format = "yaml"
key = "servers"
shape = "main"

[server.main]
fields = { command = "run", args = "with", env = "env" }
variable = "<NAME>"

[[route]]
kinds = ["prompt", "command"]
project = "{project}/.mine/prompts"
path = "{stem}.yaml"
write = "document"
format = "yaml"
shape = "prompt"
arguments = "%s"

[document.prompt]
fields = { name = "title", description = "summary" }
body = "text"

[[route]]
kinds = ["hook"]
project = "{project}/.mine"
path = "hooks.toml"
write = "hook"
format = "toml"
key = "on"
shape = "main"

[hook.main]
command = "exec"

[events]
stop = "done"
"#;

fn everything(world: &World) {
    world.instructions("base", "# Base\n");
    world.skill("hello", "Says hello.");
    world.repo_file("prompts/draft.md", "# Draft a message\n\nDraft $ARGUMENTS.\n");
    world.module("prompt:draft", "prompts/draft.md");
    world.repo_file("commands/go.md", "---\ndescription: Go.\n---\nGo.\n");
    world.module("command:go", "commands/go.md");
    world.repo_file(
        "agents/critic.md",
        "---\nname: critic\ndescription: Finds faults.\ntools: Read\n---\n\nFind faults.\n",
    );
    world.module("agent:critic", "agents/critic.md");
    world.repo_file("mcp/x.json", r#"{"command": "x", "args": ["${A}"], "env": {"B": "${B}"}}"#);
    world.module("mcp:x", "mcp/x.json");
    world.repo_file("hooks/check.json", r#"{"event": "stop", "command": "./check", "timeout": 5}"#);
    world.module("hook:check", "hooks/check.json");
}

#[test]
fn a_table_of_the_user_is_a_host_like_any_other() {
    let world = World::new("targets: {mine: {mode: files, scope: project}}\n");
    write(&world.env.agentpack_home.join("adapters/mine.toml"), MINE);
    everything(&world);
    world.project_file(".mine/settings.yaml", "# mine\nservers:\n  old: {run: o} # keep\n");
    let first = world.deploy();
    assert_eq!(world.project_text(".mine/rules.md"), "# Base\n");
    let settings = world.project_text(".mine/settings.yaml");
    assert!(settings.starts_with("# mine\nservers:\n  old: {run: o} # keep\n  x:\n"), "{settings}");
    assert!(settings.contains("with: [\"<A>\"]") && settings.contains("B: \"<B>\""), "{settings}");
    let prompt = world.project_text(".mine/prompts/draft.yaml");
    assert!(prompt.contains("title: draft\n") && prompt.contains("Draft %s."), "{prompt}");
    assert!(world.project_text(".mine/hooks.toml").contains("exec = \"./check\""));
    let told: Vec<_> = world.plan().losses.iter().map(|loss| loss.module_id.clone()).collect();
    assert_eq!(told, ["agent:critic", "hook:check", "skill:hello"]);
    assert!(world.plan().changes.is_empty());
    // Undo and removal work for it as for the others.
    world.config("targets: {}\n");
    world.deploy();
    assert!(!world.has(".mine/rules.md") && !world.has(".mine/prompts"));
    assert_eq!(
        world.project_text(".mine/settings.yaml"),
        "# mine\nservers:\n  old: {run: o} # keep\n"
    );
    world.rollback(first).unwrap();
    assert_eq!(world.project_text(".mine/rules.md"), "# Base\n");
}

#[test]
fn a_table_of_the_config_repo_is_read_and_one_of_the_user_wins() {
    let world = World::new("targets: {mine: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.repo_file("adapters/mine.toml", MINE);
    world.deploy();
    assert!(world.has(".mine/rules.md"));
    let own = MINE.replace("rules.md", "other.md");
    write(&world.env.agentpack_home.join("adapters/mine.toml"), &own);
    let warnings = world.survey().unwrap().warnings;
    assert!(warnings.iter().any(|it| it.contains("replaces the table of mine")), "{warnings:?}");
    world.deploy();
    assert!(world.has(".mine/other.md") && !world.has(".mine/rules.md"));
}

#[test]
fn a_table_with_a_mistake_is_refused_with_its_place_and_a_suggestion() {
    let world = World::new("targets: {mine: {mode: files, scope: project}}\n");
    let wrong = MINE.replace("format = \"toml\"", "format = \"tml\"");
    world.repo_file("adapters/mine.toml", &wrong);
    let error = world.survey().unwrap_err();
    assert_eq!(error.code, Code::ConfigInvalid);
    let problem = &error.details["problems"][0];
    let line = MINE.lines().position(|line| line == "format = \"toml\"").unwrap() + 1;
    assert_eq!(problem["line"], line, "{problem}");
    assert_eq!(problem["hint"], "did you mean `toml`?", "{problem}");
    world.repo_file("adapters/mine.toml", &MINE.replace("{project}/.mine\"", "/etc\""));
    assert!(world.survey().unwrap_err().to_string().contains("no known folder"));
}

#[test]
fn an_unknown_target_names_the_nearest_host() {
    let world = World::new("targets: {opencod: {mode: files}}\n");
    let error = world.survey().unwrap_err();
    assert_eq!(error.code, Code::TargetUnsupported);
    assert_eq!(error.details["hint"], "did you mean `opencode`?");
}

#[test]
fn every_host_takes_every_kind_or_says_that_it_does_not() {
    for host in Host::all() {
        for scope in ["user", "project"] {
            let world =
                World::new(&format!("targets: {{{host}: {{mode: files, scope: {scope}}}}}\n"));
            everything(&world);
            let before = world.tree();
            let plan = world.plan();
            for module in [
                "instructions:base",
                "skill:hello",
                "prompt:draft",
                "command:go",
                "agent:critic",
                "mcp:x",
                "hook:check",
            ] {
                let written =
                    plan.changes.iter().any(|it| it.modules.iter().any(|id| id == module));
                let lost = |loss: &&agentpack_core::LossNote| {
                    loss.module_id == module
                        && (loss.field.is_none() || loss.field.as_deref() == Some("event"))
                };
                let told = plan.losses.iter().find(lost).is_some();
                assert!(written != told, "{host} {scope} {module}: {:?}", plan.losses);
            }
            let Ok(applied) = world.apply(&plan) else { panic!("{host} {scope}") };
            assert!(world.plan().changes.is_empty(), "{host} {scope}");
            // And back, byte for byte.
            world.config("targets: {}\n");
            world.deploy();
            let left: Vec<_> = world
                .tree()
                .into_iter()
                .filter(|(path, ..)| !path.to_string_lossy().contains(".agentpack.manifest"))
                .collect();
            assert_eq!(left, before, "{host} {scope} {}", applied.snapshot_id);
        }
    }
}

#[test]
fn all_hosts_at_once_agree_on_every_file_they_share() {
    let lines: Vec<_> =
        Host::all().map(|host| format!("  {host}: {{mode: files, scope: both}}\n")).collect();
    let world = World::new(&format!("targets:\n{}", lines.concat()));
    everything(&world);
    world.deploy();
    assert!(world.plan().changes.is_empty());
    // No skill stands in two folders that one host reads, except where Claude Code or a host without the shared
    // folder needs a copy of its own.
    let copies: Vec<String> = world
        .tree()
        .into_iter()
        .filter(|(path, ..)| path.ends_with("hello/SKILL.md"))
        .map(|(path, ..)| path.strip_prefix(&world.env.project).unwrap().display().to_string())
        .collect();
    assert_eq!(
        copies,
        [
            ".agents/skills/hello/SKILL.md",
            ".claude/skills/hello/SKILL.md",
            ".junie/skills/hello/SKILL.md",
            ".kiro/skills/hello/SKILL.md",
            ".roo/skills/hello/SKILL.md",
        ]
    );
}
