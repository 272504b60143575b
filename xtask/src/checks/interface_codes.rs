//! The codes of the HTTP server and of planexe against the pages that list them.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::tree;

/// Where codes are spelt out, and the page that lists them.
const INTERFACES: [(&[&str], &str); 2] = [
    (&["apps/straightedge/src/", "crates/share/src/tools"], "docs/server.md"),
    (&["crates/planexe-core/src/error.rs"], "docs/planexe/interface.md"),
];

/// How names of environment variables begin, which look like codes.
const VARIABLES: [&str; 4] = ["CARGO_", "PLANEXE_", "STRAIGHTEDGE_", "XDG_"];

pub(super) fn check() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for (sources, page) in INTERFACES {
        let text = tree::text(page).unwrap_or_default();
        let codes = codes(sources)?;
        if codes.is_empty() {
            problems.push(format!("no code is found in {}", sources.join(", ")));
        }
        for code in codes.iter().filter(|it| !text.contains(&format!("`{it}`"))) {
            problems.push(format!("{page} does not list `{code}`"));
        }
    }
    Ok(problems)
}

fn codes(sources: &[&str]) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let is_source = |file: &str| sources.iter().any(|it| file.starts_with(it));
    for file in tree::rust_files()?.iter().filter(|it| is_source(it)) {
        let text = tree::text(file).unwrap_or_default();
        found.extend(text.split('"').filter(|it| is_code(it)).map(str::to_owned));
    }
    Ok(found)
}

/// Two or more words in capitals.
fn is_code(text: &str) -> bool {
    let is_word = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_uppercase());
    text.contains('_')
        && text.split('_').all(is_word)
        && !VARIABLES.iter().any(|it| text.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_other_texts() {
        let texts = ["NOT_FOUND", "GET", "X_", "STRAIGHTEDGE_LISTEN", "Not_Found", "TIME_LIMIT"];
        let found: Vec<&str> = texts.into_iter().filter(|it| is_code(it)).collect();
        assert_eq!(found, ["NOT_FOUND", "TIME_LIMIT"]);
    }

    #[test]
    fn every_code_of_an_interface_is_on_its_page() {
        assert_eq!(check().unwrap(), Vec::<String>::new());
    }
}
