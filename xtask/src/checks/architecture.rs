//! ARCHITECTURE.md against the tree: each path in it exists, each package is named.

use anyhow::{Context, Result};

use crate::tree;

const PAGE: &str = "ARCHITECTURE.md";

pub(super) fn check() -> Result<Vec<String>> {
    let page = tree::text(PAGE).context("ARCHITECTURE.md is missing")?;
    let mut problems = Vec::new();
    if page.lines().count() > 250 {
        problems.push("longer than 250 lines".into());
    }
    for path in page.split('`').skip(1).step_by(2).filter(|it| is_path(it)) {
        if !tree::root().join(path).exists() {
            problems.push(format!("`{path}` does not exist"));
        }
    }
    for file in tree::files()?.iter().filter(|it| it.ends_with("/Cargo.toml")) {
        let package = file.trim_end_matches("/Cargo.toml");
        if !page.contains(&format!("`{package}`")) {
            problems.push(format!("`{package}` is not described"));
        }
    }
    Ok(problems)
}

/// Placeholders (`<name>`), anything with blanks and diagnostic codes are prose.
fn is_path(text: &str) -> bool {
    if tree::root().join(format!("docs/codes/{text}.md")).exists() {
        return false;
    }
    let plain = text.chars().all(|it| it.is_ascii_alphanumeric() || "._-/".contains(it));
    plain && !text.starts_with('/') && text.contains('/') && !text.contains("://")
}
