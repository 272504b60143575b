//! The table of features against what there is.

use std::path::Path;

use puml_lsp::{FEATURES, page};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_feature_names_a_test_that_exists() {
    for feature in FEATURES {
        let (file, test) = feature.test.split_once("::").expect("`file::test`");
        let path = Path::new(HERE).join("tests/protocol").join(format!("{file}.rs"));
        let source = std::fs::read_to_string(&path).unwrap_or_else(|it| panic!("{path:?}: {it}"));
        let method = feature.method;
        assert!(source.contains(&format!("fn {test}(")), "{method}: no test `{}`", feature.test);
    }
}

#[test]
fn every_request_is_in_the_table() {
    let source = std::fs::read_to_string(Path::new(HERE).join("src/requests.rs")).unwrap();
    let quoted = source.lines().filter_map(|it| it.trim().strip_prefix('"'));
    let methods: Vec<&str> = quoted.filter_map(|it| it.split('"').next()).collect();
    assert!(methods.len() > 10, "{methods:?}");
    for method in methods {
        assert!(FEATURES.iter().any(|it| it.method == method), "{method} is not in the table");
    }
}

#[test]
fn the_reference_page_is_current() {
    let path = Path::new(HERE).join("../../docs/lsp.md");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page(),
        "docs/lsp.md is stale: cargo run -p puml-lsp --example reference > docs/lsp.md"
    );
}
