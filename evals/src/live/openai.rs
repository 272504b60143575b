//! A model behind `POST /chat/completions`: this program is the host, with the server's tools and the task's skill.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value, json};

use super::{Arm, Options};
use crate::run::{Call, Outcome, Run};
use crate::server::Server;
use crate::task::Task;
use crate::workspace::Workspace;

/// Requests to the model after which a run ends without an answer.
const ROUNDS: usize = 24;

/// What a model is told that has no skill.
const PLAIN: &str =
    "You write PlantUML sequence diagrams. Deliver the final source in a ```puml block.";

pub(super) fn run(task: &Task, options: &Options) -> Result<Run> {
    let workspace = Workspace::new(task)?;
    let mut server = Server::start(&options.server, &workspace.root())?;
    let mut tools: Vec<Value> = match options.arm {
        Arm::WithPack => server.tools()?.iter().map(function).collect(),
        Arm::WithoutPack => Vec::new(),
    };
    tools.push(json!({"type": "function", "function": {
        "name": "write_file",
        "description": "Writes a text file of the project.",
        "parameters": {"type": "object", "additionalProperties": false, "required": ["path", "text"],
            "properties": {"path": {"type": "string"}, "text": {"type": "string"}}},
    }}));
    let mut messages = vec![
        json!({"role": "system", "content": skill(task, options)?}),
        json!({"role": "user", "content": task.prompt}),
    ];
    let mut run = Run {
        calls: Vec::new(),
        commands: Vec::new(),
        read: Vec::new(),
        answer: String::new(),
        workspace,
    };
    let client = client(options.time_limit)?;
    let end = Instant::now() + options.time_limit;
    for _ in 0..ROUNDS {
        ensure!(Instant::now() < end, "no answer within {} s", options.time_limit.as_secs());
        let body = json!({"model": options.model, "messages": messages, "tools": tools});
        let message = ask(&client, options, &body)?;
        let calls = message["tool_calls"].as_array().cloned().unwrap_or_default();
        messages.push(message.clone());
        if calls.is_empty() {
            message["content"].as_str().unwrap_or_default().clone_into(&mut run.answer);
            return Ok(run);
        }
        for call in calls {
            let told = perform(&call, &mut server, &mut run)?;
            messages.push(json!({"role": "tool", "tool_call_id": call["id"], "content": told}));
        }
    }
    bail!("no answer after {ROUNDS} requests")
}

/// Does what the model asks and says what came of it.
fn perform(call: &Value, server: &mut Server, run: &mut Run) -> Result<String> {
    let name = call["function"]["name"].as_str().unwrap_or_default();
    let text = call["function"]["arguments"].as_str().unwrap_or("{}");
    let arguments: Map<String, Value> = match serde_json::from_str(text) {
        Ok(arguments) => arguments,
        Err(error) => return Ok(format!("the arguments are not JSON: {error}")),
    };
    if name == "write_file" {
        let text = |key: &str| arguments.get(key).and_then(Value::as_str).unwrap_or_default();
        return Ok(match run.workspace.write_inside(text("path"), text("text")) {
            Ok(()) => "written".into(),
            Err(error) => format!("{error:#}"),
        });
    }
    let outcome = server.call(name, &arguments)?;
    let told = match &outcome {
        Outcome::Answer(answer) => answer.to_string(),
        Outcome::Refused(reason) => reason.clone(),
    };
    run.calls.push(Call { tool: name.to_owned(), arguments, outcome });
    Ok(told)
}

/// The skill with its references, as a host would hand it over.
fn skill(task: &Task, options: &Options) -> Result<String> {
    if options.arm == Arm::WithoutPack {
        return Ok(PLAIN.to_owned());
    }
    let folder = options.pack.join("skills").join(&task.wanted.skill);
    let mut text = std::fs::read_to_string(folder.join("SKILL.md"))
        .with_context(|| format!("the skill {} is missing", folder.display()))?;
    let mut references: Vec<_> =
        std::fs::read_dir(folder.join("references"))?.flatten().map(|it| it.path()).collect();
    references.sort();
    for path in references {
        text += "\n\n";
        text += &std::fs::read_to_string(path)?;
    }
    Ok(text)
}

fn function(tool: &Value) -> Value {
    json!({"type": "function", "function": {
        "name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"],
    }})
}

fn client(limit: Duration) -> Result<reqwest::blocking::Client> {
    // One provider for the whole process; a second attempt finds it in place.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(reqwest::blocking::Client::builder().timeout(limit).build()?)
}

fn ask(client: &reqwest::blocking::Client, options: &Options, body: &Value) -> Result<Value> {
    let mut request = client.post(format!("{}/chat/completions", options.base_url)).json(body);
    if let Ok(key) = std::env::var(&options.key_variable) {
        request = request.bearer_auth(key);
    }
    let response = request.send()?;
    let status = response.status();
    let mut answer: Value =
        response.json().with_context(|| format!("the endpoint answered {status}"))?;
    match answer["choices"][0]["message"].take() {
        Value::Null => bail!("the endpoint answered {status}: {answer}"),
        message => Ok(message),
    }
}
