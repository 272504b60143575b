//! No address of a package registry and no path of a developer's machine stands in the tree.

use anyhow::Result;

use crate::tree;

/// Written in two parts, so that this file does not name what it looks for.
const FORBIDDEN: &[(&str, &str)] = &[
    ("registry.npm", "js.org"),
    ("pypi", ".org"),
    ("pythonhosted", ".org"),
    ("static.crates", ".io"),
    ("index.crates", ".io"),
    ("deb.debian", ".org"),
    ("/wo", "rk/"),
    ("/ro", "ot/"),
    ("/home", "/"),
    ("/Us", "ers/"),
];

pub(super) fn check() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for file in tree::files()?.iter().filter(|it| *it != "Cargo.lock") {
        let Some(text) = tree::text(file) else { continue };
        for (number, line) in text.lines().enumerate() {
            for (first, second) in FORBIDDEN {
                if line.contains(&format!("{first}{second}")) {
                    problems.push(format!("{file}:{} names `{first}…`", number + 1));
                }
            }
        }
    }
    Ok(problems)
}
