//! Expectations in files beside this test. `BLESS=1 cargo test -p puml-mcp` writes them anew, to be read in the diff.

use std::path::Path;

/// Compares with the file, or writes it when blessing.
pub(crate) fn assert_snapshot(path: &str, now: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, now).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if expected != now {
        let diff = similar::TextDiff::from_lines(expected.as_str(), now);
        panic!(
            "tests/{path} is not what the server says (-expected +now):\n{}",
            diff.unified_diff()
        );
    }
}
