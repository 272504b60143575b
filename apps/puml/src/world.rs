//! Included files from disk, confined to the folders that are allowed.

use std::path::{Path, PathBuf};

use puml_compiler::{Loaded, Refusal, Wanted, World};

/// Files below the including file's folder and the include roots; nothing else, no network.
#[derive(Debug)]
pub(crate) struct Files {
    roots: Vec<PathBuf>,
}

impl Files {
    /// Allows the document's own folder and the given roots.
    pub(crate) fn new(folder: &Path, roots: &[PathBuf]) -> Self {
        let all = std::iter::once(folder).chain(roots.iter().map(PathBuf::as_path));
        Self { roots: all.filter_map(|it| it.canonicalize().ok()).collect() }
    }

    fn file(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        let real = self.locate(from, path)?;
        match std::fs::read_to_string(&real) {
            Ok(text) => Ok(Loaded { name: shown(&real), text }),
            Err(error) => Err(Refusal::Unreadable(error.to_string())),
        }
    }

    /// The first file of that path beside the source or below a root, unless all lie outside.
    fn locate(&self, from: &str, path: &str) -> Result<PathBuf, Refusal> {
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let candidates = std::iter::once(beside).chain(self.roots.iter().map(|it| it.join(path)));
        let mut denied = None;
        for candidate in candidates {
            let Ok(real) = candidate.canonicalize() else { continue };
            if !self.roots.iter().any(|it| real.starts_with(it)) {
                denied = Some(Refusal::Denied(format!(
                    "{path} lies outside the allowed folders; allow its folder with --include-root"
                )));
                continue;
            }
            return Ok(real);
        }
        Err(denied.unwrap_or(Refusal::Missing))
    }
}

/// The name that reports show and that later includes are resolved against: relative where it can be.
fn shown(real: &Path) -> String {
    let here = std::env::current_dir().ok().and_then(|it| it.canonicalize().ok());
    let below = here.as_ref().and_then(|it| real.strip_prefix(it).ok());
    below.unwrap_or(real).to_string_lossy().replace('\\', "/")
}

/// Bytes of a picture in a label.
const MAX_PICTURE: u64 = 16 << 20;

impl World for Files {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        let Wanted::File { from, path } = wanted else {
            return Err(Refusal::Denied(
                "puml opens no addresses; save the picture beside the diagram".into(),
            ));
        };
        let real = self.locate(from, path)?;
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
                "puml opens no addresses; save the file and include it by its path".into(),
            )),
            Wanted::Library(_) => Err(Refusal::Denied(
                "the standard library is not part of puml; save the file and include it by its path".into(),
            )),
        }
    }
}
