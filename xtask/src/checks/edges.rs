//! Which package may depend on which. The table is the design; `cargo metadata` is the truth.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::cargo::cargo;

/// Libraries and the workspace libraries each may use. Development dependencies are free.
const ALLOWED: &[(&str, &[&str])] = &[
    ("content-digest", &[]),
    ("diag", &[]),
    ("feature-set", &[]),
    ("font", &[]),
    ("graph-layout", &[]),
    ("roots", &[]),
    ("scene", &["diag", "font"]),
    ("puml-syntax", &["diag"]),
    ("puml-family", &["diag", "font", "puml-syntax", "scene"]),
    ("puml-graph", &["diag", "graph-layout", "puml-family", "scene"]),
    ("puml-sequence", &["diag", "puml-family", "puml-syntax", "scene"]),
    ("puml-activity", &["diag", "puml-family", "puml-graph", "puml-syntax", "scene"]),
    ("puml-class", &["diag", "puml-family", "puml-graph", "puml-syntax", "scene"]),
    ("puml-description", &["diag", "puml-family", "puml-graph", "puml-syntax", "scene"]),
    ("puml-timing", &["diag", "puml-family", "puml-syntax", "scene"]),
    ("puml-gantt", &["diag", "puml-family", "puml-syntax", "scene"]),
    ("puml-data", &["diag", "graph-layout", "puml-family", "puml-syntax", "scene"]),
    ("puml-state", &["diag", "puml-family", "puml-graph", "puml-syntax", "scene"]),
    ("puml-tree", &["diag", "graph-layout", "puml-family", "puml-syntax", "scene"]),
    (
        "puml-compiler",
        &[
            "diag",
            "puml-activity",
            "puml-class",
            "puml-data",
            "puml-description",
            "puml-family",
            "puml-gantt",
            "puml-sequence",
            "puml-state",
            "puml-syntax",
            "puml-timing",
            "puml-tree",
        ],
    ),
    ("picture", &["feature-set", "font", "scene"]),
    ("share", &[]),
    ("mermaid", &["diag", "feature-set", "font", "scene"]),
    ("puml-source", &["diag", "puml-compiler", "puml-syntax", "roots", "scene"]),
    (
        "diagrams",
        &[
            "diag",
            "diagram-import",
            "font",
            "mermaid",
            "picture",
            "puml-compiler",
            "puml-family",
            "puml-sequence",
            "puml-source",
            "puml-syntax",
            "scene",
        ],
    ),
    ("diagram-import", &["diag", "puml-syntax"]),
    ("puml-ide", &["diag", "puml-compiler", "puml-syntax"]),
    ("toolserver", &["feature-set", "roots"]),
    ("agentpack-core", &["content-digest", "diag"]),
    ("planner", &["content-digest", "scene"]),
    ("planexe-core", &["feature-set", "planner", "roots"]),
];

/// Programs and tools: at the rim, so they may use every library. The programs that each may contain
/// are named beside it.
const RIM: &[(&str, &[&str])] = &[
    ("agentpack", &[]),
    ("planexe", &[]),
    ("puml", &["puml-lsp", "puml-mcp"]),
    ("puml-lsp", &[]),
    ("puml-mcp", &[]),
    ("straightedge", &["agentpack", "planexe", "puml", "puml-lsp", "puml-mcp"]),
    ("puml-agent-evals", &["cases", "puml-mcp"]),
    ("cases", &[]),
    ("xtask", &[]),
];

pub(super) fn check() -> Result<Vec<String>> {
    let packages = packages()?;
    let names: Vec<&str> = packages.iter().filter_map(|it| it["name"].as_str()).collect();
    let mut problems = Vec::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let library = ALLOWED.iter().find(|(it, _)| *it == name);
        let program = RIM.iter().find(|(it, _)| *it == name);
        if library.is_none() && program.is_none() {
            problems.push(format!("package `{name}` is not in the table"));
            continue;
        }
        let used = package["dependencies"].as_array().into_iter().flatten();
        for edge in used.filter(|it| it["kind"].is_null()).filter_map(|it| it["name"].as_str()) {
            let allowed = match (library, program) {
                (Some((_, all)), _) => all.contains(&edge),
                (None, Some((_, contained))) => {
                    contained.contains(&edge) || RIM.iter().all(|(it, _)| *it != edge)
                }
                (None, None) => false,
            };
            if names.contains(&edge) && !allowed {
                problems.push(format!("`{name}` must not know `{edge}`"));
            }
        }
    }
    for (name, _) in ALLOWED {
        if !names.contains(name) {
            problems.push(format!("the table names `{name}`, which does not exist"));
        }
    }
    Ok(problems)
}

fn packages() -> Result<Vec<Value>> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata failed");
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    Ok(metadata["packages"].as_array().cloned().unwrap_or_default())
}
