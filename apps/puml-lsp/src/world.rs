//! Included files and pictures: below the document's folder and the include roots, an open editor's
//! text before the file on disk. Nothing else, no network.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use puml_compiler::{Loaded, Refusal, Wanted, World};
use puml_ide::Listed;

/// The texts that are open in the editor, by their real path.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenTexts(Arc<RwLock<HashMap<PathBuf, Arc<str>>>>);

impl OpenTexts {
    pub(crate) fn put(&self, path: &Path, text: Arc<str>) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(path, text);
    }

    pub(crate) fn forget(&self, path: &Path) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&path);
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }
}

/// The files that one document may include.
#[derive(Debug, Clone)]
pub struct Files {
    roots: Vec<PathBuf>,
    /// What allows another folder, in the words of the program.
    setting: &'static str,
    open: OpenTexts,
}

impl Files {
    /// Allows these folders. `setting` is what a user changes to allow another one.
    pub fn below<'p>(folders: impl IntoIterator<Item = &'p Path>, setting: &'static str) -> Self {
        let roots = folders.into_iter().filter_map(|it| it.canonicalize().ok()).collect();
        Self { roots, setting, open: OpenTexts::default() }
    }

    /// Allows the document's own folder, if it has one, and the roots.
    pub(crate) fn new(document: Option<&Path>, roots: &[PathBuf], open: OpenTexts) -> Self {
        let folder = document.and_then(Path::parent);
        let all = folder.into_iter().chain(roots.iter().map(PathBuf::as_path));
        Self { open, ..Self::below(all, "the setting puml.includeRoots") }
    }

    /// The file that a path means, as the source called `from` writes it.
    pub(crate) fn find(&self, from: &str, path: &str) -> Result<PathBuf, Refusal> {
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let candidates = std::iter::once(beside).chain(self.roots.iter().map(|it| it.join(path)));
        let mut denied = None;
        for candidate in candidates {
            let Ok(real) = candidate.canonicalize() else { continue };
            if self.roots.iter().any(|it| real.starts_with(it)) {
                return Ok(real);
            }
            denied = Some(Refusal::Denied(format!(
                "{path} lies outside the allowed folders; allow its folder with {}",
                self.setting
            )));
        }
        Err(denied.unwrap_or(Refusal::Missing))
    }

    /// What can be included from a folder, written relative to the document or to a root.
    pub(crate) fn list(&self, folder: &str) -> Vec<Listed> {
        let mut found = Vec::new();
        for root in &self.roots {
            let Ok(real) = root.join(folder).canonicalize() else { continue };
            if !self.roots.iter().any(|it| real.starts_with(it)) {
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&real) else { continue };
            for entry in entries.filter_map(Result::ok).take(2_000) {
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
                let listed = if is_folder {
                    Listed::Folder(name.clone())
                } else {
                    Listed::File(name.clone())
                };
                let shown = is_folder || is_diagram(Path::new(&name));
                if shown && !name.starts_with('.') && !found.contains(&listed) {
                    found.push(listed);
                }
            }
        }
        found.sort_by_key(|it| match it {
            Listed::Folder(name) => (1, name.clone()),
            Listed::File(name) => (0, name.clone()),
        });
        found
    }

    fn file(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        let real = self.find(from, path)?;
        let name = real.to_string_lossy().replace('\\', "/");
        if let Some(text) = self.open.text(&real) {
            return Ok(Loaded { name, text: text.to_string() });
        }
        match std::fs::read_to_string(&real) {
            Ok(text) => Ok(Loaded { name, text }),
            Err(error) => Err(Refusal::Unreadable(error.to_string())),
        }
    }
}

/// Whether a file's name says that it holds diagrams.
pub(crate) fn is_diagram(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    ["puml", "plantuml", "iuml", "pu"].iter().any(|it| it.eq_ignore_ascii_case(ending))
}

/// Bytes of a picture in a label.
const MAX_PICTURE: u64 = 16 << 20;

impl World for Files {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        let Wanted::File { from, path } = wanted else {
            return Err(Refusal::Denied(
                "addresses are not opened; save the picture beside the diagram".into(),
            ));
        };
        let real = self.find(from, path)?;
        let unreadable = |error: std::io::Error| Refusal::Unreadable(error.to_string());
        if std::fs::metadata(&real).map_err(unreadable)?.len() > MAX_PICTURE {
            return Err(Refusal::Unreadable("the file is larger than 16 MiB".into()));
        }
        std::fs::read(&real).map_err(unreadable)
    }

    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        match wanted {
            Wanted::File { from, path } => self.file(from, path),
            Wanted::Theme { from, name, place } => {
                self.file(from, &format!("{place}/puml-theme-{name}.puml"))
            }
            Wanted::Url(_) => Err(Refusal::Denied(
                "addresses are not opened; save the file and include it by its path".into(),
            )),
            Wanted::Library(_) => Err(Refusal::Denied(
                "the standard library is not part of this program; save the file and include it by its path".into(),
            )),
        }
    }
}
