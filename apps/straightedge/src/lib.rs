//! One HTTP server for everything: the page, the diagram API, a PlantUML server, and the MCP servers.
//! What is drawn, checked or planned is decided by other packages; here are routes, limits and headers.

mod agentpack_roots;
mod client_limit;
mod drawing;
mod drawing_threads;
mod failure;
mod layers;
mod listen;
mod metrics;
mod openapi;
mod rate_limit;
mod routes;
mod settings;
mod site;

pub use listen::serve;
pub use routes::router;
pub use settings::{Clients, Guard, Limits, Metering, Proxy, Reach, Settings};
pub use site::{OpenError, Site};
