//! Our own programs, as the tests build them.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::cargo::cargo;

/// A program that the workspace builds.
pub(super) fn program(name: &str) -> Result<PathBuf> {
    let file = folder()?.join(name);
    ensure!(file.is_file(), "cargo built no `{name}`");
    Ok(file)
}

/// The folder that holds them. Builds them on the first call.
///
/// The whole workspace is built, as the tests build it: a package alone would get other features of its dependencies,
/// and the heavy ones would be compiled once more.
pub(super) fn folder() -> Result<PathBuf> {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    if let Some(built) = FOLDER.get() {
        return Ok(built.clone());
    }
    let built = cargo()
        .args([
            "build",
            "--quiet",
            "--locked",
            "--workspace",
            "--all-targets",
            "--message-format",
            "json",
        ])
        .output()
        .context("cargo build")?;
    ensure!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let messages = String::from_utf8_lossy(&built.stdout).into_owned();
    let found =
        messages.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok()).find_map(|it| {
            let is_it = it["target"]["name"] == "puml"
                && it["target"]["kind"][0] == "bin"
                && it["profile"]["test"] == false;
            is_it.then(|| PathBuf::from(it["executable"].as_str().unwrap_or_default()))
        });
    let folder =
        found.as_deref().and_then(std::path::Path::parent).context("cargo built no `puml`")?;
    Ok(FOLDER.get_or_init(|| folder.to_owned()).clone())
}
