//! Everything a plan depends on, read once: config, lock, modules, manifests, and the disk at each destination.
//! All reading happens here; what follows (`plan`, `status`, `explain`) is a pure function of a survey.

mod disk;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::Host;
use crate::config::{self, Config};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::{HashCache, read_bytes, read_text};
use crate::lock::Lock;
use crate::manifest::{self, Entry};
use crate::module::{self, Module};
use crate::path::{PathMap, below};
use crate::render::{self, Content, Desired, Root, SHARED};
use crate::snapshot::{Ledger, Registry};

pub use disk::{Blocked, Observed};
pub(crate) use disk::{extras, is_executable, look_again};

/// Settings files of hosts are far smaller than this.
const MAX_MERGE: u64 = 32 << 20;

/// What to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// Which modules.
    pub profile: String,
    /// Which host; `all` for every configured one.
    pub target: String,
}

impl Default for Selection {
    fn default() -> Self {
        Self { profile: "default".into(), target: "all".into() }
    }
}

/// A consistent reading of the machine.
#[derive(Debug)]
pub struct Survey {
    /// Where it was taken.
    pub env: Environment,
    /// What was asked.
    pub selection: Selection,
    /// The checked config.
    pub config: Config,
    /// The selected modules, overlays applied.
    pub modules: Vec<Module>,
    /// What should exist, for all targets.
    pub desired: Desired,
    /// What we wrote before, by absolute path, for all targets.
    pub managed: PathMap<Managed>,
    /// Roots that have a manifest.
    pub(crate) roots_with_manifest: Vec<RootKey>,
    /// The disk at each desired or managed path.
    pub disk: PathMap<Observed>,
    /// The text of files that are merged into.
    pub texts: PathMap<String>,
    /// Hosts in question, sorted.
    pub targets: Vec<Host>,
    /// The lock's digest, when there is one.
    pub lock_digest: Option<crate::Digest>,
    /// What a person should know.
    pub warnings: Vec<String>,
}

/// Owner and folder of a manifest.
pub(crate) type RootKey = (String, PathBuf);

/// A file a manifest lists.
#[derive(Debug, Clone)]
pub struct Managed {
    /// A host, or `shared`.
    pub owner: Arc<str>,
    /// The root of the manifest.
    pub root: Arc<Path>,
    /// As listed.
    pub entry: Arc<Entry>,
}

impl Managed {
    /// Hosts that read the file.
    pub fn readers(&self) -> Vec<Host> {
        if *self.owner == *SHARED || !self.entry.readers.is_empty() {
            self.entry.readers.iter().filter_map(|name| Host::named(name)).collect()
        } else {
            Host::named(&self.owner).into_iter().collect()
        }
    }
}

/// Takes a survey. Warnings of a recovered run, if any, come first.
pub fn survey(env: &Environment, selection: &Selection) -> Result<Survey> {
    let config = load_config(&env.repo)?;
    let targets = targets(&config, selection)?;
    let lock = Lock::load(&env.repo)?;
    let entries = config.selected(&selection.profile)?;
    let mut cache = HashCache::load(&env.state());
    let (modules, mut warnings) = module::load(&entries, env, lock.as_ref(), &mut cache)?;
    let desired = render::render(&config, &modules, env)?;
    for host in &targets {
        if !config.targets.contains_key(host) {
            warnings.push(format!(
                "target {host} is not in {}; only files it left behind are considered",
                config::FILE
            ));
        }
    }
    let (managed, roots_with_manifest) = managed(&config, &desired, env, &mut warnings)?;
    let wanted = desired.outputs.iter().map(|(path, output)| (path, &desired.roots[output.root]));
    let mut disk = disk::observe(wanted, &managed, env, &mut cache)?;
    let texts = merge_texts(&desired, &managed, &mut disk)?;
    if let Some((file, bytes)) = cache.updated() {
        // The cache is a memory aid: losing it only costs time.
        let _ = crate::apply::replace(&file, &bytes);
    }
    Ok(Survey {
        env: env.clone(),
        selection: selection.clone(),
        modules,
        desired,
        managed,
        roots_with_manifest,
        disk,
        texts,
        targets,
        lock_digest: lock.map(|lock| crate::Digest::of(lock.to_text())),
        warnings,
        config,
    })
}

/// The text of each file that is merged into. Its digest is taken from the very bytes that are parsed.
fn merge_texts(
    desired: &Desired,
    managed: &PathMap<Managed>,
    disk: &mut PathMap<Observed>,
) -> Result<PathMap<String>> {
    let merged = desired
        .outputs
        .iter()
        .filter(|(_, output)| matches!(output.content, Content::Merge { .. }));
    let known = managed.iter().filter(|(_, file)| file.entry.merge.is_some());
    let mut texts = PathMap::default();
    for path in merged.map(|(path, _)| path).chain(known.map(|(path, _)| path)) {
        let Some(Observed::File { digest, .. }) = disk.get_mut(path) else { continue };
        let bytes = read_bytes(path, MAX_MERGE)?;
        *digest = crate::Digest::of(&bytes);
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::new(Code::MergeTargetInvalid, format!("{} is not valid UTF-8", path.display()))
                .at(path)
        })?;
        texts.insert(path.to_path_buf(), text);
    }
    Ok(texts)
}

/// The config of a repo.
pub fn load_config(repo: &Path) -> Result<Config> {
    let path = repo.join(config::FILE);
    match path.metadata() {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            let message = format!("there is no {} in {}", config::FILE, repo.display());
            return Err(Error::new(Code::ConfigMissing, message).at(&path));
        }
        // Reading a pipe or a device might never end.
        Ok(metadata) if !metadata.is_file() => {
            let message = format!("{} is not a file", path.display());
            return Err(Error::new(Code::IoInvalidPath, message).at(&path));
        }
        _ => {}
    }
    let text = read_text(&path, 4 << 20)?;
    Config::parse(&text).map_err(|error| error.at(&path))
}

/// Replaces the text of a repo's config in one step, so that nothing but the old or the new text ever stands there.
pub fn write_config(repo: &Path, text: &str) -> Result<()> {
    let path = repo.join(config::FILE);
    // A link is the user's way to keep the file elsewhere; it stays one.
    let real = path.canonicalize().unwrap_or(path);
    crate::apply::replace(&real, text.as_bytes()).map_err(|error| Error::io("write", &real, &error))
}

/// The hosts a target argument stands for.
fn targets(config: &Config, selection: &Selection) -> Result<Vec<Host>> {
    if selection.target == "all" {
        return Ok(config.targets.keys().copied().collect());
    }
    match Host::named(&selection.target) {
        Some(host) => Ok(vec![host]),
        None => Err(unsupported_target(&selection.target)),
    }
}

/// The refusal of a target argument.
pub fn unsupported_target(name: &str) -> Error {
    let supported: Vec<_> = std::iter::once("all").chain(Host::all().map(Host::name)).collect();
    Error::new(Code::TargetUnsupported, format!("there is no target `{name}`"))
        .with("target", name)
        .with("supported", supported)
}

/// What was written before: the manifests of every root that may hold one, and for a root whose manifest
/// is gone, what the snapshots remember.
fn managed(
    config: &Config,
    desired: &Desired,
    env: &Environment,
    warnings: &mut Vec<String>,
) -> Result<(PathMap<Managed>, Vec<RootKey>)> {
    let mut roots: Vec<(String, PathBuf)> = Vec::new();
    let mut note = |owner: &str, path: &Path| {
        if !roots.iter().any(|(known, root)| known == owner && root == path) {
            roots.push((owner.to_owned(), path.to_path_buf()));
        }
    };
    for Root { owner, path, .. } in &desired.roots {
        note(owner, path);
    }
    for Root { owner, path, .. } in render::possible_roots(config, env) {
        note(&owner, &path);
    }
    let registry = Registry::load(&env.state())?;
    for root in registry.of_project(&env.project) {
        note(&root.owner, &root.path);
    }
    let mut ledger: Option<Ledger> = None;
    let (mut managed, mut with_manifest) = (Vec::new(), Vec::new());
    for (owner, root) in roots {
        let entries = match manifest::read(&root, &owner, warnings) {
            Some(manifest) => {
                with_manifest.push((owner.clone(), root.clone()));
                manifest.managed_files
            }
            None if registry.has(&owner, &root) => {
                if ledger.is_none() {
                    ledger = Some(Ledger::load(&env.state())?);
                }
                ledger.as_ref().map(|ledger| ledger.entries(&owner, &root)).unwrap_or_default()
            }
            None => continue,
        };
        let (owner, root): (Arc<str>, Arc<Path>) = (owner.into(), root.into());
        for entry in entries {
            // Reading a manifest keeps plain relative paths only.
            let path = below(&root, &entry.path);
            let (owner, root, entry) = (owner.clone(), root.clone(), Arc::new(entry));
            managed.push((path, Managed { owner, root, entry }));
        }
    }
    Ok((managed.into_iter().collect(), with_manifest))
}
