//! Files with several readers or several writers: the shared skills folder, the bridge, and merged settings.

use agentpack_core::{Code, Selection, plan, survey};

use crate::world::World;

const FOUR: &str = "targets:
  codex: {mode: files, scope: project}
  claude_code: {mode: files, scope: project}
  cursor: {mode: files, scope: project}
  vscode: {mode: files, scope: project}
";

#[test]
fn one_copy_of_a_skill_serves_three_hosts() {
    let world = World::new(FOUR);
    world.skill("hello", "Says hello.");
    let plan = world.plan();
    let skill = plan
        .changes
        .iter()
        .find(|change| change.path.ends_with(".agents/skills/hello/SKILL.md"))
        .unwrap();
    assert_eq!(skill.owner.name(), "shared");
    assert_eq!(
        skill.readers.iter().map(|host| host.name()).collect::<Vec<_>>(),
        ["codex", "cursor", "vscode"]
    );
    world.apply(&plan).unwrap();
    assert!(world.has(".claude/skills/hello/SKILL.md"), "Claude Code reads a folder of its own");
    assert!(
        !world.has(".codex/skills") && !world.has(".cursor/skills") && !world.has(".github/skills")
    );
}

#[test]
fn selecting_one_reader_plans_the_shared_file() {
    let world = World::new(FOUR);
    world.skill("hello", "Says hello.");
    let plan = world.plan_for("cursor");
    assert!(!plan.changes.is_empty());
    assert!(plan.changes.iter().all(|change| change.target.name() == "cursor"));
}

#[test]
fn a_shared_file_stays_while_one_reader_remains() {
    let world = World::new(
        "targets: {codex: {mode: files, scope: project}, cursor: {mode: files, scope: project}}\n",
    );
    world.skill("hello", "Says hello.");
    world.deploy();
    world.repo_file(
        "agentpack.yaml",
        &world.config_text().replace("codex: {mode: files, scope: project}, ", ""),
    );
    world.deploy();
    assert!(world.has(".agents/skills/hello/SKILL.md"));
    world.repo_file(
        "agentpack.yaml",
        &world.config_text().replace("cursor: {mode: files, scope: project}", ""),
    );
    world.deploy();
    assert!(!world.has(".agents/skills/hello"));
}

#[test]
fn claude_imports_agents_md_where_it_is_written() {
    let world = World::new(FOUR);
    world.instructions("base", "# Base\n");
    world.deploy();
    assert_eq!(world.project_text("CLAUDE.md"), "@AGENTS.md\n");
    assert!(!world.has(".cursor/rules") && !world.has(".github/copilot-instructions.md"));
}

#[test]
fn each_host_alone_gets_its_own_file() {
    for (host, file) in [
        ("codex", "AGENTS.md".to_owned()),
        ("claude_code", "CLAUDE.md".to_owned()),
        (
            "cursor",
            format!(".cursor/rules/{}.mdc", agentpack_core::path::fs_key("instructions:base")),
        ),
        ("vscode", ".github/copilot-instructions.md".to_owned()),
    ] {
        let world = World::small(host);
        world.deploy();
        assert!(world.project_text(&file).contains("# Base\n"), "{host}");
    }
}

#[test]
fn mcp_servers_are_merged_in_the_words_of_each_host() {
    let world = World::new(FOUR);
    world.repo_file(
        "mcp/puml.json",
        r#"{"command": "puml-mcp", "args": ["serve"], "env": {"PUML_TOKEN": "${PUML_TOKEN}"}}"#,
    );
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file(
        ".vscode/mcp.json",
        "{\n  // team servers\n  \"servers\": {},\n  \"inputs\": [{\"id\": \"key\"}]\n}\n",
    );
    world.project_file(".codex/config.toml", "# mine\nmodel = \"x\"\n");
    world.deploy();
    let codex = world.project_text(".codex/config.toml");
    assert!(
        codex.starts_with("# mine\nmodel = \"x\"\n") && codex.contains("[mcp_servers.puml]"),
        "{codex}"
    );
    assert!(codex.contains("env_vars = [\"PUML_TOKEN\"]"), "{codex}");
    let claude: serde_json::Value = serde_json::from_str(&world.project_text(".mcp.json")).unwrap();
    assert_eq!(claude["mcpServers"]["puml"]["env"]["PUML_TOKEN"], "${PUML_TOKEN}");
    assert!(world.project_text(".cursor/mcp.json").contains("${env:PUML_TOKEN}"));
    let vscode = world.project_text(".vscode/mcp.json");
    assert!(
        vscode.contains("// team servers") && vscode.contains("\"inputs\": [{\"id\": \"key\"}]"),
        "{vscode}"
    );
    assert!(world.plan().is_empty(), "{:?}", world.lines(&world.plan()));
}

#[test]
fn a_server_somebody_else_wrote_needs_adoption() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file(".mcp.json", r#"{"mcpServers": {"puml": {"command": "theirs"}}}"#);
    assert_eq!(world.plan().refuse_adoptions().unwrap_err().code, Code::AdoptConfirmRequired);
}

#[test]
fn keys_the_host_adds_are_not_drift_and_our_edited_key_is() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.deploy();
    let text = world.project_text(".codex/config.toml");
    world.project_file(
        ".codex/config.toml",
        &format!("{text}\n[mcp_servers.puml.tools.check]\napproval_mode = \"auto\"\n"),
    );
    assert!(world.plan().is_empty());
    world.project_file(".codex/config.toml", &text.replace("puml-mcp", "other"));
    assert_eq!(world.plan().changes[0].state.name(), "modified_by_user");
}

#[test]
fn an_edited_hook_is_an_edit_and_is_not_doubled_in_silence() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    let hook = |timeout: u32| {
        format!(r#"{{"event": "stop", "command": "./check", "timeout": {timeout}}}"#)
    };
    world.repo_file("hooks/check.json", &hook(10));
    world.module("hook:check", "hooks/check.json");
    let one = world.deploy();
    world.repo_file("hooks/check.json", &hook(20));
    world.deploy();
    let edited = world.project_text(".claude/settings.json").replace("20", "99");
    world.project_file(".claude/settings.json", &edited);
    let place = "project/.claude/settings.json";
    assert_eq!(world.lines(&world.plan()), [format!("update modified_by_user {place}")]);
    world.repo_file("hooks/check.json", &hook(30));
    assert_eq!(world.lines(&world.plan()), [format!("update conflict {place}")]);
    assert!(world.plan().keeping_edits().is_empty());
    assert_eq!(world.rollback(one).unwrap_err().code, Code::UserEditConfirmRequired);
    assert_eq!(world.project_text(".claude/settings.json"), edited);
}

#[test]
fn a_removed_server_leaves_the_rest_and_a_file_of_ours_goes() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.deploy();
    assert!(world.has(".mcp.json"));
    world.config("targets: {claude_code: {mode: files, scope: project}}\n");
    world.deploy();
    assert!(!world.has(".mcp.json"));
}

#[test]
fn a_broken_settings_file_is_never_touched() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file(".mcp.json", "{ broken");
    let survey = survey(&world.env, &Selection::default()).unwrap();
    assert_eq!(plan(&survey).unwrap_err().code, Code::MergeTargetInvalid);
}

#[test]
fn a_marked_block_keeps_the_words_around_it() {
    let world = World::new(
        "targets: {codex: {mode: files, scope: project, options: {block_instructions: true}}}\n",
    );
    world.instructions("base", "# Base\n");
    world.project_file("AGENTS.md", "# Mine\n");
    let plan = world.plan();
    plan.refuse_adoptions().unwrap();
    world.apply(&plan).unwrap();
    let text = world.project_text("AGENTS.md");
    assert!(text.starts_with("# Mine\n") && text.contains("# Base\n"), "{text}");
    world.project_file("AGENTS.md", &text.replace("# Mine", "# Mine, edited"));
    assert!(world.plan().is_empty());
}
