//! Checks and generators for the workspace: `cargo xtask tidy`, `docs [--check]`, `pack [--check]`, `bundle`, `release X.Y.Z`.

mod bundle;
mod cargo;
mod checks;
mod docs;
mod pack;
mod release;
mod tree;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["tidy"] => checks::tidy(),
        ["docs"] => docs::write(),
        ["docs", "--check"] => docs::check(),
        ["pack"] => pack::write(),
        ["pack", "--check"] => pack::check(),
        ["bundle", options @ ..] => bundle::write(options),
        ["release", version] => release::prepare(version, &release::today()),
        _ => Err(anyhow::anyhow!(
            "usage: cargo xtask tidy | docs [--check] | pack [--check] | bundle [OPTION VALUE]… | release X.Y.Z"
        )),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("xtask: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Tells the person at the terminal.
#[expect(clippy::print_stderr, reason = "xtask talks to a terminal")]
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}
