//! The real program as a child process: its answers, its journeys, and its tools for a real MCP client.

mod answers;
mod journey;
mod machine;
mod mcp;
mod protocol;
