//! What the released programs are made of: every crate that ends up in one of them, with its licence.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::programs::PROGRAM;
use crate::{cargo::cargo, tree};

/// A crate from elsewhere.
pub(super) struct Crate {
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression; empty where only a file says it.
    pub(super) licence: String,
    pub(super) repository: Option<String>,
    /// Of the package as published.
    pub(super) checksum: Option<String>,
    /// Where its files are.
    pub(super) folder: PathBuf,
    /// Its own dependencies, as keys of the graph.
    pub(super) uses: Vec<String>,
}

/// The crates by `name@version`, and those that our own code uses.
pub(super) struct Graph {
    pub(super) crates: BTreeMap<String, Crate>,
    pub(super) direct: Vec<String>,
}

/// Reads what cargo resolves for a platform. Parts that only build or test are left out.
pub(super) fn read(target: &str) -> Result<Graph> {
    let output = cargo()
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", target])
        .output()
        .context("cargo metadata")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|it| (text(&it["id"]), it)).collect();
    let nodes: BTreeMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|it| (text(&it["id"]), runtime(it)))
        .collect();
    let own: BTreeSet<String> = list(&metadata["workspace_members"]).iter().map(text).collect();
    let mut open: Vec<String> =
        own.iter().filter(|id| text(&packages[*id]["name"]) == PROGRAM).cloned().collect();
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(id) = open.pop() {
        for next in nodes.get(&id).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    let checksums = checksums();
    let key =
        |id: &String| format!("{}@{}", text(&packages[id]["name"]), text(&packages[id]["version"]));
    let uses = |id: &String| {
        let mut uses: Vec<String> =
            nodes.get(id).into_iter().flatten().filter(|it| !own.contains(*it)).map(key).collect();
        uses.sort();
        uses.dedup();
        uses
    };
    let crates = seen.iter().filter(|it| !own.contains(*it)).map(|id| {
        let package = &packages[id];
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let found = Crate {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]).replace('/', " OR "),
            repository: package["repository"].as_str().map(str::to_owned),
            checksum: checksums.get(&key(id)).cloned(),
            folder: manifest.parent().map(PathBuf::from).unwrap_or_default(),
            uses: uses(id),
        };
        (key(id), found)
    });
    let crates = crates.collect();
    let mut direct: Vec<String> =
        seen.iter().filter(|it| own.contains(*it)).flat_map(uses).collect();
    direct.sort();
    direct.dedup();
    Ok(Graph { crates, direct })
}

/// The dependencies of a node that are in the program.
fn runtime(node: &Value) -> Vec<String> {
    let edges = node["deps"].as_array().into_iter().flatten();
    let normal = edges.filter(|it| {
        it["dep_kinds"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
    });
    normal.map(|it| text(&it["pkg"])).collect()
}

/// SHA-256 of each published package, from the lock file.
fn checksums() -> BTreeMap<String, String> {
    let lock = tree::text("Cargo.lock").unwrap_or_default();
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|it| it.strip_prefix(&format!("{key} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    lock.split("[[package]]")
        .filter_map(|it| {
            Some((
                format!("{}@{}", value(it, "name")?, value(it, "version")?),
                value(it, "checksum")?,
            ))
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
