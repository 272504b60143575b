//! Status and explain: who changed what, and where it comes from.

use std::fs;

use agentpack_core::{explain_plan, plan, status};
use serde_json::json;

use crate::world::World;

fn status_data(world: &World) -> serde_json::Value {
    let survey = world.survey().unwrap();
    let plan = plan(&survey).unwrap();
    status(&survey, &plan).data(&plan, &[], "agentpack")
}

#[test]
fn a_clean_deploy_has_no_drift() {
    let world = World::small("codex");
    world.deploy();
    let data = status_data(&world);
    assert_eq!(data["summary"], json!({"extra": 0, "missing": 0, "modified": 0}));
    assert!(data.get("next_actions").is_none());
}

#[test]
fn missing_modified_and_extra_are_told_apart() {
    let world = World::small("codex");
    world.deploy();
    world.project_file("AGENTS.md", "edited\n");
    fs::remove_file(world.env.project.join(".agents/skills/hello/SKILL.md")).unwrap();
    world.project_file(".agents/skills/mine/SKILL.md", "mine\n");
    let data = status_data(&world);
    assert_eq!(data["summary"], json!({"extra": 1, "missing": 1, "modified": 1}));
    let modified =
        data["drift"].as_array().unwrap().iter().find(|drift| drift["kind"] == "modified").unwrap();
    assert_eq!(modified["state"], "modified_by_user");
    assert!(modified["expected"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(
        data["next_actions"],
        json!([
            "agentpack preview --diff --json",
            "agentpack deploy --apply --yes --json",
            "agentpack evolve propose --dry-run --json"
        ])
    );
}

#[test]
fn a_source_change_that_waits_is_not_drift() {
    let world = World::small("codex");
    world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    let data = status_data(&world);
    assert_eq!(data["summary"]["modified"], 0);
    assert_eq!(data["pending"][0]["state"], "pending_update");
}

#[test]
fn an_edit_and_a_source_change_are_a_conflict() {
    let world = World::small("codex");
    world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.project_file("AGENTS.md", "edited\n");
    assert_eq!(status_data(&world)["drift"][0]["state"], "conflict");
    let plan = world.plan();
    assert_eq!(
        plan.refuse_user_edits().unwrap_err().code,
        agentpack_core::Code::UserEditConfirmRequired
    );
}

#[test]
fn deleting_an_edited_file_is_a_conflict() {
    let world = World::small("codex");
    world.deploy();
    world.project_file(".agents/skills/hello/SKILL.md", "edited\n");
    world.config("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    let plan = world.plan();
    assert!(
        world
            .lines(&plan)
            .contains(&"delete conflict project/.agents/skills/hello/SKILL.md".to_owned())
    );
    assert!(plan.refuse_user_edits().is_err());
}

#[test]
fn explain_names_the_layer_of_prompts_and_commands() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("prompts/draft.md", "Draft it.\n");
    world.module("prompt:draft", "prompts/draft.md");
    world.repo_file("commands/go.md", "---\ndescription: Go.\n---\nGo.\n");
    world.module("command:go", "commands/go.md");
    let key = agentpack_core::path::fs_key("command:go");
    world.repo_file(&format!("overlays/{key}/go.md"), "---\ndescription: Go on.\n---\nGo.\n");
    let survey = world.survey().unwrap();
    let data = explain_plan(&survey, &plan(&survey).unwrap());
    let layers: Vec<_> = data["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["modules"][0]["layer"].as_str().unwrap())
        .collect();
    assert_eq!(layers, ["upstream", "global"]);
    assert_eq!(data["changes"][0]["modules"][0]["module_type"], "Prompt");
}

#[test]
fn a_same_size_edit_with_its_time_put_back_is_seen() {
    let world = World::small("codex");
    world.deploy();
    let path = world.env.project.join("AGENTS.md");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    fs::write(&path, "# Bose\n").unwrap();
    let times = fs::FileTimes::new().set_modified(time);
    fs::File::options().append(true).open(&path).unwrap().set_times(times).unwrap();
    assert_eq!(status_data(&world)["summary"]["modified"], 1);
}
