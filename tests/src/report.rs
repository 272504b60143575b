//! The page that a failing case leaves: each expectation beside what came, pictures drawn.

use std::{fmt::Write as _, path::PathBuf};

use scene::xml::escaped;
use similar::{ChangeTag, TextDiff};

/// Writes the page of one failed case and says where it is.
pub fn report(name: &str, differences: &[(String, String, String)]) -> std::io::Result<PathBuf> {
    let folder = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from)
        .join("case-reports");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{}.html", name.replace('/', "--")));
    std::fs::write(&file, page(name, differences))?;
    Ok(file)
}

fn page(name: &str, differences: &[(String, String, String)]) -> String {
    let mut out = format!(
        "<!doctype html><meta charset=utf-8><title>{0}</title><style>body{{font:14px sans-serif;margin:2em}}pre{{background:#f6f6f6;padding:1em}}del{{background:#fdd}}ins{{background:#dfd}}td{{vertical-align:top;padding:1em}}</style><h1>{0}</h1>",
        escaped(name)
    );
    for (block, expected, actual) in differences {
        let _ = write!(out, "<h2>{}</h2>", escaped(block));
        if block == "svg" {
            let _ = write!(out, "<table><tr><td>expected<br>{expected}<td>now<br>{actual}</table>");
        }
        out.push_str("<pre>");
        for change in TextDiff::from_lines(expected, actual).iter_all_changes() {
            let text = escaped(change.value());
            let _ = match change.tag() {
                ChangeTag::Delete => write!(out, "<del>-{text}</del>"),
                ChangeTag::Insert => write!(out, "<ins>+{text}</ins>"),
                ChangeTag::Equal => write!(out, " {text}"),
            };
        }
        out.push_str("</pre>");
    }
    out
}
