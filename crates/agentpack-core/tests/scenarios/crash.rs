//! A run killed at any effect, or failing at any effect, is finished or undone, and nothing is lost.

use std::cell::Cell;
use std::rc::Rc;

use agentpack_core::{
    Code, Disk, Plan, Purpose, RunLock, UpdateKind, apply_on, plan_rollback, recover,
};

use crate::world::World;

/// A world that is about to create, update, adopt, merge and delete.
fn eventful() -> (World, Plan) {
    let world = World::small("codex");
    world.skill("old", "Goes away.");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Base, second\n");
    let text = world.config_text().replace("  - {id: 'skill:old', type: skill, tags: [base], source: {local_path: {path: skills/old}}}\n", "");
    world.repo_file("agentpack.yaml", &text);
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp", "args": ["--root", "."]}"#);
    world.skill("new", "Arrives.");
    world.project_file(".agents/skills/new/SKILL.md", "mine\n");
    let plan = world.plan();
    assert!(plan.adoptions().count() == 1 && plan.changes.len() >= 6, "{:?}", world.lines(&plan));
    (world, plan)
}

/// Every effect of a run, and a failure where a run has far more of them than it should.
fn effects() -> impl Iterator<Item = u64> {
    (0..1_000).chain(std::iter::once_with(|| panic!("the run does not end")))
}

fn run(world: &World, disk: &Disk, plan: &Plan) -> agentpack_core::Result<()> {
    let (lock, _) = RunLock::acquire(&world.env)?;
    apply_on(&lock, disk, &world.env, plan, &Purpose::Deploy { lock: None }).map(|_| ())
}

fn without_manifests(world: &World) -> Vec<(std::path::PathBuf, u32, Vec<u8>)> {
    let mut tree = world.tree();
    tree.retain(|(path, ..)| {
        !path.file_name().unwrap().to_string_lossy().starts_with(".agentpack.manifest")
    });
    tree
}

fn assert_no_leftovers(world: &World, at: u64) {
    for (path, ..) in world.tree() {
        assert!(
            !path.to_string_lossy().contains("agentpack-stage"),
            "effect {at}: {} is left",
            path.display()
        );
    }
    assert!(!world.env.state().join("journal.jsonl").exists(), "effect {at}: a journal is left");
}

#[test]
fn a_kill_after_any_effect_is_recovered_by_the_next_run() {
    let (reference, plan) = eventful();
    let before = without_manifests(&reference).len();
    run(&reference, &Disk::new(false), &plan).unwrap();
    let finished: Vec<_> =
        without_manifests(&reference).into_iter().map(|(_, mode, bytes)| (mode, bytes)).collect();
    let (mut undone, mut completed) = (0, 0);
    for effects in effects() {
        let (world, plan) = eventful();
        let started: Vec<_> = without_manifests(&world);
        assert_eq!(started.len(), before);
        let disk = Disk::stopping_after(effects);
        match run(&world, &disk, &plan) {
            Ok(()) => {
                assert!(undone > 10 && completed > 10, "{undone} undone, {completed} completed");
                break;
            }
            Err(error) => assert_eq!(error.code, Code::Interrupted, "effect {effects}: {error}"),
        }
        let recovered = recover(&world.env).unwrap();
        assert_no_leftovers(&world, effects);
        let now = without_manifests(&world);
        let next = world.plan();
        if now == started {
            undone += 1;
            assert_eq!(world.lines(&next), world.lines(&plan), "effect {effects}");
        } else {
            completed += 1;
            assert!(recovered.is_some_and(|recovered| recovered.completed), "effect {effects}");
            let content: Vec<_> = now.into_iter().map(|(_, mode, bytes)| (mode, bytes)).collect();
            assert_eq!(content, finished, "effect {effects}");
            assert!(next.is_empty(), "effect {effects}: {:?}", world.lines(&next));
        }
        // Own files are never called unmanaged; the one adoption is the user's own file.
        let adopted = next
            .changes
            .iter()
            .filter(|change| change.update_kind == Some(UpdateKind::Adopt))
            .count();
        assert!(adopted <= 1, "effect {effects}: {:?}", world.lines(&next));
    }
}

#[test]
fn a_failure_at_any_effect_leaves_everything_as_it_was() {
    let packs = |world: &World| {
        let stored = std::fs::read_dir(world.env.state().join("objects")).unwrap();
        stored.filter(|it| it.as_ref().unwrap().path().extension() == Some("pack".as_ref())).count()
    };
    let mut failures = 0;
    // Whether what the run stored is still there.
    let mut kept = Vec::new();
    for effect in effects() {
        let (world, plan) = eventful();
        let (started, packs_before) = (world.tree(), packs(&world));
        match run(&world, &Disk::failing_at(effect), &plan) {
            Ok(()) => break,
            Err(error) => {
                failures += 1;
                assert!(
                    matches!(error.code, Code::IoNoSpace | Code::IoFailed),
                    "effect {effect}: {error}"
                );
            }
        }
        recover(&world.env).unwrap();
        assert_no_leftovers(&world, effect);
        kept.push(packs(&world) > packs_before);
        let next = world.plan();
        let undone = world.tree() == started;
        assert!(undone || next.is_empty(), "effect {effect}: {:?}", world.lines(&next));
        assert!(undone || plan_rollback(&world.env, latest(&world)).is_ok());
    }
    assert!(failures > 20, "{failures}");
    assert!(kept.contains(&false) && kept.contains(&true));
    assert!(kept.is_sorted(), "only a run that never committed loses its content: {kept:?}");
}

fn latest(world: &World) -> agentpack_core::snapshot::Id {
    agentpack_core::snapshot::list(&world.env.state()).unwrap().pop().unwrap().id
}

#[test]
fn what_another_program_writes_during_a_run_is_never_lost() {
    let mut refused = 0;
    for effect in effects() {
        let (world, plan) = eventful();
        let started = world.tree();
        // The second is replaced last, so a run that finds it changed has to undo the first.
        let typed =
            [".agents/skills/new/SKILL.md", "AGENTS.md"].map(|it| world.env.project.join(it));
        let (files, acted) = (typed.clone(), Rc::new(Cell::new(false)));
        let acts = acted.clone();
        let disk = Disk::interrupted_after(effect, move || {
            acts.set(true);
            for file in &files {
                std::fs::write(file, "typed by a person\n").unwrap();
            }
        });
        let done = run(&world, &disk, &plan);
        if !acted.get() {
            done.unwrap();
            if disk.effects() <= effect {
                break;
            }
            continue;
        }
        for file in &typed {
            assert_eq!(
                std::fs::read_to_string(file).unwrap(),
                "typed by a person\n",
                "effect {effect}"
            );
        }
        assert_no_leftovers(&world, effect);
        if let Err(error) = done {
            refused += 1;
            assert_eq!(error.code, Code::PlanStale, "effect {effect}: {error}");
            let mut now = world.tree();
            let mut then = started;
            for tree in [&mut now, &mut then] {
                tree.retain(|(path, ..)| !typed.contains(path));
            }
            assert_eq!(now, then, "effect {effect}: everything else is undone");
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn a_file_that_is_deleted_during_a_run_is_not_brought_back() {
    let mut refused = 0;
    for effect in effects() {
        let (world, plan) = eventful();
        let gone = world.env.project.join("AGENTS.md");
        let (file, acted) = (gone.clone(), Rc::new(Cell::new(false)));
        let acts = acted.clone();
        let disk = Disk::interrupted_after(effect, move || {
            acts.set(true);
            let _ = std::fs::remove_file(&file);
        });
        let done = run(&world, &disk, &plan);
        if !acted.get() {
            done.unwrap();
            if disk.effects() <= effect {
                break;
            }
            continue;
        }
        assert!(!gone.exists(), "effect {effect}");
        if let Err(error) = done {
            refused += 1;
            assert!(
                matches!(error.code, Code::PlanStale | Code::IoFailed),
                "effect {effect}: {error}"
            );
        }
    }
    assert!(refused > 0, "no run noticed that the file was deleted");
}

#[test]
fn recovery_leaves_a_file_alone_that_changed_after_the_kill() {
    // Somewhere after the commit, with steps still to take.
    let (world, plan) = eventful();
    let after_the_commit = effects().find(|effects| {
        let (probe, plan) = eventful();
        run(&probe, &Disk::stopping_after(*effects), &plan).unwrap_err();
        recover(&probe.env).unwrap().is_some_and(|recovered| recovered.completed)
    });
    run(&world, &Disk::stopping_after(after_the_commit.unwrap()), &plan).unwrap_err();
    world.project_file("AGENTS.md", "typed by a person\n");
    let recovered = recover(&world.env).unwrap().unwrap();
    assert!(recovered.completed);
    assert_eq!(recovered.left_alone, [world.env.project.join("AGENTS.md")]);
    assert_eq!(world.project_text("AGENTS.md"), "typed by a person\n");
}

#[test]
fn a_file_that_appears_during_a_run_is_never_replaced() {
    let mut refused = 0;
    for effect in effects() {
        let (world, _) = eventful();
        world.skill("fresh", "Was not there when the plan was made.");
        let plan = world.plan();
        let place = world.env.project.join(".agents/skills/fresh/SKILL.md");
        let planned = plan.changes.iter().find(|change| change.path == place).unwrap();
        assert!(planned.before.is_none() && planned.after.is_some());
        let (file, acted) = (place.clone(), Rc::new(Cell::new(false)));
        let acts = acted.clone();
        let disk = Disk::interrupted_after(effect, move || {
            if !file.exists() {
                acts.set(true);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(&file, "typed by a person\n").unwrap();
            }
        });
        let done = run(&world, &disk, &plan);
        if disk.effects() <= effect {
            break;
        }
        if acted.get() {
            assert_eq!(done.unwrap_err().code, Code::PlanStale, "effect {effect}");
            assert_eq!(std::fs::read_to_string(&place).unwrap(), "typed by a person\n");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn the_journal_says_how_many_steps_are_taken() {
    let many = || {
        let world = World::small("codex");
        for number in 0..300 {
            world.repo_file(&format!("skills/many/part-{number:03}.md"), "text\n");
        }
        world.skill("many", "Has many files.");
        let plan = world.plan();
        (world, plan)
    };
    let (world, plan) = many();
    let disk = Disk::new(false);
    run(&world, &disk, &plan).unwrap();
    // The last effect removes the journal.
    let (world, plan) = many();
    run(&world, &Disk::stopping_after(disk.effects() - 1), &plan).unwrap_err();
    let journal = std::fs::read_to_string(world.env.state().join("journal.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let done: Vec<u64> = lines.iter().filter_map(|line| line["done"].as_u64()).collect();
    let steps = lines[0]["begin"]["steps"].as_array().unwrap().len() as u64;
    assert!(steps > 300, "{steps}");
    assert_eq!(done, [256, steps]);
}
