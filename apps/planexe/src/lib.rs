//! The MCP side of planexe: the tool table, the resources, and the JSON shapes they share with the
//! command line. The engine behind them is `planexe-core`; this crate only speaks for it.

mod announce;
mod drawing;
mod providers;
mod resources;
mod server;
mod shape;
mod tools;

pub use announce::announce;
pub use drawing::Engines;
pub use providers::providers;
pub use server::{Names, Service, server};
pub use shape::{artifact, event, graph, mermaid, needed, question, run, session, status};
