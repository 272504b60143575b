//! The tools: one file each, and the row that makes a file a tool.

use planexe_core::{Caller, Engine, Result};
use serde_json::Value;
use toolserver::{Annotations, Answer, Call, Schema, Tool};

use crate::server::{Names, Service, tool_error};

mod artifact_list;
mod artifact_read;
mod artifact_write;
mod export_bundle;
mod question_answer;
mod question_next;
mod session_archive;
mod session_create;
mod session_events;
mod session_list;
mod session_resume;
mod session_start;
mod session_status;
mod session_stop;
mod task_graph;
mod task_invalidate;
mod validate_only;

const ROWS: [Row; 17] = [
    session_create::ROW,
    session_start::ROW,
    session_status::ROW,
    session_stop::ROW,
    session_resume::ROW,
    session_events::ROW,
    session_list::ROW,
    session_archive::ROW,
    artifact_list::ROW,
    artifact_read::ROW,
    artifact_write::ROW,
    question_next::ROW,
    question_answer::ROW,
    task_graph::ROW,
    task_invalidate::ROW,
    validate_only::ROW,
    export_bundle::ROW,
];

/// A tool before it has an engine to work with.
struct Row {
    /// With dots, as the specification has it.
    name: &'static str,
    title: &'static str,
    description: &'static str,
    input: &'static str,
    output: &'static str,
    effects: Annotations,
    work: fn(&Request<'_>) -> Result<Value>,
}

/// One call of a tool.
struct Request<'a> {
    engine: &'a Engine,
    caller: Caller,
    arguments: &'a Value,
    call: &'a Call,
}

impl Request<'_> {
    /// A string argument; empty when it is absent.
    fn text(&self, name: &str) -> &str {
        self.arguments[name].as_str().unwrap_or_default()
    }

    /// The session the call is about.
    fn session(&self) -> Result<planexe_core::SessionId> {
        self.text("session_id").parse()
    }

    /// The target, or the one that does everything.
    fn target(&self) -> &str {
        self.arguments["target"].as_str().unwrap_or("build_plan_and_validate")
    }
}

/// The tools of an engine, listed in one spelling and callable in both.
pub(crate) fn table(service: &Service, names: Names) -> Vec<Tool> {
    ROWS.into_iter().map(|row| row.tool(service.clone(), names)).collect()
}

impl Row {
    fn tool(self, service: Service, names: Names) -> Tool {
        let plain = self.name.replace('.', "_");
        let (name, alias) = match names {
            Names::Dotted => (self.name.to_owned(), plain),
            Names::Underscore => (plain, self.name.to_owned()),
        };
        let work = self.work;
        let handler = move |call: &Call, arguments: &Value| {
            let caller = (service.identify)(call);
            let request = Request { engine: &service.engine, caller, arguments, call };
            work(&request).map(Answer::json).map_err(tool_error)
        };
        Tool {
            aliases: vec![alias],
            title: self.title.to_owned(),
            output: Some(Schema::parse(self.output)),
            annotations: self.effects,
            ..Tool::new(name, self.description, Schema::parse(self.input), handler)
        }
    }
}
