//! Rollback: back to a snapshot, only where the snapshot reaches, never over a person's edits, and back again.

use std::fs;

use agentpack_core::{Code, Deed, RunLock, apply, plan_rollback, snapshot};

use crate::world::World;

fn first_snapshot(world: &World) -> String {
    let first = snapshot::list(&world.env.state()).unwrap().remove(0);
    assert_eq!(first.kind, snapshot::Kind::BeforeFirstDeploy);
    first.id
}

#[test]
fn a_rollback_restores_content_and_is_itself_undoable() {
    let world = World::small("codex");
    let one = world.deploy();
    let tree_one = world.tree();
    world.repo_file("modules/base/AGENTS.md", "# Second\n");
    world.skill("extra", "More.");
    world.deploy();
    let texts = |world: &World| {
        (world.project_text("AGENTS.md"), world.has(".agents/skills/extra/SKILL.md"))
    };
    assert_eq!(texts(&world), ("# Second\n".into(), true));
    world.rollback(&one).unwrap();
    assert_eq!(texts(&world), ("# Base\n".into(), false));
    assert!(!world.has(".agents/skills/extra"), "the emptied folder goes too");
    let files = |tree: &[(std::path::PathBuf, u32, Vec<u8>)]| {
        tree.iter().map(|(path, mode, _)| (path.clone(), *mode)).collect::<Vec<_>>()
    };
    assert_eq!(files(&world.tree()), files(&tree_one));
    let two = snapshot::list(&world.env.state()).unwrap()[2].id.clone();
    world.rollback(&two).unwrap();
    assert_eq!(texts(&world), ("# Second\n".into(), true));
}

#[test]
fn the_first_deploy_and_adopted_originals_can_be_undone() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "my own words\n");
    let before = world.tree();
    world.deploy();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
    world.rollback(&first_snapshot(&world)).unwrap();
    assert_eq!(world.tree(), before);
    assert!(!world.has(".agents"), "folders we made go too");
}

#[test]
fn folders_that_were_empty_at_the_first_deploy_are_undone_too() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.deploy();
    world.skill("late", "Arrives later.");
    world.deploy();
    world.rollback(&first_snapshot(&world)).unwrap();
    assert!(!world.has("AGENTS.md") && !world.has(".agents"));
}

#[test]
fn another_project_is_not_touched() {
    let world = World::small("codex");
    let in_a = world.deploy();
    let mut other = World::small("codex");
    // The same home and state, another project.
    let project_b = world.root().join("project-b");
    fs::create_dir_all(project_b.join(".git")).unwrap();
    other.env.home.clone_from(&world.env.home);
    other.env.agentpack_home.clone_from(&world.env.agentpack_home);
    other.env.project.clone_from(&project_b);
    other.deploy();
    fs::write(project_b.join("AGENTS.md"), "edited in b\n").unwrap();
    world.rollback(&in_a).unwrap();
    world.rollback(&first_snapshot(&world)).unwrap();
    assert_eq!(fs::read_to_string(project_b.join("AGENTS.md")).unwrap(), "edited in b\n");
    assert!(project_b.join(".agents/skills/hello/SKILL.md").exists());
    assert!(!world.has("AGENTS.md"));
}

#[test]
fn other_targets_are_not_touched_by_a_one_target_snapshot() {
    let world = World::new(
        "targets:\n  codex: {mode: files, scope: project}\n  claude_code: {mode: files, scope: project}\n",
    );
    world.instructions("base", "# Base\n");
    let codex_only = world.apply(&world.plan_for("codex")).unwrap().snapshot_id;
    world.deploy();
    assert!(world.has("CLAUDE.md"));
    world.rollback(&codex_only).unwrap();
    assert!(world.has("CLAUDE.md") && world.has(".agentpack.manifest.claude_code.json"));
    assert!(world.plan().is_empty());
}

#[test]
fn edits_are_not_overwritten_unless_asked_and_are_kept_for_undo() {
    let world = World::small("codex");
    let one = world.deploy();
    world.project_file("AGENTS.md", "edited\n");
    let error = world.rollback(&one).unwrap_err();
    assert_eq!(error.code, Code::UserEditConfirmRequired);
    assert_eq!(error.details["files"][0]["state"], "modified_by_user");
    assert_eq!(world.project_text("AGENTS.md"), "edited\n");
    let back = plan_rollback(&world.env, &one).unwrap();
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    let event = apply(
        &lock,
        &world.env,
        &back.plan,
        &Deed::Rollback { to: one.clone(), emptied: back.emptied },
    )
    .unwrap();
    drop(lock);
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.deploy();
    world.rollback(&event.snapshot_id).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
}

#[test]
fn a_deleted_file_comes_back_without_asking() {
    let world = World::small("codex");
    let one = world.deploy();
    fs::remove_file(world.env.project.join("AGENTS.md")).unwrap();
    world.rollback(&one).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
}

#[test]
fn an_unknown_snapshot_has_a_stable_code() {
    let world = World::small("codex");
    assert_eq!(world.rollback("123").unwrap_err().code, Code::SnapshotNotFound);
}

#[test]
fn merged_keys_go_back_and_later_keys_of_others_stay() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file(
        ".mcp.json",
        "{\n  // mine\n  \"mcpServers\": {\n    \"other\": {\"command\": \"o\"}\n  }\n}\n",
    );
    let original = world.project_text(".mcp.json");
    world.deploy();
    assert!(world.project_text(".mcp.json").contains("puml-mcp"));
    let with_later = world.project_text(".mcp.json").replace("\"o\"", "\"o2\"");
    world.project_file(".mcp.json", &with_later);
    world.rollback(&first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text(".mcp.json"), original.replace("\"o\"", "\"o2\""));
}

#[test]
fn pruning_keeps_every_state_that_stays_reachable() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "my own words\n");
    for number in 1..=4 {
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        world.deploy();
    }
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    let pruned = snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    drop(lock);
    assert_eq!(pruned.snapshots, 3);
    assert!(pruned.bytes > 0);
    assert_eq!(snapshot::list(&world.env.state()).unwrap().len(), 2);
    assert!(world.plan().is_empty());
    world.rollback(&first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
    assert!(!world.has(".agents"));
}
