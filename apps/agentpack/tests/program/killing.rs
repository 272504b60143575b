//! The program killed for good while it writes, again and again. The next start puts everything right.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::machine::Machine;

const FILES: usize = 150;
const ROUNDS: u32 = 24;

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

/// Starts a deploy and waits until it has announced what it will do.
fn start(machine: &Machine) -> Child {
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
    child
}

/// A moment within the part of a run that writes, spread over it round by round with a jitter of fixed seed.
fn moment(writing: Duration, round: u32) -> Duration {
    let jitter = round.wrapping_mul(2_654_435_761) >> 24;
    writing * (round * 256 + jitter) / (ROUNDS * 256)
}

#[test]
fn a_killed_deploy_loses_nothing_and_calls_nothing_unmanaged() {
    let machine = Machine::initialised();
    publish(&machine, 0);
    machine.ok(&["add", "skill", "local:modules/skills/many"]);
    machine.write("notes.md", "a person's own\n");
    let untouched = machine.tree();
    // How long a run writes here, so that the kills fall into all of it.
    let mut whole = start(&machine);
    let begun = Instant::now();
    assert!(whole.wait().unwrap().success());
    let writing = begun.elapsed();
    for round in 0..ROUNDS {
        publish(&machine, round as usize + 1);
        let mut child = start(&machine);
        std::thread::sleep(moment(writing, round));
        // Killing a process that has just ended is no error worth telling.
        let _ = child.kill();
        child.wait().unwrap();
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
