//! Whole outputs of a program against files below `tests/golden` of its package; every program's tests include this.
//!
//! `BLESS=1 cargo nextest run -p PACKAGE golden` writes them anew. Read the diff.

use std::path::Path;

/// Fails unless the file of that name holds `text`.
pub(crate) fn assert_golden(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; BLESS=1 writes it", file.display()));
    assert!(
        expected == text,
        "{} no longer holds; BLESS=1 takes it as it is now\n--- expected\n{expected}\n--- now\n{text}",
        file.display()
    );
}
