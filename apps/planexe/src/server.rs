//! The MCP server as a table: which tools, under which names, for whom.

use std::sync::Arc;

use planexe_core::{Caller, Engine};
use toolserver::{Answer, Call, Fault, Limits, Server, Tool, ToolError};

use crate::{resources, tools};

/// The version of the interface specification that is served.
pub(crate) const INTERFACE: &str = "1.0";

/// Where tool calls arrive: the engine, and a way to tell who calls.
#[derive(Clone)]
pub struct Service {
    /// Does the work.
    pub engine: Arc<Engine>,
    /// The OS user over stdio, the authenticated subject over HTTP.
    pub identify: Arc<dyn Fn(&Call) -> Caller + Send + Sync>,
}

impl Service {
    /// Every call over HTTP acts as the subject that a layer before the server has authenticated;
    /// where there is none, as on stdio or on a server without accounts, `owner` acts.
    pub fn by_subject(engine: Arc<Engine>, owner: Caller) -> Self {
        let identify = move |call: &Call| {
            call.subject().map_or_else(|| owner.clone(), |subject| Caller(subject.to_owned()))
        };
        Self { engine, identify: Arc::new(identify) }
    }
}

/// How tools are listed. Calls are understood in both spellings, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// `planexe.session.create`, as the specification has them.
    Dotted,
    /// `planexe_session_create`, for hosts that refuse dots.
    Underscore,
}

const INSTRUCTIONS: &str = "planexe turns an idea into a project plan by a graph of tasks. Create a \
session, start a run, and follow it by status or events; every call returns at once. To change \
something: stop the run, read and write artifacts (plan.md is the plan), then resume. Only tasks \
that depend on the edit run again, and your edits are never overwritten. Keep the session id. If you can \
answer questions, create the session with can_answer: true: the default model is then `agent`, and you write \
the plan yourself. Start the run, then fetch questions and answer them until the run is completed. Without \
can_answer the default is `embedded`, a draft by rules. Questions under intake are for the person you work for: \
ask them first.";

/// The whole server, ready to be served over stdio or HTTP.
pub fn server(service: &Service, names: Names) -> Server {
    Server {
        title: "PlanExe".to_owned(),
        instructions: INSTRUCTIONS.to_owned(),
        tools: tools::table(service, names),
        resources: vec![resources::version()],
        templates: vec![resources::artifacts(service)],
        limits: Limits {
            request_bytes: 32 << 20,
            source_bytes: 16 << 20,
            output_bytes: 24 << 20,
            ..Limits::default()
        },
        render_fault: Some(render),
        ..Server::new("planexe", env!("CARGO_PKG_VERSION"))
    }
}

/// Faults in the codes of the specification.
fn render(tool: &Tool, _: &serde_json::Value, fault: &Fault) -> Answer {
    let error = fault.to_error(&tool.name);
    let code = match fault {
        Fault::Tool(_) => error.code.clone(),
        Fault::Arguments(_) => "INVALID_ARGUMENT".to_owned(),
        Fault::TimeLimit(_) | Fault::OutputLimit { .. } | Fault::Panic(_) | Fault::Output(_) => {
            "INTERNAL_ERROR".to_owned()
        }
    };
    ToolError { code, ..error }.into_answer()
}

/// An engine's error as a tool's.
pub(crate) fn tool_error(error: planexe_core::Error) -> ToolError {
    let details = Some(error.details).filter(|details| !details.is_null());
    ToolError { code: error.code.as_str().to_owned(), message: error.message, details }
}

#[cfg(test)]
mod tests {
    use planexe_core::{Options, Providers};

    use super::*;

    #[test]
    fn the_table_is_sound_in_both_spellings() {
        let home = tempfile::tempdir().unwrap();
        let graph = planexe_core::pipeline();
        let engine =
            Engine::open(home.path(), graph, Providers::default(), Options::default()).unwrap();
        let service = Service::by_subject(Arc::new(engine), Caller("me".to_owned()));
        for names in [Names::Dotted, Names::Underscore] {
            assert_eq!(server(&service, names).problems(), Vec::<String>::new());
        }
    }
}
