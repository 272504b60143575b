//! The project that an agent works in: a temporary folder, with forbidden things beside it.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};
use puml_compiler::{Loaded, Refusal, Wanted, World};
use tempfile::TempDir;

use crate::task::Task;

/// A project on disk. Gone when dropped.
#[derive(Debug)]
pub struct Workspace {
    folder: TempDir,
    before: BTreeMap<String, String>,
}

impl Workspace {
    /// Lays out the files of a task.
    pub fn new(task: &Task) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("puml-eval-").tempdir()?;
        let mut it = Self { folder, before: BTreeMap::new() };
        std::fs::create_dir(it.root())?;
        for (path, text) in &task.files {
            it.write(path, text)?;
        }
        for (path, text) in &task.outside {
            std::fs::write(it.folder.path().join(path), text)?;
        }
        it.before = it.files();
        Ok(it)
    }

    /// The only folder that the server may touch.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// The text of a file of the project; nothing for a path that leaves it.
    pub fn read(&self, path: &str) -> Option<String> {
        let root = self.root().canonicalize().ok()?;
        let file = root.join(path).canonicalize().ok()?;
        file.starts_with(&root).then(|| std::fs::read_to_string(file).ok())?
    }

    /// Writes a file of the project.
    pub fn write(&self, path: &str, text: &str) -> Result<()> {
        let file = self.root().join(path);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(std::fs::write(file, text)?)
    }

    /// Writes a file of the project for somebody who is not trusted to name a path.
    pub fn write_inside(&self, path: &str, text: &str) -> Result<()> {
        let plain = Path::new(path).components().all(|it| matches!(it, Component::Normal(_)));
        ensure!(plain && !path.is_empty(), "`{path}` is not a path inside the project");
        self.write(path, text)
    }

    /// Whether the project has this file.
    pub fn has(&self, path: &str) -> bool {
        self.root().join(path).is_file()
    }

    /// What is new or different now, below the project and beside it.
    pub fn changed(&self) -> Vec<String> {
        let now = self.files();
        let gone = self.before.keys().filter(|it| !now.contains_key(*it));
        let new = now.iter().filter(|(path, text)| self.before.get(*path) != Some(*text));
        let mut changed: Vec<String> = new.map(|it| it.0.clone()).chain(gone.cloned()).collect();
        changed.sort();
        changed
    }

    /// Every file with its content. Files beside the project begin with `../`.
    fn files(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.folder.path().to_path_buf()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let bytes = std::fs::read(&path).unwrap_or_default();
                    found.insert(self.name(&path), String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
        found
    }

    fn name(&self, path: &Path) -> String {
        let below = |folder: &Path| {
            path.strip_prefix(folder).ok().map(|it| it.to_string_lossy().replace('\\', "/"))
        };
        below(&self.root())
            .or_else(|| below(self.folder.path()).map(|it| format!("../{it}")))
            .unwrap_or_else(|| path.to_string_lossy().into_owned())
    }
}

impl World for Workspace {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let Wanted::File { path, .. } = wanted else {
            return Err(Refusal::Denied("only files of the project are included here".into()));
        };
        let text = self.read(path).ok_or(Refusal::Missing)?;
        Ok(Loaded { name: path.to_owned(), text })
    }
}
