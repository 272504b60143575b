//! The program killed for good while it writes, again and again. The next start puts everything right.

use std::process::Stdio;

use crate::machine::Machine;

const FILES: usize = 150;

fn publish(machine: &Machine, version: usize) {
    for number in 0..FILES {
        let text = if number == 0 {
            format!("---\nname: many\ndescription: Version {version}.\n---\n")
        } else {
            format!("version {version} of file {number}\n").repeat(20)
        };
        let name = if number == 0 { "SKILL.md".to_owned() } else { format!("part/{number}.md") };
        machine.write_repo(&format!("modules/skills/many/{name}"), &text);
    }
}

/// Kills a deploy some time after it announced what it will do.
fn kill_a_deploy(machine: &Machine, patience: u32) {
    let mut child = machine
        .command()
        .args(["deploy", "--apply", "--yes", "--json"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let journal = machine.home().join(".agentpack/state/journal.jsonl");
    while !journal.exists() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    for _ in 0..patience {
        let _ = journal.metadata();
    }
    // Killing a process that has just ended is no error worth telling.
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_killed_deploy_loses_nothing_and_calls_nothing_unmanaged() {
    let machine = Machine::initialised();
    publish(&machine, 0);
    machine.ok(&["add", "skill", "local:modules/skills/many"]);
    machine.write("notes.md", "a person's own\n");
    let untouched = machine.tree();
    for round in 1..=24_u32 {
        publish(&machine, round as usize);
        kill_a_deploy(&machine, (round * 7919) % 4000);
        let plan = machine.ok(&["plan"]);
        for change in plan["changes"].as_array().unwrap() {
            let state = change["state"].as_str().unwrap();
            assert!(
                matches!(state, "new" | "pending_update" | "missing"),
                "round {round}: {change:#}"
            );
        }
        let left: Vec<_> = machine
            .tree()
            .into_iter()
            .filter(|(path, _)| path.to_string_lossy().contains(".agentpack-stage."))
            .collect();
        assert_eq!(left, [], "round {round}");
    }
    publish(&machine, 99);
    machine.ok(&["deploy", "--apply", "--yes"]);
    for root in [".agents/skills", ".claude/skills"] {
        for number in 1..FILES {
            let text = machine.read(&format!("{root}/many/part/{number}.md"));
            assert!(text.starts_with(&format!("version 99 of file {number}\n")));
        }
    }
    let snapshots = machine.ok(&["snapshots"]);
    let first = snapshots["snapshots"][0]["id"].as_str().unwrap();
    machine.ok(&["rollback", "--to", first, "--yes"]);
    assert_eq!(machine.tree(), untouched);
}
