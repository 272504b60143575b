//! What the engine itself costs, as one line of JSON, for `bench/` and for curious people.
//!
//! `measure overhead TASKS WORKERS`: no-op tasks that each write one artifact, as Luigi's benchmark does.
//! `measure burst SECONDS`: status and lists of 5,000 artifacts while a run logs 10,000 lines a second.
//! With `MEASURE_KEEP` set, the files stay: ext4 searches past every inode that was freed within the last
//! minutes before it gives out a new one, so deleting them would slow down whatever is measured next.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "measuring is its purpose")]

use std::time::{Duration, Instant};

use planexe_core::{
    By, Caller, Config, Context, Cursor, Engine, Graph, Input, Kind, Level, NewSession, Options,
    Output, Phase, Produced, Providers, RunState, SessionId, Task, TaskError, hard, output, soft,
};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |idx: usize, default: usize| {
        arguments.get(idx).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let measured = match arguments.first().map(String::as_str) {
        Some("overhead") => overhead(number(1, 1000), number(2, 1))?,
        Some("burst") => burst(number(1, 5) as u64)?,
        _ => return Err("usage: measure overhead TASKS WORKERS | measure burst SECONDS".into()),
    };
    println!("{measured}");
    Ok(())
}

fn task(name: String, inputs: Vec<Input>, paths: Vec<String>) -> Task {
    let outputs: Vec<Output> =
        paths.into_iter().map(|path| output(path.leak(), Kind::Intermediate)).collect();
    Task {
        name: name.leak(),
        phase: Phase::GeneratingPlan,
        version: 1,
        inputs: inputs.leak(),
        outputs: outputs.leak(),
        weight: 1,
        by: By::Code,
        run: touch,
    }
}

/// Writes every output of the task; the content is its name.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a task")]
fn touch(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(ctx.task.outputs.iter().map(|output| Produced::text(output.path, output.path)).collect())
}

struct Rig {
    engine: Engine,
    me: Caller,
    session: SessionId,
    _folder: tempfile::TempDir,
}

impl Rig {
    fn new(tasks: &[Task], workers: usize) -> Result<Self, Box<dyn std::error::Error>> {
        let mut folder = tempfile::tempdir()?;
        folder.disable_cleanup(std::env::var_os("MEASURE_KEEP").is_some());
        let graph = Graph::new(tasks)?;
        let engine = Engine::open(folder.path(), graph, Providers::default(), Options::default())?;
        let me = Caller("me".to_owned());
        let mut config = Config::default();
        config.luigi.workers = workers;
        let new = NewSession {
            idea: "measure".to_owned(),
            config,
            metadata: json!({}),
            client_request_id: None,
        };
        let session = engine.create(&me, new)?.0.id;
        Ok(Self { engine, me, session, _folder: folder })
    }

    /// The same session under another pipeline.
    fn reopened(self, tasks: &[Task]) -> Result<Self, Box<dyn std::error::Error>> {
        let (graph, home) = (Graph::new(tasks)?, self.engine.home().to_owned());
        let engine = Engine::open(&home, graph, Providers::default(), Options::default())?;
        Ok(Self { engine, ..self })
    }

    fn run(&self) -> Result<Duration, Box<dyn std::error::Error>> {
        let begun = Instant::now();
        let run = self.engine.start(&self.me, &self.session, "build_plan", &[])?;
        let run = self.engine.wait(&self.session, run.id, Duration::from_hours(1))?;
        assert_eq!(run.state, RunState::Completed, "{}", run.error);
        Ok(begun.elapsed())
    }
}

fn overhead(count: usize, workers: usize) -> Result<Value, Box<dyn std::error::Error>> {
    let mut tasks: Vec<Task> = (0..count)
        .map(|idx| task(format!("Task{idx}"), vec![hard("prompt.md")], vec![format!("t{idx}.txt")]))
        .collect();
    let all = (0..count).map(|idx| hard(format!("t{idx}.txt").leak())).collect();
    tasks.push(task("BuildReport".to_owned(), all, vec!["report.txt".to_owned()]));
    tasks.push(task(
        "FinalizeRun".to_owned(),
        vec![soft("report.txt")],
        vec!["end.txt".to_owned()],
    ));
    let rig = Rig::new(&tasks, workers)?;
    let begun = cpu_ms();
    let wall = rig.run()?;
    let first = cpu_ms();
    let again_wall = rig.run()?;
    let again = cpu_ms();
    Ok(json!({
        "tasks": count, "workers": workers,
        "cpu_ms_per_task": (first - begun) / count as f64,
        "wall_ms_per_task": wall.as_secs_f64() * 1000.0 / count as f64,
        "up_to_date_cpu_ms": again - first,
        "up_to_date_wall_ms": again_wall.as_secs_f64() * 1000.0,
    }))
}

/// 10,000 lines a second, until the run is stopped.
fn chatter(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let begun = Instant::now();
    let mut line = 0u64;
    while !ctx.cancel.is_cancelled() {
        while (line as f64) < begun.elapsed().as_secs_f64() * 10_000.0 {
            ctx.report.log(Level::Info, &format!("line {line}: something happened in the task"));
            line += 1;
        }
        ctx.cancel.wait(Duration::from_millis(1));
    }
    Err(TaskError::Cancelled)
}

fn burst(seconds: u64) -> Result<Value, Box<dyn std::error::Error>> {
    let source = || vec![hard("prompt.md")];
    let many = (0..5000).map(|idx| format!("files/{idx:04}.txt")).collect();
    let rig = Rig::new(&[task("FinalizeRun".to_owned(), source(), many)], 1)?;
    rig.run()?;
    let mut noisy = task("BuildReport".to_owned(), source(), vec!["never.txt".to_owned()]);
    noisy.run = chatter;
    let rig = rig.reopened(&[noisy])?;
    let run = rig.engine.start(&rig.me, &rig.session, "build_plan", &[])?;
    let (mut status, mut list) = (Vec::new(), Vec::new());
    let (mut since, mut events) = (Cursor::START, 0);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        status.push(timed(|| rig.engine.status(&rig.me, &rig.session).map(drop))?);
        list.push(timed(|| rig.engine.artifacts(&rig.me, &rig.session, "").map(drop))?);
        let page = rig.engine.events(&rig.me, &rig.session, since, 1000, Duration::ZERO)?;
        for event in &page.events {
            assert_eq!(event.cursor.0, since.0 + 1, "no gap");
            since = event.cursor;
            events += 1;
        }
    }
    let stop = planexe_core::StopMode::Graceful;
    let begun = Instant::now();
    rig.engine.stop(&rig.me, &rig.session, Some(run.id), stop, "measured")?;
    let stopped = begun.elapsed();
    let log = rig.engine.artifacts(&rig.me, &rig.session, "run.log")?;
    Ok(json!({
        "status_ms": quantiles(&mut status), "list_5000_ms": quantiles(&mut list),
        "events": events, "log_bytes": log[0].size, "stop_ms": stopped.as_secs_f64() * 1000.0,
    }))
}

fn timed<E>(work: impl FnOnce() -> Result<(), E>) -> Result<f64, E> {
    let begun = Instant::now();
    work()?;
    Ok(begun.elapsed().as_secs_f64() * 1000.0)
}

fn quantiles(values: &mut [f64]) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    json!({ "count": values.len(), "p50": at(0.5), "p99": at(0.99), "max": at(1.0) })
}

/// Milliseconds of processor time so far, by the system's own account in hundredths of a second.
fn cpu_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() * 10.0
}
