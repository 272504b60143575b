//! Where a module belongs: the home folder or the project, and never both.

use crate::world::{World, write};

const BOTH: &str = "targets:
  codex: {mode: files, scope: both}
  claude_code: {mode: files, scope: both}
";

fn paths(world: &World) -> Vec<String> {
    let root = world.root();
    let plan = world.plan();
    let shown = plan.changes.iter().map(|change| change.path.strip_prefix(&root).unwrap());
    let mut paths: Vec<String> = shown.map(|path| path.display().to_string()).collect();
    paths.sort();
    paths
}

fn scoped(world: &World, id: &str, path: &str, scope: &str) {
    let kind = id.split(':').next().unwrap();
    world.entry(&format!(
        "{{id: '{id}', type: {kind}, tags: [base], scope: {scope}, source: {{local_path: {{path: {path}}}}}}}"
    ));
}

#[test]
fn a_module_goes_to_its_scope_and_to_no_other() {
    let world = World::new(BOTH);
    world.repo_file("modules/mine/AGENTS.md", "# Mine\n");
    scoped(&world, "instructions:mine", "modules/mine", "user");
    world.repo_file("modules/ours/AGENTS.md", "# Ours\n");
    scoped(&world, "instructions:ours", "modules/ours", "project");
    assert_eq!(
        paths(&world),
        [
            "home/.claude/CLAUDE.md",
            "home/.codex/AGENTS.md",
            "project/AGENTS.md",
            "project/CLAUDE.md"
        ]
    );
    world.deploy();
    assert_eq!(world.project_text("AGENTS.md"), "# Ours\n");
    let home = std::fs::read_to_string(world.env.home.join(".codex/AGENTS.md")).unwrap();
    assert_eq!(home, "# Mine\n");
}

#[test]
fn a_module_without_a_scope_reaches_a_host_once() {
    let world = World::new(BOTH);
    world.instructions("base", "# Base\n");
    world.skill("hello", "Says hello.");
    assert!(paths(&world).iter().all(|path| path.starts_with("project/")), "{:?}", paths(&world));
    world.config("targets: {codex: {mode: files, scope: user}}\n");
    world.skill("hello", "Says hello.");
    assert!(paths(&world).iter().all(|path| path.starts_with("home/")), "{:?}", paths(&world));
}

#[test]
fn a_scope_that_a_target_leaves_out_is_told() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.repo_file("modules/mine/AGENTS.md", "# Mine\n");
    scoped(&world, "instructions:mine", "modules/mine", "user");
    let plan = world.plan();
    assert!(plan.changes.is_empty());
    assert_eq!(plan.losses[0].field.as_deref(), Some("scope"));
}

#[test]
fn a_scope_that_does_not_exist_is_refused_with_its_place() {
    let world = World::new(BOTH);
    world.repo_file("modules/mine/AGENTS.md", "# Mine\n");
    scoped(&world, "instructions:mine", "modules/mine", "both");
    let error = world.survey().unwrap_err();
    assert!(error.to_string().contains("`user` or `project`"), "{error}");
}

#[test]
fn nothing_is_planned_in_the_home_folder_unless_somebody_asks() {
    let mut world = World::new(BOTH);
    world.instructions("base", "# Base\n");
    world.env.project = world.env.home.clone();
    let survey = world.survey().unwrap();
    assert!(survey.warnings.iter().any(|it| it.contains("is no project")), "{:?}", survey.warnings);
    assert!(world.plan().changes.is_empty());
    world.env.project_named = true;
    assert_eq!(paths(&world), ["home/AGENTS.md", "home/CLAUDE.md"]);
    world.deploy();
    // Asked for once is not asked for always: what stands there is left alone, neither updated nor deleted.
    world.env.project_named = false;
    assert!(world.plan().changes.is_empty(), "{:?}", world.lines(&world.plan()));
}

#[test]
fn a_claude_md_that_links_to_agents_md_is_the_bridge() {
    let world = World::new(
        "targets: {codex: {mode: files, scope: project}, claude_code: {mode: files, scope: project}}\n",
    );
    world.instructions("base", "# Base\n");
    let link = world.env.project.join("CLAUDE.md");
    std::os::unix::fs::symlink("AGENTS.md", &link).unwrap();
    let plan = world.plan();
    plan.refuse_blocked().unwrap();
    assert_eq!(world.lines(&plan), ["create new project/AGENTS.md"]);
    world.deploy();
    assert!(link.is_symlink());
    assert_eq!(world.project_text("CLAUDE.md"), "# Base\n");
    assert!(world.plan().changes.is_empty());
    // A link to something else is still in the way.
    std::fs::remove_file(&link).unwrap();
    write(&world.env.project.join("other.md"), "x\n");
    std::os::unix::fs::symlink("other.md", &link).unwrap();
    assert!(world.plan().refuse_blocked().is_err());
}
