//! Plays a transcript: every call is executed on the real server, every write on a real folder.

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::run::{Call, Outcome, Run};
use crate::server::Server;
use crate::step::{Expected, Step};
use crate::task::Task;
use crate::workspace::Workspace;

/// Plays the steps in a fresh project of the task. An answer that the transcript did not see is an error.
pub fn replay(task: &Task, steps: &[Step], command: &[String]) -> Result<Run> {
    let workspace = Workspace::new(task)?;
    let mut server = Server::start(command, &workspace.root())?;
    let mut run = Run {
        calls: Vec::new(),
        commands: Vec::new(),
        read: Vec::new(),
        answer: String::new(),
        workspace,
    };
    for step in steps {
        match step {
            Step::Prompt { name, arguments } => run.read.push(server.prompt(name, arguments)?),
            Step::Read { uri } => run.read.push(server.read(uri).with_context(|| uri.clone())?),
            Step::Call { tool, arguments, expected } => {
                let outcome = server.call(tool, arguments)?;
                if let Some(expected) = expected {
                    meets(&outcome, expected)
                        .with_context(|| format!("{tool} answered otherwise"))?;
                }
                run.calls.push(Call { tool: tool.clone(), arguments: arguments.clone(), outcome });
            }
            Step::Write { path, text } => run.workspace.write(path, text)?,
            Step::Shell { command } => run.commands.push(command.clone()),
            Step::Answer { text } => run.answer.clone_from(text),
        }
    }
    Ok(run)
}

fn meets(outcome: &Outcome, expected: &Expected) -> Result<()> {
    match (expected, outcome) {
        (Expected::Ok, Outcome::Answer(answer)) => {
            ensure!(answer.get("ok").is_none_or(|it| it == true), "not ok: {answer}");
        }
        (Expected::Gives(source), Outcome::Answer(answer)) => {
            let given = answer["source"].as_str().unwrap_or_default();
            ensure!(given.trim() == source.trim(), "it gave another source:\n{given}");
        }
        (Expected::Findings(codes), Outcome::Answer(answer)) => {
            let found: Vec<&str> = ["diagnostics", "findings"]
                .iter()
                .flat_map(|it| answer[*it].as_array().into_iter().flatten())
                .filter_map(|it| it["code"].as_str())
                .collect();
            for code in codes {
                ensure!(found.contains(&code.as_str()), "no `{code}` among {found:?}");
            }
        }
        (Expected::Refused(text), Outcome::Refused(reason)) => {
            ensure!(reason.contains(text.as_str()), "refused, but not for `{text}`: {reason}");
        }
        (_, Outcome::Refused(reason)) => bail!("refused: {reason}"),
        (Expected::Refused(_), Outcome::Answer(answer)) => {
            // A tool may refuse in its own words: `ok: false` with the finding that says why.
            ensure!(answer["ok"] == Value::Bool(false), "not refused: {answer}");
            let Expected::Refused(text) = expected else { return Ok(()) };
            ensure!(
                answer.to_string().contains(text.as_str()),
                "refused, but not for `{text}`: {answer}"
            );
        }
    }
    Ok(())
}
