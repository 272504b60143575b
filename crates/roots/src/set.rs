//! The set of allowed folders: from a path as a caller wrote it to an open folder and a name in it.

use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use crate::error::{shown, unusable};
use crate::{Folder, Kind, RootError, Target};

/// How often a path is resolved anew when something on it moves meanwhile.
const ATTEMPTS: usize = 16;

/// Allowed folders, canonical, in order of preference. Nothing outside them is read or written,
/// symbolic links included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    folders: Vec<PathBuf>,
    advice: String,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its canonical path: a name to show and to compare.
    pub path: PathBuf,
    /// All of its content.
    pub bytes: Vec<u8>,
}

impl Roots {
    /// No folder: every path is refused, with advice how to allow one (`start the server with --root FOLDER`).
    pub fn none(advice: impl Into<String>) -> Self {
        Self { folders: Vec::new(), advice: advice.into() }
    }

    /// These folders, which must exist.
    pub fn at<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Result<Self, RootError> {
        let folders = folders
            .into_iter()
            .map(|folder| canonical_folder(folder.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            folders,
            advice: "use a path inside them, or start the server with another --root".to_owned(),
        })
    }

    /// The same folders with other words on how to allow a further one.
    #[must_use]
    pub fn advising(mut self, advice: &str) -> Self {
        advice.clone_into(&mut self.advice);
        self
    }

    /// How a further folder can be allowed.
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// The folders, canonical; the first is where relative paths to be written start.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether no path can be used.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The canonical path of something that exists: a name to show and to compare. To read or write, use the other
    /// functions, since a path may lead elsewhere a moment later. A relative path is looked for under each root in turn.
    pub fn confine(&self, path: impl AsRef<Path>) -> Result<PathBuf, RootError> {
        let path = path.as_ref();
        let mut is_missing = false;
        for candidate in self.candidates(path)? {
            match candidate.canonicalize() {
                Ok(real) if self.contains(&real) => return Ok(real),
                Ok(_) => return Err(self.outside(path)),
                Err(_) => is_missing |= self.would_contain(&candidate),
            }
        }
        if is_missing { Err(RootError::Missing(shown(path))) } else { Err(self.outside(path)) }
    }

    /// The text of a file under a root, refused past `limit` bytes without reading further.
    pub fn read_text(&self, path: impl AsRef<Path>, limit: usize) -> Result<String, RootError> {
        let path = path.as_ref();
        String::from_utf8(self.read_bytes(path, limit)?)
            .map_err(|_| RootError::NotText(shown(path)))
    }

    /// The content of a plain file under a root, whatever it is, up to `limit` bytes.
    pub fn read_bytes(&self, path: impl AsRef<Path>, limit: usize) -> Result<Vec<u8>, RootError> {
        self.read(path, limit).map(|it| it.bytes)
    }

    /// The same with the path that was read.
    pub fn read(&self, path: impl AsRef<Path>, limit: usize) -> Result<Found, RootError> {
        let path = path.as_ref();
        let mut failure = None;
        for _ in 0..ATTEMPTS {
            let real = self.confine(path)?;
            let Some(name) = real.file_name().filter(|_| !self.folders.contains(&real)) else {
                return Err(RootError::NotAFile(shown(path)));
            };
            let opened = self.parent_of(&real).and_then(|folder| match folder.kind(name)? {
                Kind::File | Kind::Link => folder.open(name).map(Some),
                Kind::Folder | Kind::Other => Ok(None),
            });
            match opened {
                Ok(None) => return Err(RootError::NotAFile(shown(path))),
                Ok(Some(file)) => {
                    let mut bytes = Vec::new();
                    file.take((limit as u64).saturating_add(1))
                        .read_to_end(&mut bytes)
                        .map_err(|error| unusable(path, &error))?;
                    if bytes.len() > limit {
                        return Err(RootError::TooLarge { path: shown(path), limit });
                    }
                    return Ok(Found { path: real, bytes });
                }
                // A link on a canonical path means that the path has just changed.
                Err(error) => failure = Some(unusable(path, &error)),
            }
        }
        Err(failure.expect("every attempt returns or fails"))
    }

    /// A folder under a root, opened.
    pub fn folder(&self, path: impl AsRef<Path>) -> Result<Folder, RootError> {
        let path = path.as_ref();
        let real = self.confine(path)?;
        self.beneath(&real).map_err(|error| unusable(path, &error))
    }

    /// Where a file may be written: its folder exists under a root, and the place itself is free or a plain file.
    /// A relative path starts at the first root. Whether overwriting is wanted is for the caller to ask.
    pub fn target(&self, path: impl AsRef<Path>) -> Result<Target, RootError> {
        let path = path.as_ref();
        let mut failure = None;
        for _ in 0..ATTEMPTS {
            let candidate =
                self.candidates(path)?.into_iter().next().expect("candidates are never empty");
            let (Some(folder), Some(name)) = (candidate.parent(), candidate.file_name()) else {
                return Err(self.outside(path));
            };
            let Ok(folder_on_disk) = folder.canonicalize() else {
                return Err(if self.would_contain(folder) {
                    RootError::Missing(shown(path.parent().unwrap_or(path)))
                } else {
                    self.outside(path)
                });
            };
            if !self.contains(&folder_on_disk) {
                return Err(self.outside(path));
            }
            match self.beneath(&folder_on_disk) {
                Ok(folder) => return free_or_file(folder, name, path),
                Err(error) => failure = Some(unusable(path, &error)),
            }
        }
        Err(failure.expect("every attempt returns or fails"))
    }

    /// The same for a relative path of plain names below the first root, with its folders made where they are missing.
    pub fn target_in_new_folders(&self, path: impl AsRef<Path>) -> Result<Target, RootError> {
        let path = path.as_ref();
        let root = self.folders.first().ok_or_else(|| self.no_root(path))?;
        let Some(name) = path.file_name().filter(|_| is_plain(path)) else {
            return Err(self.outside(path));
        };
        let below = path.parent().unwrap_or(Path::new(""));
        let folder = Folder::at(root).and_then(|it| it.made_beneath(below));
        free_or_file(folder.map_err(|error| unusable(path, &error))?, name, path)
    }

    /// The folder of a canonical path.
    fn parent_of(&self, real: &Path) -> io::Result<Folder> {
        self.beneath(real.parent().unwrap_or(real))
    }

    /// A canonical folder, opened step by step from its root.
    fn beneath(&self, real: &Path) -> io::Result<Folder> {
        let mut below =
            self.folders.iter().filter_map(|root| Some((root, real.strip_prefix(root).ok()?)));
        let (root, path) = below.next().ok_or(io::ErrorKind::NotFound)?;
        Folder::at(root)?.beneath(path)
    }

    fn candidates(&self, path: &Path) -> Result<Vec<PathBuf>, RootError> {
        if self.is_empty() {
            return Err(self.no_root(path));
        }
        Ok(if path.is_absolute() {
            vec![path.to_owned()]
        } else {
            self.folders.iter().map(|folder| folder.join(path)).collect()
        })
    }

    fn contains(&self, real: &Path) -> bool {
        self.folders.iter().any(|folder| real.starts_with(folder))
    }

    /// Whether a path that does not exist would lie under a root. Only then may the caller learn that it is missing.
    fn would_contain(&self, path: &Path) -> bool {
        let flat = flatten(path);
        self.contains(&flat)
            && flat
                .ancestors()
                .find_map(|ancestor| ancestor.canonicalize().ok())
                .is_some_and(|real| self.contains(&real))
    }

    fn outside(&self, path: &Path) -> RootError {
        RootError::Outside { path: shown(path), advice: self.advice.clone() }
    }

    fn no_root(&self, path: &Path) -> RootError {
        RootError::NoRoot { path: shown(path), advice: self.advice.clone() }
    }
}

fn free_or_file(folder: Folder, name: &std::ffi::OsStr, path: &Path) -> Result<Target, RootError> {
    match folder.kind(name) {
        Ok(Kind::Link) => Err(RootError::Symlink(shown(path))),
        Ok(Kind::Folder | Kind::Other) => Err(RootError::NotAFile(shown(path))),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(path, &error)),
        Ok(Kind::File) | Err(_) => Ok(Target { folder, name: name.to_owned() }),
    }
}

fn canonical_folder(folder: &Path) -> Result<PathBuf, RootError> {
    let real = folder.canonicalize().map_err(|error| unusable(folder, &error))?;
    if real.is_dir() {
        Ok(real)
    } else {
        Err(RootError::Unusable { path: shown(folder), reason: "it is not a folder".to_owned() })
    }
}

fn is_plain(path: &Path) -> bool {
    path.components().all(|it| matches!(it, Component::Normal(_)))
}

/// The path with `.` and `..` taken out by spelling alone.
fn flatten(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                flat.pop();
            }
            other => flat.push(other),
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// `inside/` is the root, with `a.puml` and `sub/`; `outside/secret` must never be reached.
    fn tree() -> (tempfile::TempDir, Roots) {
        let tree = tempfile::tempdir().unwrap();
        fs::create_dir_all(tree.path().join("inside/sub")).unwrap();
        fs::create_dir_all(tree.path().join("outside")).unwrap();
        write(&tree.path().join("inside/a.puml"), b"A -> B");
        write(&tree.path().join("outside/secret"), b"secret");
        let roots = Roots::at([tree.path().join("inside")]).unwrap();
        (tree, roots)
    }

    fn write(path: &Path, bytes: &[u8]) {
        use std::io::Write as _;
        fs::File::create(path).unwrap().write_all(bytes).unwrap();
    }

    fn code(result: Result<impl std::fmt::Debug, RootError>) -> &'static str {
        match result.unwrap_err() {
            RootError::NoRoot { .. } => "no root",
            RootError::Outside { .. } => "outside",
            RootError::Missing(_) => "missing",
            RootError::NotAFile(_) => "not a file",
            RootError::Symlink(_) => "symlink",
            RootError::TooLarge { .. } => "too large",
            RootError::NotText(_) => "not text",
            RootError::Unusable { .. } => "unusable",
        }
    }

    #[test]
    fn a_relative_path_is_found_under_the_root() {
        let (_tree, roots) = tree();
        assert_eq!(roots.confine("sub/../a.puml").unwrap(), roots.folders()[0].join("a.puml"));
        assert_eq!(roots.read_text("a.puml", 10).unwrap(), "A -> B");
    }

    #[test]
    fn dots_and_absolute_paths_do_not_lead_out() {
        let (tree, roots) = tree();
        assert_eq!(code(roots.confine("../outside/secret")), "outside");
        assert_eq!(code(roots.confine(tree.path().join("outside/secret"))), "outside");
        assert_eq!(code(roots.confine("/")), "outside");
        assert_eq!(code(roots.target("../outside/new")), "outside");
        assert_eq!(code(roots.target(tree.path().join("outside/new"))), "outside");
        assert_eq!(code(roots.target("..")), "outside");
    }

    #[test]
    fn what_is_missing_outside_is_not_told_apart_from_what_exists() {
        let (tree, roots) = tree();
        assert_eq!(code(roots.confine("../outside/nothing")), "outside");
        assert_eq!(code(roots.confine(tree.path().join("nothing"))), "outside");
        assert_eq!(code(roots.target("../nothing/new")), "outside");
        assert_eq!(code(roots.confine("nothing")), "missing");
        assert_eq!(code(roots.target("nothing/new")), "missing");
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_do_not_lead_out() {
        let (tree, roots) = tree();
        let inside = tree.path().join("inside");
        std::os::unix::fs::symlink(tree.path().join("outside"), inside.join("door")).unwrap();
        std::os::unix::fs::symlink(tree.path().join("outside/secret"), inside.join("file"))
            .unwrap();
        std::os::unix::fs::symlink(inside.join("a.puml"), inside.join("alias")).unwrap();
        assert_eq!(code(roots.confine("door/secret")), "outside");
        assert_eq!(code(roots.confine("door/nothing")), "outside");
        assert_eq!(code(roots.confine("file")), "outside");
        assert_eq!(code(roots.target("door/new")), "outside");
        assert_eq!(code(roots.target("file")), "symlink");
        assert_eq!(code(roots.target("alias")), "symlink");
        assert!(roots.confine("alias").is_ok());
    }

    #[test]
    fn a_target_is_a_free_place_or_a_plain_file() {
        let (_tree, roots) = tree();
        roots.target("sub/new.svg").unwrap().create(b"<svg/>").unwrap();
        assert_eq!(fs::read(roots.folders()[0].join("sub/new.svg")).unwrap(), b"<svg/>");
        assert!(roots.target("a.puml").is_ok());
        assert_eq!(code(roots.target("sub")), "not a file");
        assert_eq!(code(roots.target("a.puml/b")), "unusable");
        assert_eq!(code(roots.target("x".repeat(5_000))), "unusable");
    }

    #[test]
    fn only_text_files_of_bounded_size_are_read() {
        let (tree, roots) = tree();
        write(&tree.path().join("inside/bytes"), &[0xff, 0xfe]);
        assert_eq!(code(roots.read_text("a.puml", 5)), "too large");
        assert_eq!(roots.read_text("a.puml", 6).unwrap(), "A -> B");
        assert_eq!(code(roots.read_text("bytes", 5)), "not text");
        assert_eq!(code(roots.read_text("sub", 5)), "not a file");
        assert_eq!(code(roots.read_text("a\0b", 5)), "missing");
    }

    #[test]
    fn relative_paths_are_looked_for_under_each_root_in_turn() {
        let (tree, _) = tree();
        let roots =
            Roots::at([tree.path().join("inside/sub"), tree.path().join("inside")]).unwrap();
        assert!(roots.confine("a.puml").unwrap().ends_with("inside/a.puml"));
        roots.target("new").unwrap().create(b"").unwrap();
        assert!(tree.path().join("inside/sub/new").exists());
    }

    #[test]
    fn without_a_root_the_refusal_says_how_to_allow_one() {
        let roots = Roots::none("start the server with --root FOLDER");
        let error = roots.confine("a.puml").unwrap_err();
        assert!(error.to_string().contains("--root FOLDER"), "{error}");
        assert_eq!(code(roots.target("a.puml")), "no root");
        assert_eq!(roots.advice(), "start the server with --root FOLDER");
    }

    #[test]
    fn a_refusal_names_the_path_as_it_was_written() {
        let (_tree, roots) = tree();
        let roots = roots.advising("ask for another folder");
        let refusals = [
            (
                roots.confine("../outside/secret"),
                "\"../outside/secret\" lies outside the allowed folders: ask for another folder",
            ),
            (roots.confine("nothing"), "\"nothing\" does not exist under the allowed folders"),
        ];
        for (refusal, words) in refusals {
            assert_eq!(refusal.unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn a_root_must_be_a_folder_that_exists() {
        let (tree, _) = tree();
        assert_eq!(code(Roots::at([tree.path().join("inside/a.puml")])), "unusable");
        assert_eq!(code(Roots::at([tree.path().join("nothing")])), "unusable");
    }

    #[test]
    fn folders_are_made_below_the_root_and_nowhere_else() {
        let (tree, roots) = tree();
        roots.target_in_new_folders("x/y/a.svg").unwrap().replace(b"a").unwrap();
        roots.target_in_new_folders("sub/z/a.svg").unwrap().replace(b"a").unwrap();
        assert!(tree.path().join("inside/x/y/a.svg").exists());
        assert!(tree.path().join("inside/sub/z/a.svg").exists());
        assert_eq!(code(roots.target_in_new_folders("../outside/a.svg")), "outside");
        assert_eq!(code(roots.target_in_new_folders("/tmp/a.svg")), "outside");
        #[cfg(unix)]
        {
            let door = tree.path().join("inside/door");
            std::os::unix::fs::symlink(tree.path().join("outside"), door).unwrap();
            assert_eq!(code(roots.target_in_new_folders("door/a.svg")), "unusable");
        }
    }

    #[test]
    fn a_folder_lists_its_names_with_their_kinds() {
        let (_tree, roots) = tree();
        let mut names: Vec<_> = roots.folder(".").unwrap().entries(10).unwrap();
        names.sort_by(|one, other| one.name.cmp(&other.name));
        let names: Vec<_> = names.iter().map(|it| (it.name.to_str().unwrap(), it.kind)).collect();
        assert_eq!(names, [("a.puml", Kind::File), ("sub", Kind::Folder)]);
        assert_eq!(code(roots.folder("../outside")), "outside");
    }
}
