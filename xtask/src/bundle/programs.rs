//! The programs of a release: built here, or found where somebody built them.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{say, tree};

/// Every program that is released, under its package's name.
pub(super) const PROGRAMS: [&str; 6] =
    ["agentpack", "planexe", "puml", "puml-lsp", "puml-mcp", "straightedge"];

/// Builds the programs for a platform.
pub(super) fn built(target: &str, profile: &str) -> Result<Vec<(&'static str, PathBuf)>> {
    let mut cargo = Command::new(cargo());
    cargo.args([
        "build",
        "--locked",
        "--profile",
        profile,
        "--message-format",
        "json-render-diagnostics",
    ]);
    for program in PROGRAMS {
        cargo.args(["--package", program]);
    }
    // Naming the compiler's own platform would move its output and build everything once more.
    if target != host()? {
        cargo.args(["--target", target]);
    }
    let done = cargo.current_dir(tree::root()).stderr(std::process::Stdio::inherit()).output();
    let done = done.context("cargo build")?;
    ensure!(done.status.success(), "cargo build failed");
    let messages = String::from_utf8_lossy(&done.stdout).into_owned();
    let executables: Vec<PathBuf> = messages
        .lines()
        .filter_map(|it| serde_json::from_str::<Value>(it).ok())
        .filter_map(|it| it["executable"].as_str().map(PathBuf::from))
        .collect();
    PROGRAMS
        .iter()
        .map(|program| {
            let file =
                executables.iter().find(|it| it.file_stem().is_some_and(|stem| stem == *program));
            Ok((*program, file.with_context(|| format!("cargo built no {program}"))?.clone()))
        })
        .collect()
}

/// The programs in a folder.
pub(super) fn found(folder: &Path, target: &str) -> Result<Vec<(&'static str, PathBuf)>> {
    let ending = if target.contains("windows") { ".exe" } else { "" };
    PROGRAMS
        .iter()
        .map(|program| {
            let file = folder.join(format!("{program}{ending}"));
            ensure!(file.is_file(), "{} is missing", file.display());
            Ok((*program, file))
        })
        .collect()
}

/// The platform of this machine; on Linux the one with static programs, where its parts are installed.
pub(super) fn own_target() -> Result<String> {
    let host = host()?;
    let Some(family) = host.strip_suffix("-unknown-linux-gnu") else { return Ok(host) };
    let target = format!("{family}-unknown-linux-musl");
    let printed =
        Command::new(rustc()).args(["--print", "target-libdir", "--target", &target]).output()?;
    let library = PathBuf::from(String::from_utf8_lossy(&printed.stdout).trim());
    let has_compiler = Command::new("musl-gcc").arg("--version").output().is_ok();
    if library.is_dir() && has_compiler {
        return Ok(target);
    }
    say(&format!(
        "bundle: programs will need the system's C library; for static ones: rustup target add {target}, apt-get install musl-tools"
    ));
    Ok(host)
}

/// The platform that this compiler builds for by itself.
fn host() -> Result<String> {
    let told = Command::new(rustc()).arg("-vV").output().context("rustc -vV")?;
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    let line = text.lines().find_map(|it| it.strip_prefix("host: "));
    Ok(line.context("rustc names no host")?.to_owned())
}

fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into())
}

/// The cargo that runs this.
pub(super) fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}
