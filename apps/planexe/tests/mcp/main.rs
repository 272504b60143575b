//! `planexe mcp` and its sibling processes, driven from outside by the SDK's own client.

mod agent;
mod client;
mod contract;
mod crash;
mod dice;
mod errors;
mod http;
#[path = "../../../../crates/planexe-core/tests/sessions/servers.rs"]
mod servers;
