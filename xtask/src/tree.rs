//! The tracked files of the workspace.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

/// The workspace's own folder: the one that cargo runs in, since a build may be shared by several clones.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Every file that git tracks or would track, relative to the root, sorted.
pub(crate) fn files() -> Result<Vec<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("git ls-files")?;
    ensure!(listed.status.success(), "git ls-files failed");
    let text = String::from_utf8(listed.stdout).context("file names are UTF-8")?;
    let mut files: Vec<String> =
        text.lines().filter(|it| root().join(it).is_file()).map(str::to_owned).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The tracked Rust files.
pub(crate) fn rust_files() -> Result<Vec<String>> {
    let mut all = files()?;
    all.retain(|it| Path::new(it).extension().is_some_and(|end| end == "rs"));
    Ok(all)
}

/// The text of a file, or nothing where it is not text.
pub(crate) fn text(file: &str) -> Option<String> {
    std::fs::read_to_string(root().join(file)).ok()
}
