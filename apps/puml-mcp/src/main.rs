//! The `puml-mcp` program.

fn main() {}
