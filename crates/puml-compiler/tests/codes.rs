//! Every code has a page, and every page a code.

#![expect(clippy::disallowed_methods, reason = "a test may look at the documents")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use puml_compiler::codes;

#[test]
fn every_code_has_its_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    for area in ["preprocess", "syntax", "model", "style", "lint"] {
        let all: Vec<String> =
            codes::all().map(|it| it.name.to_owned()).filter(|it| it.starts_with(area)).collect();
        let names: BTreeSet<String> = all.iter().cloned().collect();
        assert_eq!(names.len(), all.len(), "a name of {area} is used twice");
        let pages: BTreeSet<String> = fs::read_dir(docs.join(area))
            .unwrap_or_else(|it| panic!("docs/codes/{area}: {it}"))
            .filter_map(|it| {
                it.unwrap()
                    .file_name()
                    .into_string()
                    .unwrap()
                    .strip_suffix(".md")
                    .map(|it| format!("{area}/{it}"))
            })
            .collect();
        assert_eq!(names, pages);
        for name in names {
            let page = fs::read_to_string(docs.join(format!("{name}.md"))).unwrap();
            assert!(page.starts_with(&format!("# `{name}`\n")), "{name} has another title");
        }
    }
}
