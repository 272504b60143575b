//! The eval suite's program: replay transcripts, renew snapshots, or let a real agent try.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use puml_agent_evals::live::{self, Arm, Host};
use puml_agent_evals::{Server, Task, discover, folder, judge, prompt_files, replay, snapshot};

/// Does an agent draw what it was asked for?
#[derive(Parser)]
#[command(name = "puml-agent-evals", version)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the tools over stdio, exactly as puml-mcp does
    Serve(puml_mcp::Arguments),
    /// Plays the recorded transcripts through the server and judges them
    Replay {
        /// Only tasks whose id contains this
        #[arg(default_value = "")]
        filter: String,
    },
    /// Renews the snapshots of good transcripts and the pack's prompt files
    Bless {
        /// Only tasks whose id contains this
        #[arg(default_value = "")]
        filter: String,
    },
    /// Lets a real agent work on the tasks
    Live(Live),
}

#[derive(clap::Args)]
struct Live {
    /// Who does the work
    #[arg(long, value_enum)]
    host: Host,
    /// Only tasks whose id contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// The unpacked plugin, with its programs in bin/
    #[arg(long, default_value = "agent-pack")]
    pack: PathBuf,
    /// The host's program
    #[arg(long)]
    program: Option<PathBuf>,
    /// The endpoint of an OpenAI-compatible model
    #[arg(long, default_value = "http://127.0.0.1:8080/v1")]
    base_url: String,
    /// The model's name
    #[arg(long)]
    model: Option<String>,
    /// The variable that holds the endpoint's key
    #[arg(long, default_value = "OPENAI_API_KEY")]
    key_variable: String,
    /// How often each task is tried
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Try each task without the pack as well, to see what the pack is worth
    #[arg(long)]
    compare: bool,
    /// Seconds that one attempt may take
    #[arg(long, default_value_t = 300)]
    time_limit: u64,
    /// Where the report goes
    #[arg(long, default_value = "eval-report.md")]
    report: PathBuf,
}

fn main() -> ExitCode {
    let done = match Program::parse().command {
        Command::Serve(arguments) => return puml_mcp::run(arguments),
        Command::Replay { filter } => replay_all(&filter),
        Command::Bless { filter } => bless(&filter),
        Command::Live(live) => return finished(evaluate(live)),
    };
    finished(done.map(|()| ExitCode::SUCCESS))
}

/// 0 where all went well, 1 where something failed, 2 where an attempt could not be made.
fn finished(done: Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) => {
            say(&format!("puml-agent-evals: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// This very program is the server, so that what is judged is what was built.
fn own_server() -> Result<Vec<String>> {
    Ok(vec![std::env::current_exe()?.to_string_lossy().into_owned(), "serve".into()])
}

fn tasks(filter: &str) -> Result<Vec<(PathBuf, Task)>> {
    let mut tasks = Vec::new();
    for path in discover() {
        let task = Task::read(&path)?;
        if task.id.contains(filter) {
            tasks.push((path, task));
        }
    }
    Ok(tasks)
}

fn replay_all(filter: &str) -> Result<()> {
    let server = own_server()?;
    let mut failed = 0;
    for (_, task) in tasks(filter)? {
        let failures: Vec<String> = match replay(&task, &task.transcript, &server) {
            Ok(run) => judge(&task, &run).iter().map(ToString::to_string).collect(),
            Err(error) => vec![format!("{error:#}")],
        };
        failed += usize::from(!failures.is_empty());
        let verdict = if failures.is_empty() { "pass" } else { "FAIL" };
        say(&format!("{verdict}  {}", task.id));
        for it in &failures {
            say(&format!("      {it}"));
        }
    }
    if failed > 0 {
        bail!("{failed} failed");
    }
    Ok(())
}

fn bless(filter: &str) -> Result<()> {
    let server = own_server()?;
    for (path, task) in tasks(filter)? {
        let taken = snapshot(&replay(&task, &task.transcript, &server)?);
        let mut case = cases::Case::parse(&std::fs::read_to_string(&path)?)?;
        case.set("diagnostics", &taken.diagnostics);
        std::fs::write(&path, case.print())?;
        let picture = path.with_extension("svg");
        match taken.svg {
            Some(svg) => std::fs::write(picture, svg)?,
            None if picture.exists() => std::fs::remove_file(picture)?,
            None => {}
        }
    }
    let pack = folder().join("../../agent-pack/prompts");
    let mut server = Server::start(&server, &folder())?;
    for (name, text) in prompt_files(&mut server)? {
        std::fs::write(pack.join(name), text)?;
    }
    Ok(())
}

fn evaluate(arguments: Live) -> Result<ExitCode> {
    let Live { host, filter, pack, program, base_url, model, key_variable, .. } = arguments;
    let pack = pack.canonicalize()?;
    if host != Host::OpenaiCompatible && !pack.join("bin").is_dir() {
        bail!(
            "{} has no bin/: unpack a package of a release and name it with --pack",
            pack.display()
        );
    }
    let (server, time_limit) = (own_server()?, Duration::from_secs(arguments.time_limit));
    let arm = Arm::WithPack;
    let mut options = live::Options {
        host,
        pack,
        program,
        base_url,
        model,
        key_variable,
        server,
        arm,
        time_limit,
    };
    let arms = if arguments.compare { &[Arm::WithPack, Arm::WithoutPack][..] } else { &[arm] };
    let mut attempts = Vec::new();
    for (_, task) in tasks(&filter)? {
        for arm in arms {
            options.arm = *arm;
            for number in 1..=arguments.runs {
                let attempt = live::attempt(&task, &options, number.into());
                let verdict = match (attempt.is_passed(), attempt.is_right()) {
                    (true, _) => "pass ",
                    (false, true) => "right",
                    (false, false) => "FAIL ",
                };
                say(&format!("{verdict}  {} {} {number}", task.id, arm.name()));
                attempts.push(attempt);
            }
        }
    }
    let name = format!("{host:?}").to_lowercase();
    let model = options.model.as_deref().unwrap_or("the host's own choice");
    std::fs::write(&arguments.report, live::report(&name, model, &attempts))?;
    say(&format!("the report is in {}", arguments.report.display()));
    let mut with_pack = attempts.iter().filter(|it| it.arm == Arm::WithPack);
    Ok(if attempts.iter().any(|it| it.error.is_some()) {
        ExitCode::from(2)
    } else if with_pack.all(live::Attempt::is_passed) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Tells the person at the terminal.
#[expect(clippy::print_stderr, reason = "this program talks to a terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}
