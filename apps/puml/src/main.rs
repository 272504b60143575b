//! The `puml` command.
fn main() {}
