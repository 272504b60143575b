//! Overlays: what they do to a module, how they are started, and how they follow it.

use std::fs;

use agentpack_core::overlay::{EditOptions, Fill, Kind, Rebased, Sparsify, Spot, edit, rebase};
use agentpack_core::path::fs_key;
use agentpack_core::{Code, Layer, Result};

use crate::world::World;

const SKILL: &str =
    "---\nname: hello\ndescription: Says hello.\n---\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n";

fn world() -> World {
    let world = World::small("codex");
    world.repo_file("skills/hello/SKILL.md", SKILL);
    world
}

fn overlay(path: &str) -> String {
    format!("overlays/{}/{path}", fs_key("skill:hello"))
}

fn start(world: &World, kind: Kind, fill: Fill) {
    let spot = Spot::new(&world.env, "skill:hello", Layer::Global).unwrap();
    edit(&spot, EditOptions { kind: Some(kind), fill }).unwrap();
}

fn follow(world: &World, sparsify: Sparsify) -> Result<Rebased> {
    rebase(&Spot::new(&world.env, "skill:hello", Layer::Global)?, sparsify)
}

fn deployed(world: &World) -> String {
    world.deploy();
    world.project_text(".agents/skills/hello/SKILL.md")
}

fn patch(world: &World, body: &str) {
    world.repo_file(&overlay(".agentpack/overlay.json"), r#"{"overlay_kind":"patch"}"#);
    let text = format!("--- a/SKILL.md\n+++ b/SKILL.md\n{body}");
    world.repo_file(&overlay(".agentpack/patches/SKILL.md.patch"), &text);
}

fn read(world: &World, path: &str) -> String {
    fs::read_to_string(world.env.repo.join(path)).unwrap()
}

const FIVE: &str = "@@ -9,3 +9,3 @@\n 4\n-5\n+five\n 6\n";

#[test]
fn a_patch_changes_the_text_below_and_needs_no_git() {
    let world = world();
    patch(&world, FIVE);
    assert_eq!(deployed(&world), SKILL.replace("\n5\n", "\nfive\n"));
    assert!(world.has(".agents/skills/hello/scripts/run.sh"));
}

#[test]
fn a_patch_over_another_overlay_applies_to_its_result() {
    let world = world();
    world.repo_file(&overlay("SKILL.md"), &SKILL.replace("\n9\n", "\nnine\n"));
    let key = fs_key("skill:hello");
    let machine = format!("overlays/machines/test/{key}/.agentpack");
    world.repo_file(&format!("{machine}/overlay.json"), r#"{"overlay_kind":"patch"}"#);
    let text = "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -12,2 +12,2 @@\n 8\n-nine\n+NINE\n";
    world.repo_file(&format!("{machine}/patches/SKILL.md.patch"), text);
    assert!(deployed(&world).ends_with("8\nNINE\n"));
}

#[test]
fn a_patch_that_does_not_fit_names_its_file() {
    let world = world();
    patch(&world, "@@ -9,3 +9,3 @@\n 4\n-fünf\n+five\n 6\n");
    let held = world.plan().held;
    assert_eq!(held[0].0, "skill:hello");
    assert!(held[0].1.contains("SKILL.md.patch"), "{held:?}");
    assert!(held[0].1.contains("agentpack overlay rebase skill:hello --scope global"), "{held:?}");
}

#[test]
fn a_patch_that_does_not_fit_holds_up_its_own_module_alone() {
    let world = world();
    world.instructions("other", "# Other\n");
    world.deploy();
    let before = world.project_text(".agents/skills/hello/SKILL.md");
    patch(&world, "@@ -9,3 +9,3 @@\n 4\n-fünf\n+five\n 6\n");
    world.repo_file("modules/other/AGENTS.md", "# Second\n");
    let plan = world.plan();
    assert_eq!(world.lines(&plan), ["update pending_update project/AGENTS.md"]);
    world.apply(&plan).unwrap();
    assert!(world.project_text("AGENTS.md").contains("# Second\n"));
    assert_eq!(world.project_text(".agents/skills/hello/SKILL.md"), before);
    let warnings = world.survey().unwrap().warnings.join("\n");
    assert!(warnings.contains("stay as they are"), "{warnings}");
}

#[test]
fn a_patch_for_another_file_and_a_mix_of_kinds_are_refused() {
    let world = world();
    patch(&world, FIVE);
    world.repo_file(
        &overlay(".agentpack/patches/SKILL.md.patch"),
        &format!("--- a/OTHER.md\n+++ b/OTHER.md\n{FIVE}"),
    );
    assert_eq!(world.survey().unwrap_err().code, Code::ConfigInvalid);
    patch(&world, FIVE);
    world.repo_file(&overlay("extra.md"), "x");
    assert_eq!(world.survey().unwrap_err().code, Code::ConfigInvalid);
}

#[test]
fn an_overlay_can_delete_a_file_of_its_module() {
    let world = world();
    world.repo_file(
        &overlay(".agentpack/overlay.json"),
        r#"{"overlay_kind":"dir","delete":["scripts/run.sh"]}"#,
    );
    world.deploy();
    assert!(world.has(".agents/skills/hello/SKILL.md"));
    assert!(!world.has(".agents/skills/hello/scripts"));
    world.repo_file(
        &overlay(".agentpack/overlay.json"),
        r#"{"overlay_kind":"dir","delete":["../../x"]}"#,
    );
    assert_eq!(world.survey().unwrap_err().code, Code::ConfigInvalid);
}

#[test]
fn an_overlay_starts_whole_sparse_or_completed() {
    let world = world();
    start(&world, Kind::Dir, Fill::Sparse);
    assert!(!world.env.repo.join(overlay("SKILL.md")).exists());
    assert!(world.plan().changes.len() > 1);
    start(&world, Kind::Dir, Fill::Missing);
    assert_eq!(read(&world, &overlay("SKILL.md")), SKILL);
    let script = world.env.repo.join(overlay("scripts/run.sh"));
    assert_eq!(crate::world::mode(&script) & 0o111, 0o111);
    let spot = Spot::new(&world.env, "skill:hello", Layer::Global).unwrap();
    let other = EditOptions { kind: Some(Kind::Patch), fill: Fill::New };
    assert_eq!(edit(&spot, other).unwrap_err().code, Code::Usage);
    assert_eq!(
        Spot::new(&world.env, "skill:helo", Layer::Global).unwrap_err().code,
        Code::ModuleUnknown
    );
}

#[test]
fn copies_nobody_changed_follow_the_module_and_edits_are_merged() {
    let world = world();
    start(&world, Kind::Dir, Fill::New);
    world.repo_file(&overlay("SKILL.md"), &SKILL.replace("\n1\n", "\none\n"));
    world.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n9\n", "\nnine\n"));
    world.repo_file("skills/hello/scripts/run.sh", "#!/bin/sh\necho new\n");
    let drift = world.survey().unwrap().warnings;
    assert_eq!(drift.iter().filter(|text| text.starts_with("overlay drift (global)")).count(), 2);
    let report = follow(&world, Sparsify::No).unwrap();
    assert_eq!((report.processed, report.updated.len()), (2, 2));
    assert_eq!(
        read(&world, &overlay("SKILL.md")),
        SKILL.replace("\n1\n", "\none\n").replace("\n9\n", "\nnine\n")
    );
    assert!(read(&world, &overlay("scripts/run.sh")).contains("new"));
    assert!(world.survey().unwrap().warnings.is_empty());
    let report = follow(&world, Sparsify::Yes).unwrap();
    assert_eq!(report.deleted, ["scripts/run.sh"]);
    assert!(!world.env.repo.join(overlay("scripts")).exists());
}

#[test]
fn defect_17_rebase_in_the_default_home_sees_every_file() {
    let mut world = world();
    let home = world.env.agentpack_home.join("repo");
    fs::create_dir_all(home.parent().unwrap()).unwrap();
    fs::rename(&world.env.repo, &home).unwrap();
    world.env.repo = home;
    start(&world, Kind::Dir, Fill::New);
    world.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n9\n", "\nnine\n"));
    let report = follow(&world, Sparsify::No).unwrap();
    assert_eq!((report.processed, report.updated), (2, vec!["SKILL.md".to_owned()]));
}

fn conflicting() -> World {
    let world = world();
    start(&world, Kind::Dir, Fill::New);
    let both = |a: &str, b: &str| {
        SKILL.replace("\n1\n", &format!("\n{a}\n")).replace("\n9\n", &format!("\n{b}\n"))
    };
    world.repo_file(&overlay("SKILL.md"), &both("ours", "mine"));
    world.repo_file("skills/hello/SKILL.md", &both("theirs", "yours"));
    world
}

#[test]
fn defect_18_many_conflicts_are_one_clear_answer() {
    let world = conflicting();
    let error = follow(&world, Sparsify::No).unwrap_err();
    assert_eq!(error.code, Code::OverlayRebaseConflict);
    assert_eq!(error.details["report"]["conflicts"], serde_json::json!(["SKILL.md"]));
    assert_eq!(read(&world, &overlay("SKILL.md")).matches("<<<<<<<").count(), 2);
}

#[test]
fn defect_19_a_module_of_one_file_is_rebased() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("prompts/draft.md", "1\n2\n3\n4\n5\n");
    world.module("prompt:draft", "prompts/draft.md");
    let spot = Spot::new(&world.env, "prompt:draft", Layer::Global).unwrap();
    edit(&spot, EditOptions { kind: None, fill: Fill::New }).unwrap();
    let place = spot.dir().join("draft.md");
    fs::write(&place, "one\n2\n3\n4\n5\n").unwrap();
    world.repo_file("prompts/draft.md", "1\n2\n3\n4\nfive\n");
    let report = rebase(&spot, Sparsify::No).unwrap();
    assert_eq!(report.updated, ["draft.md"]);
    world.deploy();
    assert_eq!(world.project_text(".claude/commands/draft.md"), "one\n2\n3\n4\nfive\n");
}

#[test]
fn defect_20_conflict_markers_are_never_deployed() {
    let world = conflicting();
    follow(&world, Sparsify::No).unwrap_err();
    assert!(world.plan().held[0].1.contains("unresolved conflict"));
    let resolved = SKILL.replace("\n1\n", "\nboth\n");
    world.repo_file(&overlay("SKILL.md"), &resolved);
    follow(&world, Sparsify::No).unwrap();
    assert_eq!(deployed(&world), resolved);
}

#[test]
fn a_module_that_writes_about_markers_is_deployed() {
    let world = world();
    let about = format!("{SKILL}<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n");
    world.repo_file("skills/hello/SKILL.md", &about);
    world.repo_file(&overlay("SKILL.md"), &format!("{about}more\n"));
    assert!(deployed(&world).ends_with("more\n"));
}

#[test]
fn a_patch_follows_its_module_and_a_conflict_waits_for_a_person() {
    let world = world();
    start(&world, Kind::Patch, Fill::New);
    patch(&world, FIVE);
    world.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n1\n", "\n0\n1\n"));
    assert_eq!(follow(&world, Sparsify::No).unwrap().updated, ["SKILL.md"]);
    assert!(deployed(&world).contains("\n0\n1\n2\n3\n4\nfive\n"));

    world.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n5\n", "\nV\n"));
    assert!(world.plan().held[0].1.contains("does not apply"));
    assert_eq!(follow(&world, Sparsify::No).unwrap_err().code, Code::OverlayRebaseConflict);
    assert!(world.plan().held[0].1.contains("unresolved conflict"));
    let place = overlay(".agentpack/conflicts/SKILL.md");
    assert!(read(&world, &place).contains("<<<<<<< overlay\nfive\n=======\nV\n"));
    world.repo_file(&place, &SKILL.replace("\n5\n", "\nfive (V)\n"));
    follow(&world, Sparsify::No).unwrap();
    assert!(deployed(&world).contains("\nfive (V)\n"));
    assert!(!world.env.repo.join(place).exists());
}

#[test]
fn an_overlay_of_an_older_tool_finds_its_base_in_the_history() {
    let world = world();
    start(&world, Kind::Dir, Fill::Sparse);
    world.commit();
    fs::remove_dir_all(world.env.repo.join(overlay(".agentpack"))).unwrap();
    start(&world, Kind::Dir, Fill::Sparse);
    world.repo_file(&overlay("SKILL.md"), &SKILL.replace("\n1\n", "\none\n"));
    world.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n9\n", "\nnine\n"));
    assert_eq!(follow(&world, Sparsify::No).unwrap().updated, ["SKILL.md"]);

    let lost = self::world();
    start(&lost, Kind::Dir, Fill::Sparse);
    lost.repo_file(&overlay("SKILL.md"), &SKILL.replace("\n1\n", "\none\n"));
    lost.repo_file("skills/hello/SKILL.md", &SKILL.replace("\n9\n", "\nnine\n"));
    assert_eq!(follow(&lost, Sparsify::No).unwrap_err().code, Code::OverlayBaselineUnsupported);
    fs::remove_file(lost.env.repo.join(overlay(".agentpack/baseline.json"))).unwrap();
    assert_eq!(follow(&lost, Sparsify::No).unwrap_err().code, Code::OverlayBaselineMissing);
}

#[test]
fn a_module_without_an_overlay_has_nothing_to_rebase() {
    assert_eq!(follow(&world(), Sparsify::No).unwrap_err().code, Code::OverlayNotFound);
}
