//! The `straightedge` program.

fn main() {}
