//! The case harness: one Markdown file under `tests/cases/` is one test.
//!
//! A case has a title line and fenced blocks named after stages. `source` is the input; every other
//! block is an expectation, checked against what the stage gives now. A block that is absent is not
//! checked, except `diagnostics`: absent means that none may appear. `cargo case NAME` runs the cases
//! whose name contains NAME, `cargo bless NAME` rewrites their expectations.

mod areas;
mod case;
mod report;

use std::path::{Path, PathBuf};

pub use areas::run;
pub use case::{Block, Case};
pub use report::report;

/// The folder that holds all cases, in the clone that cargo runs in: a build may be shared by several.
pub fn folder() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.join("cases")
}

/// Every case file below a folder, sorted by name.
pub fn discover(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|it| it.extension().is_some_and(|end| end == "md"));
    found
}

/// Every file below a folder, sorted by name.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The file that holds an expectation beside the case: the `picture` of a visual case is a sibling `.svg`.
pub fn picture(path: &Path, block: &str) -> Option<PathBuf> {
    (block == "picture").then(|| path.with_extension("svg"))
}

/// What a case is called: its path below the folder, without its ending.
pub fn name(path: &Path) -> String {
    let below = path.strip_prefix(folder()).unwrap_or(path);
    below.with_extension("").to_string_lossy().replace('\\', "/")
}
