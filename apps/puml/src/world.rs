//! Included files from disk, confined to the folders that are allowed, under the names that a user knows them by.

use std::path::{Path, PathBuf};

use puml_compiler::{Loaded, Refusal, Wanted, World};
use puml_lsp::Files;

/// Files below the including file's folder and the include roots; nothing else, no network.
#[derive(Debug)]
pub(crate) struct Includes(Files);

impl Includes {
    /// Allows the document's own folder and the given roots.
    pub(crate) fn new(folder: &Path, roots: &[PathBuf]) -> Self {
        let all = std::iter::once(folder).chain(roots.iter().map(PathBuf::as_path));
        Self(Files::below(all, "--include-root"))
    }
}

impl World for Includes {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        self.0.picture(wanted)
    }

    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let Loaded { name, text } = self.0.load(wanted)?;
        Ok(Loaded { name: shown(&name), text })
    }
}

/// The name that reports show and that later includes are resolved against: relative where it can be.
fn shown(real: &str) -> String {
    let here = std::env::current_dir().ok().and_then(|it| it.canonicalize().ok());
    let below = here.as_ref().and_then(|it| Path::new(real).strip_prefix(it).ok());
    below.map_or_else(|| real.to_owned(), |it| it.to_string_lossy().replace('\\', "/"))
}
