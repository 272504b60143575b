//! The compiler as an agent's tool: diagrams over the Model Context Protocol.
//!
//! [`server`] is the whole MCP server as a table, for this program's stdio and HTTP, and for any other program that
//! wants to mount it; [`main`] is the program. What tools do is done by the libraries; here are their names, schemas
//! and answers.
//!
//! ```
//! use puml_mcp::{Settings, server};
//!
//! let server = server(&Settings::default());
//! assert!(server.tools.iter().any(|tool| tool.name == "puml_check"));
//! ```

mod arguments;
mod server;

mod prompts;
mod rename;
mod resources;
mod skills;
mod tools;

mod checked;
mod declare;
mod edit;
mod edit_target;
mod fetch;
mod framing;
mod input;
mod outputs;
mod patch;
mod program;
mod project;
mod target;
mod verdict;
mod watch;

pub use arguments::{Arguments, run};
pub use fetch::{fetch, fetch_from_hosts};
pub use program::{command, main};
pub use server::{Settings, Toolset, UrlIncludes, server};
