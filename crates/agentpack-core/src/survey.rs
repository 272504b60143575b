//! Everything a plan depends on, read once: config, lock, modules, manifests, and the disk at each destination.
//! All reading happens here; what follows (`plan`, `status`, `explain`) is a pure function of a survey.

mod disk;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::{Host, Hosts, Writer};
use crate::config::{self, Config, Scope};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::{HashCache, read_bytes, read_text};
use crate::lock::Lock;
use crate::manifest::{self, Entry};
use crate::module::{self, Loaded, Module, ModuleId};
use crate::owner::Owner;
use crate::ownership::Ownership;
use crate::path::{PathMap, below};
use crate::policy::Policies;
use crate::render::{self, Content, Desired, Root};
use crate::snapshot::{Ledger, Registry};

pub use disk::{Blocked, Observed};
pub(crate) use disk::{extras, is_executable, look_again};

/// Settings files of hosts are far smaller than this.
const MAX_MERGE: u64 = 32 << 20;

/// What to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// Which modules; `None` for the profile of the project, else `default`.
    pub profile: Option<String>,
    /// Which host; `all` for every configured one.
    pub target: String,
}

impl Default for Selection {
    fn default() -> Self {
        Self { profile: None, target: "all".into() }
    }
}

/// A consistent reading of the machine.
#[derive(Debug)]
pub struct Survey {
    /// Where it was taken.
    pub env: Environment,
    /// The profile and the host that were asked for.
    pub selection: Selection,
    /// The profile that was chosen.
    pub profile: String,
    /// Modules that cannot be built now, with the reason.
    pub(crate) held: Vec<(ModuleId, String)>,
    /// The config of the repo.
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
pub(crate) type RootKey = (Owner, PathBuf);

/// A file a manifest lists.
#[derive(Debug, Clone)]
pub struct Managed {
    /// A host, or `shared`.
    pub owner: Owner,
    /// The root of the manifest.
    pub root: Arc<Path>,
    /// The entry of the manifest that lists it.
    pub entry: Arc<Entry>,
}

impl Managed {
    /// Hosts that read the file.
    pub fn readers(&self) -> Vec<Host> {
        if self.owner == Owner::SHARED || !self.entry.readers.is_empty() {
            self.entry.readers.iter().filter_map(|name| Host::of(name)).collect()
        } else {
            self.owner.host().into_iter().collect()
        }
    }
}

impl Survey {
    /// Whether a file belongs to a project that nobody named this time: the home folder, once deployed into as one.
    pub(crate) fn is_of_unnamed_project(&self, managed: &Managed) -> bool {
        if self.env.has_project() || *managed.root != *self.env.project {
            return false;
        }
        let routes = render::possible_routes(&self.config, &self.env);
        !routes
            .iter()
            .any(|(_, route, root)| *managed.root == *root.path && route.path == managed.entry.path)
    }
}

/// Takes a survey. Warnings of a recovered run, if any, come first.
pub fn survey(env: &Environment, selection: &Selection) -> Result<Survey> {
    let mut config = load_config(env)?;
    let limits = limit_to_project(&mut config, env);
    let targets = targets(&config, selection)?;
    let lock = Lock::load(&env.repo)?;
    let profile = match &selection.profile {
        Some(profile) => profile.clone(),
        None => config.profile_of(env)?,
    };
    let entries = config.selected(&profile)?;
    Policies::load(env)?.check(env, &config, &entries, lock.as_ref())?;
    let mut cache = HashCache::load(&env.state());
    let Loaded { modules, mut warnings, held } =
        module::load(&entries, env, lock.as_ref(), &mut cache)?;
    warnings.extend(limits);
    warnings.extend(config.hosts.warnings.iter().cloned());
    if !env.has_project() {
        warnings.push(format!(
            "{} is no project, so nothing is planned there; name one with --project",
            env.project.display()
        ));
    }
    let mut desired = render::render(&config, &modules, env)?;
    for host in &targets {
        if !config.targets.contains_key(host) {
            warnings.push(format!(
                "target {host} is not in {}; only files it left behind are considered",
                config::FILE
            ));
        }
    }
    let KnownFiles { mut managed, roots_with_manifest, local } =
        managed(&config, &desired, env, &mut warnings)?;
    let wanted = desired.outputs.iter().map(|(path, output)| (path, &desired.roots[output.root]));
    let mut disk = disk::observe(wanted, &managed, env, &mut cache)?;
    prefer_what_stands(&mut managed, local, &disk);
    linked_bridges(&mut desired, &disk);
    let texts = merge_texts(&desired, &managed, &mut disk)?;
    if let Some((file, bytes)) = cache.updated() {
        // The cache is a memory aid: losing it only costs time.
        let _ = crate::apply::replace_private(&env.state(), &file, &bytes);
    }
    Ok(Survey {
        env: env.clone(),
        selection: selection.clone(),
        profile,
        held,
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
    let mut texts = PathMap::default();
    let merged = desired
        .outputs
        .iter()
        .filter(|(_, output)| matches!(output.content, Content::Merge { .. }));
    let known = managed.iter().filter(|(_, file)| file.entry.merge.is_some());
    edited_sections(desired, managed, disk, &mut texts);
    for path in merged.map(|(path, _)| path).chain(known.map(|(path, _)| path)) {
        let Some(Observed::File(stamp)) = disk.get_mut(path) else { continue };
        let bytes = read_bytes(path, MAX_MERGE)?;
        stamp.digest = crate::Digest::of(&bytes);
        let text = String::from_utf8(bytes).map_err(|error| {
            Error::new(Code::MergeTargetInvalid, format!("{} is not valid UTF-8", path.display()))
                .at(path)
                .caused_by(error)
        })?;
        texts.insert(path.to_path_buf(), text);
    }
    Ok(texts)
}

/// The text of edited files of sections, in which words may stand after the last one.
fn edited_sections(
    desired: &Desired,
    managed: &PathMap<Managed>,
    disk: &PathMap<Observed>,
    texts: &mut PathMap<String>,
) {
    for (path, output) in desired.outputs.iter() {
        if !matches!(output.writer, Writer::Sections | Writer::Bridge) {
            continue;
        }
        let stands = disk.get(path).and_then(Observed::stamp).map(|stamp| stamp.digest);
        let last = managed.get(path).map(|managed| managed.entry.sha256);
        if last.is_some()
            && stands.is_some()
            && stands != last
            && stands != output.content.digest()
            && let Ok(text) = read_text(path, MAX_MERGE)
        {
            texts.insert(path.to_path_buf(), text);
        }
    }
}

/// A bridge is not wanted where somebody linked it to `AGENTS.md`: the host reads the same.
fn linked_bridges(desired: &mut Desired, disk: &PathMap<Observed>) {
    let leads_to_agents_md = |link: &Path| {
        let folder = link.parent().unwrap_or(link);
        let Ok(target) = std::fs::read_link(link) else { return false };
        let (leads, real) = (folder.join(target), folder.join("AGENTS.md"));
        leads == real
            || leads.canonicalize().is_ok_and(|it| real.canonicalize().is_ok_and(|real| it == real))
    };
    let is_linked = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        let above = path.parent().and_then(Path::parent).map(|folder| folder.join(name));
        match disk.get(path) {
            Some(Observed::Blocked(Blocked::Symlink(_))) => leads_to_agents_md(path),
            // A bridge in a folder of the host is as needless beside a link in the project.
            _ => above.is_some_and(|above| leads_to_agents_md(&above)),
        }
    };
    let linked: Vec<PathBuf> = desired
        .outputs
        .iter()
        .filter(|(path, output)| output.is_bridge && is_linked(path))
        .map(|(path, _)| path.to_path_buf())
        .collect();
    for path in linked {
        desired.outputs.remove(&path);
    }
}

/// The config of a repo, for the hosts known here.
pub fn load_config(env: &Environment) -> Result<Config> {
    let repo = &env.repo;
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
    let hosts = Hosts::load(env)?;
    Config::parse_for(&text, Some(&hosts)).map_err(|error| error.at(&path))
}

/// Replaces the text of a repo's config in one step, so that nothing but the old or the new text ever stands there.
pub fn write_config(repo: &Path, text: &str) -> Result<()> {
    let path = repo.join(config::FILE);
    // A link is the user's way to keep the file elsewhere; it stays one.
    let real = path.canonicalize().unwrap_or(path);
    crate::apply::replace(&real, text.as_bytes()).map_err(|error| Error::io("write", &real, &error))
}

/// A config that came with the project writes into the project alone, whatever it says: a clone of somebody's
/// repository must not reach into the home of whoever opens it.
fn limit_to_project(config: &mut Config, env: &Environment) -> Vec<String> {
    if !env.project_only {
        return Vec::new();
    }
    let mut limited = Vec::new();
    config.targets.retain(|host, target| {
        if target.scope != Scope::Project {
            limited.push(host.name());
        }
        let stays = target.scope != Scope::User;
        target.scope = Scope::Project;
        stays
    });
    if limited.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{} belongs to the project, so it writes nothing to your home for {}; --repo lifts this",
        env.repo.join(config::FILE).display(),
        limited.join(", ")
    )]
}

/// The hosts a target argument stands for.
fn targets(config: &Config, selection: &Selection) -> Result<Vec<Host>> {
    if selection.target == "all" {
        return Ok(config.targets.keys().copied().collect());
    }
    match config.hosts.named(&selection.target) {
        Some(host) => Ok(vec![host]),
        None => Err(unsupported_target(&selection.target, &config.hosts.names())),
    }
}

/// The refusal of a target argument that is none of `hosts`.
pub fn unsupported_target(name: &str, hosts: &[&str]) -> Error {
    let supported: Vec<_> = std::iter::once("all").chain(hosts.iter().copied()).collect();
    let error = Error::new(Code::TargetUnsupported, format!("there is no target `{name}`"));
    let error = match diag::nearest(name, supported.iter().copied()) {
        Some(near) => error.with("hint", format!("did you mean `{near}`?")),
        None => error,
    };
    error.with("target", name).with("supported", supported)
}

/// What was written before.
struct KnownFiles {
    managed: PathMap<Managed>,
    roots_with_manifest: Vec<RootKey>,
    /// Lines of this machine's manifests that differ from what the project's ownership file says.
    local: Vec<(PathBuf, Arc<Entry>)>,
}

/// The project's ownership file comes with the files it lists, so it speaks for them. Where this machine has written
/// since, what stands on disk tells which of the two is newer.
fn prefer_what_stands(
    managed: &mut PathMap<Managed>,
    local: Vec<(PathBuf, Arc<Entry>)>,
    disk: &PathMap<Observed>,
) {
    for (path, entry) in local {
        let stands = disk.get(&path).and_then(Observed::stamp).map(|stamp| stamp.digest);
        if let Some(known) = managed.get_mut(&path)
            && stands == Some(entry.sha256)
            && stands != Some(known.entry.sha256)
        {
            known.entry = entry;
        }
    }
}

/// Finds what was written before: the project's ownership file, the manifests of every root that may hold one, and
/// for a root whose manifest is gone, what the snapshots remember.
fn managed(
    config: &Config,
    desired: &Desired,
    env: &Environment,
    warnings: &mut Vec<String>,
) -> Result<KnownFiles> {
    let mut roots: Vec<RootKey> = Vec::new();
    let mut note = |owner: Owner, path: &Path| {
        if !roots.iter().any(|(known, root)| *known == owner && root == path) {
            roots.push((owner, path.to_path_buf()));
        }
    };
    for Root { owner, path, .. } in &desired.roots {
        note(*owner, path);
    }
    for Root { owner, path, .. } in render::possible_roots(config, env) {
        note(owner, &path);
    }
    let registry = Registry::load(&env.state())?;
    for root in
        registry.of_project(&env.project).filter(|it| it.project.is_none() || env.has_project())
    {
        note(root.owner, &root.path);
    }
    let mut owned = Ownership::load(&env.project)?;
    let mut ledger: Option<Ledger> = None;
    let (mut managed, mut with_manifest, mut local) = (Vec::new(), Vec::new(), Vec::new());
    for (owner, root) in roots {
        let owned = owned.take(&env.project, owner, &root);
        let entries = match (manifest::read(&root, owner, warnings), owned) {
            (manifest, Some(owned)) => {
                with_manifest.push((owner, root.clone()));
                let manifest = manifest.map(|it| it.managed_files).unwrap_or_default();
                joined(&root, owned, manifest, &mut local)
            }
            (Some(manifest), None) => {
                with_manifest.push((owner, root.clone()));
                manifest.managed_files
            }
            (None, None) if registry.has(owner, &root) => {
                if ledger.is_none() {
                    ledger = Some(Ledger::load(&env.state())?);
                }
                ledger.as_ref().map(|ledger| ledger.entries(owner, &root)).unwrap_or_default()
            }
            (None, None) => continue,
        };
        let root: Arc<Path> = root.into();
        for entry in entries {
            // Reading a manifest keeps plain relative paths only.
            let path = below(&root, &entry.path);
            let (root, entry) = (root.clone(), Arc::new(entry));
            managed.push((path, Managed { owner, root, entry }));
        }
    }
    let managed = managed.into_iter().collect();
    Ok(KnownFiles { managed, roots_with_manifest: with_manifest, local })
}

/// The lines of the ownership file, and those of a manifest for files it does not list. Lines that differ go to
/// `local`.
fn joined(
    root: &Path,
    mut owned: Vec<Entry>,
    manifest: Vec<Entry>,
    local: &mut Vec<(PathBuf, Arc<Entry>)>,
) -> Vec<Entry> {
    if owned == manifest {
        return owned;
    }
    let known: HashMap<String, usize> =
        owned.iter().enumerate().map(|(at, entry)| (entry.path.clone(), at)).collect();
    for entry in manifest {
        match known.get(&entry.path) {
            None => owned.push(entry),
            Some(at) if owned[*at] != entry => {
                local.push((below(root, &entry.path), Arc::new(entry)));
            }
            Some(_) => {}
        }
    }
    owned
}
