//! Reads prompts without a session: `prompts facts "…"` prints what is read, `prompts plan "…"` the plan
//! by rule, `prompts plans FOLDER` writes all artifacts of every prompt in `tests/prompts`, to compare them before and after a
//! change, `prompts goals` prints what each prompt in `tests/prompts` is about, `prompts agreement` the share of the expected facts in `tests/prompts` that are read. `prompts learn`
//! fits the weights in `roles/` to them; `prompts learn FILE` fits them to all others and tells how it reads FILE.
#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use planner::{
    Answers, Cancel, Context, Date, Embedded, Inputs, Level, NoEngine, Report, TASKS, TaskError,
};

mod corpus;
mod learn;

struct Silent;

impl Report for Silent {
    fn progress(&self, _: f64) {}
    fn log(&self, _: Level, _: &str) {}
    fn prompt(&self, _: &str) {}
}

fn today() -> Date {
    "2026-11-16".parse().expect("the day is written right")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["facts", prompt] => facts(prompt),
        ["plan", prompt] => plan(prompt, &Answers::default()),
        ["plan", prompt, kind] => {
            let mut answers = Answers::default();
            answers.take("kind", kind);
            plan(prompt, &answers)
        }
        ["plans", folder] => plans(folder, ""),
        ["plans", folder, part] => plans(folder, part),
        ["agreement"] => corpus::print(today(), ""),
        ["agreement", part] => corpus::print(today(), part),
        ["goals"] => goals(""),
        ["goals", part] => goals(part),
        ["learn"] => learn::write(today()),
        ["learn", part] => learn::measure(today(), part),
        _ => {
            println!(
                "prompts facts TEXT | prompts plan TEXT [KIND] | prompts plans FOLDER [FILE] | prompts agreement [FILE] | prompts goals [FILE] | prompts learn [FILE]"
            );
            ExitCode::from(2)
        }
    }
}

fn facts(prompt: &str) -> ExitCode {
    let facts = planner::read_facts(prompt, today());
    println!("kind {}", planner::kind_of(prompt, &facts).unwrap_or("undecided"));
    println!("thing {:?} heads {:?}", facts.thing, facts.heads);
    for fact in &facts.facts {
        println!("{} {} {:?}", fact.id, fact.value.line(), fact.quote);
    }
    for one in &facts.unread {
        println!("unread {} {:?} {}", one.kind.as_str(), one.quote, one.reason);
    }
    for one in &facts.conflicts {
        println!("conflict {}", one.message);
    }
    ExitCode::SUCCESS
}

/// What the prompts of the files whose name contains `part` are about, as the plan says it.
fn goals(part: &str) -> ExitCode {
    for (_, prompt) in corpus::all().filter(|(name, _)| name.contains(part)) {
        let facts = planner::read_facts(&prompt.text, today());
        println!("{}", prompt.text);
        println!("  goal: {}", planner::goal_of(&prompt.text));
        println!("  thing: {}", facts.thing);
    }
    ExitCode::SUCCESS
}

fn plan(prompt: &str, answers: &Answers) -> ExitCode {
    match artifacts(prompt, answers) {
        Ok(all) => {
            println!("{}", all.text("plan.md").unwrap_or_default());
            let checks = all.json("checks.json").unwrap_or_default();
            for check in checks["checks"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|it| it["verdict"] != "pass")
            {
                println!(
                    "{} {}: {} {}",
                    check["verdict"], check["check"], check["detail"], check["about"]
                );
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the artifacts of each prompt of the files whose name contains `part`, one file a prompt.
#[expect(clippy::disallowed_methods, reason = "the folder is named by whoever calls")]
fn plans(folder: &str, part: &str) -> ExitCode {
    let answers = Answers { assume: true, ..Answers::default() };
    for (nth, (name, prompt)) in corpus::all().filter(|(name, _)| name.contains(part)).enumerate() {
        let mut text = format!("{}\n", prompt.text);
        match artifacts(&prompt.text, &answers) {
            Ok(all) => {
                for path in TASKS.iter().flat_map(|task| task.outputs).map(|output| output.path) {
                    let _ =
                        writeln!(text, "\n===== {path}\n{}", all.text(path).unwrap_or_default());
                }
            }
            Err(error) => {
                let _ = writeln!(text, "{error}");
            }
        }
        let path = Path::new(folder).join(format!("{name}-{nth}.txt"));
        if let Err(error) = std::fs::write(&path, text) {
            println!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn artifacts(prompt: &str, answers: &Answers) -> Result<Inputs, TaskError> {
    let mut all = Inputs::default();
    all.insert("prompt.md", prompt.as_bytes().to_vec());
    all.insert(planner::ANSWERS, serde_json::to_vec(answers).expect("answers are plain data"));
    for task in &TASKS {
        let mut inputs = Inputs::default();
        for input in task.inputs {
            if let Some(bytes) = all.bytes(input.path) {
                inputs.insert(input.path, bytes.to_vec());
            }
        }
        let context = Context {
            task,
            inputs: &inputs,
            provider: Some(&Embedded),
            draw: &NoEngine,
            session: "example",
            today: today(),
            generation: "",
            cancel: &Cancel::default(),
            report: &Silent,
        };
        for produced in (task.run)(&context)? {
            all.insert(produced.path, produced.bytes);
        }
    }
    Ok(all)
}
