//! Codex without a terminal: `codex exec --json` in the project, with the plugin installed in its own home.

use std::process::Command;

use anyhow::{Result, ensure};
use serde_json::Value;

use super::{Arm, Options, outcome, own_tool, timed};
use crate::run::{Call, Outcome, Run};
use crate::task::Task;
use crate::workspace::Workspace;

pub(super) fn run(task: &Task, options: &Options) -> Result<Run> {
    let workspace = Workspace::new(task)?;
    let program = options.program.clone().unwrap_or_else(|| "codex".into());
    let server = options.pack.join("bin").join("puml-mcp");
    // The plugin's own entry starts in the plugin's folder; the project is named here so that paths work.
    let roots =
        format!("mcp_servers.puml.args={}", serde_json::json!(["--root", workspace.root()]));
    let command_line = format!("mcp_servers.puml.command={}", serde_json::json!(server));
    let mut command = Command::new(&program);
    command
        .args(["exec", "--skip-git-repo-check", "--json", "--sandbox", "workspace-write"])
        .current_dir(workspace.root());
    if options.arm == Arm::WithPack {
        command.args(["-c", &command_line, "-c", &roots]);
    }
    if let Some(model) = &options.model {
        command.args(["--model", model]);
    }
    let done = timed::output(command.arg(&task.prompt), options.time_limit)?;
    let run = read(&String::from_utf8_lossy(&done.stdout), workspace);
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
    for event in events.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok()) {
        if event["type"] != "item.completed" {
            continue;
        }
        let item = &event["item"];
        match item["type"].as_str() {
            Some("mcp_tool_call") => {
                if let Some(tool) = own_tool(item["tool"].as_str().unwrap_or_default()) {
                    let arguments = item["arguments"].as_object().cloned().unwrap_or_default();
                    run.calls.push(Call {
                        tool: tool.to_owned(),
                        arguments,
                        outcome: answer(item),
                    });
                }
            }
            Some("command_execution") => {
                run.commands.push(item["command"].as_str().unwrap_or_default().to_owned());
            }
            Some("agent_message") => {
                item["text"].as_str().unwrap_or_default().clone_into(&mut run.answer);
            }
            _ => {}
        }
    }
    run
}

fn answer(item: &Value) -> Outcome {
    let result = &item["result"];
    if result["structured_content"].is_object() && item["status"] != "failed" {
        return Outcome::Answer(result["structured_content"].clone());
    }
    let blocks = result["content"].as_array().into_iter().flatten();
    let text: Vec<&str> = blocks.filter_map(|it| it["text"].as_str()).collect();
    match item["error"]["message"].as_str() {
        Some(error) => Outcome::Refused(error.to_owned()),
        None => outcome(&text.join("\n"), item["status"] == "failed"),
    }
}
