//! What every MCP server here shares: a server is a set of tables, and this crate speaks the protocol for them.
//!
//! It publishes hand-written schemas as they are and checks each call against them, runs handlers on threads of their
//! own within limits of size and time, answers panics and malformed lines, confines paths to roots, and serves both
//! protocol eras over stdio and streamable HTTP. It knows nothing about any system that is served.
//!
//! Three kinds of failure, never mixed: a request that cannot be understood (unknown tool, malformed parameters) is a
//! JSON-RPC error; a well-formed call that fails is a [`Fault`], answered with `isError: true` so that the model can
//! repair it; a bug is a panic, answered as a fault while the server lives on.
//!
//! ```
//! use serde_json::{Value, json};
//! use toolserver::{Answer, Call, RootOptions, RootPolicy, Schema, Server, Tool, ToolError};
//!
//! const INPUT: &str = r#"{
//!   "type": "object",
//!   "additionalProperties": false,
//!   "properties": {
//!     "text": {"type": "string", "description": "The text itself."},
//!     "path": {"type": "string", "description": "Or a file under an allowed folder."}
//!   }
//! }"#;
//! const OUTPUT: &str = r#"{
//!   "type": "object",
//!   "required": ["words"],
//!   "properties": {"words": {"type": "integer", "minimum": 0}}
//! }"#;
//!
//! // One file per tool: its schemas, its table row, its work.
//! fn count_tool() -> Tool {
//!     Tool {
//!         title: "Count words".into(),
//!         output: Some(Schema::parse(OUTPUT)),
//!         ..Tool::new("count", "Counts the words of a text.", Schema::parse(INPUT), count)
//!     }
//! }
//!
//! // The arguments fit the schema by now; a struct can be had by `Arguments::deserialize(arguments)`.
//! // The handler may block; long work asks `call.is_stopped()` between steps.
//! fn count(call: &Call, arguments: &Value) -> Result<Answer, ToolError> {
//!     let text = match (arguments["text"].as_str(), arguments["path"].as_str()) {
//!         (Some(text), _) => text.to_owned(),
//!         (None, Some(path)) => call.read_text(path)?,
//!         (None, None) => return Err(ToolError::new("NO_TEXT", "Pass text or path.")),
//!     };
//!     call.progress(1.0, Some(1.0), "counted");
//!     Ok(Answer::json(json!({"words": text.split_whitespace().count()})))
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server {
//!     instructions: "Call count before you promise a length.".into(),
//!     tools: vec![count_tool()],
//!     roots: RootPolicy::resolve(&RootOptions {
//!         folders: vec![],                      // from --root
//!         variable: Some("WORDS_ROOT".into()),
//!     })?,
//!     ..Server::new("words", env!("CARGO_PKG_VERSION"))
//! };
//! assert_eq!(server.problems(), Vec::<String>::new()); // belongs into a test of the program
//! # if std::env::var_os("SERVE").is_some() {
//! toolserver::run(server, toolserver::Transport::Stdio)?;
//! # }
//! # Ok(())
//! # }
//! ```

mod answer;
mod call;
mod changes;
mod fault;
mod http;
mod invoke;
mod limits;
mod log;
mod message_id;
mod prompt;
mod requests;
mod resource;
mod roots;
mod run;
mod schema;
mod server;
mod session;
mod skill;
mod stdio;
mod tool;
mod uri_template;
mod work;

pub use crate::roots::{RootOptions, RootPolicy};
pub use ::roots::{RootError, Roots};
pub use answer::{Answer, Content, Link, ToolError};
pub use call::{Call, Subject, Wait};
pub use changes::Changes;
pub use fault::{Fault, RenderFault};
pub use http::{ClientAddress, HTTP_PATH, HttpOptions, router, serve_http};
pub use invoke::InvokeError;
pub use limits::Limits;
pub use log::Level;
pub use prompt::{
    Argument, ArgumentKind, ArgumentSuggester, Filled, Message, Need, Prompt, PromptWriter, Speaker,
};
pub use resource::{
    Body, Contents, Resource, ResourceReader, Suggester, Template, TemplateLister, TemplateReader,
    Variables,
};
pub use run::{ServeError, Transport, run};
pub use schema::{Schema, Violation};
pub use server::Server;
pub use skill::{Skill, SkillFile};
pub use stdio::serve;
pub use tool::{Annotations, Handler, Tool, VIEW_MIME_TYPE};
