//! The table in `docs/definition-of-done.md` names files and tests that exist.

use std::path::PathBuf;

fn root() -> PathBuf {
    puml_agent_evals::folder().join("../..")
}

#[test]
fn every_line_names_something_that_holds_it() {
    let page = std::fs::read_to_string(root().join("docs/definition-of-done.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|it| it.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), 16, "the specification has sixteen lines");
    for row in rows {
        let held = row.trim_matches(['|', ' ']).split_once(" | ").expect("two columns").1;
        let mut file = String::new();
        for name in held.split('`').skip(1).step_by(2) {
            if name.contains('/') && !name.contains(' ') && root().join(name).is_file() {
                file = std::fs::read_to_string(root().join(name)).unwrap();
            } else if name.contains(' ') || name == "skills/list" {
                assert!(
                    name.starts_with("cargo ")
                        || name.starts_with("claude ")
                        || name == "skills/list",
                    "{name}"
                );
            } else if name.contains('/') {
                panic!("`{name}` does not exist: {row}");
            } else {
                assert!(
                    file.contains(&format!("fn {name}()")),
                    "no test is called `{name}`: {row}"
                );
            }
        }
    }
}
