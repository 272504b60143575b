//! The disk at each destination, without following a link anywhere below a root.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::environment::Environment;
use crate::error::{Error, Result};
use crate::hash_cache::{Fingerprint, HashCache};
use crate::manifest;
use crate::path::PathMap;
use crate::plan::Stamp;
use crate::render::Root;
use crate::survey::Managed;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observed {
    /// There is no such file.
    Absent,
    /// A regular file.
    File(Stamp),
    /// Something that must not be replaced by a file.
    Blocked(Blocked),
}

impl Observed {
    /// Content and execute bit of a regular file.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        match self {
            Self::File(stamp) => Some(*stamp),
            Self::Absent | Self::Blocked(_) => None,
        }
    }
}

/// Why a destination cannot take a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocked {
    /// A link; its target as written.
    Symlink(PathBuf),
    /// A folder stands where a file should be.
    Folder,
    /// A socket, a device, a pipe.
    Special,
    /// A parent folder is a file.
    ParentIsFile(PathBuf),
    /// A parent folder is a link.
    ParentIsLink(PathBuf),
    /// The root leads out of the project.
    LeavesProject,
    /// A file we share with others that cannot be parsed, and why.
    Unreadable(String),
}

impl Blocked {
    /// A word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Symlink(_) => "symlink",
            Self::Folder => "directory",
            Self::Special => "special_file",
            Self::ParentIsFile(_) => "parent_is_file",
            Self::ParentIsLink(_) => "parent_is_symlink",
            Self::LeavesProject => "leaves_project",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl std::fmt::Display for Blocked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Symlink(target) => {
                write!(f, "the destination is a symbolic link to {}", target.display())
            }
            Self::Folder => f.write_str("the destination is a folder"),
            Self::Special => f.write_str("the destination is neither a file nor a folder"),
            Self::ParentIsFile(parent) => write!(f, "{} is a file, not a folder", parent.display()),
            Self::ParentIsLink(parent) => write!(f, "{} is a symbolic link", parent.display()),
            Self::LeavesProject => f.write_str("the folder leads out of the project"),
            Self::Unreadable(problem) => write!(f, "it cannot be parsed: {problem}"),
        }
    }
}

/// Looks at every wanted and managed path.
pub(super) fn observe<'d>(
    wanted: impl Iterator<Item = (&'d Path, &'d Root)>,
    managed: &PathMap<Managed>,
    env: &Environment,
    cache: &mut HashCache,
) -> Result<PathMap<Observed>> {
    let wanted = wanted.map(|(path, root)| (path, root.path.as_path(), root.in_project));
    let around_home = env.home.starts_with(&env.project);
    // Files of one root follow each other, and paths are slow to compare.
    let mut last: Option<(&Arc<Path>, bool)> = None;
    let known = managed.iter().map(|(path, file)| {
        let (root, in_project) = match last {
            Some((root, in_project)) if Arc::ptr_eq(root, &file.root) => (root, in_project),
            _ => (&file.root, file.root.starts_with(&env.project) && !around_home),
        };
        last = Some((root, in_project));
        (path, &**root, in_project)
    });
    // Both come sorted, so that sorting them together is a merge.
    let mut places: Vec<_> = wanted.chain(known).collect();
    places.sort_by_key(|(path, ..)| path.as_os_str());
    places.dedup_by_key(|(path, ..)| path.as_os_str());
    let mut observer = Observer { env, folders: HashMap::new(), last: None };
    let mut seen: Vec<(PathBuf, Observed)> = Vec::with_capacity(places.len());
    let mut to_hash: Vec<(usize, Option<Fingerprint>, bool)> = Vec::new();
    for (path, root, in_project) in places {
        let (observed, metadata) = observer.look(path, root, in_project)?;
        if let Some(metadata) = metadata {
            to_hash.push((seen.len(), Fingerprint::of(&metadata), is_executable(&metadata)));
        }
        seen.push((path.to_path_buf(), observed));
    }
    let files: Vec<_> =
        to_hash.iter().map(|(at, print, _)| (seen[*at].0.as_path(), *print)).collect();
    let digests = cache.digests(&files);
    for ((at, _, executable), digest) in to_hash.into_iter().zip(digests) {
        let (path, observed) = &mut seen[at];
        let digest = digest.map_err(|error| Error::io("read", path, &error))?;
        *observed = Observed::File(Stamp { digest, executable });
    }
    Ok(seen.into_iter().collect())
}

/// The state of one path, fresh, for the check right before a write.
pub(crate) fn look_again(path: &Path) -> io::Result<Observed> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(Observed::File(Stamp {
            digest: crate::digest::of_file(path)?,
            executable: is_executable(&metadata),
        })),
        Ok(metadata) => Ok(Observed::Blocked(obstacle(path, &metadata))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Observed::Absent),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Ok(Observed::Blocked(Blocked::ParentIsFile(path.to_path_buf())))
        }
        Err(error) => Err(error),
    }
}

/// Files below a root that no manifest lists, for roots that are ours.
pub(crate) fn extras(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                open.push(entry.path());
            } else if !manifest::is_own_file(&entry.file_name().to_string_lossy()) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

struct Observer<'e> {
    env: &'e Environment,
    /// Parent folders that were looked at.
    folders: HashMap<PathBuf, FolderState>,
    /// The folder of the file before, which is usually that of the next one too.
    last: Option<(PathBuf, FolderState)>,
}

/// The state of a parent folder.
#[derive(Debug, Clone)]
enum FolderState {
    /// A folder that can hold files.
    Ready,
    /// No folder yet, and nothing in its way: whatever lies below it is absent too.
    Absent,
    /// Nothing can be written there.
    Blocked(Blocked),
}

impl Observer<'_> {
    fn look(
        &mut self,
        path: &Path,
        root: &Path,
        in_project: bool,
    ) -> Result<(Observed, Option<Metadata>)> {
        let parent = path.parent().unwrap_or(root);
        let known = self.last.take().filter(|(folder, _)| folder.as_os_str() == parent.as_os_str());
        let (folder, state) = known.unwrap_or_else(|| {
            let state = self.folder(parent, root, in_project);
            (parent.to_path_buf(), state)
        });
        let (_, state) = self.last.insert((folder, state));
        match state {
            FolderState::Blocked(blocked) => return Ok((Observed::Blocked(blocked.clone()), None)),
            FolderState::Absent => return Ok((Observed::Absent, None)),
            FolderState::Ready => {}
        }
        match fs::symlink_metadata(path) {
            // The digest is filled in when all files are hashed together.
            Ok(metadata) if metadata.is_file() => Ok((Observed::Absent, Some(metadata))),
            Ok(metadata) => Ok((Observed::Blocked(obstacle(path, &metadata)), None)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((Observed::Absent, None)),
            Err(error) => Err(Error::io("look at", path, &error)),
        }
    }

    /// What is known of a folder at or below `root`, or of the root itself.
    fn folder(&mut self, folder: &Path, root: &Path, in_project: bool) -> FolderState {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let state = if folder == root || !folder.starts_with(root) {
            self.root(root, in_project)
        } else {
            let above = folder.parent().map(|parent| self.folder(parent, root, in_project));
            match above.unwrap_or(FolderState::Ready) {
                FolderState::Ready => match fs::symlink_metadata(folder) {
                    Ok(metadata) if metadata.is_symlink() => {
                        FolderState::Blocked(Blocked::ParentIsLink(folder.to_path_buf()))
                    }
                    Ok(metadata) if !metadata.is_dir() => {
                        FolderState::Blocked(Blocked::ParentIsFile(folder.to_path_buf()))
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => FolderState::Absent,
                    _ => FolderState::Ready,
                },
                other => other,
            }
        };
        self.folders.insert(folder.to_path_buf(), state.clone());
        state
    }

    /// A root may be reached by links of the user's own making, but one in the project stays in it.
    fn root(&self, root: &Path, in_project: bool) -> FolderState {
        let Some(nearest) = root.ancestors().find(|folder| folder.symlink_metadata().is_ok())
        else {
            return FolderState::Absent;
        };
        let Ok(real) = nearest.canonicalize() else {
            return FolderState::Blocked(Blocked::ParentIsLink(nearest.to_path_buf()));
        };
        if !real.is_dir() {
            return FolderState::Blocked(Blocked::ParentIsFile(nearest.to_path_buf()));
        }
        if in_project && nearest.starts_with(&self.env.project) {
            let project = self.env.project.canonicalize();
            if project.is_ok_and(|project| !real.starts_with(project)) {
                return FolderState::Blocked(Blocked::LeavesProject);
            }
        }
        if nearest == root { FolderState::Ready } else { FolderState::Absent }
    }
}

fn obstacle(path: &Path, metadata: &Metadata) -> Blocked {
    if metadata.is_symlink() {
        Blocked::Symlink(fs::read_link(path).unwrap_or_default())
    } else if metadata.is_dir() {
        Blocked::Folder
    } else {
        Blocked::Special
    }
}

#[cfg(unix)]
pub(crate) fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub(crate) fn is_executable(_metadata: &Metadata) -> bool {
    false
}
