//! Deploying: modes, obstacles, stale plans, locks, and what is left behind.

use std::fs;
use std::path::Path;

use agentpack_core::{
    Code, Environment, Purpose, RunLock, Selection, UpdateKind, apply, plan, survey,
};

use crate::world::{World, mode, set_mode};

#[test]
fn execute_bits_and_plain_modes_are_kept() {
    let world = World::small("codex");
    world.deploy();
    assert_eq!(
        mode(&world.env.project.join(".agents/skills/hello/scripts/run.sh")) & 0o111,
        0o111 & !umask()
    );
    assert_eq!(mode(&world.env.project.join("AGENTS.md")), 0o666 & !umask());
    assert!(world.plan().is_empty());
}

/// What this process takes away from new files, seen from a folder made without a mode of its own.
fn umask() -> u32 {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    0o777 & !mode(&dir.path().join("d"))
}

#[test]
fn a_changed_execute_bit_is_a_change() {
    let world = World::small("codex");
    world.deploy();
    let script = world.env.project.join(".agents/skills/hello/scripts/run.sh");
    set_mode(&script, 0o600);
    let plan = world.plan();
    assert_eq!(plan.changes.len(), 1);
    assert_eq!(plan.changes[0].reason, "mode differs");
    world.apply(&plan).unwrap();
    assert_eq!(mode(&script), 0o700, "the execute bit follows the read bits, the rest stays");
}

#[test]
fn an_update_keeps_the_permissions_of_the_file() {
    let world = World::small("codex");
    world.deploy();
    set_mode(&world.env.project.join("AGENTS.md"), 0o640);
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.deploy();
    assert_eq!(mode(&world.env.project.join("AGENTS.md")), 0o640);
}

#[cfg(unix)]
#[test]
fn a_symlink_at_the_destination_is_reported_and_never_replaced() {
    let world = World::small("codex");
    world.project_file("CLAUDE.md", "mine\n");
    std::os::unix::fs::symlink("CLAUDE.md", world.env.project.join("AGENTS.md")).unwrap();
    let plan = world.plan();
    let change = plan.changes.iter().find(|change| change.path.ends_with("AGENTS.md")).unwrap();
    assert_eq!(change.blocked.as_ref().unwrap().kind(), "symlink");
    let error = world.apply(&plan).unwrap_err();
    assert_eq!(error.code, Code::DestinationBlocked);
    assert!(world.env.project.join("AGENTS.md").is_symlink());
    assert!(!world.has(".agents"), "nothing at all was written");
}

#[test]
fn a_folder_at_the_destination_and_a_file_as_parent_are_reported() {
    let world = World::small("codex");
    fs::create_dir(world.env.project.join("AGENTS.md")).unwrap();
    world.project_file(".agents", "a file\n");
    let plan = world.plan();
    let kinds: Vec<_> = plan
        .changes
        .iter()
        .filter_map(|change| change.blocked.as_ref())
        .map(agentpack_core::Blocked::kind)
        .collect();
    assert!(kinds.contains(&"directory") && kinds.contains(&"parent_is_file"), "{kinds:?}");
    assert_eq!(world.apply(&plan).unwrap_err().code, Code::DestinationBlocked);
}

#[test]
fn an_unmanaged_file_needs_adoption_and_an_equal_one_does_not() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "mine\n");
    let plan = world.plan();
    assert_eq!(plan.adoptions().count(), 1);
    assert_eq!(plan.refuse_adoptions().unwrap_err().code, Code::AdoptConfirmRequired);
    world.project_file("AGENTS.md", "# Base\n");
    assert_eq!(world.plan().adoptions().count(), 0);
}

/// Codex had its folder elsewhere then, which nothing but what the deploy noted can tell.
#[test]
fn an_equal_file_that_was_there_is_ours_after_the_deploy() {
    let mut world = World::new("targets: {codex: {mode: files, scope: user}}\n");
    world.instructions("base", "# Base\n");
    let file = world.home_file("elsewhere/AGENTS.md", "# Base\n");
    world.env.codex_home = file.parent().map(Into::into);
    world.deploy();
    world.env.codex_home = None;
    world.config("targets: {claude_code: {mode: files, scope: user}}\n");
    world.instructions("base", "# Base\n");
    let lines = world.lines(&world.plan());
    assert!(lines.iter().any(|it| it == "delete obsolete home/elsewhere/AGENTS.md"), "{lines:?}");
}

#[test]
fn a_file_that_changes_after_the_plan_stops_everything() {
    let world = World::small("codex");
    world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.skill("zeta", "Last.");
    let plan = world.plan();
    world.project_file("AGENTS.md", "typed in between\n");
    let before = world.tree();
    let error = world.apply(&plan).unwrap_err();
    assert_eq!(error.code, Code::PlanStale);
    assert_eq!(world.tree(), before);
}

#[test]
fn a_source_that_changes_after_the_plan_stops_everything() {
    let world = World::small("codex");
    let plan = world.plan();
    world.repo_file("skills/hello/SKILL.md", "---\nname: hello\ndescription: Swapped.\n---\n");
    let before = world.tree();
    assert_eq!(world.apply(&plan).unwrap_err().code, Code::PlanStale);
    assert_eq!(world.tree(), before);
}

#[test]
fn an_emptied_folder_goes_with_its_last_file() {
    let world = World::small("codex");
    world.deploy();
    world.config("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.deploy();
    assert!(!world.has(".agents/skills/hello"));
    assert!(world.has("AGENTS.md"));
}

#[test]
fn a_removed_target_takes_its_files_along() {
    let world = World::small("claude_code");
    world.deploy();
    assert!(world.has("CLAUDE.md") && world.has(".claude/skills/hello/SKILL.md"));
    world.config("targets: {}\n");
    world.deploy();
    assert!(!world.has("CLAUDE.md") && !world.has(".claude/skills/hello"));
}

#[test]
fn a_moved_root_does_not_strand_its_files() {
    let world = World::new(
        "targets: {codex: {mode: files, scope: user, options: {codex_home: '~/one'}}}\n",
    );
    world.instructions("base", "# Base\n");
    world.deploy();
    assert!(world.env.home.join("one/AGENTS.md").exists());
    world.repo_file("agentpack.yaml", &world.config_text().replace("~/one", "~/two"));
    world.deploy();
    assert!(!world.env.home.join("one/AGENTS.md").exists());
    assert!(world.env.home.join("two/AGENTS.md").exists());
}

#[test]
fn a_lost_manifest_does_not_make_our_files_strangers() {
    let world = World::small("codex");
    world.deploy();
    fs::remove_file(world.env.project.join(".agentpack.manifest.codex.json")).unwrap();
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    let plan = world.plan();
    assert_eq!(plan.changes[0].update_kind, Some(UpdateKind::Managed));
}

#[test]
fn manifests_of_the_older_tool_are_understood() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\nlayout: upstream\n");
    world.skill("hello", "Says hello.");
    let old = "old bytes\n";
    world.project_file(".codex/skills/hello/SKILL.md", old);
    let sha = agentpack_core::Digest::of(old);
    world.project_file(
        ".codex/skills/.agentpack.manifest.codex.json",
        &format!(r#"{{"schema_version":1,"generated_at":"2026-01-01T00:00:00Z","tool":"codex","snapshot_id":"1","managed_files":[{{"path":"hello/SKILL.md","sha256":"{sha}","module_ids":["skill:hello"]}}]}}"#),
    );
    let plan = world.plan();
    let update =
        plan.changes.iter().find(|change| change.path.ends_with("hello/SKILL.md")).unwrap();
    assert_eq!(update.update_kind, Some(UpdateKind::Managed));
    assert_eq!(update.state.name(), "pending_update");
}

#[test]
fn changing_the_layout_moves_the_files() {
    let world = World::new("targets: {codex: {mode: files, scope: project, layout: upstream}}\n");
    world.skill("hello", "Says hello.");
    world.deploy();
    assert!(world.has(".codex/skills/hello/SKILL.md"));
    world.repo_file("agentpack.yaml", &world.config_text().replace(", layout: upstream", ""));
    world.deploy();
    assert!(!world.has(".codex/skills/hello") && world.has(".agents/skills/hello/SKILL.md"));
}

#[test]
fn of_several_runs_at_once_one_writes_and_the_rest_find_nothing_to_do() {
    let world = World::small("codex");
    let deploy = |env: &Environment| {
        let (lock, _) = RunLock::acquire(env).unwrap();
        let plan = plan(&survey(env, &Selection::default()).unwrap()).unwrap();
        if plan.is_empty() && !plan.manifests_differ {
            return false;
        }
        apply(&lock, env, &plan, &Purpose::Deploy { lock: None }).unwrap();
        true
    };
    let written: usize = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| deploy(&world.env))).collect();
        runs.into_iter().map(|run| usize::from(run.join().unwrap())).sum()
    });
    assert_eq!(written, 1);
    assert!(world.plan().is_empty());
}

#[test]
fn a_one_byte_change_costs_bytes() {
    let world = World::small("codex");
    for number in 0..200 {
        world.repo_file(&format!("skills/hello/data/{number}.txt"), &"x".repeat(2000));
    }
    world.deploy();
    // The cache of digests grows with the age of files, not with what changes.
    let history = || ["objects", "snapshots"].map(|part| size(&world.env.state().join(part)));
    let before: u64 = history().iter().sum();
    world.repo_file("skills/hello/data/7.txt", &"y".repeat(2000));
    world.deploy();
    let grown = history().iter().sum::<u64>() - before;
    assert!(grown < 16 * 1024, "{grown} bytes");
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            if entry.path().is_dir() {
                size(&entry.path())
            } else {
                entry.metadata().unwrap().len()
            }
        })
        .sum()
}

#[test]
fn keeping_edits_leaves_the_edited_file_and_its_record() {
    let world = World::small("codex");
    world.deploy();
    world.project_file("AGENTS.md", "edited\n");
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.skill("more", "More.");
    world.apply(&world.plan().keeping_edits()).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "edited\n");
    assert!(world.has(".agents/skills/more/SKILL.md"));
    assert_eq!(world.plan().changes[0].state.name(), "conflict");
}

#[test]
fn bytes_are_deployed_as_they_are() {
    let world = World::small("codex");
    let text = "\u{feff}---\r\nname: hello\r\ndescription: CRLF and a mark.\r\n---\r\nBody.\r\n";
    world.repo_file("skills/hello/SKILL.md", text);
    world.repo_file("modules/base/AGENTS.md", "\u{feff}# Base\r\n");
    world.deploy();
    assert_eq!(world.project_text(".agents/skills/hello/SKILL.md"), text);
    assert_eq!(world.project_text("AGENTS.md"), "\u{feff}# Base\r\n");
}

#[test]
fn a_folder_in_the_place_of_a_manifest_is_named_as_the_obstacle() {
    let world = World::small("codex");
    let manifest = world.env.project.join(".agents/skills/.agentpack.manifest.shared.json");
    fs::create_dir_all(&manifest).unwrap();
    let error = world.apply(&world.plan()).unwrap_err();
    assert_eq!(error.code, Code::DestinationBlocked);
    assert!(error.message.contains("manifest"), "{error}");
    assert!(!world.env.project.join("AGENTS.md").exists());
    fs::remove_dir(&manifest).unwrap();
    world.deploy();
}

#[cfg(unix)]
#[test]
fn a_folder_that_became_a_link_after_the_review_is_not_followed() {
    let world = World::small("codex");
    world.deploy();
    world.repo_file("skills/hello/SKILL.md", "---\nname: hello\ndescription: New.\n---\n");
    world.repo_file("skills/hello/more/added.md", "added\n");
    let plan = world.plan();
    let (folder, outside) =
        (world.env.project.join(".agents/skills/hello"), world.root().join("outside"));
    fs::rename(&folder, &outside).unwrap();
    std::os::unix::fs::symlink(&outside, &folder).unwrap();
    let error = world.apply(&plan).unwrap_err();
    assert_eq!(error.code, Code::PlanStale, "{error}");
    assert!(fs::read_to_string(outside.join("SKILL.md")).unwrap().contains("Says hello."));
    assert!(!outside.join("more").exists());
}

#[test]
fn flushing_changes_nothing_but_the_wait() {
    let content = |fsync| {
        let mut world = World::small("codex");
        world.env.fsync = fsync;
        let first = world.deploy();
        world.repo_file("modules/base/AGENTS.md", "# Base, second\n");
        world.deploy();
        let updated = world.project_text("AGENTS.md");
        world.rollback(first).unwrap();
        assert!(world.plan().changes.len() == 1);
        (updated, world.project_text("AGENTS.md"))
    };
    assert_eq!(content(true), content(false));
}

#[test]
fn a_file_replaced_outside_of_a_plan_has_its_new_bytes_and_its_mode() {
    let world = World::small("codex");
    let file = world.project_file("run.sh", "old\n");
    set_mode(&file, 0o750);
    agentpack_core::replace_file(&file, b"new\n").unwrap();
    assert_eq!(world.project_text("run.sh"), "new\n");
    assert_eq!(mode(&file), 0o750);
}
