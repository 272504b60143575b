//! Every task as tests of its own: its transcript passes on the real server, each bad transcript fails.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use puml_agent_evals::{Deliverable, Expected, Step, Task, discover, judge, replay, snapshot};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in discover() {
        let task = match Task::read(&path) {
            Ok(task) => task,
            Err(error) => {
                let name = path.display().to_string();
                trials.push(Trial::test(name, move || Err(Failed::from(format!("{error:#}")))));
                continue;
            }
        };
        let good = task.clone();
        let picture = path.with_extension("svg");
        trials.push(Trial::test(format!("{} passes", task.id), move || passes(&good, &picture)));
        for (idx, refused) in task.refused.iter().enumerate() {
            let (task, refused) = (task.clone(), refused.clone());
            let name = format!("{} refuses {} {}", task.id, refused.rule, idx + 1);
            trials.push(Trial::test(name, move || refuses(&task, &refused.steps, &refused.rule)));
        }
        for (what, rule, steps) in spoiled(&task) {
            let task = task.clone();
            let name = format!("{} refuses {what}", task.id);
            trials.push(Trial::test(name, move || refuses(&task, &steps, rule)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn server() -> Vec<String> {
    vec![env!("CARGO_BIN_EXE_puml-agent-evals").to_owned(), "serve".to_owned()]
}

fn passes(task: &Task, picture: &std::path::Path) -> Result<(), Failed> {
    let run = replay(task, &task.transcript, &server()).map_err(|error| format!("{error:#}"))?;
    let failures: Vec<String> = judge(task, &run).iter().map(ToString::to_string).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n").into());
    }
    let now = snapshot(&run);
    let kept = std::fs::read_to_string(picture).unwrap_or_default();
    for (what, then, now) in [
        ("diagnostics", &task.diagnostics, &now.diagnostics),
        ("picture", &kept, &now.svg.unwrap_or_default()),
    ] {
        if then != now {
            let diff = similar::TextDiff::from_lines(then, now);
            return Err(format!(
                "the {what} changed; `cargo run -p puml-agent-evals -- bless {}` takes it as it is now\n{}",
                task.id,
                diff.unified_diff().context_radius(1)
            )
            .into());
        }
    }
    Ok(())
}

fn refuses(task: &Task, steps: &[Step], rule: &str) -> Result<(), Failed> {
    let run = replay(task, steps, &server()).map_err(|error| format!("{error:#}"))?;
    let failures = judge(task, &run);
    if failures.iter().any(|it| it.rule.name() == rule) {
        return Ok(());
    }
    Err(format!("rule `{rule}` was not broken, only: {failures:?}").into())
}

/// The same words with a line in the diagram that no family understands.
fn spoiled_source(text: &str) -> String {
    let Some(at) = text.find("@start") else { return text.to_owned() };
    let line = text[at..].find('\n').map_or(text.len(), |it| at + it);
    format!("{}\n] this is no statement{}", &text[..line], &text[line..])
}

/// The good transcript, spoiled in ways that must never pass.
fn spoiled(task: &Task) -> Vec<(&'static str, &'static str, Vec<Step>)> {
    let steps = &task.transcript;
    let is_call = |step: &Step, name: &str| matches!(step, Step::Call { tool, .. } if tool == name);
    let has_source =
        steps.iter().any(|it| matches!(it, Step::Answer { text } if text.contains("```puml")));
    let mut all = Vec::new();
    if has_source {
        let without: Vec<Step> =
            steps.iter().filter(|it| !is_call(it, "puml_check")).cloned().collect();
        all.push(("a run that never checks", "unchecked", without));
        let broken = steps.iter().map(|it| match it {
            Step::Answer { text } => Step::Answer { text: spoiled_source(text) },
            other => other.clone(),
        });
        all.push(("another source than was checked", "unchecked", broken.clone().collect()));
        all.push(("a source that does not compile", "invalid", broken.collect()));
    }
    if task.wanted.render && task.wanted.deliver == Deliverable::Diagram {
        let drawing = |it: &Step| is_call(it, "puml_render_svg") || is_call(it, "puml_export");
        let without = steps.iter().filter(|it| !drawing(it)).cloned().collect();
        all.push(("a picture that was never drawn", "unrendered", without));
    }
    if task.wanted.deliver == Deliverable::Diagram {
        let mut silent: Vec<Step> = steps.clone();
        if let Some(Step::Answer { text }) = silent.last_mut() {
            *text = "Done.".into();
        }
        all.push(("an answer without a source", "deliverable", silent));
    }
    let mut nosy: Vec<Step> = steps.clone();
    let include = "@startuml\n!include https://diagrams.invalid/a.iuml\nA -> B : hi\n@enduml\n";
    let arguments = serde_json::json!({"source": include, "allow_url_includes": true});
    nosy.insert(
        0,
        Step::Call {
            tool: "puml_check".into(),
            arguments: arguments.as_object().cloned().unwrap_or_default(),
            expected: None::<Expected>,
        },
    );
    if task.category() == "includes" && !task.wanted.allow_url_includes {
        all.push(("an include from the network", "network", nosy));
    }
    all
}
