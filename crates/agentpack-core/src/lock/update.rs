//! Resolves git sources to commits, fills the cache, and shows how the text that agents read would change.
//! The only place that uses the network, and only when a person asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::apply;
use crate::clock;
use crate::config::{ModuleEntry, Source};
use crate::diff::{Secrets, shown};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::git::{Depth, Git, index_beside};
use crate::hash_cache::read_bytes;
use crate::lint::lint;
use crate::lock::{
    self, Lock, LockedFile, LockedModule, ResolvedGit, ResolvedLocal, ResolvedSource,
};
use crate::module::{self, MAX_TEXT, ModuleId};
use crate::patch;
use crate::path::RelPath;
use crate::policy::Policies;
use crate::secret::redact_tokens;

/// A new lock that is not written yet, and what it brings.
#[derive(Debug, Clone, PartialEq)]
pub struct LockUpdate {
    /// The lock as it would stand.
    pub lock: Lock,
    /// Modules that change, sorted by id.
    pub changes: Vec<ModuleUpdate>,
    /// What a person should read with care.
    pub warnings: Vec<String>,
}

/// One module whose locked state changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleUpdate {
    /// The id of the module that changes.
    pub module_id: ModuleId,
    /// The version before; `None` for a new module.
    pub from: Option<String>,
    /// `local` or the commit.
    pub to: String,
    /// Files of a git module that change, each with its unified text where it is text.
    pub files: Vec<(String, Option<String>)>,
}

impl LockUpdate {
    /// The changes, with the diffs of their files, as answers show them.
    pub fn data(&self) -> Json {
        let changes: Vec<Json> = self
            .changes
            .iter()
            .map(|change| {
                let files: Vec<Json> = change
                    .files
                    .iter()
                    .map(|(path, unified)| json!({"path": path, "unified": unified}))
                    .collect();
                json!({
                    "files": files, "from": change.from, "module_id": change.module_id, "to": change.to,
                })
            })
            .collect();
        json!({"changes": changes, "modules": self.lock.modules.len()})
    }
}

/// Resolves every enabled module of the config. Fetches commits into the cache; writes no lock.
pub fn resolve_lock(env: &Environment) -> Result<LockUpdate> {
    let config = crate::survey::load_config(env)?;
    let policies = Policies::load(env)?;
    policies.check_sources(&config)?;
    // A lock that cannot be read is being replaced, so it only counts as absent here.
    let old = Lock::load(&env.repo).ok().flatten();
    let mut update = LockUpdate {
        lock: Lock { version: 1, generated_at: clock::rfc3339(clock::now()), modules: Vec::new() },
        changes: Vec::new(),
        warnings: Vec::new(),
    };
    for entry in config.modules.iter().filter(|entry| entry.enabled) {
        let before = old.as_ref().and_then(|lock| lock.module(&entry.id));
        let (locked, root) = resolve(entry, env, before, &mut update.warnings)?;
        refuse_other_bytes(before, &locked)?;
        if let Some(git) = &locked.resolved_source.git {
            policies.verify(env, git)?;
        }
        if before.is_none_or(|before| before.sha256 != locked.sha256) {
            let files = match &locked.resolved_source.git {
                Some(_) => text_changes(env, &locked, &root, before, &mut update.warnings),
                None => Vec::new(),
            };
            update.changes.push(ModuleUpdate {
                module_id: entry.id.clone(),
                from: before.map(|before| before.resolved_version.clone()),
                to: locked.resolved_version.clone(),
                files,
            });
        }
        update.lock.modules.push(locked);
    }
    update.lock.modules.sort_by(|a, b| a.id.cmp(&b.id));
    update.changes.sort_by(|a, b| a.module_id.cmp(&b.module_id));
    Ok(update)
}

/// Writes a lock into the config repo and returns its path.
pub fn write_lock(env: &Environment, lock: &Lock) -> Result<PathBuf> {
    let path = env.repo.join(lock::FILE);
    apply::replace(&path, lock.to_text().as_bytes())
        .map_err(|error| Error::io("write", &path, &error))?;
    Ok(path)
}

/// Fills the cache with every locked commit and checks it; returns the ids of the modules that were fetched.
pub fn fetch(env: &Environment) -> Result<Vec<ModuleId>> {
    let config = crate::survey::load_config(env)?;
    let policies = Policies::load(env)?;
    policies.check_sources(&config)?;
    let Some(lock) = Lock::load(&env.repo)? else {
        let message = format!("there is no {} in {}", lock::FILE, env.repo.display());
        return Err(Error::new(Code::LockfileMissing, message).at(&env.repo.join(lock::FILE)));
    };
    let mut fetched = Vec::new();
    for module in &lock.modules {
        let Some(git) = &module.resolved_source.git else { continue };
        // Only what the config asks for was checked against the policies.
        let is_asked_for = |entry: &&ModuleEntry| {
            let same = matches!(&entry.source, Source::Git { url, .. } if *url == git.url);
            entry.id == module.id && entry.enabled && same
        };
        let Some(entry) = config.modules.iter().find(is_asked_for) else { continue };
        crate::config::check_url(&git.url)
            .map_err(|problem| Error::new(Code::LockfileInvalid, problem))?;
        match cached(env, git) {
            Ok(Cached::Intact) => {}
            // Without git a checkout can still be compared with the digest of the lock, as is done below.
            Err(error) if error.code == Code::GitNotFound => {}
            Err(error) => return Err(error),
            Ok(Cached::Absent) => {
                check_out(env, git, Depth::One)?;
                fetched.push(module.id.clone());
            }
            Ok(Cached::Changed(_)) => {
                apply::discard_own_folder(&env.checkout(&git.url, &git.commit));
                check_out(env, git, Depth::One)?;
                fetched.push(module.id.clone());
            }
        }
        policies.verify(env, git)?;
        module::ground(entry, env, Some(&lock), module::Layer::Upstream)?;
    }
    Ok(fetched)
}

/// A commit is one set of bytes: another set under the same commit is never recorded.
fn refuse_other_bytes(before: Option<&LockedModule>, locked: &LockedModule) -> Result<()> {
    let Some(before) = before else { return Ok(()) };
    let same = before.resolved_source.git.is_some()
        && before.resolved_source.git == locked.resolved_source.git;
    if !same || before.sha256 == locked.sha256 {
        return Ok(());
    }
    let message = format!(
        "module {}: commit {} is locked with other bytes; remove its entry from {} to accept those of the commit",
        locked.id,
        locked.resolved_version,
        lock::FILE
    );
    Err(Error::new(Code::LockfileMismatch, message)
        .with("module_id", &locked.id)
        .with("expected", before.sha256.to_string())
        .with("actual", locked.sha256.to_string()))
}

fn resolve(
    entry: &ModuleEntry,
    env: &Environment,
    before: Option<&LockedModule>,
    warnings: &mut Vec<String>,
) -> Result<(LockedModule, PathBuf)> {
    let about = |error: Error| error.with("module_id", &entry.id);
    let (resolved_source, resolved_version, root) = match &entry.source {
        Source::Local { path } => {
            let local = Some(ResolvedLocal { path: path.to_string() });
            let root = module::locate(entry, env, None)?;
            (ResolvedSource { local_path: local, git: None }, "local".to_owned(), root)
        }
        Source::Git { url, reference, subdir, shallow } => {
            let commit = Git::at(&env.repo).resolve(url, reference).map_err(about)?;
            let subdir = subdir.as_ref().map_or(String::new(), ToString::to_string);
            let git = ResolvedGit { url: url.clone(), commit: commit.clone(), subdir };
            let depth = if *shallow { Depth::One } else { Depth::All };
            fill(env, &git, depth, before, warnings).map_err(about)?;
            let root = root_of(env, &git);
            (ResolvedSource { local_path: None, git: Some(git) }, commit, root)
        }
    };
    let files = module::listing(&entry.id, &root)?;
    let sha256 = lock::module_digest(files.iter().map(|f| (f.path.as_str(), f.sha256, f.bytes)));
    let kind = entry.kind.name().to_owned();
    let id = entry.id.clone();
    let locked =
        LockedModule { id, kind, resolved_source, resolved_version, sha256, file_manifest: files };
    Ok((locked, root))
}

fn root_of(env: &Environment, git: &ResolvedGit) -> PathBuf {
    let root = env.checkout(&git.url, &git.commit);
    RelPath::new(&git.subdir).map_or(root.clone(), |subdir| subdir.under(&root))
}

/// What the cache holds of a commit.
enum Cached {
    Absent,
    /// Exactly what the commit says.
    Intact,
    /// Something else in these files.
    Changed(Vec<String>),
}

/// Compares a checkout with the tree of its commit.
fn cached(env: &Environment, git: &ResolvedGit) -> Result<Cached> {
    let place = env.checkout(&git.url, &git.commit);
    if !place.is_dir() {
        return Ok(Cached::Absent);
    }
    apply::make_private_folder(&env.state())
        .map_err(|error| Error::io("create", &env.state(), &error))?;
    let index = index_beside(&env.state());
    let changed = Git::at(&place).changed_since(&git.commit, &index);
    let _ = apply::remove(&index, &env.state());
    // A repository that git cannot read any more is as little worth as changed files.
    Ok(match changed {
        Ok(paths) if paths.is_empty() => Cached::Intact,
        Ok(paths) => Cached::Changed(paths),
        Err(error) if error.code == Code::GitFailed => Cached::Changed(vec![".git".into()]),
        Err(error) => return Err(error),
    })
}

/// Puts a commit into the cache before it is locked. A checkout that somebody changed is refused when the lock names
/// its commit, because `fetch` restores it; otherwise it is made anew.
fn fill(
    env: &Environment,
    git: &ResolvedGit,
    depth: Depth,
    before: Option<&LockedModule>,
    warnings: &mut Vec<String>,
) -> Result<()> {
    match cached(env, git)? {
        Cached::Intact => Ok(()),
        Cached::Absent => check_out(env, git, depth),
        Cached::Changed(paths) => {
            let place = env.checkout(&git.url, &git.commit);
            let files = paths.join(", ");
            let locked = before.and_then(|before| before.resolved_source.git.as_ref());
            if locked.is_some_and(|locked| locked.commit == git.commit) {
                let message = format!(
                    "{}: not what commit {} holds: {files}; `agentpack fetch` restores it",
                    place.display(),
                    git.commit
                );
                return Err(Error::new(Code::LockfileMismatch, message)
                    .with("reason_code", "cache_changed")
                    .with("next_actions", vec!["run_fetch", "retry_command"])
                    .with("files", paths)
                    .at(&place));
            }
            warnings.push(format!(
                "{} was not what commit {} holds and was made anew: {files}",
                place.display(),
                git.commit
            ));
            apply::discard_own_folder(&place);
            check_out(env, git, depth)
        }
    }
}

/// Puts a commit into the cache.
fn check_out(env: &Environment, git: &ResolvedGit, depth: Depth) -> Result<()> {
    let place = env.checkout(&git.url, &git.commit);
    // Filled aside and then put in place, so that a broken fetch never looks like a checkout.
    let aside = place.with_file_name(format!("partial-{}", clock::now().as_nanos()));
    apply::make_folder(&aside).map_err(|error| Error::io("create", &aside, &error))?;
    let done = Git::at(&aside).check_out(&git.url, &git.commit, depth).and_then(|()| {
        apply::put_folder(&aside, &place).map_err(|error| Error::io("write", &place, &error))
    });
    if done.is_err() {
        apply::discard_own_folder(&aside);
    }
    done.map_err(|error| error.with("url", redact_tokens(&git.url)))
}

/// Every changed file of a module, as a diff where it is text; suspicious new text goes to `warnings`.
fn text_changes(
    env: &Environment,
    new: &LockedModule,
    root: &Path,
    before: Option<&LockedModule>,
    warnings: &mut Vec<String>,
) -> Vec<(String, Option<String>)> {
    let listed = |module: &LockedModule| -> BTreeMap<String, LockedFile> {
        let files = module.file_manifest.iter();
        files.map(|file| (file.path.clone(), file.clone())).collect()
    };
    let old_root = before.and_then(|module| module.resolved_source.git.as_ref());
    let old_root = old_root.map(|git| root_of(env, git));
    let (old_files, new_files) = (before.map(listed).unwrap_or_default(), listed(new));
    let text = |root: Option<&Path>, file: Option<&LockedFile>| -> Option<String> {
        let Some(file) = file else { return Some(String::new()) };
        let rel = RelPath::new(&file.path).ok()?;
        String::from_utf8(read_bytes(&rel.under(root?), MAX_TEXT).ok()?).ok()
    };
    let paths: BTreeSet<&String> = old_files.keys().chain(new_files.keys()).collect();
    let mut changes = Vec::new();
    for path in paths {
        let (old, now) = (old_files.get(path), new_files.get(path));
        if old.map(|file| file.sha256) == now.map(|file| file.sha256) {
            continue;
        }
        let before = text(old_root.as_deref(), old);
        let after = text(Some(root), now);
        if let Some(after) = &after {
            warnings.extend(lint(&format!("{}/{path}", new.id), after));
        }
        let unified = before
            .zip(after)
            .map(|(old, now)| shown(&patch::make(path, &old, &now), Secrets::Hidden));
        changes.push((path.clone(), unified));
    }
    changes
}
