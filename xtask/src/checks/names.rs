//! Names that say nothing.

use anyhow::Result;

use crate::tree;

const EMPTY: &[&str] =
    &["util", "utils", "common", "helpers", "misc", "core", "manager", "base", "mod"];

pub(super) fn check() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for file in &tree::rust_files()? {
        let stem = file.trim_end_matches(".rs").rsplit('/').next().unwrap_or_default();
        if EMPTY.contains(&stem) {
            problems.push(format!("{file}: `{stem}` does not say what lives there"));
        }
    }
    Ok(problems)
}
