//! The diagram files of a project: those under the roots that end as diagrams do.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use toolserver::Roots;

/// How a diagram's file ends.
pub(crate) const ENDINGS: [&str; 4] = ["puml", "plantuml", "iuml", "pu"];
/// Folders that hold what others wrote or what was built.
const SKIPPED: [&str; 3] = ["node_modules", "target", "vendor"];
/// Entries looked at; past it the rest of the project is left out, and that is said.
const MOST_ENTRIES: usize = 50_000;
/// Folders inside one another.
const DEEPEST: usize = 32;

/// What a look at the project found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// In the order of their paths, root by root.
    pub(crate) files: Vec<File>,
    /// Whether the project is too large to have been looked at as a whole.
    pub(crate) is_cut: bool,
}

/// A diagram file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// Relative to its root, with `/`; absolute where an earlier root has a file of that name.
    pub(crate) path: String,
    pub(crate) bytes: u64,
    pub(crate) modified: Option<SystemTime>,
}

impl File {
    /// Where its text is read.
    pub(crate) fn uri(&self) -> String {
        format!("puml://project/files/{}", encoded(&self.path))
    }
}

/// Looks for diagrams. Links are not followed, hidden folders not entered; what cannot be read is passed over.
pub(crate) fn diagrams(roots: &Roots) -> Found {
    let mut found = Found::default();
    let mut entries = 0;
    for root in roots.folders() {
        let mut folders = vec![(root.clone(), 0)];
        let mut files = Vec::new();
        while let Some((folder, depth)) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                entries += 1;
                if entries > MOST_ENTRIES {
                    found.is_cut = true;
                    break;
                }
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && depth < DEEPEST && is_entered(&entry) => {
                        folders.push((entry.path(), depth + 1));
                    }
                    Ok(kind) if kind.is_file() && is_diagram(&entry.path()) => {
                        files.push(entry.path());
                    }
                    _ => {}
                }
            }
        }
        files.sort();
        found.files.extend(files.into_iter().filter_map(|real| file(roots, root, &real)));
    }
    found
}

/// Whether a path ends as diagrams do.
pub(crate) fn is_diagram(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase);
    ending.is_some_and(|it| ENDINGS.contains(&it.as_str()))
}

fn is_entered(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    !name.starts_with('.') && !SKIPPED.contains(&name.as_ref())
}

fn file(roots: &Roots, root: &Path, real: &PathBuf) -> Option<File> {
    let metadata = real.metadata().ok()?;
    let below = real.strip_prefix(root).ok()?;
    let path = if roots.confine(below).is_ok_and(|it| it == *real) { below } else { real };
    Some(File {
        path: path.to_str()?.replace('\\', "/"),
        bytes: metadata.len(),
        modified: metadata.modified().ok(),
    })
}

/// A path as part of an address.
fn encoded(path: &str) -> String {
    use std::fmt::Write as _;
    path.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_diagrams_of_the_project_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "A -> B").unwrap();
        };
        for path in ["b.puml", "docs/a b.PU", "docs/x.md", ".git/c.puml", "node_modules/d.puml"] {
            write(path);
        }
        let found = diagrams(&Roots::at([folder.path()]).unwrap());
        let paths: Vec<&str> = found.files.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["b.puml", "docs/a b.PU"]);
        assert_eq!(found.files[1].uri(), "puml://project/files/docs/a%20b.PU");
        assert!(!found.is_cut);
    }

    #[test]
    fn a_second_root_keeps_its_names_apart() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [&one, &other] {
            std::fs::write(folder.path().join("same.puml"), "A -> B").unwrap();
        }
        std::fs::write(other.path().join("own.puml"), "A -> B").unwrap();
        let found = diagrams(&Roots::at([one.path(), other.path()]).unwrap());
        let paths: Vec<&str> = found.files.iter().map(|it| it.path.as_str()).collect();
        let absolute = other.path().canonicalize().unwrap().join("same.puml");
        assert_eq!(paths, ["same.puml", "own.puml", absolute.to_str().unwrap()]);
    }
}
