//! Conversations with the fixture server: over lines in this process, with the SDK's own client, and over HTTP.

#[path = "fixture/server.rs"]
mod fixture;
#[path = "protocol/talk.rs"]
mod talk;

#[path = "protocol/changes.rs"]
mod changes;
#[path = "protocol/clients.rs"]
mod clients;
#[path = "protocol/eras.rs"]
mod eras;
#[path = "protocol/http.rs"]
mod http;
#[path = "protocol/invoke.rs"]
mod invoke;
#[path = "protocol/lines.rs"]
mod lines;
#[path = "protocol/resources.rs"]
mod resources;
#[path = "protocol/roots.rs"]
mod roots;
#[path = "protocol/tables.rs"]
mod tables;
#[path = "protocol/tools.rs"]
mod tools;
