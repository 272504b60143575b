//! `fleet SESSIONS WORKERS`: sessions at the same time on worker processes, to the end, as one line of JSON.
//! Run by `judges/servers`, which starts what it needs; the workers are the real program beside it.
#![expect(clippy::print_stdout, reason = "measuring is its purpose")]

use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use planexe_core::{Caller, Config, Engine, NewSession, Options, Run, RunState, SessionId};
use serde_json::json;

#[path = "../../../crates/planexe-core/tests/sessions/servers.rs"]
mod servers;

type Fault = Box<dyn std::error::Error>;

const SLOTS: usize = 2;
/// Between two questions for a status.
const PAUSE: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_mins(10);

fn main() -> Result<(), Fault> {
    let number = |idx: usize| std::env::args().nth(idx).and_then(|text| text.parse().ok());
    let (sessions, workers): (usize, usize) = (number(1).unwrap_or(50), number(2).unwrap_or(4));
    let folder = tempfile::tempdir()?;
    let servers = servers::Servers::new().ok_or("run apps/planexe/judges/servers")?;
    let providers = planexe::providers(folder.path(), &[])?;
    let (graph, cluster) = (planexe_core::pipeline(), servers.cluster(folder.path()));
    let engine = Engine::connect(&cluster, graph, providers, Options::default())?;
    let program = std::env::current_exe()?;
    let program = program.ancestors().nth(2).ok_or("no folder of programs")?.join("planexe");
    let mut children = Vec::new();
    for _ in 0..workers {
        let mut command = Command::new(&program);
        command.arg("--home").arg(folder.path()).args(["--store", &servers.database]);
        command.args(["--objects", "s3://planexe/tests", "--luigid", &servers.luigid]);
        command.args(["worker", "--slots", &SLOTS.to_string()]);
        command.env("AWS_ENDPOINT_URL", &servers.s3);
        command.env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "test");
        children.push(command.stderr(std::process::Stdio::null()).spawn()?);
    }
    let before = transactions()?;
    let measured = measure(&engine, sessions);
    let transactions = transactions()? - before;
    children.iter_mut().try_for_each(Child::kill)?;
    let Measured { seconds, tasks, mut status } = measured?;
    status.sort_by(f64::total_cmp);
    let at = |share: f64| status[((status.len() - 1) as f64 * share) as usize];
    println!(
        "{}",
        json!({
            "sessions": sessions, "workers": workers, "slots": SLOTS, "seconds": seconds,
            "tasks_per_second": tasks as f64 / seconds, "tasks": tasks,
            "status_p50_ms": at(0.5), "status_p99_ms": at(0.99), "status_max_ms": at(1.0),
            "status_calls": status.len(), "transactions_per_task": transactions / tasks as f64,
        })
    );
    Ok(())
}

/// Transactions of the database so far that changed something.
fn transactions() -> Result<f64, Fault> {
    let script = std::env::var("PLANEXE_TEST_SERVERS")?;
    let told = Command::new(script).arg("transactions").output()?;
    Ok(String::from_utf8(told.stdout)?.trim().parse()?)
}

struct Measured {
    seconds: f64,
    tasks: usize,
    /// Milliseconds of every status that was asked for while sessions were created, started and run.
    status: Vec<f64>,
}

fn measure(engine: &Engine, count: usize) -> Result<Measured, Fault> {
    let me = Caller("me".to_owned());
    let known: Mutex<Vec<SessionId>> = Mutex::default();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| ask(engine, &me, &known, &over));
        let begun = Instant::now();
        let ended = run_all(engine, &me, count, &known);
        let seconds = begun.elapsed().as_secs_f64();
        over.store(true, Ordering::Relaxed);
        let status = asking.join().map_err(|_| "the asking thread is gone")??;
        Ok(Measured { seconds, tasks: ended?, status })
    })
}

/// Starts everything at once; gives the number of tasks done in the end.
fn run_all(
    engine: &Engine,
    me: &Caller,
    count: usize,
    known: &Mutex<Vec<SessionId>>,
) -> Result<usize, Fault> {
    let mut config = Config::default();
    config.luigi.scheduler = String::from("central");
    let mut runs: Vec<(SessionId, Run)> = Vec::new();
    for number in 0..count {
        let new = NewSession {
            idea: format!("A street festival for {number} guests in June, at most 20000 EUR."),
            config: config.clone(),
            metadata: json!({}),
            client_request_id: None,
        };
        let session = engine.create(me, new)?.0.id;
        let run = engine.start(me, &session, "build_plan_and_validate", &[])?;
        known.lock().map_err(|_| "the asking thread is gone")?.push(session.clone());
        runs.push((session, run));
    }
    let mut tasks = 0;
    for (session, run) in &runs {
        let run = engine.wait(session, run.id, PATIENCE)?;
        if run.state != RunState::Completed {
            return Err(format!("{session}: {} {}", run.state.as_str(), run.error).into());
        }
        tasks += run.progress.done;
    }
    Ok(tasks)
}

/// Asks for the status of one session after the other until it is over.
fn ask(
    engine: &Engine,
    me: &Caller,
    known: &Mutex<Vec<SessionId>>,
    over: &AtomicBool,
) -> Result<Vec<f64>, String> {
    let mut took = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let session = {
            let known = known.lock().map_err(|_| "the starting thread is gone")?;
            known.get(took.len() % known.len().max(1)).cloned()
        };
        if let Some(session) = session {
            let asked = Instant::now();
            engine.status(me, &session).map_err(|error| error.message)?;
            took.push(asked.elapsed().as_secs_f64() * 1000.0);
        }
        std::thread::sleep(PAUSE);
    }
    Ok(took)
}
