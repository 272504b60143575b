//! Cargo resolves build dependencies only for packages that have a build script.

fn main() {}
