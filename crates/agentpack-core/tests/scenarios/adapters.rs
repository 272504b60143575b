//! The host tables at work: where each kind of module goes in the current layout and in the older one.

use crate::world::World;

fn everything(rest: &str) -> World {
    let world = World::new(rest);
    world.instructions("base", "# Base\n");
    world.skill("hello", "Says hello.");
    world.repo_file("prompts/draft.md", "# Draft a message\n\nDraft it.\n");
    world.module("prompt:draft", "prompts/draft.md");
    world.repo_file("commands/go.md", "---\ndescription: Go.\nallowed-tools: Bash(ls)\n---\nGo.\n");
    world.module("command:go", "commands/go.md");
    world.repo_file(
        "agents/critic.md",
        "---\nname: critic\ndescription: Finds faults.\ntools: Read\n---\n\nFind faults.\n",
    );
    world.module("agent:critic", "agents/critic.md");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.repo_file(
        "hooks/check.json",
        r#"{"event": "after_tool", "matcher": "Edit", "command": "./check"}"#,
    );
    world.module("hook:check", "hooks/check.json");
    world
}

fn paths(world: &World) -> Vec<String> {
    let root = world.root();
    let mut paths: Vec<_> = world
        .plan()
        .changes
        .iter()
        .map(|change| change.path.strip_prefix(&root).unwrap().display().to_string())
        .collect();
    paths.sort();
    paths
}

#[test]
fn every_kind_goes_where_each_host_looks_in_a_project() {
    let world = everything(
        "targets:\n  codex: {mode: files, scope: project}\n  claude_code: {mode: files, scope: project}\n  cursor: {mode: files, scope: project}\n  vscode: {mode: files, scope: project}\n",
    );
    assert_eq!(
        paths(&world),
        [
            "project/.agents/skills/draft/SKILL.md",
            "project/.agents/skills/go/SKILL.md",
            "project/.agents/skills/hello/SKILL.md",
            "project/.agents/skills/hello/scripts/run.sh",
            "project/.claude/agents/critic.md",
            "project/.claude/commands/draft.md",
            "project/.claude/commands/go.md",
            "project/.claude/settings.json",
            "project/.claude/skills/hello/SKILL.md",
            "project/.claude/skills/hello/scripts/run.sh",
            "project/.codex/agents/critic.toml",
            "project/.codex/config.toml",
            "project/.codex/hooks.json",
            "project/.cursor/agents/critic.md",
            "project/.cursor/commands/draft.md",
            "project/.cursor/commands/go.md",
            "project/.cursor/hooks.json",
            "project/.cursor/mcp.json",
            "project/.github/agents/critic.agent.md",
            "project/.github/prompts/draft.prompt.md",
            "project/.github/prompts/go.prompt.md",
            "project/.mcp.json",
            "project/.vscode/mcp.json",
            "project/AGENTS.md",
            "project/CLAUDE.md",
        ]
    );
    world.deploy();
    assert!(
        world
            .project_text(".agents/skills/draft/SKILL.md")
            .starts_with("---\nname: \"draft\"\ndescription: \"Draft a message\"\n---\n")
    );
    let agent = world.project_text(".codex/agents/critic.toml");
    assert!(
        agent.contains("name = \"critic\"") && agent.contains("developer_instructions = "),
        "{agent}"
    );
    assert!(agent.contains("Find faults."), "{agent}");
    let losses: Vec<_> = world
        .survey()
        .unwrap()
        .desired
        .losses
        .iter()
        .map(|loss| (loss.target.name(), loss.field.clone().unwrap_or_default()))
        .collect();
    assert!(losses.contains(&("codex", "tools".into())), "{losses:?}");
    // The hook reaches it through the settings of Claude Code, and it runs for every tool all the same.
    assert!(losses.contains(&("vscode", "matcher".into())), "{losses:?}");
    assert!(losses.contains(&("codex", "allowed-tools".into())), "{losses:?}");
}

#[test]
fn every_kind_goes_where_each_host_looks_at_home() {
    let world = everything(
        "targets:\n  codex: {mode: files, scope: user}\n  claude_code: {mode: files, scope: user}\n  vscode: {mode: files, scope: user}\n",
    );
    let paths = paths(&world);
    for path in [
        "home/.agents/skills/hello/SKILL.md",
        "home/.claude.json",
        "home/.claude/CLAUDE.md",
        "home/.claude/agents/critic.md",
        "home/.codex/AGENTS.md",
        "home/.codex/config.toml",
        "home/.copilot/copilot-instructions.md",
        "home/.copilot/mcp-config.json",
    ] {
        assert!(paths.iter().any(|known| known == path), "{path} is not in {paths:#?}");
    }
    assert!(paths.iter().all(|path| path.starts_with("home/")));
}

#[test]
fn the_upstream_layout_writes_the_older_paths() {
    let world = everything(
        "layout: upstream\ntargets:\n  codex: {mode: files}\n  claude_code: {mode: files}\n  cursor: {mode: files}\n  vscode: {mode: files}\n",
    );
    let rule =
        format!("project/.cursor/rules/{}.mdc", agentpack_core::path::fs_key("instructions:base"));
    assert_eq!(
        paths(&world),
        [
            "home/.claude/commands/go.md",
            "home/.codex/AGENTS.md",
            "home/.codex/prompts/draft.md",
            "home/.codex/skills/hello/SKILL.md",
            "home/.codex/skills/hello/scripts/run.sh",
            "project/.claude/commands/go.md",
            "project/.codex/skills/hello/SKILL.md",
            "project/.codex/skills/hello/scripts/run.sh",
            rule.as_str(),
            "project/.github/copilot-instructions.md",
            "project/.github/prompts/draft.prompt.md",
            "project/AGENTS.md",
        ]
    );
    world.deploy();
    let text = world.project_text(rule.strip_prefix("project/").unwrap());
    assert_eq!(
        text,
        "---\ndescription: \"agentpack: instructions:base\"\nglobs: []\nalwaysApply: true\n---\n\n# Base\n"
    );
}

#[test]
fn several_instructions_are_marked_sections() {
    let world = World::small("codex");
    world.instructions("alpha", "# Alpha");
    world.deploy();
    assert_eq!(
        world.project_text("AGENTS.md"),
        "<!-- agentpack:module=instructions:alpha -->\n# Alpha\n<!-- /agentpack -->\n\n---\n\n<!-- agentpack:module=instructions:base -->\n# Base\n<!-- /agentpack -->"
    );
}

#[test]
fn globs_become_rules_where_hosts_have_them_and_a_loss_where_not() {
    let world = World::new(
        "targets:\n  codex: {mode: files, scope: project}\n  claude_code: {mode: files, scope: project}\n  cursor: {mode: files, scope: project}\n  vscode: {mode: files, scope: project}\n",
    );
    world.repo_file("modules/rust/AGENTS.md", "# Rust\n");
    world.entry("{id: 'instructions:rust', type: instructions, tags: [base], metadata: {globs: ['**/*.rs', '*.toml']}, source: {local_path: {path: modules/rust}}}");
    world.deploy();
    let key = agentpack_core::path::fs_key("instructions:rust");
    assert!(
        world
            .project_text(&format!(".cursor/rules/{key}.mdc"))
            .contains("globs: **/*.rs,*.toml\nalwaysApply: false\n")
    );
    assert!(
        world
            .project_text(&format!(".claude/rules/{key}.md"))
            .contains("paths: [\"**/*.rs\",\"*.toml\"]\n")
    );
    assert!(
        world
            .project_text(&format!(".github/instructions/{key}.instructions.md"))
            .contains("applyTo: \"**/*.rs,*.toml\"\n")
    );
    let losses = world.survey().unwrap().desired.losses;
    assert!(
        losses
            .iter()
            .any(|loss| loss.target.name() == "codex" && loss.field.as_deref() == Some("globs"))
    );
}

#[test]
fn hooks_join_those_of_others_and_leave_without_them() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file(
        "hooks/check.json",
        r#"{"event": "after_tool", "matcher": "Edit", "command": "./check"}"#,
    );
    world.module("hook:check", "hooks/check.json");
    let theirs = "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}]}\n    ]\n  }\n}\n";
    world.project_file(".claude/settings.json", theirs);
    world.deploy();
    let value: serde_json::Value =
        serde_json::from_str(&world.project_text(".claude/settings.json")).unwrap();
    assert_eq!(value["hooks"]["PostToolUse"].as_array().unwrap().len(), 2);
    world.config("targets: {claude_code: {mode: files, scope: project}}\n");
    world.deploy();
    let value: serde_json::Value =
        serde_json::from_str(&world.project_text(".claude/settings.json")).unwrap();
    assert_eq!(value["hooks"]["PostToolUse"][0]["hooks"][0]["command"], "theirs");
    assert_eq!(value["hooks"]["PostToolUse"].as_array().unwrap().len(), 1);
}
