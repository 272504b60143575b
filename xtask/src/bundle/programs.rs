//! The program of a release: built here, or found where somebody built it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{cargo::cargo, say};

/// The one program that is released; it is each of `NAMES` under that name.
pub(super) const PROGRAM: &str = "straightedge";
/// The names under which it acts as another program.
pub(super) const NAMES: [&str; 5] = ["agentpack", "planexe", "puml", "puml-lsp", "puml-mcp"];

/// Builds the program for a platform.
pub(super) fn built(target: &str, profile: &str) -> Result<PathBuf> {
    let mut cargo = cargo();
    cargo.args([
        "build",
        "--locked",
        "--profile",
        profile,
        "--message-format",
        "json-render-diagnostics",
        "--package",
        PROGRAM,
    ]);
    // Naming the compiler's own platform would move its output and build everything once more.
    if target != host()? {
        cargo.args(["--target", target]);
    }
    let done = cargo.stderr(std::process::Stdio::inherit()).output();
    let done = done.context("cargo build")?;
    ensure!(done.status.success(), "cargo build failed");
    let messages = String::from_utf8_lossy(&done.stdout).into_owned();
    messages
        .lines()
        .filter_map(|it| serde_json::from_str::<Value>(it).ok())
        .filter_map(|it| it["executable"].as_str().map(PathBuf::from))
        .find(|it| it.file_stem().is_some_and(|stem| stem == PROGRAM))
        .with_context(|| format!("cargo built no {PROGRAM}"))
}

/// The program in a folder.
pub(super) fn found(folder: &Path, target: &str) -> Result<PathBuf> {
    let file = folder.join(file_name(PROGRAM, target));
    ensure!(file.is_file(), "{} is missing", file.display());
    Ok(file)
}

/// What a program's file is called on a platform.
pub(super) fn file_name(program: &str, target: &str) -> String {
    format!("{program}{}", if target.contains("windows") { ".exe" } else { "" })
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
