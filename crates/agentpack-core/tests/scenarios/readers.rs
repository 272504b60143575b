//! Who reads what: nothing reaches a host twice, and what a host cannot express is told once.

use agentpack_core::{Host, Plan};

use crate::world::World;

fn targets(hosts: &[&str]) -> String {
    let lines = hosts.iter().map(|host| format!("  {host}: {{mode: files, scope: project}}\n"));
    format!("targets:\n{}", lines.collect::<String>())
}

fn hook(world: &World) {
    let text = r#"{"event": "after_tool", "matcher": "Edit", "command": "./check"}"#;
    world.repo_file("hooks/check.json", text);
    world.module("hook:check", "hooks/check.json");
}

fn losses(plan: &Plan) -> Vec<(&'static str, String)> {
    let pair = |loss: &agentpack_core::LossNote| {
        (loss.target.name(), loss.field.clone().unwrap_or_default())
    };
    plan.losses.iter().map(pair).collect()
}

fn plan_again(world: &World) -> Plan {
    let plan = world.plan();
    assert!(plan.is_empty());
    plan
}

#[test]
fn a_hook_that_copilot_reads_from_claude_is_not_written_again() {
    for copilot in ["vscode", "copilot_cli"] {
        let world = World::new(&targets(&["claude_code", copilot]));
        hook(&world);
        world.deploy();
        assert!(world.has(".claude/settings.json") && !world.has(".github/hooks"), "{copilot}");
        let alone = World::new(&targets(&[copilot]));
        hook(&alone);
        alone.deploy();
        assert!(alone.project_text(".github/hooks/check.json").contains(r#""matcher": "Edit""#));
        // Copilot CLI applies the matcher and VS Code does not, wherever they find it.
        let lost = if copilot == "vscode" { vec![("vscode", "matcher".into())] } else { vec![] };
        for world in [world, alone] {
            assert_eq!(losses(&plan_again(&world)), lost, "{copilot}");
        }
    }
}

#[test]
fn a_hook_for_copilot_alone_is_written_for_it_beside_claude() {
    let world = World::new(&targets(&["claude_code", "copilot_cli"]));
    world.repo_file("hooks/check.json", r#"{"event": "stop", "command": "./check"}"#);
    world.entry("{id: 'hook:check', type: hook, tags: [base], targets: [copilot_cli], source: {local_path: {path: hooks/check.json}}}");
    world.deploy();
    assert!(world.has(".github/hooks/check.json") && !world.has(".claude/settings.json"));
}

#[test]
fn one_copy_of_a_skill_serves_hosts_that_read_the_folder_of_claude() {
    let world =
        World::new(&targets(&["claude_code", "cursor", "vscode", "copilot_cli", "opencode"]));
    world.skill("hello", "Says hello.");
    let plan = world.plan();
    let skill = plan.changes.iter().find(|it| it.path.ends_with("hello/SKILL.md")).unwrap();
    assert!(skill.path.ends_with(".claude/skills/hello/SKILL.md"));
    let readers: Vec<_> = skill.readers.iter().map(|host| host.name()).collect();
    assert_eq!(readers, ["claude_code", "copilot_cli", "cursor", "opencode", "vscode"]);
    world.apply(&plan).unwrap();
    assert!(!world.has(".agents/skills"));
    // Selecting one of them plans the file it reads.
    std::fs::remove_dir_all(world.env.project.join(".claude")).unwrap();
    assert_eq!(world.plan_for("cursor").changes.len(), 2);
}

#[test]
fn a_section_with_globs_stays_out_of_a_file_that_others_load_whole() {
    let world = World::new(&targets(&["codex", "claude_code", "cursor", "vscode"]));
    world.instructions("base", "# Base\n");
    world.repo_file("modules/rust/AGENTS.md", "# Rust\n");
    world.entry("{id: 'instructions:rust', type: instructions, tags: [base], metadata: {globs: ['**/*.rs']}, source: {local_path: {path: modules/rust}}}");
    world.deploy();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
    let key = agentpack_core::path::fs_key("instructions:rust");
    assert!(world.has(&format!(".cursor/rules/{key}.mdc")));
    let plan = world.plan();
    let told = plan.losses.iter().find(|loss| loss.target.name() == "codex").unwrap();
    assert!(told.message.contains("not written") && told.message.contains("cursor"), "{told:?}");
    // The same holds for a file of its own that another host happens to read.
    let world = World::new(&targets(&["gemini_cli", "copilot_cli"]));
    world.instructions("base", "# Base\n");
    world.repo_file("modules/rust/AGENTS.md", "# Rust\n");
    world.entry("{id: 'instructions:rust', type: instructions, tags: [base], metadata: {globs: ['**/*.rs']}, source: {local_path: {path: modules/rust}}}");
    world.deploy();
    assert_eq!(world.project_text("GEMINI.md"), "@./AGENTS.md\n");
    assert_eq!(losses(&world.plan()), [("gemini_cli", "globs".to_owned())]);
    // Hosts that have no rules share the file, and each is told that the globs are dropped.
    let world = World::new(&targets(&["codex", "opencode", "zed"]));
    world.repo_file("modules/rust/AGENTS.md", "# Rust\n");
    world.entry("{id: 'instructions:rust', type: instructions, tags: [base], metadata: {globs: ['**/*.rs']}, source: {local_path: {path: modules/rust}}}");
    world.deploy();
    assert_eq!(world.project_text("AGENTS.md"), "# Rust\n");
    let globs = || "globs".to_owned();
    assert_eq!(
        losses(&world.plan()),
        [("codex", globs()), ("opencode", globs()), ("zed", globs())]
    );
}

#[test]
fn arguments_are_spelled_for_each_host_or_their_loss_is_told_once() {
    let world = World::new(&targets(&["codex", "claude_code", "cursor", "gemini_cli", "vscode"]));
    world.repo_file("commands/go.md", "---\ndescription: Go.\n---\nGo to $ARGUMENTS now.\n");
    world.module("command:go", "commands/go.md");
    world.deploy();
    assert!(world.project_text(".claude/commands/go.md").contains("$ARGUMENTS"));
    assert!(world.project_text(".gemini/commands/go.toml").contains("{{args}}"));
    assert!(world.project_text(".github/prompts/go.prompt.md").contains("${input:arguments}"));
    let lost = || "$ARGUMENTS".to_owned();
    assert_eq!(losses(&world.plan()), [("codex", lost()), ("cursor", lost())]);
}

#[test]
fn variables_are_spelled_for_each_host_or_their_loss_is_told() {
    let world = World::new(
        "targets: {codex: {mode: files}, vscode: {mode: files}, copilot_cli: {mode: files}, opencode: {mode: files}}\n",
    );
    let server = r#"{"command": "x", "args": ["--key", "${KEY}"], "env": {"TOKEN": "${TOKEN}"}}"#;
    world.repo_file("mcp/x.json", server);
    world.entry("{id: 'mcp:x', type: mcp, tags: [base], scope: user, source: {local_path: {path: mcp/x.json}}}");
    world.deploy();
    let read = |path: &str| std::fs::read_to_string(world.env.home.join(path)).unwrap();
    let copilot = read(".copilot/mcp-config.json");
    assert!(copilot.contains("\"${TOKEN}\"") && !copilot.contains("${env:"), "{copilot}");
    assert!(read(".config/opencode/opencode.json").contains("{env:KEY}"));
    let codex = read(".codex/config.toml");
    assert!(codex.contains("env_vars = [\"TOKEN\"]"), "{codex}");
    assert_eq!(losses(&world.plan()), [("codex", "args".to_owned())]);
}

#[test]
fn an_accepted_loss_is_silent() {
    let world = World::new(&targets(&["codex", "cursor"]));
    world.repo_file("commands/go.md", "---\ndescription: Go.\n---\nGo to $ARGUMENTS.\n");
    world.entry("{id: 'command:go', type: command, tags: [base], accept_losses: ['$ARGUMENTS'], source: {local_path: {path: commands/go.md}}}");
    hook(&world);
    assert!(world.plan().losses.is_empty(), "{:?}", world.plan().losses);
    let world = World::new(
        "targets: {codex: {mode: files, scope: project, accept_losses: all}, cursor: {mode: files, scope: project}}\n",
    );
    world.repo_file("commands/go.md", "---\ndescription: Go.\n---\nGo to $ARGUMENTS.\n");
    world.module("command:go", "commands/go.md");
    assert_eq!(losses(&world.plan()), [("cursor", "$ARGUMENTS".to_owned())]);
}

#[test]
fn instructions_of_all_hosts_stand_in_one_file_and_its_bridges() {
    let all: Vec<_> = Host::all().map(Host::name).collect();
    let world = World::new(&targets(&all));
    world.instructions("base", "# Base\n");
    world.deploy();
    let root = world.env.project.clone();
    let holding: Vec<_> = world
        .tree()
        .into_iter()
        .filter(|(_, _, bytes)| String::from_utf8_lossy(bytes).contains("# Base"))
        .map(|(path, ..)| path.strip_prefix(&root).unwrap().display().to_string())
        .collect();
    assert_eq!(holding, ["AGENTS.md"]);
    // Copilot CLI would follow the import of a CLAUDE.md beside AGENTS.md.
    assert!(!world.has("CLAUDE.md"));
    assert_eq!(world.project_text(".claude/CLAUDE.md"), "@../AGENTS.md\n");
    assert_eq!(world.project_text("GEMINI.md"), "@./AGENTS.md\n");
}
