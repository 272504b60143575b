//! The `agentpack` program. Everything is in the library, so that another program can contain it.

use std::process::ExitCode;

fn main() -> ExitCode {
    agentpack::main(std::env::args_os().collect())
}
