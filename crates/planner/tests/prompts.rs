//! The prompts in `tests/prompts`: nearly every expected fact is read, hardly anything else, and hardly a
//! kind is taken for another. `cargo run -p planner --example prompts -- agreement` prints the figures.

use std::process::ExitCode;

#[path = "../examples/prompts/corpus.rs"]
mod corpus;

#[test]
fn prompts_are_read_as_expected_and_hardly_a_kind_is_wrong() {
    let outcome = corpus::print("2026-11-16".parse().unwrap(), "");
    assert_eq!(format!("{outcome:?}"), format!("{:?}", ExitCode::SUCCESS));
}
