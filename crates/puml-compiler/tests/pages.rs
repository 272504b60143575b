//! Every code has a page, and every page tells the truth: its wrong example is reported with that
//! code, its right example is not.

use diag::SourceId;
use puml_compiler::codes;
use puml_sequence::import;

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../docs/codes/syntax/", $name, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages![
    "arrow-as-action",
    "bad-data",
    "bad-number-format",
    "bad-value",
    "empty-block",
    "foreign-chrome",
    "glued-keyword",
    "headless-arrow",
    "ignored-color",
    "ignored-style",
    "ignored-words",
    "indented-sign",
    "label-in-test",
    "late-shape",
    "late-swimlane",
    "malformed-activation",
    "malformed-arrow",
    "malformed-highlight",
    "malformed-note",
    "malformed-number",
    "malformed-stretch",
    "mermaid",
    "mermaid-lost",
    "mermaid-unknown",
    "message-too-long",
    "misplaced-suffix",
    "missing-argument",
    "missing-brace",
    "missing-colon",
    "missing-end-marker",
    "missing-label",
    "no-case",
    "no-data",
    "no-nodes",
    "no-open-box",
    "no-open-group",
    "no-participants",
    "no-steps",
    "nothing-to-detach",
    "old-color",
    "old-shape",
    "other-diagram",
    "stereotype-before-action",
    "surplus-brace",
    "swallowed-line",
    "too-deep",
    "unbracketed-test",
    "unclosed-block",
    "unclosed-box",
    "unclosed-comment",
    "unclosed-group",
    "unclosed-quote",
    "unended-action",
    "unexpected-text",
    "unknown-color",
    "unknown-directive",
    "unknown-phrase",
    "unknown-statement",
    "unquoted-name",
];

/// The text of a fenced block of the page, and its language.
fn block(page: &str, number: usize) -> (&str, &str) {
    let rest = page.splitn(2 * number, "```").last().expect("a block");
    let (language, rest) = rest.split_once('\n').expect("a language");
    (language, rest.split_once("\n```").expect("the end of the block").0)
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
    let mut named: Vec<String> = PAGES.iter().map(|it| format!("syntax/{}", it.0)).collect();
    let all = codes::all().map(|it| it.name);
    let mut codes: Vec<&str> = all.filter(|it| it.starts_with("syntax/")).collect();
    named.sort_unstable();
    codes.sort_unstable();
    assert_eq!(named, codes);
    for (name, page) in PAGES {
        assert!(page.starts_with(&format!("# `syntax/{name}`\n")), "{name}");
    }
}

#[test]
fn wrong_examples_are_reported_and_right_ones_are_clean() {
    for (name, page) in PAGES {
        let code = format!("syntax/{name}");
        let (language, wrong) = block(page, 1);
        let found = reported(language, wrong);
        assert!(found.contains(&code.as_str()), "{name}: {found:?}");
        let (language, right) = block(page, 2);
        assert_eq!(reported(language, right), [""; 0], "{name}");
    }
}
