//! The folders a server may touch, and the one way from a path in a request to a path on disk.
//! How the folders are found is in `roots/policy.rs`.

mod policy;

use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

pub(crate) use policy::percent_decode;
pub use policy::{RootOptions, RootPolicy};

use crate::ToolError;

/// Allowed folders, canonical, in order of preference. Every path that comes out lies under one of them,
/// symbolic links resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    folders: Vec<PathBuf>,
    advice: String,
}

/// Why a path is refused. Paths are shown as the caller wrote them, and nothing is told about what lies outside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// Paths cannot be used at all.
    #[error("no folder is allowed, so {path:?} cannot be used: pass the text itself, or {advice}")]
    NoRoot {
        /// As the caller wrote it.
        path: String,
        /// How a folder can be allowed.
        advice: String,
    },
    /// The path leads out of every root, by its spelling or through a symbolic link.
    #[error("{path:?} lies outside the allowed folders: {advice}")]
    Outside {
        /// As the caller wrote it.
        path: String,
        /// How a folder can be allowed.
        advice: String,
    },
    /// Inside a root, but nothing is there.
    #[error("{0:?} does not exist under the allowed folders")]
    Missing(String),
    /// A folder, a device or a pipe.
    #[error("{0:?} is not a file")]
    NotAFile(String),
    /// The place to write to is a symbolic link.
    #[error("{0:?} is a symbolic link, and links are not written through")]
    Symlink(String),
    /// More bytes than a source may have.
    #[error("{path:?} has more than {limit} bytes")]
    TooLarge {
        /// As the caller wrote it.
        path: String,
        /// The bound that was set.
        limit: usize,
    },
    /// The bytes are not UTF-8.
    #[error("{0:?} is not UTF-8 text")]
    NotText(String),
    /// The system refused, for a reason of its own.
    #[error("{path:?} cannot be used: {reason}")]
    Unusable {
        /// As the caller wrote it.
        path: String,
        /// The system's words.
        reason: String,
    },
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

    pub(crate) fn advising(mut self, advice: &str) -> Self {
        advice.clone_into(&mut self.advice);
        self
    }

    /// The folders, canonical; the first is where relative paths to be written start.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether no path can be used.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The canonical path of something that exists. A relative path is looked for under each root in turn.
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

    /// Where a file may be written: its folder exists under a root, and the place itself is free or a plain file.
    /// A relative path starts at the first root. Whether overwriting is wanted is for the caller to ask.
    pub fn confine_target(&self, path: impl AsRef<Path>) -> Result<PathBuf, RootError> {
        let path = path.as_ref();
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
        let target = folder_on_disk.join(name);
        match target.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => Err(RootError::Symlink(shown(path))),
            Ok(metadata) if !metadata.is_file() => Err(RootError::NotAFile(shown(path))),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(unusable(path, &error))
            }
            _ => Ok(target),
        }
    }

    /// The text of a file under a root, refused past `limit` bytes without reading further.
    pub fn read_text(&self, path: impl AsRef<Path>, limit: usize) -> Result<String, RootError> {
        let path = path.as_ref();
        String::from_utf8(self.read_bytes(path, limit)?)
            .map_err(|_| RootError::NotText(shown(path)))
    }

    /// The content of a plain file under a root, whatever it is, up to `limit` bytes.
    pub fn read_bytes(&self, path: impl AsRef<Path>, limit: usize) -> Result<Vec<u8>, RootError> {
        let path = path.as_ref();
        let real = self.confine(path)?;
        // Opening a pipe would block until somebody writes to it, so the kind is asked first.
        if !real.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err(RootError::NotAFile(shown(path)));
        }
        let mut bytes = Vec::new();
        std::fs::File::open(&real)
            .and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| unusable(path, &error))?;
        if bytes.len() > limit {
            return Err(RootError::TooLarge { path: shown(path), limit });
        }
        Ok(bytes)
    }

    fn candidates(&self, path: &Path) -> Result<Vec<PathBuf>, RootError> {
        if self.is_empty() {
            return Err(RootError::NoRoot { path: shown(path), advice: self.advice.clone() });
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
}

impl From<RootError> for ToolError {
    fn from(error: RootError) -> Self {
        let code = match error {
            RootError::NoRoot { .. } => "path/no-root",
            RootError::Outside { .. } => "path/outside-roots",
            RootError::Missing(_) => "path/not-found",
            RootError::NotAFile(_) => "path/not-a-file",
            RootError::Symlink(_) => "path/symlink",
            RootError::TooLarge { .. } => "path/too-large",
            RootError::NotText(_) => "path/not-text",
            RootError::Unusable { .. } => "path/unusable",
        };
        ToolError::new(code, error.to_string())
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

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn unusable(path: &Path, error: &std::io::Error) -> RootError {
    RootError::Unusable { path: shown(path), reason: error.to_string() }
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

    fn code(result: Result<impl std::fmt::Debug, RootError>) -> String {
        ToolError::from(result.unwrap_err()).code
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
        assert_eq!(code(roots.confine("../outside/secret")), "path/outside-roots");
        assert_eq!(code(roots.confine(tree.path().join("outside/secret"))), "path/outside-roots");
        assert_eq!(code(roots.confine("/")), "path/outside-roots");
        assert_eq!(code(roots.confine_target("../outside/new")), "path/outside-roots");
        assert_eq!(
            code(roots.confine_target(tree.path().join("outside/new"))),
            "path/outside-roots"
        );
        assert_eq!(code(roots.confine_target("..")), "path/outside-roots");
    }

    #[test]
    fn what_is_missing_outside_is_not_told_apart_from_what_exists() {
        let (tree, roots) = tree();
        assert_eq!(code(roots.confine("../outside/nothing")), "path/outside-roots");
        assert_eq!(code(roots.confine(tree.path().join("nothing"))), "path/outside-roots");
        assert_eq!(code(roots.confine_target("../nothing/new")), "path/outside-roots");
        assert_eq!(code(roots.confine("nothing")), "path/not-found");
        assert_eq!(code(roots.confine_target("nothing/new")), "path/not-found");
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
        assert_eq!(code(roots.confine("door/secret")), "path/outside-roots");
        assert_eq!(code(roots.confine("door/nothing")), "path/outside-roots");
        assert_eq!(code(roots.confine("file")), "path/outside-roots");
        assert_eq!(code(roots.confine_target("door/new")), "path/outside-roots");
        assert_eq!(code(roots.confine_target("file")), "path/symlink");
        assert_eq!(code(roots.confine_target("alias")), "path/symlink");
        assert!(roots.confine("alias").is_ok());
    }

    #[test]
    fn a_target_is_a_free_place_or_a_plain_file() {
        let (_tree, roots) = tree();
        assert_eq!(
            roots.confine_target("sub/new.svg").unwrap(),
            roots.folders()[0].join("sub/new.svg")
        );
        assert!(roots.confine_target("a.puml").is_ok());
        assert_eq!(code(roots.confine_target("sub")), "path/not-a-file");
        assert_eq!(code(roots.confine_target("a.puml/b")), "path/unusable");
        assert_eq!(code(roots.confine_target("x".repeat(5_000))), "path/unusable");
    }

    #[test]
    fn only_text_files_of_bounded_size_are_read() {
        let (tree, roots) = tree();
        write(&tree.path().join("inside/bytes"), &[0xff, 0xfe]);
        assert_eq!(code(roots.read_text("a.puml", 5)), "path/too-large");
        assert_eq!(code(roots.read_text("bytes", 5)), "path/not-text");
        assert_eq!(code(roots.read_text("sub", 5)), "path/not-a-file");
        assert_eq!(code(roots.read_text("a\0b", 5)), "path/not-found");
    }

    #[test]
    fn relative_paths_are_looked_for_under_each_root_in_turn() {
        let (tree, _) = tree();
        let roots =
            Roots::at([tree.path().join("inside/sub"), tree.path().join("inside")]).unwrap();
        assert!(roots.confine("a.puml").unwrap().ends_with("inside/a.puml"));
        assert!(roots.confine_target("new").unwrap().ends_with("inside/sub/new"));
    }

    #[test]
    fn without_a_root_the_refusal_says_how_to_allow_one() {
        let roots = Roots::none("start the server with --root FOLDER");
        let error = roots.confine("a.puml").unwrap_err();
        assert!(error.to_string().contains("--root FOLDER"), "{error}");
        assert_eq!(code(roots.confine_target("a.puml")), "path/no-root");
    }

    #[test]
    fn a_root_must_be_a_folder_that_exists() {
        let (tree, _) = tree();
        assert_eq!(code(Roots::at([tree.path().join("inside/a.puml")])), "path/unusable");
        assert_eq!(code(Roots::at([tree.path().join("nothing")])), "path/unusable");
    }
}
