//! The whole of a server as data: who it is, its tables, its bounds.

use std::collections::{BTreeMap, BTreeSet};

use rmcp::model::{
    Implementation, JsonObject, PromptsCapability, ProtocolVersion, ResourcesCapability,
    ServerCapabilities, ServerConfig, ToolsCapability,
};

use serde_json::{Map, Value};

use crate::resource::some_text;
use crate::roots::SANDBOX_STATE;
use crate::{
    Changes, Limits, Prompt, RenderFault, Resource, RootPolicy, Skill, Template, Tool, skill,
};

/// A server, ready for [`crate::run`], [`crate::serve`] or [`crate::router`]. Tables keep their order.
///
/// The other tables look like that of the tools:
///
/// ```
/// use std::sync::Arc;
/// use toolserver::{
///     Argument, ArgumentKind, Changes, Contents, Link, Message, Prompt, Resource, Server, Template,
/// };
///
/// let changes = Changes::default(); // a clone of it calls `resource_updated(uri)` when something changes
/// let guide = Link {
///     uri: "words://guide".into(),
///     name: "guide".into(),
///     mime_type: "text/markdown".into(),
///     ..Link::default()
/// };
/// let server = Server {
///     resources: vec![Resource::text(guide, |_call| Ok("# Words".into()))],
///     templates: vec![Template::new("words://texts/{+path}{?start}", "texts", "Texts under the roots.", |call, found| {
///         let text = call.read_text(&found["path"])?;
///         let start: usize = found.get("start").and_then(|start| start.parse().ok()).unwrap_or(0);
///         Ok(text.get(start..).map(|rest| Contents::text("text/plain", rest)))
///     })],
///     prompts: vec![Prompt {
///         name: "shorten".into(),
///         title: "Shorten a text".into(),
///         description: "Asks for fewer words.".into(),
///         arguments: vec![
///             Argument::required("text", "What to shorten.", ArgumentKind::Text),
///             Argument::optional("strict", "Whether to count.", ArgumentKind::Flag),
///         ],
///         write: Arc::new(|_call, filled| Ok(vec![Message::user(format!("Shorten: {}", filled["text"]))])),
///     }],
///     changes: Some(changes),
///     ..Server::new("words", "1.0.0")
/// };
/// # let _ = server;
/// ```
#[derive(Clone)]
pub struct Server {
    /// The name clients know it by.
    pub name: String,
    /// For people; empty means the name.
    pub title: String,
    /// The version of the program.
    pub version: String,
    /// When to use this server and how its tools work together; models read it at the start.
    pub instructions: String,
    /// What a model can call.
    pub tools: Vec<Tool>,
    /// What can be read at a fixed address.
    pub resources: Vec<Resource>,
    /// What can be read at an address made from a template.
    pub templates: Vec<Template>,
    /// Pages that hosts show with a tool's answers: read by address, never listed.
    pub views: Vec<Resource>,
    /// Ready-made beginnings of conversations.
    pub prompts: Vec<Prompt>,
    /// Instructions for agents, served by the skills extension.
    pub skills: Vec<Skill>,
    /// Bounds on size and time.
    pub limits: Limits,
    /// Which folders tools may touch.
    pub roots: RootPolicy,
    /// Present when resources change while the server runs.
    pub changes: Option<Changes>,
    /// Said about itself beyond the protocol, by name; published as `capabilities.experimental`.
    pub experimental: BTreeMap<String, Map<String, Value>>,
    /// The system's own envelope for failed calls; without one, `{"error": {code, message, details}}`.
    pub render_fault: Option<RenderFault>,
}

/// Revisions this server speaks: one without a handshake, three with.
pub(crate) const VERSIONS: [ProtocolVersion; 4] = [
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

impl Server {
    /// A server with empty tables, default limits and no roots.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: String::new(),
            version: version.into(),
            instructions: String::new(),
            tools: Vec::new(),
            resources: Vec::new(),
            templates: Vec::new(),
            views: Vec::new(),
            prompts: Vec::new(),
            skills: Vec::new(),
            limits: Limits::default(),
            roots: RootPolicy::none(),
            changes: None,
            experimental: BTreeMap::new(),
            render_fault: None,
        }
    }

    /// What is wrong with the tables: names used twice or misspelt, schemas that do not compile or that some hosts
    /// cannot read. For a test of the program that builds them; a served table with a doubled name panics.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.doubled_names();
        problems.extend(self.tools.iter().flat_map(Tool::problems));
        let is_there = |uri: &String| self.views.iter().any(|view| view.link.uri == *uri);
        let named = self.tools.iter().filter_map(|tool| tool.view.as_ref());
        let missing = named.filter(|uri| !is_there(uri));
        problems.extend(missing.map(|uri| format!("there is no view {uri:?}")));
        problems.extend(self.skills.iter().filter_map(Skill::problem));
        problems
    }

    /// Two rows with one name would make one of them unreachable.
    pub(crate) fn assert_distinct(&self) {
        let doubled = self.doubled_names();
        assert!(doubled.is_empty(), "every name in a server's tables is used once: {doubled:?}");
    }

    fn doubled_names(&self) -> Vec<String> {
        let tools =
            self.tools.iter().flat_map(|tool| std::iter::once(&tool.name).chain(&tool.aliases));
        let resources = self.resources.iter().map(|resource| &resource.link.uri);
        let prompts = self.prompts.iter().map(|prompt| &prompt.name);
        let mut problems = doubled("tool", tools);
        problems.extend(doubled("resource", resources));
        problems.extend(doubled("prompt", prompts));
        problems
    }

    pub(crate) fn config(&self) -> ServerConfig {
        let mut implementation = Implementation::new(&self.name, &self.version);
        implementation.title = some_text(&self.title);
        let mut config = ServerConfig::new(self.capabilities())
            .with_server_info(implementation)
            // What a client is offered that asks for a version nobody here knows.
            .with_protocol_version(ProtocolVersion::V_2025_06_18);
        config.instructions = some_text(&self.instructions);
        config
    }

    fn capabilities(&self) -> ServerCapabilities {
        let mut capabilities = ServerCapabilities::default();
        capabilities.logging = Some(JsonObject::new());
        let mut experimental = self.experimental.clone();
        if matches!(self.roots, RootPolicy::Client(_)) {
            experimental.insert(SANDBOX_STATE.to_owned(), Map::new());
        }
        capabilities.experimental = Some(experimental).filter(|named| !named.is_empty());
        if !self.tools.is_empty() {
            capabilities.tools = Some(ToolsCapability::default());
        }
        if !(self.resources.is_empty() && self.templates.is_empty() && self.skills.is_empty()) {
            let mut resources = ResourcesCapability::default();
            resources.subscribe = self.changes.as_ref().map(|_| true);
            resources.list_changed = self.changes.as_ref().map(|_| true);
            capabilities.resources = Some(resources);
        }
        if !self.prompts.is_empty() {
            capabilities.prompts = Some(PromptsCapability::default());
        }
        if !self.prompts.is_empty()
            || self.templates.iter().any(|template| template.suggest.is_some())
        {
            capabilities.completions = Some(JsonObject::new());
        }
        if !self.skills.is_empty() {
            capabilities.extensions =
                Some([(skill::EXTENSION.to_owned(), JsonObject::new())].into());
        }
        capabilities
    }
}

fn doubled<'a>(kind: &str, names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names
        .filter(|name| !seen.insert(*name))
        .map(|name| format!("{kind} {name:?}: the name is used twice"))
        .collect()
}
