//! One file per MCP tool: its schema as published, its description, its work. A tool answers with the envelope
//! of the command it stands for.

mod deploy;
mod deploy_apply;
mod diff;
mod doctor;
mod evolve_propose;
mod evolve_restore;
mod explain;
mod plan;
mod preview;
mod rollback;
mod status;

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agentpack_core::{Code, Error, Host, Result, Selection, project_root, unsupported_target};
use serde_json::{Value as Json, json};
use toolserver::{Annotations, Answer, Call, Fault, Limits, RootPolicy, Schema, Server, Tool};

use crate::commands::confirm_required;
use crate::context::{Choices, Context, ProcessEnvironment};
use crate::envelope::{Envelope, Names, Reply, sorted};
use crate::token::{Binding, LIFE, Tokens};

/// A tool as a row of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    title: &'static str,
    description: &'static str,
    schema: &'static str,
    effect: Effect,
    names: fn(&Json) -> Names,
    call: fn(&Context, &Json) -> Result<Reply>,
}

/// What a tool may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Reads,
    /// Approval comes before anything else.
    Writes,
    /// Approval is asked for once there is something to write.
    MayWrite,
}

/// In the order of the specification.
pub(crate) static TABLE: [Row; 11] = [
    plan::ROW,
    diff::ROW,
    preview::ROW,
    status::ROW,
    doctor::ROW,
    deploy::ROW,
    deploy_apply::ROW,
    rollback::ROW,
    evolve_propose::ROW,
    evolve_restore::ROW,
    explain::ROW,
];

/// The arguments that choose what a tool works on; schemas have `$SELECTION` in their place.
const SELECTED: &str = r#""repo": { "type": "string", "description": "Path to the agentpack config repo (default: $AGENTPACK_HOME/repo)." },
    "profile": { "type": "string", "default": "default" },
    "target": { "type": "string", "default": "all", "enum": $TARGETS },
    "machine": { "type": "string", "description": "Machine id for machine overlays. Omit to auto-detect." }"#;

/// The arguments of every tool that plans.
const SELECTION: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    $SELECTION,
    "dry_run": { "type": "boolean", "default": false }
  }
}"#;

const INSTRUCTIONS: &str = "Agentpack rolls one reviewed source of instructions, skills, commands, agents and MCP servers out to the hosts of \
its config: Codex, Claude Code, Cursor, VS Code and others. Look with plan, preview (diff: true), status and explain. To change files: call deploy, show the person \
the plan, and only with their approval call deploy_apply with yes: true and the confirm_token. Files marked modified_by_user or conflict \
were edited by a person: say so. rollback goes back to a snapshot.";

/// Changes listed in one answer; the rest is counted.
const SHOWN_CHANGES: usize = 1000;
/// Bytes of diff text in one answer.
const DIFF_BUDGET: usize = 256 * 1024;

static PROCESS_ENVIRONMENT: LazyLock<ProcessEnvironment> = LazyLock::new(ProcessEnvironment::read);
static TOKENS: LazyLock<Mutex<Tokens>> = LazyLock::new(|| {
    let set = std::env::var("AGENTPACK_CONFIRM_TTL_SECS").ok().and_then(|text| text.parse().ok());
    Mutex::new(Tokens::new(set.map_or(LIFE, Duration::from_secs)))
});

fn tokens() -> MutexGuard<'static, Tokens> {
    TOKENS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Row {
    pub(crate) fn schema(&self) -> Json {
        serde_json::from_str(&self.text()).expect("the schemas of the specification are JSON")
    }

    /// The schema's text, with the arguments that most tools share, and the hosts of the specification as targets.
    fn text(&self) -> String {
        let hosts = Host::specified();
        let names: Vec<_> =
            std::iter::once("all").chain(hosts.iter().map(|it| it.name())).collect();
        let whole = self.schema.replace("$SELECTION", SELECTED);
        whole.replace("$TARGETS", &json!(names).to_string())
    }

    fn tool(&'static self) -> Tool {
        let annotations = match self.effect {
            Effect::Reads => Annotations::READ_ONLY,
            Effect::Writes | Effect::MayWrite => Annotations::DESTRUCTIVE,
        };
        Tool {
            title: self.title.into(),
            annotations,
            accepted: (self.effect == Effect::Writes).then(|| self.accepted()),
            time: Some(Duration::from_mins(10)),
            ..Tool::new(
                self.name,
                self.description,
                Schema::parse(&self.text()),
                |call, arguments| Ok(self.answer(call, arguments)),
            )
        }
    }

    /// The published schema requires approval and token; a call without them is answered with the refusals of the
    /// contract, in its order, so it must get as far as the tool.
    fn accepted(&self) -> Schema {
        let mut schema = self.schema();
        if let Some(required) = schema["required"].as_array_mut() {
            required.retain(|name| name != "yes" && name != "confirm_token");
        }
        schema["properties"]["yes"] = json!({});
        if let Some(token) = schema["properties"].get_mut("confirm_token") {
            *token = json!({"type": ["string", "null"]});
        }
        Schema::parse(&schema.to_string())
    }

    fn answer(&self, call: &Call, arguments: &Json) -> Answer {
        let names = (self.names)(arguments);
        if self.effect == Effect::Writes && !flag(arguments, "yes") {
            return respond(Envelope::failed(&names, &confirm_required(&names.id)));
        }
        let outcome = context(call, arguments).and_then(|context| {
            let mut reply = (self.call)(&context, arguments)?;
            let mut warnings = context.warnings();
            warnings.append(&mut reply.warnings);
            reply.warnings = warnings;
            Ok(reply)
        });
        respond(match outcome {
            Ok(mut reply) => {
                shorten(&mut reply);
                Envelope::ok(&names, reply)
            }
            Err(error) => Envelope::failed(&names, &error),
        })
    }
}

/// The server with its eleven tools. The project of a call is the first of its roots; tokens are shared by all
/// servers of the process, so a review that began in one session can be approved in the next.
pub fn server(roots: RootPolicy) -> Server {
    Server {
        title: "Agentpack".into(),
        instructions: INSTRUCTIONS.into(),
        tools: TABLE.iter().map(Row::tool).collect(),
        limits: Limits { output_bytes: 16 << 20, ..Limits::default() },
        roots,
        render_fault: Some(render_fault),
        ..Server::new("agentpack", env!("CARGO_PKG_VERSION"))
    }
}

fn respond(envelope: Envelope) -> Answer {
    let failed = !envelope.is_ok();
    let answer = Answer::json(envelope.into_value());
    if failed { answer.as_error() } else { answer }
}

fn text<'a>(arguments: &'a Json, name: &str) -> Option<&'a str> {
    arguments[name].as_str()
}

fn flag(arguments: &Json, name: &str) -> bool {
    arguments[name].as_bool().unwrap_or(false)
}

/// The project is the first root of the call; without one, the folder the server was started in.
fn context(call: &Call, arguments: &Json) -> Result<Context> {
    let choices = Choices {
        repo: text(arguments, "repo").map(Into::into),
        project: call.roots().folders().first().map(|root| project_root(root)),
        // A root that a client opened is a project, unless it is the whole home folder.
        project_named: false,
        machine: text(arguments, "machine").map(str::to_owned),
        selection: Selection {
            profile: text(arguments, "profile").map(str::to_owned),
            target: text(arguments, "target").unwrap_or("all").to_owned(),
        },
    };
    let mut context = Context::of(&PROCESS_ENVIRONMENT, choices)?;
    context.dry_run = flag(arguments, "dry_run");
    context.yes = flag(arguments, "yes");
    Ok(context)
}

/// The arguments a token is bound to, spelled one way.
fn binding(context: &Context, arguments: &Json) -> Result<Binding> {
    let unless = |name: &str, default: &str| {
        text(arguments, name).filter(|value| *value != default).map(str::to_owned)
    };
    let usual = PROCESS_ENVIRONMENT.environment(&Choices {
        project: Some(context.env.project.clone()),
        project_named: context.env.project_named,
        ..Choices::default()
    })?;
    let repo = (usual.repo != context.env.repo).then(|| context.env.repo.display().to_string());
    let machine =
        (usual.machine_id != context.env.machine_id).then(|| context.env.machine_id.clone());
    Ok(Binding {
        repo,
        profile: unless("profile", "default"),
        target: unless("target", "all"),
        machine,
        project: context.env.project.clone(),
    })
}

/// Cuts long lists, and says so: a model reads the counts and asks for one target.
fn shorten(reply: &mut Reply) {
    for pointer in
        ["/changes", "/plan/changes", "/diff/changes", "/diff/files", "/drift", "/pending"]
    {
        let Some(list) = reply.data.pointer_mut(pointer).and_then(Json::as_array_mut) else {
            continue;
        };
        if list.len() > SHOWN_CHANGES {
            let total = list.len();
            list.truncate(SHOWN_CHANGES);
            reply.warnings.push(format!(
                "{} lists {SHOWN_CHANGES} of {total}; narrow it with target",
                pointer.trim_start_matches('/').replace('/', ".")
            ));
        }
    }
}

/// Failures the scaffold finds itself, in our envelope.
fn render_fault(tool: &Tool, arguments: &Json, fault: &Fault) -> Answer {
    let Some(row) = TABLE.iter().find(|row| row.name == tool.name) else {
        return fault.to_error(&tool.name).into_answer();
    };
    let error = match fault {
        Fault::Arguments(violations) => {
            let about = |name: &str| {
                violations.iter().any(|violation| violation.path.trim_start_matches('/') == name)
            };
            let listed: Vec<Json> = violations
                .iter()
                .map(|violation| json!({"path": violation.path, "keyword": violation.keyword, "message": violation.message}))
                .collect();
            if let Some(target) = text(arguments, "target").filter(|_| about("target")) {
                let names: Vec<_> = Host::specified().iter().map(|host| host.name()).collect();
                unsupported_target(target, &names)
            } else {
                let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
                let message = format!(
                    "the arguments of {} do not fit its schema: {}",
                    tool.name,
                    lines.join("; ")
                );
                Error::new(Code::ArgumentsInvalid, message)
                    .with("violations", sorted(listed.into()))
            }
        }
        Fault::Panic(_) | Fault::Output(_) => {
            Error::new(Code::Unexpected, fault.to_error(&tool.name).message)
        }
        Fault::Tool(_) | Fault::TimeLimit(_) | Fault::OutputLimit { .. } => {
            Error::new(Code::LimitExceeded, fault.to_error(&tool.name).message)
        }
    };
    respond(Envelope::failed(&(row.names)(arguments), &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_served() {
        assert_eq!(server(RootPolicy::none()).problems(), Vec::<String>::new());
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let mut reply = Reply { data: json!({"changes": vec![0; 1500]}), ..Reply::default() };
        shorten(&mut reply);
        assert_eq!(reply.data["changes"].as_array().unwrap().len(), SHOWN_CHANGES);
        assert_eq!(reply.warnings.len(), 1);
    }
}
