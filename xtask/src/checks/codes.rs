//! Codes against their pages: each that a check or a tool can answer with has one, no page is orphaned.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::tree;

/// One code as its table declares it.
pub(crate) struct Entry {
    /// `error`, `warning` or `info` of a finding, `refusal` of a tool call.
    pub(crate) severity: String,
    /// The one line of the table; of a refusal, the first sentence of its page.
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

/// The areas of refusals: what a tool answers when it cannot do what is asked.
const REFUSALS: [&str; 6] = ["agentpack", "edit", "path", "puml", "resource", "tool"];

/// Every code of every `codes.rs`, and every refusal of a tool, by name.
pub(crate) fn entries() -> Result<BTreeMap<String, Entry>> {
    let mut found = refusals()?;
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

/// The codes that the sources of the servers spell out.
fn refusals() -> Result<BTreeMap<String, Entry>> {
    let mut found = BTreeMap::new();
    let is_server = |it: &str| it.starts_with("crates/toolserver/src/") || it.starts_with("apps/");
    for file in tree::rust_files()?.into_iter().filter(|it| is_server(it)) {
        let text = tree::text(&file).unwrap_or_default();
        for code in refusals_in(&text) {
            let page = tree::text(&format!("docs/codes/{code}.md")).unwrap_or_default();
            let entry = Entry {
                severity: "refusal".to_owned(),
                summary: first_sentence(&page).to_owned(),
                file: file.clone(),
            };
            found.insert(code.to_owned(), entry);
        }
    }
    Ok(found)
}

fn refusals_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|it| {
        let is_kebab =
            |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
        it.split_once('/').is_some_and(|(area, name)| REFUSALS.contains(&area) && is_kebab(name))
    })
}

/// The first sentence below the title, without its stop.
fn first_sentence(page: &str) -> &str {
    let body = page.split_once("\n\n").map_or("", |it| it.1);
    body.split_once('.').map_or(body, |it| it.0)
}

fn is_table(file: &str) -> bool {
    file.ends_with("/src/codes.rs") || file.contains("/src/codes/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_in_a_source_is_found() {
        let text =
            r#"ToolError::new("path/exists", m); "tool/time-limit" => "puml", "path/{x}", "a/b""#;
        assert_eq!(refusals_in(text).collect::<Vec<_>>(), ["path/exists", "tool/time-limit"]);
    }

    #[test]
    fn the_summary_is_the_first_sentence() {
        assert_eq!(first_sentence("# `a/b`\n\nIt broke. Mend it.\n"), "It broke");
        assert_eq!(first_sentence(""), "");
    }

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        assert!(entries().unwrap().len() > 250, "findings and refusals are enumerated");
        assert_eq!(check().unwrap(), Vec::<String>::new());
    }
}
