//! The prompts in `tests/prompts`: every expected fact is read, nothing else, and the kind is decided or
//! left open as expected. `cargo run -p planner --example prompts -- agreement` prints the figures.

use std::process::ExitCode;

#[path = "../examples/prompts/corpus.rs"]
mod corpus;

#[test]
fn every_prompt_is_read_as_expected() {
    let outcome = corpus::print("2026-11-16".parse().unwrap(), "");
    assert_eq!(format!("{outcome:?}"), format!("{:?}", ExitCode::SUCCESS));
}
