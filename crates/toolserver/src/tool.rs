//! One row of the tool table. Running it is the business of `requests/tools.rs`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::MetaObject;
use serde_json::Value;

use crate::{Answer, Call, Schema, ToolError, Violation};

/// Does the work of a tool, on a thread of its own: it may block, and it may panic without harm to the server.
/// The arguments have passed the schema.
pub type Handler = Arc<dyn Fn(&Call, &Value) -> Result<Answer, ToolError> + Send + Sync>;

/// A tool as clients see it, and what it does.
///
/// Made with [`Tool::new`]; the rest is set by struct update:
/// `Tool { title: "Check".into(), ..Tool::new(…) }`.
#[derive(Clone)]
pub struct Tool {
    /// Unique among names and aliases; ASCII letters, digits, `_`, `-` and `.`.
    pub name: String,
    /// Further spellings accepted on call, never listed.
    pub aliases: Vec<String>,
    /// For people; empty means the name.
    pub title: String,
    /// For models: what it does, when to call it, what comes back.
    pub description: String,
    /// Published as written; a call that breaks it never reaches the handler.
    pub input: Schema,
    /// Checked instead of `input` when present: a contract may publish more than a call must say, or leave a wrong
    /// argument for the handler to answer in its own words.
    pub accepted: Option<Schema>,
    /// Describes `structuredContent` of an ordinary answer. An error answer that does not fit it is sent as text only.
    pub output: Option<Schema>,
    /// What the tool says about its effects; a host decides by it whether to ask the user.
    pub annotations: Annotations,
    /// The address of a view in [`crate::Server::views`]: hosts with MCP Apps show it with the answers.
    pub view: Option<String>,
    /// Overrides [`crate::Limits::time`].
    pub time: Option<Duration>,
    /// Runs on a worker thread, under the time limit, with arguments that fit the schema.
    pub call: Handler,
}

/// Hints about a tool's effects. All four are always published, because the protocol's defaults are alarming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four hints of the protocol are independent of each other"
)]
pub struct Annotations {
    /// Changes nothing anywhere.
    pub read_only: bool,
    /// May overwrite or remove what is there.
    pub destructive: bool,
    /// Calling twice with the same arguments has no further effect.
    pub idempotent: bool,
    /// Reaches beyond the machine.
    pub open_world: bool,
}

impl Annotations {
    /// Reads only, on this machine.
    pub const READ_ONLY: Self =
        Self { read_only: true, destructive: false, idempotent: true, open_world: false };
    /// Adds something each time it is called, and destroys nothing.
    pub const ADDITIVE: Self =
        Self { read_only: false, destructive: false, idempotent: false, open_world: false };
    /// May overwrite or remove; the second call changes nothing more.
    pub const DESTRUCTIVE: Self =
        Self { read_only: false, destructive: true, idempotent: true, open_world: false };
}

impl Tool {
    /// A read-only tool without title, aliases, output schema or time of its own.
    pub fn new<F>(
        name: impl Into<String>,
        description: impl Into<String>,
        input: Schema,
        call: F,
    ) -> Self
    where
        F: Fn(&Call, &Value) -> Result<Answer, ToolError> + Send + Sync + 'static,
    {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            title: String::new(),
            description: description.into(),
            input,
            accepted: None,
            output: None,
            annotations: Annotations::READ_ONLY,
            view: None,
            time: None,
            call: Arc::new(call),
        }
    }

    /// Whether a call by this name means this tool.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// What the arguments of a call break, all of it.
    pub(crate) fn violations(&self, arguments: &Value) -> Vec<Violation> {
        self.accepted.as_ref().unwrap_or(&self.input).violations(arguments)
    }

    /// See [`crate::Server::problems`].
    pub(crate) fn problems(&self) -> Vec<String> {
        let names = std::iter::once(&self.name).chain(&self.aliases);
        let mut problems: Vec<String> = names
            .filter(|name| !is_portable(name))
            .map(|name| format!("tool {name:?}: a name has 1 to 64 of A-Z a-z 0-9 _ - ."))
            .collect();
        if let Some(fault) = self.accepted.as_ref().and_then(Schema::fault) {
            problems.push(format!(
                "tool {:?}: the accepted schema does not compile: {fault}",
                self.name
            ));
        }
        for (label, schema) in [("input", Some(&self.input)), ("output", self.output.as_ref())] {
            let Some(schema) = schema else { continue };
            let is_object = schema.object().get("type").is_some_and(|kind| kind == "object");
            let shape = (!is_object).then(|| "is not of type object".to_owned());
            let fault = schema.fault().map(|fault| format!("does not compile: {fault}"));
            let unportable =
                schema.unportable().into_iter().map(|objection| format!("at {objection}"));
            problems.extend(
                shape
                    .into_iter()
                    .chain(fault)
                    .chain(unportable)
                    .map(|problem| format!("tool {:?}: the {label} schema {problem}", self.name)),
            );
        }
        problems
    }

    /// As a client without views sees it.
    pub(crate) fn published(&self) -> rmcp::model::Tool {
        let annotations = rmcp::model::ToolAnnotations::new()
            .read_only(self.annotations.read_only)
            .destructive(self.annotations.destructive)
            .idempotent(self.annotations.idempotent)
            .open_world(self.annotations.open_world);
        let mut tool = rmcp::model::Tool::new(
            self.name.clone(),
            self.description.clone(),
            Arc::clone(self.input.object()),
        )
        .with_annotations(annotations);
        tool.title = Some(self.title.clone()).filter(|title| !title.is_empty());
        tool.output_schema = self.output.as_ref().map(|schema| Arc::clone(schema.object()));
        tool
    }

    /// As a client with views sees it.
    pub(crate) fn published_with_view(&self) -> rmcp::model::Tool {
        let mut tool = self.published();
        if let Some(address) = &self.view {
            let view = serde_json::json!({"resourceUri": address});
            tool.meta = Some(MetaObject([("ui".to_owned(), view)].into_iter().collect()));
        }
        tool
    }
}

/// What a client must say about itself to be told of views.
pub(crate) const VIEW_EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The type of a view's page.
pub const VIEW_MIME_TYPE: &str = "text/html;profile=mcp-app";

fn is_portable(name: &str) -> bool {
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=64).contains(&name.len()) && name.bytes().all(is_known)
}

impl fmt::Debug for Tool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Tool")
            .field("name", &self.name)
            .field("input", &self.input)
            .finish_non_exhaustive()
    }
}
