//! The server as its clients see it: every published shape, status and header, and how it behaves under strain.

mod access;
mod client;
mod encoder;
mod guide;
mod kroki;
mod limits;
mod mcp;
mod mermaid;
mod openapi;
mod page;
mod plantuml;
mod program;
