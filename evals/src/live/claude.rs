//! Claude Code without a terminal: `claude -p` with the pack as a plugin folder, its events on stdout.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Result, ensure};
use serde_json::{Map, Value};

use super::{Arm, Options, outcome, own_tool, timed};
use crate::run::{Call, Run};
use crate::task::Task;
use crate::workspace::Workspace;

const ALLOWED: &str = "mcp__plugin_puml-agent-pack_puml,Skill,Read,Write,Edit,Glob,Grep,LSP,Task";
const ALLOWED_WITHOUT: &str = "Read,Write,Edit,Glob,Grep";

pub(super) fn run(task: &Task, options: &Options) -> Result<Run> {
    let workspace = Workspace::new(task)?;
    let program = options.program.clone().unwrap_or_else(|| "claude".into());
    let mut command = Command::new(&program);
    command
        .args(["-p", &task.prompt, "--output-format", "stream-json", "--verbose"])
        .current_dir(workspace.root());
    match options.arm {
        Arm::WithPack => {
            command.arg("--plugin-dir").arg(&options.pack).args(["--allowedTools", ALLOWED])
        }
        Arm::WithoutPack => command.args(["--allowedTools", ALLOWED_WITHOUT]),
    };
    if let Some(model) = &options.model {
        command.args(["--model", model]);
    }
    let done = timed::output(&mut command, options.time_limit)?;
    let events = String::from_utf8_lossy(&done.stdout).into_owned();
    let run = read(&events, workspace);
    ensure!(!run.answer.is_empty(), "no answer: {}", String::from_utf8_lossy(&done.stderr));
    Ok(run)
}

/// A run out of the host's events.
fn read(events: &str, workspace: Workspace) -> Run {
    let mut run = Run {
        calls: Vec::new(),
        commands: Vec::new(),
        read: Vec::new(),
        answer: String::new(),
        workspace,
    };
    let mut open: BTreeMap<String, (String, Map<String, Value>)> = BTreeMap::new();
    for event in events.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok()) {
        if event["type"] == "result" {
            event["result"].as_str().unwrap_or_default().clone_into(&mut run.answer);
        }
        for block in event["message"]["content"].as_array().into_iter().flatten() {
            let id = |key: &str| block[key].as_str().unwrap_or_default().to_owned();
            match block["type"].as_str() {
                Some("tool_use") if block["name"] == "Bash" => {
                    run.commands
                        .push(block["input"]["command"].as_str().unwrap_or_default().to_owned());
                }
                Some("tool_use") => {
                    if let Some(tool) = own_tool(block["name"].as_str().unwrap_or_default()) {
                        let arguments = block["input"].as_object().cloned().unwrap_or_default();
                        open.insert(id("id"), (tool.to_owned(), arguments));
                    }
                }
                Some("tool_result") => {
                    if let Some((tool, arguments)) = open.remove(&id("tool_use_id")) {
                        let outcome = outcome(&text(&block["content"]), block["is_error"] == true);
                        run.calls.push(Call { tool, arguments, outcome });
                    }
                }
                _ => {}
            }
        }
    }
    run
}

fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        blocks => {
            let all = blocks.as_array().into_iter().flatten().filter_map(|it| it["text"].as_str());
            all.collect::<Vec<_>>().join("\n")
        }
    }
}
