//! Modules: what each kind must hold, overlays in order, conflicts between modules.

use agentpack_core::Code;

use crate::world::World;

fn codex() -> World {
    World::new("targets: {codex: {mode: files, scope: project}}\n")
}

#[test]
fn overlays_apply_from_global_over_machine_to_project() {
    let world = World::small("codex");
    let key = agentpack_core::path::fs_key("skill:hello");
    let text = |layer: &str| format!("---\nname: hello\ndescription: From {layer}.\n---\n");
    world.repo_file(&format!("overlays/{key}/SKILL.md"), &text("global"));
    world.repo_file(&format!("overlays/{key}/only-global.txt"), "g");
    assert!(deployed(&world).contains("global"));
    world.repo_file(&format!("overlays/machines/test/{key}/SKILL.md"), &text("machine"));
    assert!(deployed(&world).contains("machine"));
    world.repo_file(
        &format!("projects/{}/overlays/{key}/SKILL.md", world.env.project_id()),
        &text("project"),
    );
    assert!(deployed(&world).contains("project"));
    assert!(world.has(".agents/skills/hello/only-global.txt"));
}

fn deployed(world: &World) -> String {
    world.deploy();
    world.project_text(".agents/skills/hello/SKILL.md")
}

#[test]
fn an_overlay_whose_original_changed_is_reported_once() {
    let world = World::new("targets: {codex: {mode: files}, claude_code: {mode: files}}\n");
    world.skill("hello", "Says hello.");
    let key = agentpack_core::path::fs_key("skill:hello");
    world.repo_file(
        &format!("overlays/{key}/SKILL.md"),
        "---\nname: hello\ndescription: Mine.\n---\n",
    );
    world.repo_file(
        &format!("overlays/{key}/.agentpack/baseline.json"),
        r#"{"version":2,"file_manifest":[{"path":"SKILL.md","sha256":"00"}]}"#,
    );
    let warnings = world.survey().unwrap().warnings;
    assert_eq!(
        warnings
            .iter()
            .filter(|warning| warning.starts_with("overlay drift (global) module skill:hello"))
            .count(),
        1
    );
}

#[test]
fn two_modules_with_different_content_at_one_path_conflict_and_equal_content_joins() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("a/go.md", "Go.\n");
    world.repo_file("b/go.md", "Go.\n");
    world.module("prompt:one", "a/go.md");
    world.module("prompt:two", "b/go.md");
    assert_eq!(world.plan().changes[0].modules, ["prompt:one", "prompt:two"]);
    world.repo_file("b/go.md", "Stop.\n");
    let error = world.survey().unwrap_err();
    assert_eq!(error.code, Code::DesiredStateConflict);
    assert_eq!(error.details["existing"]["module_ids"][0], "prompt:one");
    assert_eq!(error.details["new"]["module_ids"][0], "prompt:two");
}

#[test]
fn each_kind_says_what_it_misses() {
    let cases = [
        ("skill:x", "x/README.md", "no", "missing"),
        ("command:x", "x/x.md", "no front matter\n", "no text field `description`"),
        ("command:y", "x/y.md", "---\ndescription: d\n---\n!bash ls\n", "allowed-tools"),
        ("agent:x", "x/x.md", "---\nname: x\n---\n", "no text field `description`"),
        ("prompt:x", "x/x.txt", "x", "is one `.md` file, found `x.txt`"),
        ("mcp:x", "x/x.json", "{}", "either `command` or `url`"),
        ("mcp:y", "x/y.json", r#"{"comand": "x"}"#, "unknown key `comand`"),
        ("hook:x", "x/x.json", r#"{"event": "lunch", "command": "x"}"#, "`event` must be one of"),
    ];
    for (id, path, text, why) in cases {
        let world = codex();
        world.repo_file(path, text);
        world.module(id, if id.starts_with("skill") { "x" } else { path });
        let error = world.survey().unwrap_err();
        assert_eq!(error.code, Code::ConfigInvalid, "{id}");
        assert!(error.message.contains(why), "{id}: {error}");
        assert_eq!(error.details["module_id"], id);
    }
}

#[test]
fn a_local_module_may_run_ahead_of_its_lock_with_a_warning() {
    let world = World::small("codex");
    let sha = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    world.repo_file("agentpack.lock.json", &format!(r#"{{"version":1,"generated_at":"","modules":[{{"id":"skill:hello","type":"skill","resolved_source":{{"local_path":{{"path":"skills/hello"}},"git":null}},"resolved_version":"local","sha256":"{sha}","file_manifest":[]}}]}}"#));
    assert!(
        world
            .survey()
            .unwrap()
            .warnings
            .iter()
            .any(|warning| warning.contains("differs from agentpack.lock.json"))
    );
}
