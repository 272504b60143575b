//! Reading a folder of sources in a fixed order.

use std::path::{Path, PathBuf};

/// Every `.mmd` file under a folder, sorted by path.
pub(crate) fn sources(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "mmd") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A file's text; bytes that are not UTF-8 are shown as replacement characters.
pub(crate) fn text(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}
