//! Diagnostic codes against their pages: each code has one, no page is orphaned.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::tree;

/// One code as its table declares it.
pub(crate) struct Entry {
    /// `error`, `warning` or `info`.
    pub(crate) severity: String,
    /// The one line of the table.
    pub(crate) summary: String,
    /// The file that declares it.
    pub(crate) file: String,
}

pub(super) fn check() -> Result<Vec<String>> {
    let codes = entries()?;
    let mut problems = Vec::new();
    for (code, entry) in &codes {
        let page = format!("docs/codes/{code}.md");
        match tree::text(&page) {
            None => problems.push(format!("`{code}` ({}) has no page {page}", entry.file)),
            Some(text) if !text.starts_with(&format!("# `{code}`")) => {
                problems.push(format!("{page} must open with \"# `{code}`\""));
            }
            Some(_) => {}
        }
    }
    for file in tree::files()? {
        let Some(name) = file.strip_prefix("docs/codes/").and_then(|it| it.strip_suffix(".md"))
        else {
            continue;
        };
        if name != "README" && !codes.contains_key(name) {
            problems.push(format!("{file} explains a code that no table has"));
        }
    }
    Ok(problems)
}

/// Every code of every `codes.rs`, by name.
pub(crate) fn entries() -> Result<BTreeMap<String, Entry>> {
    let mut found = BTreeMap::new();
    for file in tree::files()? {
        if !file.starts_with("crates/") || !is_table(&file) {
            continue;
        }
        let text = tree::text(&file).unwrap_or_default();
        for (severity, rest) in text.split("Code::").skip(1).filter_map(|it| it.split_once('(')) {
            let mut strings = rest.split('"').skip(1).step_by(2);
            let (Some(name), Some(summary)) = (strings.next(), strings.next()) else { continue };
            if ["error", "warning", "info"].contains(&severity) {
                let entry = Entry {
                    severity: severity.to_owned(),
                    summary: summary.to_owned(),
                    file: file.clone(),
                };
                found.insert(name.to_owned(), entry);
            }
        }
    }
    Ok(found)
}

fn is_table(file: &str) -> bool {
    file.ends_with("/src/codes.rs") || file.contains("/src/codes/")
}
