//! The file-size budget, and the `//!` line that opens each Rust file.

use anyhow::Result;

use crate::tree;

/// Past this a file is refused.
const HARD: usize = 1_000;

/// Flat catalogues that are long and easy to read.
const CATALOGUES: &[&str] =
    &["catalogue.rs", "colors.rs", "emoji.rs", "entities.rs", "icons.rs", "keywords.rs"];

pub(super) fn check() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for file in &tree::rust_files()? {
        let text = tree::text(file).unwrap_or_default();
        let lines = text.lines().count();
        let name = file.rsplit('/').next().unwrap_or(file);
        if lines > HARD && !CATALOGUES.contains(&name) {
            problems.push(format!("{file} has {lines} lines; {HARD} is the limit"));
        }
        if !text.starts_with("//!") {
            problems.push(format!("{file} does not open with a `//!` line"));
        }
    }
    Ok(problems)
}
