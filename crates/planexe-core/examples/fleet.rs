//! `fleet SESSIONS WORKERS`: sessions at the same time on worker processes, to the end, as one line of JSON.
//! Run by `apps/planexe/judges/servers`, which starts what it needs.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "measuring is its purpose")]

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use planexe_core::{
    Caller, Config, Engine, NewSession, Options, Providers, Run, RunState, SessionId,
};
use serde_json::json;

#[path = "../tests/cluster/servers.rs"]
mod servers;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |idx: usize| std::env::args().nth(idx).and_then(|text| text.parse().ok());
    let (sessions, workers): (usize, usize) = (number(1).unwrap_or(50), number(2).unwrap_or(4));
    let folder = tempfile::tempdir()?;
    let servers = servers::Servers::new();
    let (graph, cluster) = (planexe_core::pipeline(), servers.cluster(folder.path()));
    let engine = Engine::connect(&cluster, graph, Providers::default(), Options::default())?;
    let program = std::env::current_exe()?.with_file_name("worker");
    let mut children = Vec::new();
    for _ in 0..workers {
        let mut command = Command::new(&program);
        command.args([&servers.database, &servers.s3, &servers.luigid, "none", "2"]);
        children.push(command.spawn()?);
    }
    let measured = measure(&engine, sessions);
    children.iter_mut().try_for_each(Child::kill)?;
    let (seconds, tasks, mut status) = measured?;
    status.sort_by(f64::total_cmp);
    let at = |share: f64| status[((status.len() - 1) as f64 * share) as usize];
    println!(
        "{}",
        json!({
            "sessions": sessions, "workers": workers, "seconds": seconds,
            "tasks_per_second": tasks as f64 / seconds, "tasks": tasks,
            "status_p50_ms": at(0.5), "status_p99_ms": at(0.99), "status_calls": status.len(),
        })
    );
    Ok(())
}

type Measured = (f64, usize, Vec<f64>);

fn measure(engine: &Engine, count: usize) -> Result<Measured, Box<dyn std::error::Error>> {
    let me = Caller("me".to_owned());
    let mut config = Config::default();
    config.luigi.scheduler = String::from("central");
    let begun = Instant::now();
    let mut runs: Vec<(SessionId, Run)> = Vec::new();
    for number in 0..count {
        let new = NewSession {
            idea: format!("A street festival for {number} guests in June, at most 20000 EUR."),
            config: config.clone(),
            metadata: json!({}),
            client_request_id: None,
        };
        let session = engine.create(&me, new)?.0.id;
        let run = engine.start(&me, &session, "build_plan_and_validate", &[])?;
        runs.push((session, run));
    }
    let (mut status, mut tasks) = (Vec::new(), 0);
    for (session, run) in &runs {
        loop {
            let asked = Instant::now();
            engine.status(&me, session)?;
            status.push(asked.elapsed().as_secs_f64() * 1000.0);
            let run = engine.wait(session, run.id, Duration::from_millis(500))?;
            if !run.state.is_active() {
                assert_eq!(run.state, RunState::Completed, "{}", run.error);
                tasks += run.progress.done;
                break;
            }
        }
    }
    Ok((begun.elapsed().as_secs_f64(), tasks, status))
}
