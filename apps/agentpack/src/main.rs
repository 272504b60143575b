//! The `agentpack` program. Everything is in the library, so that another program can serve the tools too.

use std::process::ExitCode;

fn main() -> ExitCode {
    agentpack::run()
}
