//! Whether every way to build asks for the same features of each dependency. A difference makes cargo compile it once
//! more, in silence; of the Mermaid engine that takes minutes.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use crate::cargo::cargo;

/// The programs. Built alone, each shares every dependency with `cargo build --workspace`.
const PROGRAMS: &[&str] = &["agentpack", "planexe", "puml", "puml-lsp", "puml-mcp", "straightedge"];
/// Packages that draw Mermaid. Built alone, each shares the engine with the tests of the workspace as well.
const MERMAID: &[&str] = &["mermaid", "planexe", "puml", "puml-mcp", "straightedge"];

const BUILD: &str = "normal,build";
const TEST: &str = "normal,build,dev";

pub(super) fn check() -> Result<Vec<String>> {
    let engine = units(&["--package", "merman"], BUILD)?;
    let engine = names(&engine);
    let built = units(&["--workspace"], BUILD)?;
    let tested = units(&["--workspace"], TEST)?;
    let mut problems = Vec::new();
    for package in PROGRAMS {
        let own = units(&["--package", package], BUILD)?;
        problems.extend(own.difference(&built).map(|unit| again(package, unit)));
        if !MERMAID.contains(package) && names(&own).iter().any(|it| it.starts_with("merman ")) {
            problems.push(format!("`{package}` draws no Mermaid and must not link its engine"));
        }
    }
    for package in MERMAID {
        let own = units(&["--package", package], BUILD)?;
        let of_engine = own.difference(&tested).filter(|it| engine.contains(name(it)));
        problems.extend(of_engine.map(|unit| again(package, unit)));
    }
    problems.sort();
    problems.dedup();
    Ok(problems)
}

fn again(package: &str, unit: &str) -> String {
    let (name, features) = unit.split_once('|').unwrap_or((unit, ""));
    format!(
        "`cargo build -p {package}` compiles {name} again: it has only the features `{features}`; \
         add the others in crates/feature-set/Cargo.toml"
    )
}

fn name(unit: &str) -> &str {
    unit.split_once('|').map_or(unit, |it| it.0)
}

fn names(units: &BTreeSet<String>) -> BTreeSet<&str> {
    units.iter().map(|it| name(it)).collect()
}

/// Every package of the registry in a build, as `name version|features`.
fn units(of: &[&str], edges: &str) -> Result<BTreeSet<String>> {
    let mut command = cargo();
    command.args(["tree", "--locked", "--prefix", "none", "--format", "{p}|{f}"]);
    command.args(of).args(["--edges", edges]);
    let output = command.output().context("cargo tree")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let lines = text.lines().map(|it| it.trim_end_matches(" (*)"));
    Ok(lines.filter(|it| !it.is_empty() && !it.contains("(/")).map(str::to_owned).collect())
}
