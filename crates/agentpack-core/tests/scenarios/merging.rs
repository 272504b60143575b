//! Edited files whose source changed too: merged three ways, or left to a person.

use agentpack_core::{EditMerge, Overlap, Purpose, RunLock, apply, merge_edits, plan};

use crate::world::World;

fn merged(world: &World, overlap: Overlap) -> EditMerge {
    let survey = world.survey().unwrap();
    let made = plan(&survey).unwrap();
    merge_edits(&survey, made, &[], overlap).unwrap()
}

fn carry_out(world: &World, merge: &EditMerge) {
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    apply(&lock, &world.env, &merge.plan, &Purpose::Merge).unwrap();
}

const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n";

#[test]
fn an_edit_and_a_new_source_are_both_kept() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", LINES);
    world.skill("hello", "Says hello.");
    world.deploy();
    world.project_file("AGENTS.md", &LINES.replace("1\n", "one\n"));
    world.repo_file("modules/base/AGENTS.md", &LINES.replace("7\n", "seven\n"));
    world.repo_file("skills/hello/extra.md", "not part of the merge\n");
    let merge = merged(&world, Overlap::Leave);
    assert!(merge.conflicts.is_empty() && merge.plan.changes.len() == 1);
    carry_out(&world, &merge);
    let both = LINES.replace("1\n", "one\n").replace("7\n", "seven\n");
    assert_eq!(world.project_text("AGENTS.md"), both);
    assert!(!world.has(".agents/skills/hello/extra.md"));
    let after = world.plan();
    let edit = after.changes.iter().find(|it| it.path.ends_with("AGENTS.md")).unwrap();
    assert_eq!(edit.state.name(), "modified_by_user", "only the edit is left to bring back");
    assert!(merged(&world, Overlap::Leave).plan.is_empty());
}

#[test]
fn the_same_lines_are_left_alone_or_marked() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", LINES);
    world.deploy();
    world.project_file("AGENTS.md", &LINES.replace("4\n", "four\n"));
    world.repo_file("modules/base/AGENTS.md", &LINES.replace("4\n", "IV\n"));
    let merge = merged(&world, Overlap::Leave);
    assert!(merge.plan.is_empty());
    assert_eq!(merge.conflicts[0].0, world.env.project.join("AGENTS.md"));
    let merge = merged(&world, Overlap::Mark);
    carry_out(&world, &merge);
    let text = world.project_text("AGENTS.md");
    assert!(text.contains("<<<<<<< edited\nfour\n=======\nIV\n>>>>>>> source\n"), "{text}");
}

#[test]
fn keys_of_settings_are_merged_field_by_field() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp", "args": ["1"]}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.deploy();
    let text = world.project_text(".mcp.json").replace("\"puml-mcp\"", "\"my-puml\"");
    world.project_file(".mcp.json", &text);
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp", "args": ["2"]}"#);
    let merge = merged(&world, Overlap::Leave);
    assert!(merge.conflicts.is_empty(), "{:?}", merge.conflicts);
    carry_out(&world, &merge);
    let server: serde_json::Value = serde_json::from_str(&world.project_text(".mcp.json")).unwrap();
    let server = &server["mcpServers"]["puml"];
    assert_eq!((&server["command"], &server["args"][0]), (&"my-puml".into(), &"2".into()));
    world.repo_file("mcp/puml.json", r#"{"command": "other", "args": ["2"]}"#);
    let merge = merged(&world, Overlap::Mark);
    assert!(merge.plan.is_empty());
    assert!(merge.conflicts[0].1.contains("mcpServers.puml"), "{:?}", merge.conflicts);
}
