//! Whether every way to build asks for the same features of what the Mermaid engine is built from. A difference makes
//! cargo compile the engine once more, in silence.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tree;

/// Packages that are built alone and draw Mermaid.
const ALONE: &[&str] = &["mermaid", "planexe", "puml", "puml-mcp", "straightedge"];

pub(super) fn check() -> Result<Vec<String>> {
    let engine: BTreeSet<String> = units(&["--package", "merman"])?
        .into_iter()
        .filter_map(|it| Some(it.split_once('|')?.0.to_owned()))
        .collect();
    let shared = units(&["--workspace", "--edges", "normal,build,dev"])?;
    let mut problems = Vec::new();
    for package in ALONE {
        for unit in units(&["--package", package])?.difference(&shared) {
            let (name, features) = unit.split_once('|').unwrap_or((unit, ""));
            if engine.contains(name) {
                problems.push(format!(
                    "`cargo build -p {package}` builds the Mermaid engine again: {name} has only the features `{features}`; \
                     add the others in crates/feature-set/Cargo.toml"
                ));
            }
        }
    }
    Ok(problems)
}

/// Every package of the registry in a build, as `name version|features`.
fn units(of: &[&str]) -> Result<BTreeSet<String>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["tree", "--locked", "--prefix", "none", "--format", "{p}|{f}"]).args(of);
    if !of.contains(&"--edges") {
        command.args(["--edges", "normal,build"]);
    }
    let output = command.current_dir(tree::root()).output().context("cargo tree")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let lines = text.lines().map(|it| it.trim_end_matches(" (*)"));
    Ok(lines.filter(|it| !it.is_empty() && !it.contains("(/")).map(str::to_owned).collect())
}
