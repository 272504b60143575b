//! The licence texts of everything inside the programs, each text once with all who use it.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use anyhow::Result;

use super::graph::Graph;

/// How files with licences are called.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"];

pub(super) fn text(graph: &Graph) -> Result<String> {
    let mut out = String::from("The programs contain these parts of other projects.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, it) in &graph.crates {
        let licence = if it.licence.is_empty() { "see its text" } else { &it.licence };
        writeln!(out, "{key}: {licence}")?;
        for text in files(&it.folder)? {
            texts.entry(text).or_default().push(key.clone());
        }
    }
    for (text, users) in texts {
        write!(out, "\n{}\n{}\n\n{text}\n", "-".repeat(80), users.join(", "))?;
    }
    Ok(out)
}

/// The licence texts of a crate, without blank ends so that equal ones are equal.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.flatten().map(|it| it.path()).collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths.iter().filter(|it| it.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|it| name.starts_with(it)) {
            let text = String::from_utf8_lossy(&std::fs::read(path)?).replace("\r\n", "\n");
            texts.push(text.trim().to_owned());
        }
    }
    Ok(texts)
}
