//! What a source may include: files beneath roots, an editor's open texts before the files on disk, and addresses only
//! where a program fetches them. A text from an address leads to other addresses, a text of a library to its library,
//! neither to files.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use puml_compiler::{Loaded, Refusal, Wanted, World};
use roots::{Entry, RootError, Roots};

use crate::library_folders::{self, LibraryFolders};
use crate::{not_a_diagram, not_a_picture};

/// Bytes of a picture in a label.
const MAX_PICTURE: usize = 16 << 20;

/// The files that one document may include. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Files {
    roots: Roots,
    names: Names,
    open: OpenTexts,
    addresses: Addresses,
    libraries: LibraryFolders,
    /// Bytes of one text.
    limit: usize,
    reading: Reading,
    /// Where each loaded source lies, for what it includes in turn.
    folders: Arc<Mutex<HashMap<String, PathBuf>>>,
}

/// What reports call an included file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// Files are named by their whole path.
    Whole,
    /// Its path below the root that it lies under.
    BelowRoot,
    /// Its path below this folder, whole if it lies elsewhere.
    Below(PathBuf),
}

/// Which files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Every file beneath the roots: for a program that its user runs.
    Anything,
    /// Files that are named as diagrams or pictures, and none that hosts protect.
    Diagrams,
}

/// Opens an address, relative to the address of the source that asks if that has one.
pub type Fetch = Arc<dyn Fn(Option<&str>, &str) -> Result<Loaded, Refusal> + Send + Sync>;

/// What becomes of addresses.
#[derive(Clone)]
pub enum Addresses {
    /// They are refused, for this reason.
    Refused(String),
    /// They are opened.
    Fetched(Fetch),
}

/// The texts that are open in an editor, by their real path. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct OpenTexts(Arc<RwLock<HashMap<PathBuf, Arc<str>>>>);

impl Files {
    /// Files beneath these roots, named by their whole path, without a bound on size; no addresses.
    pub fn beneath(roots: Roots) -> Self {
        Self {
            roots,
            names: Names::Whole,
            open: OpenTexts::default(),
            addresses: Addresses::Refused("addresses are not opened".to_owned()),
            libraries: LibraryFolders::default(),
            limit: usize::MAX,
            reading: Reading::Anything,
            folders: Arc::default(),
        }
    }

    /// Other names in reports.
    #[must_use]
    pub fn named(self, names: Names) -> Self {
        Self { names, ..self }
    }

    /// Texts that count before the files on disk.
    #[must_use]
    pub fn with_open(self, open: OpenTexts) -> Self {
        Self { open, ..self }
    }

    /// Something else than refusing addresses.
    #[must_use]
    pub fn with_addresses(self, addresses: Addresses) -> Self {
        Self { addresses, ..self }
    }

    /// Folders that libraries of elements are searched in.
    #[must_use]
    pub fn with_libraries(self, libraries: LibraryFolders) -> Self {
        Self { libraries, ..self }
    }

    /// Refuses texts of more bytes.
    #[must_use]
    pub fn limited(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Refuses files that are not named as diagrams or pictures, and those that hosts protect: for a program that
    /// somebody else asks.
    #[must_use]
    pub fn diagrams_only(self) -> Self {
        Self { reading: Reading::Diagrams, ..self }
    }

    /// Says where the source with this name lies, so that its own includes are found beside it.
    #[must_use]
    pub fn with_source(self, name: &str, folder: PathBuf) -> Self {
        self.remember(name, folder);
        self
    }

    /// The file that a path means, as the source called `from` writes it: a name, not a promise.
    pub fn find(&self, from: &str, path: &str) -> Result<PathBuf, Refusal> {
        self.first(from, path, |candidate| self.roots.confine(candidate))
    }

    /// What lies in a folder below the roots, as an include would write it; at most this many names of each root.
    pub fn list(&self, folder: &str, most: usize) -> Vec<Entry> {
        let folders = self.roots.folders().iter().filter_map(|root| {
            self.roots
                .folder(root.join(folder))
                .and_then(|it| it.entries(most).map_err(|_| RootError::Missing(folder.to_owned())))
                .ok()
        });
        folders.flatten().collect()
    }

    fn file(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        self.admit(not_a_diagram(Path::new(path)))?;
        if let Some(name) = library_folders::beside(from, path) {
            return self.library(&name);
        }
        let (real, text) = self.first(from, path, |candidate| self.text(candidate))?;
        // A link may lead to a file of another name.
        self.admit(not_a_diagram(&real))?;
        let name = self.name(&real);
        if let Some(folder) = real.parent() {
            self.remember(&name, folder.to_owned());
        }
        Ok(Loaded { name, text })
    }

    fn library(&self, name: &str) -> Result<Loaded, Refusal> {
        let (name, text) = self.libraries.text(name, self.limit)?;
        Ok(Loaded { name, text })
    }

    fn admit(&self, refusal: Option<String>) -> Result<(), Refusal> {
        match refusal {
            Some(reason) if self.reading == Reading::Diagrams => Err(Refusal::Denied(reason)),
            _ => Ok(()),
        }
    }

    fn text(&self, candidate: &Path) -> Result<(PathBuf, String), RootError> {
        if !self.open.is_empty() {
            let real = self.roots.confine(candidate)?;
            if let Some(text) = self.open.text(&real) {
                return Ok((real, text.to_string()));
            }
        }
        let found = self.roots.read(candidate, self.limit)?;
        let not_text = |_| RootError::NotText(candidate.display().to_string());
        Ok((found.path, String::from_utf8(found.bytes).map_err(not_text)?))
    }

    /// What is made of the first file that can be: beside the including file, then below each root.
    fn first<T>(
        &self,
        from: &str,
        path: &str,
        read: impl Fn(&Path) -> Result<T, RootError>,
    ) -> Result<T, Refusal> {
        if self.roots.is_empty() {
            let advice = self.roots.advice().to_owned();
            let refused = RootError::NoRoot { path: path.to_owned(), advice };
            return Err(Refusal::Denied(refused.to_string()));
        }
        let beside = self.folder_of(from).map(|it| it.join(path));
        let below = self.roots.folders().iter().map(|it| it.join(path));
        let mut refusal = Refusal::Missing;
        for candidate in beside.into_iter().chain(below) {
            match read(&candidate).map_err(|error| self.refused(error, path)) {
                Ok(found) => return Ok(found),
                Err(Refusal::Missing) => {}
                Err(reason) => refusal = reason,
            }
        }
        Err(refusal)
    }

    fn refused(&self, error: RootError, path: &str) -> Refusal {
        match error {
            RootError::Missing(_) => Refusal::Missing,
            RootError::Outside { .. } => {
                let advice = self.roots.advice().to_owned();
                let outside = RootError::Outside { path: path.to_owned(), advice };
                Refusal::Denied(outside.to_string())
            }
            other => Refusal::Unreadable(other.to_string()),
        }
    }

    fn folder_of(&self, name: &str) -> Option<PathBuf> {
        let known = self.folders.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        known.or_else(|| Path::new(name).parent().filter(|it| it.is_absolute()).map(Path::to_owned))
    }

    fn remember(&self, name: &str, folder: PathBuf) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.insert(name.to_owned(), folder);
    }

    fn name(&self, real: &Path) -> String {
        let below = match &self.names {
            Names::Whole => None,
            Names::BelowRoot => {
                self.roots.folders().iter().find_map(|it| real.strip_prefix(it).ok())
            }
            Names::Below(folder) => real.strip_prefix(folder).ok(),
        };
        below.unwrap_or(real).to_string_lossy().replace('\\', "/")
    }

    fn address(&self, from: Option<&str>, address: &str) -> Result<Loaded, Refusal> {
        match &self.addresses {
            Addresses::Fetched(fetch) => fetch(from, address),
            Addresses::Refused(reason) => Err(Refusal::Denied(format!(
                "{reason}; save the file beside the diagram and include it by its path"
            ))),
        }
    }

    fn beside(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        match (is_address(from), is_address(path)) {
            (true, _) => self.address(Some(from), path),
            (false, true) => self.address(None, path),
            (false, false) => self.file(from, path),
        }
    }
}

impl World for Files {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        let Wanted::File { from, path } = wanted else {
            return Err(Refusal::Denied(
                "pictures are not fetched from addresses; save the picture beside the diagram"
                    .to_owned(),
            ));
        };
        if is_address(from) {
            return Err(Refusal::Denied("a text from an address shows no files".to_owned()));
        }
        self.admit(not_a_picture(Path::new(path)))?;
        if let Some(name) = library_folders::beside(from, path) {
            return self.libraries.bytes(&name, MAX_PICTURE);
        }
        self.first(from, path, |candidate| self.roots.read_bytes(candidate, MAX_PICTURE))
    }

    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        match wanted {
            Wanted::File { from, path } => self.beside(from, path),
            Wanted::Theme { from, name, place } => {
                let file = format!("{place}/puml-theme-{name}.puml");
                match place.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
                    Some(library) => self.library(&format!("{library}/puml-theme-{name}")),
                    None => self.beside(from, &file),
                }
            }
            Wanted::Url(url) => self.address(None, url),
            Wanted::Library(name) => self.library(name),
        }
    }
}

impl OpenTexts {
    /// A text is open now, or has changed.
    pub fn put(&self, path: &Path, text: Arc<str>) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(path, text);
    }

    /// A text is open no more; the file counts again.
    pub fn forget(&self, path: &Path) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&path);
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl fmt::Debug for Addresses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => formatter.debug_tuple("Refused").field(reason).finish(),
            Self::Fetched(_) => formatter.write_str("Fetched"),
        }
    }
}

fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `root/a/b.iuml` includes `c.iuml` beside it; `secret` lies outside.
    fn tree() -> (tempfile::TempDir, Files) {
        let tree = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = tree.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            roots::replace(&path, text.as_bytes()).unwrap();
        };
        write("root/a/b.iuml", "b");
        write("root/a/c.iuml", "c");
        write("secret", "secret");
        let roots = Roots::at([tree.path().join("root")]).unwrap().advising("say so");
        let folder = tree.path().join("root").canonicalize().unwrap();
        (tree, Files::beneath(roots).named(Names::BelowRoot).with_source("main", folder))
    }

    fn load(files: &Files, from: &str, path: &str) -> Result<Loaded, Refusal> {
        files.load(Wanted::File { from, path })
    }

    #[test]
    fn a_file_is_looked_for_beside_the_one_that_includes_it() {
        let (_tree, files) = tree();
        let b = load(&files, "main", "a/b.iuml").unwrap();
        assert_eq!((b.name.as_str(), b.text.as_str()), ("a/b.iuml", "b"));
        assert_eq!(load(&files, &b.name, "c.iuml").unwrap().name, "a/c.iuml");
        assert_eq!(load(&files, "main", "c.iuml"), Err(Refusal::Missing));
    }

    #[test]
    fn nothing_outside_is_read_and_the_refusal_says_what_to_do() {
        let (tree, files) = tree();
        let outside = tree.path().join("secret");
        for path in ["../secret", outside.to_str().unwrap()] {
            let Err(Refusal::Denied(reason)) = load(&files, "main", path) else {
                panic!("{path} must be refused");
            };
            assert!(reason.contains("say so") && reason.contains(path), "{reason}");
        }
        let picture = files.picture(Wanted::File { from: "main", path: "../secret" });
        assert!(matches!(picture, Err(Refusal::Denied(_))));
    }

    #[test]
    fn an_open_text_counts_before_its_file() {
        let (tree, files) = tree();
        let open = OpenTexts::default();
        let files = files.with_open(open.clone());
        open.put(&tree.path().join("root/a/b.iuml"), "typed".into());
        assert_eq!(load(&files, "main", "a/b.iuml").unwrap().text, "typed");
        open.forget(&tree.path().join("root/a/b.iuml"));
        assert_eq!(load(&files, "main", "a/b.iuml").unwrap().text, "b");
    }

    #[test]
    fn a_text_from_an_address_leads_to_no_file() {
        let (_tree, files) = tree();
        let fetch: Fetch = Arc::new(|from, address| {
            Ok(Loaded { name: format!("{}{address}", from.unwrap_or("")), text: "far".to_owned() })
        });
        assert!(matches!(load(&files, "main", "https://x/y"), Err(Refusal::Denied(_))));
        let files = files.with_addresses(Addresses::Fetched(fetch));
        assert_eq!(load(&files, "main", "https://x/y").unwrap().text, "far");
        assert_eq!(load(&files, "https://x/", "a/b.iuml").unwrap().name, "https://x/a/b.iuml");
        let picture = files.picture(Wanted::File { from: "https://x/", path: "a/b.iuml" });
        assert!(matches!(picture, Err(Refusal::Denied(_))));
    }

    #[test]
    fn without_a_root_nothing_is_included() {
        let files = Files::beneath(Roots::none("pass --root"));
        let Err(Refusal::Denied(reason)) = load(&files, "main", "a.iuml") else {
            panic!("it must be refused");
        };
        assert!(reason.contains("pass --root"), "{reason}");
    }
}
