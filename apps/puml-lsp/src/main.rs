//! The `puml-lsp` program.

fn main() {}
