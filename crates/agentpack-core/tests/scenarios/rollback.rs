//! Rollback: back to a snapshot, only where the snapshot reaches, never over a person's edits, and back again.

use std::fs;

use agentpack_core::snapshot::Id;
use agentpack_core::{Code, Purpose, RunLock, apply, plan_rollback, snapshot};

use crate::world::{World, mode, set_mode};

fn first_snapshot(world: &World) -> Id {
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
    world.rollback(one).unwrap();
    assert_eq!(texts(&world), ("# Base\n".into(), false));
    assert!(!world.has(".agents/skills/extra"), "the emptied folder goes too");
    let files = |tree: &[(std::path::PathBuf, u32, Vec<u8>)]| {
        tree.iter().map(|(path, mode, _)| (path.clone(), *mode)).collect::<Vec<_>>()
    };
    assert_eq!(files(&world.tree()), files(&tree_one));
    let two = snapshot::list(&world.env.state()).unwrap()[2].id;
    world.rollback(two).unwrap();
    assert_eq!(texts(&world), ("# Second\n".into(), true));
}

#[test]
fn the_first_deploy_and_adopted_originals_can_be_undone() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "my own words\n");
    let before = world.tree();
    world.deploy();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.tree(), before);
    assert!(!world.has(".agents"), "folders we made go too");
}

#[test]
fn a_file_that_a_deploy_removed_or_replaced_comes_back_with_its_permissions() {
    let world = World::small("codex");
    let file = world.project_file("AGENTS.md", "my own words\n");
    set_mode(&file, 0o640);
    world.deploy();
    set_mode(&file, 0o604);
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
    assert_eq!(mode(&file), 0o640);
}

#[test]
fn a_rollback_says_what_it_creates_updates_and_deletes() {
    let world = World::small("codex");
    let one = world.deploy();
    world.config("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Second\n");
    world.skill("extra", "More.");
    world.deploy();
    let back = plan_rollback(&world.env, one).unwrap();
    let skills = "project/.agents/skills";
    assert_eq!(
        world.lines(&back.plan),
        [
            format!("delete pending_update {skills}/extra/SKILL.md"),
            format!("delete pending_update {skills}/extra/scripts/run.sh"),
            format!("create missing {skills}/hello/SKILL.md"),
            format!("create missing {skills}/hello/scripts/run.sh"),
            "update pending_update project/AGENTS.md".to_owned(),
        ]
    );
}

/// An equal file was there before, so its bytes were never stored.
#[test]
fn a_file_whose_bytes_were_never_stored_stays_as_it_is() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "# Base\n");
    let one = world.deploy();
    world.project_file("AGENTS.md", "typed\n");
    world.rollback(one).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "typed\n");
}

#[test]
fn content_that_is_no_longer_stored_stops_a_rollback() {
    let world = World::small("codex");
    let one = world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Second\n");
    world.deploy();
    fs::remove_dir_all(world.env.state().join("objects")).unwrap();
    assert_eq!(plan_rollback(&world.env, one).unwrap_err().code, Code::SnapshotCorrupt);
}

#[test]
fn folders_that_were_empty_at_the_first_deploy_are_undone_too() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.deploy();
    world.skill("late", "Arrives later.");
    world.deploy();
    world.rollback(first_snapshot(&world)).unwrap();
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
    world.rollback(in_a).unwrap();
    world.rollback(first_snapshot(&world)).unwrap();
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
    world.rollback(codex_only).unwrap();
    assert!(world.has("CLAUDE.md") && world.has(".agentpack.manifest.claude_code.json"));
    assert!(world.plan().is_empty());
}

#[test]
fn a_file_that_several_hosts_read_goes_back_whoever_it_was_written_for() {
    let world = World::new(
        "targets:\n  codex: {mode: files, scope: project}\n  cursor: {mode: files, scope: project}\n",
    );
    world.skill("hello", "First.");
    let skill = ".agents/skills/hello/SKILL.md";
    let first = world.project_text_after(&world.plan_for("codex"), skill);
    let one = snapshot::last_run(&world.env.state(), &world.env.project).unwrap();
    let text = first.replace("First.", "Second.");
    world.repo_file("skills/hello/SKILL.md", &text);
    assert_eq!(world.project_text_after(&world.plan_for("cursor"), skill), text);
    world.rollback(one).unwrap();
    assert_eq!(world.project_text(skill), first);
}

#[test]
fn edits_are_not_overwritten_unless_asked_and_are_kept_for_undo() {
    let world = World::small("codex");
    let one = world.deploy();
    world.project_file("AGENTS.md", "edited\n");
    let error = world.rollback(one).unwrap_err();
    assert_eq!(error.code, Code::UserEditConfirmRequired);
    assert_eq!(error.details["files"][0]["state"], "modified_by_user");
    assert_eq!(world.project_text("AGENTS.md"), "edited\n");
    let back = plan_rollback(&world.env, one).unwrap();
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    let event =
        apply(&lock, &world.env, &back.plan, &Purpose::Rollback { to: one, emptied: back.emptied })
            .unwrap();
    drop(lock);
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    world.deploy();
    world.rollback(event.snapshot_id).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
}

#[test]
fn a_deleted_file_comes_back_without_asking() {
    let world = World::small("codex");
    let one = world.deploy();
    fs::remove_file(world.env.project.join("AGENTS.md")).unwrap();
    world.rollback(one).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# Base\n");
}

#[test]
fn an_unknown_snapshot_has_a_stable_code() {
    let world = World::small("codex");
    assert_eq!(world.rollback("123".parse().unwrap()).unwrap_err().code, Code::SnapshotNotFound);
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
    world.rollback(first_snapshot(&world)).unwrap();
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
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
    assert!(!world.has(".agents"));
}

/// Claude Code and Codex in the project.
const TWO: &str = "targets:
  codex: {mode: files, scope: project}
  claude_code: {mode: files, scope: project}
";

#[test]
fn a_file_adopted_by_a_later_run_comes_back_from_the_first_snapshot() {
    let world = World::new(TWO);
    world.instructions("base", "# Base\n");
    world.project_file("CLAUDE.md", "my own words\n");
    let before = world.tree();
    world.apply(&world.plan_for("codex")).unwrap();
    world.deploy();
    assert_eq!(world.project_text("CLAUDE.md"), "@AGENTS.md\n");
    let back = plan_rollback(&world.env, first_snapshot(&world)).unwrap().plan;
    let told: Vec<_> = back.changes.iter().map(|change| change.target.name()).collect();
    assert_eq!(told, ["claude_code", "codex"], "each file under its host");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("CLAUDE.md"), "my own words\n");
    assert_eq!(world.tree(), before);
}

#[test]
fn a_file_of_a_scope_added_later_comes_back_from_the_first_snapshot() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.home_file(".codex/AGENTS.md", "my own words\n");
    let before = world.tree();
    world.deploy();
    world
        .repo_file("agentpack.yaml", &world.config_text().replace("scope: project", "scope: user"));
    world.deploy();
    assert_eq!(world.home_text(".codex/AGENTS.md"), "# Base\n");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.tree(), before);
}

#[test]
fn undo_takes_back_one_run_and_can_be_undone() {
    let world = World::new(TWO);
    world.instructions("base", "# Base\n");
    world.project_file("CLAUDE.md", "my own words\n");
    world.apply(&world.plan_for("codex")).unwrap();
    let adopting = world.deploy();
    world.skill("late", "Arrives later.");
    world.deploy();
    world.undo(adopting).unwrap();
    assert_eq!(world.project_text("CLAUDE.md"), "my own words\n");
    assert!(world.has("AGENTS.md") && world.has(".agents/skills/late/SKILL.md"));
    let undone = snapshot::last_run(&world.env.state(), &world.env.project).unwrap();
    world.undo(undone).unwrap();
    assert_eq!(world.project_text("CLAUDE.md"), "@AGENTS.md\n");
    let error = world.undo(first_snapshot(&world)).unwrap_err();
    assert_eq!(error.code, Code::SnapshotNotFound);
    assert!(error.message.contains("rollback --to"), "{error}");
}

#[test]
fn undo_never_overwrites_an_edit() {
    let world = World::small("codex");
    let run = world.deploy();
    world.project_file("AGENTS.md", "typed by a person\n");
    assert_eq!(world.undo(run).unwrap_err().code, Code::UserEditConfirmRequired);
    assert_eq!(world.project_text("AGENTS.md"), "typed by a person\n");
}

/// A server for Codex and Claude Code in the home, where the hosts keep settings of their own.
fn servers_at_home() -> World {
    let world = World::new(
        "targets:\n  codex: {mode: files, scope: user}\n  claude_code: {mode: files, scope: user}\n",
    );
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.home_file(".claude.json", "{\n  \"oauth\": \"old\"\n}\n");
    world.home_file(".codex/config.toml", "# mine\nmodel = \"x\"\n");
    world
}

#[test]
fn rolling_back_over_several_runs_leaves_what_hosts_wrote_in_between() {
    let world = servers_at_home();
    let one = world.deploy();
    for (number, token) in [(2, "newer"), (3, "newest")] {
        let text = world.home_text(".claude.json");
        let old = text.split('"').nth(3).unwrap().to_owned();
        world.home_file(".claude.json", &text.replace(&old, token));
        let text = world.home_text(".codex/config.toml");
        world.home_file(
            ".codex/config.toml",
            &format!("{text}\n[projects.\"/p{number}\"]\ntrust_level = \"trusted\"\n"),
        );
        world.repo_file("mcp/puml.json", &format!(r#"{{"command": "puml-mcp-{number}"}}"#));
        world.deploy();
    }
    for to in [one, first_snapshot(&world)] {
        world.rollback(to).unwrap();
        let claude = world.home_text(".claude.json");
        assert!(claude.contains("\"newest\""), "the host's own key stays: {claude}");
        let codex = world.home_text(".codex/config.toml");
        assert!(
            codex.contains("/p2") && codex.contains("/p3") && codex.contains("# mine"),
            "{codex}"
        );
        assert_eq!(claude.contains("\"puml-mcp\""), to == one, "{claude}");
        assert_eq!(codex.contains("\"puml-mcp\""), to == one, "{codex}");
    }
}

#[test]
fn lines_around_our_block_stay_over_several_runs() {
    let world = World::new(
        "targets: {codex: {mode: files, scope: project, options: {block_instructions: true}}}\n",
    );
    world.instructions("base", "# One\n");
    world.project_file("AGENTS.md", "# Mine\n");
    let one = world.deploy();
    for number in [2, 3] {
        let text = world.project_text("AGENTS.md");
        world.project_file("AGENTS.md", &format!("{text}mine {number}\n"));
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        world.deploy();
    }
    world.rollback(one).unwrap();
    let text = world.project_text("AGENTS.md");
    assert!(text.contains("# One\n") && text.contains("mine 2\nmine 3\n"), "{text}");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# Mine\nmine 2\nmine 3\n");
}

#[test]
fn a_key_we_took_over_gets_its_first_value_back() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file(".mcp.json", r#"{"mcpServers": {"puml": {"command": "theirs"}}}"#);
    world.deploy();
    let text = world.project_text(".mcp.json").replacen('{', "{\"later\": 1, ", 1);
    world.project_file(".mcp.json", &text);
    world.rollback(first_snapshot(&world)).unwrap();
    let back: serde_json::Value = serde_json::from_str(&world.project_text(".mcp.json")).unwrap();
    assert_eq!(back["mcpServers"]["puml"]["command"], "theirs");
    assert_eq!(back["later"], 1);
}

#[test]
fn a_key_that_somebody_changed_since_is_a_conflict() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    let one = world.deploy();
    world.config("targets: {claude_code: {mode: files, scope: project}}\n");
    world.deploy();
    let theirs = r#"{"mcpServers": {"puml": {"command": "theirs"}}}"#;
    world.project_file(".mcp.json", theirs);
    assert_eq!(world.rollback(one).unwrap_err().code, Code::UserEditConfirmRequired);
    assert_eq!(world.project_text(".mcp.json"), theirs);
}

#[test]
fn what_stands_in_the_way_of_one_file_does_not_keep_the_others_from_going_back() {
    let world = World::new("targets: {claude_code: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.skill("hello", "Says hello.");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.project_file("CLAUDE.md", "my own words\n");
    let run = world.deploy();
    let mine = world.project_file("mine.md", "mine\n");
    let linked = world.env.project.join("CLAUDE.md");
    fs::remove_file(&linked).unwrap();
    std::os::unix::fs::symlink(&mine, &linked).unwrap();
    world.project_file(".mcp.json", "{ half a fi");
    let error = world.undo(run).unwrap_err();
    assert_eq!(error.code, Code::UserEditConfirmRequired);
    assert_eq!(error.details["files"].as_array().unwrap().len(), 2, "{error:?}");
    let back = agentpack_core::plan_undo(&world.env, run).unwrap();
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    let purpose = Purpose::Undo { run, emptied: back.emptied };
    let error = apply(&lock, &world.env, &back.plan, &purpose).unwrap_err();
    assert_eq!(error.code, Code::DestinationBlocked, "they are never overwritten");
    apply(&lock, &world.env, &back.plan.keeping_edits(), &purpose).unwrap();
    assert!(linked.is_symlink() && !world.has(".claude/skills"));
    assert_eq!(world.project_text(".mcp.json"), "{ half a fi");
}

#[test]
fn pruned_runs_keep_older_states_in_reach_of_every_project() {
    let world = World::new(TWO);
    world.instructions("base", "# Base\n");
    world.project_file("CLAUDE.md", "my own words\n");
    world.apply(&world.plan_for("codex")).unwrap();
    world.deploy();
    let mut other = World::small("codex");
    let project_b = world.root().join("project-b");
    fs::create_dir_all(project_b.join(".git")).unwrap();
    other.env.home.clone_from(&world.env.home);
    other.env.agentpack_home.clone_from(&world.env.agentpack_home);
    other.env.project.clone_from(&project_b);
    other.deploy();
    for number in 1..=3 {
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        world.deploy();
    }
    let newest = snapshot::last_run(&world.env.state(), &world.env.project).unwrap();
    for _ in 0..2 {
        let (lock, _) = RunLock::acquire(&world.env).unwrap();
        snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    }
    assert_eq!(snapshot::list(&world.env.state()).unwrap().len(), 4);
    world.undo(newest).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# 2\n");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("CLAUDE.md"), "my own words\n");
    assert!(!world.has("AGENTS.md"));
    assert!(project_b.join("AGENTS.md").exists());
}

#[test]
fn pruning_again_and_again_keeps_one_record_of_what_was_pruned() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "my own words\n");
    for number in 1..=6 {
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        world.deploy();
        let (lock, _) = RunLock::acquire(&world.env).unwrap();
        snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    }
    // The state before the first deploy, what was pruned, and the newest run.
    assert_eq!(fs::read_dir(world.env.state().join("snapshots")).unwrap().count(), 3);
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
}

#[test]
fn a_file_that_changed_hands_goes_back_to_its_first_words_after_pruning() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.project_file("AGENTS.md", "my own words\n");
    let before = world.tree();
    world.deploy();
    world.repo_file("agentpack.yaml", &world.config_text().replace("codex", "opencode"));
    for text in ["# Base\n", "# Second\n", "# Third\n"] {
        world.repo_file("modules/base/AGENTS.md", text);
        world.deploy();
    }
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    drop(lock);
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.tree(), before, "nothing is left, and nothing is called ours");
}

#[test]
fn a_kill_between_folding_and_removing_changes_no_state() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.project_file("AGENTS.md", "my own words\n");
    let mut runs = Vec::new();
    for number in 1..=4 {
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        runs.push(world.deploy());
    }
    let folder = world.env.state().join("snapshots");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path()).collect();
    let kept: Vec<_> = files.iter().map(|file| (file, fs::read(file).unwrap())).collect();
    let (lock, _) = RunLock::acquire(&world.env).unwrap();
    snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    // As if the program had ended before the folded runs were removed.
    for (file, bytes) in kept.iter().filter(|(file, _)| !file.exists()) {
        fs::write(file, bytes).unwrap();
    }
    let listed = snapshot::list(&world.env.state()).unwrap();
    assert_eq!(
        listed.iter().map(|it| it.id).collect::<Vec<_>>(),
        [first_snapshot(&world), runs[3]]
    );
    let resolved = snapshot::resolve(&world.env.state(), &world.env.project, &runs[1].to_string());
    assert_eq!(resolved.unwrap_err().code, Code::SnapshotNotFound);
    snapshot::prune(&lock, &world.env.state(), 1).unwrap();
    drop(lock);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "the next pruning removes them");
    world.undo(runs[3]).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "# 3\n");
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
}

#[test]
fn old_runs_are_pruned_by_the_stated_policy() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.project_file("AGENTS.md", "my own words\n");
    let prune = || {
        let (lock, _) = RunLock::acquire(&world.env).unwrap();
        snapshot::prune_by_policy(&lock, &world.env).unwrap()
    };
    for number in 0..snapshot::KEPT_RUNS + 10 {
        world.repo_file("modules/base/AGENTS.md", &format!("# {number}\n"));
        world.deploy();
    }
    assert_eq!(prune(), None);
    world.repo_file("modules/base/AGENTS.md", "# last\n");
    world.deploy();
    assert_eq!(prune().unwrap().snapshots, 11);
    assert_eq!(snapshot::list(&world.env.state()).unwrap().len(), snapshot::KEPT_RUNS + 1);
    world.rollback(first_snapshot(&world)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "my own words\n");
}

#[test]
fn short_ids_and_latest_name_a_snapshot_of_this_project_first() {
    let world = World::small("codex");
    let one = world.deploy();
    let state = world.env.state();
    let resolve = |text: &str| snapshot::resolve(&state, &world.env.project, text);
    let whole = one.to_string();
    assert_eq!(resolve("latest").unwrap(), one);
    assert_eq!(resolve(&whole).unwrap(), one);
    assert_eq!(resolve(&whole[whole.len() - 6..]).unwrap(), one);
    let error = resolve(&whole[..8]).unwrap_err();
    assert_eq!(error.details["reason_code"], "snapshot_ambiguous");
    assert_eq!(error.details["candidates"].as_array().unwrap().len(), 2);
    for text in ["", "12", "../../x", "99999"] {
        assert_eq!(resolve(text).unwrap_err().code, Code::SnapshotNotFound, "{text}");
    }
}
