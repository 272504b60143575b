//! `planexe.session.create`: a session with its prompt; nothing runs yet.

use planexe_core::{Config, Error, NewSession, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::server::INTERFACE;
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.create",
    title: "Create a planning session",
    description: "Creates a session for an idea. Nothing runs until it is started. The configuration \
                  cannot be changed later. With client_request_id the call can be repeated safely. If you are an \
                  agent that can answer questions, pass can_answer: true: the default models are then \
                  agent, and you think the plan through by question.next and question.answer. Without it \
                  they are embedded: rules write the plan, and nobody thinks.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::ADDITIVE,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["idea"],
  "properties": {
    "idea": {"type": "string", "minLength": 1, "description": "What is to be planned: goal, limits, dates, money, people."},
    "config": {
      "type": "object",
      "properties": {
        "planner_model": {"type": "string", "description": "Writes the plan: embedded (rules, no network; the default), agent (you answer questions), or openai:<model>@<base_url>. Several with commas: the next when one fails."},
        "validator_model": {"type": "string", "description": "Judges the plan. Default: embedded."},
        "max_runtime_sec": {"type": "integer", "minimum": 1, "description": "A longer run fails and can be resumed. Default: 7200."},
        "luigi": {
          "type": "object",
          "properties": {
            "workers": {"type": "integer", "minimum": 1, "maximum": 64, "description": "Tasks at the same time. Default: 4."},
            "scheduler": {"type": "string", "description": "local, or central: workers on other machines, where the server has them. Default: local."}
          }
        },
        "redact_prompts": {"type": "boolean", "description": "Keep prompt content out of events. Default: false."}
      }
    },
    "metadata": {
      "type": "object",
      "properties": {
        "title": {"type": "string", "description": "What people call the session. Default: the first line of the idea."},
        "user_id": {"type": "string", "description": "A label; who may see the session follows from who calls."},
        "tags": {"type": "array", "items": {"type": "string"}}
      }
    },
    "can_answer": {"type": "boolean", "description": "You are an agent that answers questions with question.next and question.answer: the default models are then agent, and the plan is thought through by you instead of by rules. Recommended for agents."},
    "assume": {"type": "boolean", "description": "Continue with a generic plan, labelled as such, if the kind of project is unclear. Default: false, the run stops and asks."},
    "client_request_id": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The same id gives the same session."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "session_id": {"type": "string"},
    "title": {"type": "string"},
    "output_dir_uri": {"type": "string"},
    "created_at": {"type": "string"},
    "deduplicated": {"type": "boolean"},
    "planexe.version": {"type": "string"}
  }
}"#;

fn work(request: &Request<'_>) -> Result<Value> {
    let arguments = request.arguments;
    let mut config: Config = match &arguments["config"] {
        Value::Null => Config::default(),
        given => serde_json::from_value(given.clone())
            .map_err(|error| Error::argument(format!("config: {error}")))?,
    };
    // Who answers questions thinks better than rules.
    if arguments["can_answer"] == true {
        for (field, model) in [
            ("planner_model", &mut config.planner_model),
            ("validator_model", &mut config.validator_model),
        ] {
            if arguments["config"][field].is_null() {
                "agent".clone_into(model);
            }
        }
    }
    let new = NewSession {
        idea: request.text("idea").to_owned(),
        config,
        metadata: arguments.get("metadata").cloned().unwrap_or_else(|| json!({})),
        client_request_id: arguments["client_request_id"].as_str().map(str::to_owned),
    };
    let (session, known) = request.engine.create(&request.caller, new)?;
    if arguments["assume"] == true && !known {
        request.engine.reply(&request.caller, &session.id, "kind", "generic")?;
    }
    let mut answer = shape::session(&session);
    answer["deduplicated"] = json!(known);
    answer["planexe.version"] = json!(INTERFACE);
    Ok(answer)
}
