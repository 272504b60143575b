//! Faults in random order: twenty seeded schedules, each with its own session, workers, coordinator and
//! luigid, all on one database.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use planexe_core::{Engine, ErrorCode, RunState};
use serde_json::json;

use crate::dice::Dice;
use crate::rig::{ALL, PATIENCE, Process, Rig};
use crate::servers;

/// Schedules at the same time. They share the database, so that its restarts hit them all.
const TOGETHER: usize = 10;
const FAULTS: usize = 3;

/// One schedule on its way.
struct Schedule {
    rig: Rig,
    dice: Dice,
    workers: Vec<Process>,
    coordinator: Process,
    /// Coordinators in this process that won the session.
    others: Vec<Engine>,
    session: planexe_core::SessionId,
}

impl Schedule {
    fn new(seed: u64) -> Self {
        let rig = Rig::new(&json!({ "delay_ms": 300 }));
        let session = rig.session("central");
        let workers = vec![rig.worker(), rig.worker()];
        let coordinator = rig.coordinator(&session);
        let dice = Dice(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        Self { rig, dice, workers, coordinator, others: Vec::new(), session }
    }

    fn play(&mut self, seed: u64) {
        self.rig.run(&self.session);
        let mut faults = Vec::new();
        for _ in 0..FAULTS {
            std::thread::sleep(Duration::from_millis(300 + self.dice.below(2500)));
            faults.push(self.fault());
        }
        // When the database was away for longer than a lease, a second coordinator may have won.
        let run = self.rig.run(&self.session);
        let ended = self.rig.engine.wait(&self.session, run.id, PATIENCE).unwrap();
        assert_eq!(ended.state, RunState::Completed, "{}", self.history(seed, &faults));
        self.rig.assert_whole(&self.session);
    }

    /// What a person needs to understand a failure.
    fn history(&self, seed: u64, faults: &[&str]) -> String {
        let mut text = format!("seed {seed}, {faults:?}\n");
        for event in self.rig.events(&self.session) {
            let _ = writeln!(text, "{} {} {}", event.ts, event.kind.as_str(), event.data);
        }
        text
    }

    fn fault(&mut self) -> &'static str {
        match self.dice.below(6) {
            0 => {
                self.workers.remove(0).signal("-9");
                self.workers.push(self.rig.worker());
                "worker killed"
            }
            1 => {
                self.rig.kill_luigid();
                std::thread::sleep(Duration::from_millis(self.dice.below(1000)));
                self.rig.start_luigid();
                "luigid lost its memory"
            }
            2 => {
                restart_database();
                "database restarted"
            }
            3 => {
                self.workers[0].signal("-STOP");
                std::thread::sleep(Duration::from_secs(22));
                self.workers[0].signal("-CONT");
                "worker paused past its lease"
            }
            4 => {
                self.coordinator.signal("-9");
                "coordinator killed"
            }
            _ => {
                let other = self.rig.another();
                match other.start(&self.rig.me, &self.session, ALL, &[]) {
                    Err(error) => assert_eq!(error.code, ErrorCode::RunAlreadyActive),
                    // The run has ended in the meantime, or its lease has; this one carries on.
                    Ok(_) => self.others.push(other),
                }
                "second coordinator"
            }
        }
    }
}

/// Stops the database like a crash would, and starts it again.
fn restart_database() {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    servers::order("stop", "database");
    servers::order("start", "database");
}

#[test]
fn a_restart_of_the_database_loses_nothing() {
    let rig = Rig::new(&json!({ "delay_ms": 300 }));
    let _worker = rig.worker();
    let session = rig.session("central");
    let run = rig.start(&session);
    rig.ended(&session, "MakeAssumptions");
    restart_database();
    rig.completed(&session, &run);
}

#[test]
fn no_schedule_of_faults_loses_or_doubles_anything() {
    for first in (1..=20_u64).step_by(TOGETHER) {
        std::thread::scope(|scope| {
            for seed in first..first + TOGETHER as u64 {
                scope.spawn(move || Schedule::new(seed).play(seed));
            }
        });
    }
}
