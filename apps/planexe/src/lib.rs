//! Planexe's two interfaces: the command line, and the MCP tools and resources, with the JSON shapes they share. The engine
//! behind them is `planexe-core`; this crate only speaks for it.

// Commands name the shapes as every other user of this library does.
extern crate self as planexe;

mod announce;
mod chosen_model;
mod commands;
mod context;
mod drawing;
mod interrupt;
mod outcome;
mod program;
mod progress;
mod providers;
mod resources;
mod server;
mod shape;
mod tools;

pub use announce::announce;
pub use chosen_model::{choose_model, chosen_model};
pub use drawing::Engines;
pub use program::{command, main};
pub use providers::providers;
pub use server::{Names, Service, server};
pub use shape::{artifact, event, graph, mermaid, needed, question, run, session, status};
