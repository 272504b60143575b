//! The MCP side of planexe: the tool table, the resources, and the JSON shapes they share with the
//! command line. The engine behind them is `planexe-core`; this crate only speaks for it.

mod news;
mod resources;
mod server;
mod shape;
mod tools;

pub use news::announce;
pub use server::{Desk, Names, server};
pub use shape::{artifact, event, graph, mermaid, run, session, status};
