//! The real program as a child process: its answers, its journeys, and its tools for a real MCP client.

mod answers;
mod guide;
mod hosts;
mod importing;
mod journey;
mod killing;
mod machine;
mod mcp;
mod pack;
mod protocol;
mod sources;
mod teams;
mod transcript;
mod undo;
