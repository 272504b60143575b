//! Agentpack's two interfaces: the command line and the MCP tools. All decisions are in `agentpack-core`.

mod arguments;
mod check;
mod commands;
mod context;
mod envelope;
mod program;
mod terminal;
mod token;
mod tools;

pub use program::{command, main};
pub use tools::server;
