//! The diagram tools, resources and prompts of the MCP server.
