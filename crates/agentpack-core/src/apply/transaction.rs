//! A plan as a transaction: announce, stage, commit, then take each step after a last look at its file.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::apply::disk::{Disk, Mode, mode_of};
use crate::apply::journal::{Intent, Journal, Line, Step};
use crate::apply::recover;
use crate::digest::Digest;
use crate::error::{Code, Error, Result};
use crate::plan::{Change, Plan, Stamp, Write};
use crate::snapshot::{Objects, PackWriter};
use crate::survey::{Observed, look_again};

/// A file of our own that changes with the plan; `None` removes it.
pub(super) struct Meta {
    pub(super) path: PathBuf,
    pub(super) bytes: Option<Vec<u8>>,
}

/// A run in preparation.
pub(super) struct Transaction<'d> {
    disk: &'d Disk,
    state: PathBuf,
    objects: Objects,
    intent: Intent,
    modes: HashMap<PathBuf, u32>,
}

impl<'d> Transaction<'d> {
    pub(super) fn new(disk: &'d Disk, state: &Path, id: &str, plan: &Plan) -> Result<Self> {
        let objects = Objects::load(state)?;
        let mut intent = Intent {
            id: id.to_owned(),
            folders: Vec::new(),
            steps: Vec::new(),
            emptied: Vec::new(),
        };
        let mut modes = HashMap::new();
        let mut folders = Folders::default();
        for change in &plan.changes {
            let mode = change.before.and_then(|_| mode_of(&change.path));
            if let Some(mode) = mode {
                modes.insert(change.path.clone(), mode);
            }
            if change.after.is_some() {
                folders.need(&change.path);
            } else {
                let below = change.path.ancestors().skip(1).take_while(|folder| {
                    folder.starts_with(&change.root) && *folder != change.root
                });
                intent.emptied.extend(below.map(Path::to_path_buf));
            }
            intent.steps.push(Step {
                path: change.path.clone(),
                stage: stage(&change.path, id, intent.steps.len()),
                before: change.before,
                mode,
                after: change.after,
                old: None,
            });
        }
        intent.folders = folders.missing;
        Ok(Self { disk, state: state.to_path_buf(), objects, intent, modes })
    }

    /// Folders this run will make.
    pub(super) fn new_folders(&self) -> &[PathBuf] {
        &self.intent.folders
    }

    /// The permission bits a file had before.
    pub(super) fn mode_before(&self, path: &Path) -> Option<u32> {
        self.modes.get(path).copied()
    }

    /// Runs to the end, or back to where it started.
    pub(super) fn run(mut self, plan: &Plan, metas: &[Meta], emptied: &[PathBuf]) -> Result<()> {
        let files = self.intent.steps.len();
        let mut folders =
            Folders { missing: std::mem::take(&mut self.intent.folders), ..Folders::default() };
        for meta in metas {
            folders.need(&meta.path);
            let before = match look_again(&meta.path)
                .map_err(|error| Error::io("read", &meta.path, &error))?
            {
                Observed::File { digest, executable } => Some(Stamp { digest, executable }),
                _ => None,
            };
            let stage = stage(&meta.path, &self.intent.id, self.intent.steps.len());
            self.intent.steps.push(Step {
                path: meta.path.clone(),
                before,
                mode: before.and_then(|_| mode_of(&meta.path)),
                after: meta
                    .bytes
                    .as_ref()
                    .map(|bytes| Stamp { digest: Digest::of(bytes), executable: false }),
                old: before.map(|_| stage.with_added_extension("old")),
                stage,
            });
        }
        self.intent.folders = folders.missing;
        self.intent.emptied.extend_from_slice(emptied);
        self.intent.emptied.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
        self.intent.emptied.dedup();
        let state = self.state.clone();
        let failed = |error: &io::Error| Error::io("write", &state, error);
        self.disk.folders(&self.state.join("snapshots")).map_err(|error| failed(&error))?;
        self.disk.folders(&self.state.join("objects")).map_err(|error| failed(&error))?;
        let mut journal =
            Journal::create(self.disk, &self.state).map_err(|error| failed(&error))?;
        let done = self.announce_and_stage(&mut journal, plan, metas, files);
        if let Err(error) = done {
            return Err(self.turn_back(journal, error, Phase::Staging));
        }
        if let Err(error) = self.take_steps(&mut journal) {
            return Err(self.turn_back(journal, error, Phase::Committed));
        }
        let finish = || -> io::Result<()> {
            for step in &self.intent.steps {
                if let Some(old) = &step.old {
                    self.disk.remove(old)?;
                }
            }
            for folder in &self.intent.emptied {
                self.disk.remove_if_empty(folder)?;
            }
            journal.end(self.disk)
        };
        finish().map_err(|error| failed(&error))
    }

    fn announce_and_stage(
        &mut self,
        journal: &mut Journal,
        plan: &Plan,
        metas: &[Meta],
        files: usize,
    ) -> Result<()> {
        let state = self.state.clone();
        let failed = |error: io::Error| Error::io("write", &state, &error);
        journal.write(self.disk, &Line::Begin(self.intent.clone())).map_err(failed)?;
        for folder in &self.intent.folders {
            self.disk.folder(folder).map_err(|error| Error::io("create", folder, &error))?;
        }
        let pack_path = recover::pack(&self.state, &self.intent.id);
        let pack = self.disk.create(&pack_path).map_err(failed)?;
        let mut writer = PackWriter::new(BufWriter::with_capacity(256 * 1024, pack));
        for (change, step) in plan.changes.iter().zip(&self.intent.steps) {
            self.stage_change(change, step, &mut writer)?;
        }
        for (meta, step) in metas.iter().zip(&self.intent.steps[files..]) {
            if let Some(old) = &step.old {
                let bytes =
                    fs::read(&meta.path).map_err(|error| Error::io("read", &meta.path, &error))?;
                let mode = step.mode.map(Mode::Exact);
                self.disk
                    .write(old, &bytes, mode)
                    .map_err(|error| Error::io("write", old, &error))?;
            }
            if let Some(bytes) = &meta.bytes {
                let mode = Mode::following(step.mode, false);
                let written = self.disk.write(&step.stage, bytes, Some(mode));
                written.map_err(|error| Error::io("write", &meta.path, &error))?;
            }
        }
        let (pack, index) = writer.finish().map_err(failed)?;
        let pack = pack.into_inner().map_err(|error| failed(error.into_error()))?;
        self.disk.settle(&pack).map_err(failed)?;
        match index {
            Some(index) => {
                self.disk.write(&pack_path.with_extension("idx"), &index, None).map_err(failed)?;
            }
            None => self.disk.remove(&pack_path).map_err(failed)?,
        }
        journal.write(self.disk, &Line::Commit).map_err(failed)
    }

    /// Stores what stands there, and writes the new content beside it.
    fn stage_change<W: io::Write>(
        &self,
        change: &Change,
        step: &Step,
        pack: &mut PackWriter<W>,
    ) -> Result<()> {
        let keep = |pack: &mut PackWriter<W>, digest, bytes: &[u8]| {
            pack.add(&self.objects, digest, bytes)
                .map_err(|error| Error::io("store", &change.path, &error))
        };
        if let Some(before) = change.before {
            let bytes =
                fs::read(&change.path).map_err(|error| Error::io("read", &change.path, &error))?;
            if Digest::of(&bytes) != before.digest {
                return Err(stale(&change.path, "it changed after the plan was made"));
            }
            keep(pack, before.digest, &bytes)?;
        }
        let (Some(after), Some(write)) = (change.after, &change.write) else { return Ok(()) };
        let copied;
        let bytes: &[u8] = match write {
            Write::Bytes(bytes) => bytes,
            Write::Copy(source) => {
                copied = fs::read(source).map_err(|error| Error::io("read", source, &error))?;
                if Digest::of(&copied) != after.digest {
                    return Err(stale(source, "the source changed after the plan was made"));
                }
                &copied
            }
            Write::Stored => {
                copied = self.objects.read(after.digest)?;
                &copied
            }
        };
        keep(pack, after.digest, bytes)?;
        let mode =
            change.mode.map_or_else(|| Mode::following(step.mode, after.executable), Mode::Exact);
        let written = self.disk.write(&step.stage, bytes, Some(mode));
        written.map_err(|error| Error::io("write", &change.path, &error))
    }

    fn take_steps(&self, journal: &mut Journal) -> Result<()> {
        for (number, step) in self.intent.steps.iter().enumerate() {
            let failed = |error: io::Error| Error::io("write", &step.path, &error);
            let actual =
                look_again(&step.path).map_err(|error| Error::io("read", &step.path, &error))?;
            if !recover::is(&actual, step.before) {
                return Err(stale(&step.path, "it changed after the plan was made"));
            }
            match step.after {
                Some(_) => self.disk.rename(&step.stage, &step.path),
                None => self.disk.remove(&step.path),
            }
            .map_err(failed)?;
            journal.write(self.disk, &Line::Done(number)).map_err(failed)?;
        }
        Ok(())
    }

    /// Undoes what was done. If even that fails, the journal stays for the next run.
    fn turn_back(&self, mut journal: Journal, error: Error, phase: Phase) -> Error {
        let undone = (|| -> Result<()> {
            let failed = |error: io::Error| Error::io("undo", &self.state, &error);
            if phase == Phase::Committed {
                journal.write(self.disk, &Line::Abort).map_err(failed)?;
                recover::undo(self.disk, &self.state, &self.intent)?;
            }
            recover::discard(self.disk, &self.state, &self.intent, phase == Phase::Staging)
                .map_err(failed)?;
            journal.end(self.disk).map_err(failed)
        })();
        match undone {
            Ok(()) => error.with("rolled_back", true),
            Err(_) => error.with("rolled_back", false),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Staging,
    Committed,
}

/// Folders that are not there yet, topmost first.
#[derive(Debug, Default)]
struct Folders {
    seen: BTreeSet<PathBuf>,
    missing: Vec<PathBuf>,
}

impl Folders {
    fn need(&mut self, file: &Path) {
        let Some(folder) = file.parent() else { return };
        if self.seen.contains(folder)
            || self.missing.iter().rev().take(8).any(|known| known == folder)
        {
            return;
        }
        let mut new = Vec::new();
        for folder in folder.ancestors() {
            if !self.seen.insert(folder.to_path_buf()) || folder.is_dir() {
                break;
            }
            new.push(folder.to_path_buf());
        }
        new.reverse();
        let known: BTreeSet<&PathBuf> = self.missing.iter().collect();
        let new: Vec<_> = new.into_iter().filter(|folder| !known.contains(folder)).collect();
        self.missing.extend(new);
    }
}

fn stage(path: &Path, id: &str, number: usize) -> PathBuf {
    path.with_file_name(format!(".agentpack-stage.{id}.{number}"))
}

fn stale(path: &Path, why: &str) -> Error {
    Error::new(Code::PlanStale, format!("{}: {why}; nothing was written", path.display())).at(path)
}
