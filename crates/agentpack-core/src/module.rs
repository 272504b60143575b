//! Modules as files: where each lives, what lies over it, and whether it is what its kind demands.
//! Reads the config repo and the git cache, never the network, and writes nothing.

mod check;
mod front_matter;
mod id;
pub(crate) mod overlay;
mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;

use crate::adapter::{Host, RouteScope};
use crate::config::{Accepted, ModuleEntry, ModuleKind, Source};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::{HashCache, read_bytes, read_text};
use crate::lock::{self, Lock, LockedFile};
use crate::path::RelPath;
use content_digest::Digest;

pub(crate) use check::{EVENTS, check};
pub(crate) use front_matter::FrontMatter;
pub use id::ModuleId;
use overlay::Overlay;

/// Text files that are parsed are at most this large.
pub(crate) const MAX_TEXT: u64 = 4 << 20;

/// A module ready to render.
#[derive(Debug, Clone)]
pub struct Module {
    /// The module's name, unique in the config.
    pub id: ModuleId,
    /// What sort of content the module brings.
    pub kind: ModuleKind,
    /// The part of the id that names files.
    pub name: String,
    /// Hosts it is for; empty means all.
    pub targets: Vec<Host>,
    /// The home folder or the project; `None` leaves it to the target.
    pub scope: Option<RouteScope>,
    /// Losses that are not worth a word.
    pub accept_losses: Accepted,
    /// As in the config.
    pub metadata: Json,
    /// Its files, overlays applied.
    pub files: BTreeMap<RelPath, File>,
    /// The folder or file it comes from.
    pub origin: PathBuf,
}

/// A file of a module; its bytes are read when they are needed.
#[derive(Debug, Clone)]
pub struct File {
    /// Where its bytes are, or those a patch changed.
    pub path: PathBuf,
    /// The bytes after a patch.
    pub patched: Option<Arc<[u8]>>,
    /// The file's size in bytes.
    pub size: u64,
    /// Any execute bit is set.
    pub executable: bool,
    /// Of the bytes at the time of reading.
    pub digest: Digest,
    /// Which layer it comes from.
    pub layer: Layer,
}

impl File {
    /// The whole file, which must be small enough to be read as text.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        match &self.patched {
            Some(bytes) => Ok(bytes.to_vec()),
            None => read_bytes(&self.path, MAX_TEXT),
        }
    }

    /// The whole file as text.
    pub(crate) fn text(&self) -> Result<String> {
        match &self.patched {
            Some(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
            None => read_text(&self.path, MAX_TEXT),
        }
    }

    /// The same place with other bytes, as a patch leaves it.
    pub(crate) fn with_bytes(&self, bytes: Vec<u8>, layer: Layer) -> Self {
        Self {
            path: self.path.clone(),
            size: bytes.len() as u64,
            executable: self.executable,
            digest: Digest::of(&bytes),
            layer,
            patched: Some(bytes.into()),
        }
    }
}

/// Where a file of a module comes from, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The module itself.
    Upstream,
    /// `overlays/`.
    Global,
    /// `overlays/machines/<machine>/`.
    Machine,
    /// `projects/<project>/overlays/`.
    Project,
}

impl Layer {
    /// The word `explain` uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Upstream => "upstream",
            Self::Global => "global",
            Self::Machine => "machine",
            Self::Project => "project",
        }
    }

    /// The layer of an overlay, by the word of its scope.
    pub fn of_scope(scope: &str) -> Option<Self> {
        [Self::Global, Self::Machine, Self::Project].into_iter().find(|layer| layer.name() == scope)
    }
}

impl Module {
    /// Whether the module is meant for `host`.
    pub fn is_for(&self, host: Host) -> bool {
        self.targets.is_empty() || self.targets.contains(&host)
    }

    /// The globs that limit instructions to some files: `metadata.globs`, a list or a comma-separated text.
    pub fn globs(&self) -> Vec<String> {
        let parts = match &self.metadata["globs"] {
            Json::String(text) => text.split(',').map(|glob| glob.trim().to_owned()).collect(),
            Json::Array(items) => {
                items.iter().filter_map(Json::as_str).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        parts.into_iter().filter(|glob| !glob.is_empty()).collect()
    }

    /// The one file of a kind that has one.
    pub(crate) fn document(&self) -> (&RelPath, &File) {
        self.files.iter().next().expect("a checked module has its file")
    }

    /// A text file of the module.
    pub(crate) fn text(&self, path: &str) -> Result<String> {
        let file = RelPath::new(path).ok().and_then(|path| self.files.get(&path));
        let file =
            file.ok_or_else(|| self.problem(format!("`{path}` is missing")).with("missing", path))?;
        file.text()
    }

    /// The text of one of its files as JSON.
    pub(crate) fn json(&self, text: &str) -> Result<Json> {
        serde_json::from_str(text)
            .map_err(|error| self.problem(format!("not valid JSON: {error}")).caused_by(error))
    }

    /// An error about this module that names its source.
    pub(crate) fn problem(&self, message: impl std::fmt::Display) -> Error {
        Error::new(Code::ConfigInvalid, format!("module {}: {message}", self.id))
            .with("module_id", &self.id)
            .at(&self.origin)
    }
}

/// The modules of a config.
pub(crate) struct Loaded {
    pub(crate) modules: Vec<Module>,
    pub(crate) warnings: Vec<String>,
    /// Modules whose overlay does not fit any more, with the reason.
    pub(crate) held: Vec<(ModuleId, String)>,
}

/// Loads, overlays, hashes and checks `entries`. Warnings tell of overlay and lock drift.
pub(crate) fn load(
    entries: &[&ModuleEntry],
    env: &Environment,
    lock: Option<&Lock>,
    cache: &mut HashCache,
) -> Result<Loaded> {
    let layers = overlay::layers(env);
    let (mut warnings, mut held) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    for entry in entries {
        let origin = locate(entry, env, lock)?;
        let upstream = walk::walk(&entry.id, &origin, Layer::Upstream)?;
        let overlays = overlay::walk(&entry.id, &layers)?;
        found.push((origin, upstream, overlays));
    }
    hash(
        found.iter_mut().flat_map(|(_, upstream, overlays)| {
            upstream
                .iter_mut()
                .chain(overlays.iter_mut().flat_map(|overlay| overlay.files.iter_mut()))
        }),
        cache,
    )?;
    let mut modules = Vec::new();
    for (entry, (origin, upstream, overlays)) in entries.iter().zip(found) {
        check_lock(entry, lock, &upstream, &origin, &mut warnings)?;
        let mut files: BTreeMap<RelPath, File> =
            upstream.into_iter().map(|found| (found.rel, found.file)).collect();
        for overlay in &overlays {
            overlay.drift(&entry.id, &files, &mut warnings);
        }
        let laid = overlays.iter().try_for_each(|overlay| overlay.lay_over(&entry.id, &mut files));
        match laid {
            Ok(()) => {}
            Err(error) if is_local_trouble(error.code) => {
                warnings.push(format!("{}; its files stay as they are", error.message));
                held.push((entry.id.clone(), error.message));
                continue;
            }
            Err(error) => return Err(error),
        }
        let module = Module {
            id: entry.id.clone(),
            kind: entry.kind,
            name: entry.name().to_owned(),
            targets: entry.targets.clone(),
            scope: entry.scope,
            accept_losses: entry.accept_losses.clone(),
            metadata: entry.metadata.clone(),
            files,
            origin,
        };
        check(&module)?;
        modules.push(module);
    }
    Ok(Loaded { modules, warnings, held })
}

/// An overlay that needs its owner is no reason to hold up other modules.
fn is_local_trouble(code: Code) -> bool {
    matches!(code, Code::OverlayPatchApplyFailed | Code::OverlayRebaseConflict)
}

/// The files below a folder, not hashed, sorted by path.
pub(crate) fn plain_files(id: &ModuleId, root: &Path) -> Result<BTreeMap<RelPath, File>> {
    let found = walk::walk(id, root, Layer::Upstream)?;
    Ok(found.into_iter().map(|found| (found.rel, found.file)).collect())
}

/// The files below a folder with their digests, as a lock lists them: sorted by path.
pub(crate) fn listing(id: &ModuleId, root: &Path) -> Result<Vec<LockedFile>> {
    let mut found = walk::walk(id, root, Layer::Upstream)?;
    found.sort_by(|a, b| a.rel.cmp(&b.rel));
    let listed = found.into_iter().map(|found| {
        let sha256 = crate::digest::of_file(&found.file.path)
            .map_err(|error| Error::io("read", &found.file.path, &error))?;
        Ok(LockedFile { path: found.rel.to_string(), sha256, bytes: found.file.size })
    });
    listed.collect()
}

/// A module below one layer: what an overlay there lies on.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The module without any overlay.
    pub(crate) upstream: BTreeMap<RelPath, File>,
    /// With the overlays below the layer.
    pub(crate) files: BTreeMap<RelPath, File>,
    /// The overlay at the layer, its files hashed.
    pub(crate) overlay: Option<Overlay>,
    /// Overlays above the layer.
    pub(crate) above: Vec<Overlay>,
}

/// The ground of an overlay at `layer`.
pub(crate) fn ground(
    entry: &ModuleEntry,
    env: &Environment,
    lock: Option<&Lock>,
    layer: Layer,
) -> Result<Ground> {
    let origin = locate(entry, env, lock)?;
    let mut upstream = walk::walk(&entry.id, &origin, Layer::Upstream)?;
    let mut overlays = overlay::walk(&entry.id, &overlay::layers(env))?;
    let all = upstream.iter_mut().chain(overlays.iter_mut().flat_map(|o| o.files.iter_mut()));
    hash(all, &mut HashCache::load(&env.state()))?;
    check_lock(entry, lock, &upstream, &origin, &mut Vec::new())?;
    let upstream: BTreeMap<_, _> =
        upstream.into_iter().map(|found| (found.rel, found.file)).collect();
    let mut ground = Ground { files: upstream.clone(), upstream, overlay: None, above: Vec::new() };
    for overlay in overlays {
        match overlay.layer.cmp(&layer) {
            std::cmp::Ordering::Less => overlay.lay_over(&entry.id, &mut ground.files)?,
            std::cmp::Ordering::Equal => ground.overlay = Some(overlay),
            std::cmp::Ordering::Greater => ground.above.push(overlay),
        }
    }
    Ok(ground)
}

/// Where the files of a module are. A path that leaves the repo, also by a link, is refused.
pub(crate) fn locate(
    entry: &ModuleEntry,
    env: &Environment,
    lock: Option<&Lock>,
) -> Result<PathBuf> {
    let about = |code, message: String| Error::new(code, message).with("module_id", &entry.id);
    match &entry.source {
        Source::Local { path } => {
            let full = path.under(&env.repo);
            let unreadable = |error: std::io::Error| {
                let message =
                    format!("module {}: cannot read {}: {error}", entry.id, full.display());
                about(Code::ConfigInvalid, message).at(&full).caused_by(error)
            };
            if !has_link(&env.repo, &full).map_err(unreadable)? {
                return Ok(full);
            }
            let real = full.canonicalize().map_err(unreadable)?;
            let repo = env.repo.canonicalize().map_err(unreadable)?;
            if !real.starts_with(&repo) {
                let message =
                    format!("module {}: {} leads out of the repo", entry.id, full.display());
                return Err(about(Code::ConfigInvalid, message).at(&full));
            }
            Ok(full)
        }
        Source::Git { url, subdir, .. } => {
            let locked = lock
                .and_then(|lock| lock.module(&entry.id))
                .and_then(|m| m.resolved_source.git.as_ref());
            let Some(git) = locked.filter(|git| git.url == *url) else {
                let message = format!(
                    "module {} comes from git and has no locked commit; planning never uses the network",
                    entry.id
                );
                return Err(about(Code::LockfileMissing, message).with("url", url.clone()));
            };
            let mut root = env.checkout(url, &git.commit);
            if !root.is_dir() {
                let message =
                    format!("module {}: commit {} is not in the cache", entry.id, git.commit);
                return Err(
                    about(Code::ModuleNotFetched, message).with("commit", git.commit.clone())
                );
            }
            if let Some(subdir) = subdir {
                root = subdir.under(&root);
            }
            Ok(root)
        }
    }
}

/// Whether any part of `path` below `root` is a symbolic link.
fn has_link(root: &Path, path: &Path) -> std::io::Result<bool> {
    for part in path.ancestors().take_while(|part| *part != root) {
        if part.symlink_metadata()?.is_symlink() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn hash<'f>(files: impl Iterator<Item = &'f mut walk::Found>, cache: &mut HashCache) -> Result<()> {
    let mut files: Vec<_> = files.collect();
    let wanted: Vec<_> =
        files.iter().map(|found| (found.file.path.as_path(), found.print)).collect();
    let digests = cache.digests(&wanted);
    for (found, digest) in files.iter_mut().zip(digests) {
        found.file.digest = digest.map_err(|error| Error::io("read", &found.file.path, &error))?;
    }
    Ok(())
}

/// A fetched module must be what was locked. A local one may be edited; the lock then only lags behind.
fn check_lock(
    entry: &ModuleEntry,
    lock: Option<&Lock>,
    files: &[walk::Found],
    origin: &Path,
    warnings: &mut Vec<String>,
) -> Result<()> {
    let Some(locked) = lock.and_then(|lock| lock.module(&entry.id)) else { return Ok(()) };
    let actual =
        lock::module_digest(files.iter().map(|f| (f.rel.as_str(), f.file.digest, f.file.size)));
    if actual == locked.sha256 {
        return Ok(());
    }
    if matches!(entry.source, Source::Local { .. }) {
        warnings.push(format!("local module {} differs from {}", entry.id, lock::FILE));
        return Ok(());
    }
    let message =
        format!("module {}: the fetched files are not what {} recorded", entry.id, lock::FILE);
    Err(Error::new(Code::LockfileMismatch, message)
        .with("module_id", &entry.id)
        .with("expected", locked.sha256.to_string())
        .with("actual", actual.to_string())
        .at(origin))
}
