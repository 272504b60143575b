//! The files of a project that may hold diagrams: those under the roots that end as diagrams and pages do.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use diagrams::{Language, is_entered};
use roots::{Entry, Folder, Kind};
use toolserver::Roots;

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

/// A file of the project that holds nothing but diagrams.
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

/// Looks for files that hold nothing but diagrams in puml. Links are not followed, hidden folders not entered; what cannot be read is passed over.
pub(crate) fn diagrams(roots: &Roots) -> Found {
    files(roots, is_diagram)
}

/// Looks for everything that may hold a diagram: files in every language, and pages, in which there may be none.
pub(crate) fn diagrams_and_pages(roots: &Roots) -> Found {
    files(roots, |path| Language::of_path(path).is_some())
}

fn files(roots: &Roots, is_wanted: fn(&Path) -> bool) -> Found {
    let mut found = Found::default();
    let mut left = MOST_ENTRIES;
    for root in roots.folders() {
        let mut search = Search { is_wanted, left, files: Vec::new() };
        if let Ok(folder) = Folder::at(root) {
            search.look(&folder, root, 0);
        }
        left = search.left;
        found.is_cut |= left == 0;
        search.files.sort_by(|one, other| one.0.cmp(&other.0));
        found.files.extend(search.files.into_iter().filter_map(|it| file(roots, root, it)));
    }
    found
}

/// A diagram with its size and its time.
type Seen = (PathBuf, u64, Option<SystemTime>);

struct Search {
    is_wanted: fn(&Path) -> bool,
    /// Entries that may still be looked at.
    left: usize,
    files: Vec<Seen>,
}

impl Search {
    fn look(&mut self, folder: &Folder, path: &Path, depth: usize) {
        for Entry { name, kind } in folder.entries(self.left).unwrap_or_default() {
            self.left = self.left.saturating_sub(1);
            let path = path.join(&name);
            match kind {
                Kind::Folder if depth < DEEPEST && is_entered(&name) => {
                    if let Ok(below) = folder.beneath(Path::new(&name)) {
                        self.look(&below, &path, depth + 1);
                    }
                }
                Kind::File if (self.is_wanted)(&path) => {
                    if let Ok(metadata) = folder.open(&name).and_then(|it| it.metadata()) {
                        self.files.push((path, metadata.len(), metadata.modified().ok()));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a path ends as diagrams do.
pub(crate) fn is_diagram(path: &Path) -> bool {
    Language::of_path(path) == Some(Language::Puml)
}

fn file(roots: &Roots, root: &Path, (real, bytes, modified): Seen) -> Option<File> {
    let below = real.strip_prefix(root).ok()?;
    let path = if roots.confine(below).is_ok_and(|it| it == real) { below } else { &real };
    Some(File { path: path.to_str()?.replace('\\', "/"), bytes, modified })
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
