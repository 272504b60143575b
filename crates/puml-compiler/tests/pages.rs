//! Every code has a page, and every page tells the truth: its wrong example is reported with that
//! code, its right example is not.

#![expect(clippy::disallowed_methods, reason = "a test may read files; only the library may not")]

use std::fs;
use std::path::{Path, PathBuf};

use diag::SourceId;
use puml_compiler::codes;
use puml_sequence::import;

/// The pages of the area `syntax`, by name.
fn pages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes/syntax");
    let entries = fs::read_dir(folder).expect("the pages lie in docs").map(|it| it.unwrap().path());
    let page = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let mut pages: Vec<_> = entries.map(page).collect();
    pages.sort();
    pages
}

/// The text of a fenced block of the page, and its language.
fn block(page: &str, number: usize) -> (&str, &str) {
    let rest = page.splitn(2 * number, "```").last().expect("a block");
    let (language, rest) = rest.split_once('\n').expect("a language");
    (language, rest.split_once("\n```").expect("the end of the block").0)
}

/// A line `…` stands for the line before it, many times.
fn repeated(source: &str) -> String {
    match source.strip_suffix("\n…") {
        Some(line) => format!("{line}\n").repeat(300),
        None => source.to_owned(),
    }
}

fn reported(language: &str, source: &str) -> Vec<&'static str> {
    let diagnostics = if language == "mermaid" {
        import::mermaid(source, SourceId(0)).diagnostics
    } else {
        puml_compiler::check(source)
    };
    diagnostics.iter().map(|it| it.code.name).collect()
}

#[test]
fn every_code_has_a_page() {
    let pages = pages();
    let named: Vec<String> = pages.iter().map(|it| format!("syntax/{}", it.0)).collect();
    let all = codes::all().map(|it| it.name);
    let mut codes: Vec<&str> = all.filter(|it| it.starts_with("syntax/")).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(named, codes);
    for (name, page) in pages {
        assert!(page.starts_with(&format!("# `syntax/{name}`\n")), "{name}");
    }
}

/// Why a family does not take a block; another family then does, so that nobody is told.
const UNTOLD: [&str; 1] = ["no-steps"];

#[test]
fn wrong_examples_are_reported_and_right_ones_are_clean() {
    let mut untrue = Vec::new();
    for (name, page) in pages() {
        let code = format!("syntax/{name}");
        let (language, wrong) = block(&page, 1);
        let found = reported(language, &repeated(wrong));
        if !found.contains(&code.as_str()) && !UNTOLD.contains(&name.as_str()) {
            untrue.push(format!("{name}: the wrong example is reported as {found:?}"));
        }
        let (language, right) = block(&page, 2);
        let found = reported(language, right);
        if !found.is_empty() {
            untrue.push(format!("{name}: the right example is reported as {found:?}"));
        }
    }
    assert_eq!(untrue, [""; 0]);
}
