//! A plan as a transaction: announce, stage, commit, then take each step after a last look at its file.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Read as _};
use std::path::{Path, PathBuf};

use crate::apply::disk::{Disk, Mode, mode_of};
use crate::apply::journal::{Intent, Journal, Line, Step};
use crate::apply::recover;
use crate::error::{Code, Error, Result};
use crate::plan::{Change, Plan, Stamp, Write};
use crate::snapshot::{Id, Objects, PackWriter};
use crate::survey::{Observed, look_again};
use content_digest::Digest;

/// Steps between two lines of the journal that say how far the run is.
const STRIDE: usize = 256;

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
    folders: Folders,
    modes: HashMap<PathBuf, u32>,
}

impl<'d> Transaction<'d> {
    pub(super) fn new(disk: &'d Disk, state: &Path, id: Id, plan: &Plan) -> Result<Self> {
        let objects = Objects::load(state)?;
        let mut intent = Intent { id, folders: Vec::new(), steps: Vec::new(), emptied: Vec::new() };
        let mut modes = HashMap::new();
        let mut folders = Folders::default();
        for change in &plan.changes {
            let mode = change.before.and_then(|_| mode_of(&change.path));
            if let Some(mode) = mode {
                modes.insert(change.path.clone(), mode);
            }
            if !folders.need(&change.path, Some(&change.root)) {
                let why = "a parent folder was replaced by a link after the plan was made";
                return Err(stale(&change.path, why));
            }
            if change.after.is_none() {
                let below = change.path.ancestors().skip(1).take_while(|folder| {
                    folder.starts_with(&change.root) && *folder != change.root
                });
                intent.emptied.extend(below.map(Path::to_path_buf));
            }
            intent.steps.push(Step {
                path: change.path.clone(),
                before: change.before,
                mode,
                after: change.after,
                old: None,
            });
        }
        Ok(Self { disk, state: state.to_path_buf(), objects, intent, folders, modes })
    }

    /// Folders this run will make.
    pub(super) fn new_folders(&self) -> &[PathBuf] {
        &self.folders.missing
    }

    /// The permission bits a file had before.
    pub(super) fn mode_before(&self, path: &Path) -> Option<u32> {
        self.modes.get(path).copied()
    }

    /// Runs to the end, or back to where it started.
    pub(super) fn run(mut self, plan: &Plan, metas: &[Meta], emptied: &[PathBuf]) -> Result<()> {
        let files = self.intent.steps.len();
        for meta in metas {
            self.folders.need(&meta.path, None);
            let before = match look_again(&meta.path)
                .map_err(|error| Error::io("read", &meta.path, &error))?
            {
                Observed::File(stamp) => Some(stamp),
                Observed::Absent => None,
                Observed::Blocked(blocked) => {
                    let message =
                        format!("{}: {blocked}; nothing was written", meta.path.display());
                    return Err(Error::new(Code::DestinationBlocked, message).at(&meta.path));
                }
            };
            let stage = self.intent.stage(&meta.path, self.intent.steps.len());
            self.intent.steps.push(Step {
                path: meta.path.clone(),
                before,
                mode: before.and_then(|_| mode_of(&meta.path)),
                after: meta
                    .bytes
                    .as_ref()
                    .map(|bytes| Stamp { digest: Digest::of(bytes), executable: false }),
                old: before.map(|_| stage.with_added_extension("old")),
            });
        }
        self.intent.folders = std::mem::take(&mut self.folders.missing);
        self.intent.emptied.extend_from_slice(emptied);
        // Files of one folder name the same folders, so most of the list is repetition.
        self.intent.emptied.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        self.intent.emptied.dedup();
        self.intent.emptied.sort_by_cached_key(|folder| Reverse(folder.components().count()));
        let state = self.state.clone();
        let failed = |error: &io::Error| Error::io("write", &state, error);
        for folder in [&state, &state.join("snapshots"), &state.join("objects")] {
            self.disk.private_folder(folder).map_err(|error| failed(&error))?;
        }
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
            self.disk.barrier(self.intent.steps.iter().map(|step| &step.path))?;
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
        let begin = Line::Begin(Cow::Borrowed(&self.intent));
        journal.write(self.disk, &begin).map_err(failed)?;
        self.disk.barrier(std::iter::once(journal.path())).map_err(failed)?;
        for folder in &self.intent.folders {
            self.disk.folder(folder).map_err(|error| Error::io("create", folder, &error))?;
        }
        let pack_path = recover::pack(&self.state, self.intent.id);
        let pack = self.disk.create(&pack_path).map_err(failed)?;
        let mut writer = PackWriter::new(BufWriter::with_capacity(256 * 1024, pack));
        let mut buffer = vec![0; 64 * 1024];
        let mut steps = self.intent.staged_steps();
        for (change, step) in plan.changes.iter().zip(steps.by_ref().take(files)) {
            self.stage_change(change, step, &mut writer, &mut buffer)?;
        }
        for (meta, (step, stage)) in metas.iter().zip(steps) {
            if let Some(old) = &step.old {
                let bytes =
                    fs::read(&meta.path).map_err(|error| Error::io("read", &meta.path, &error))?;
                let mode = step.mode.map(Mode::Exact);
                self.disk
                    .write(old, &bytes, mode)
                    .map_err(|error| Error::io("write", old, &error))?;
            }
            if let Some(bytes) = &meta.bytes {
                let own = meta.path.starts_with(&self.state);
                let mode = if own { Mode::PRIVATE } else { Mode::following(step.mode, false) };
                let written = self.disk.write(&stage, bytes, Some(mode));
                // A record of ours that a power cut empties would stand in the way of every later run.
                let secured = written.and_then(|()| Disk::secure(&[&stage]));
                secured.map_err(|error| Error::io("write", &meta.path, &error))?;
            }
        }
        let (pack, index) = writer.finish().map_err(failed)?;
        pack.into_inner().map_err(|error| failed(error.into_error()))?;
        match index {
            Some(index) => {
                let index_path = pack_path.with_extension("idx");
                self.disk.write(&index_path, &index, Some(Mode::PRIVATE)).map_err(failed)?;
                // What is about to be replaced or removed must outlive a power cut in the store.
                if plan.changes.iter().any(|change| change.before.is_some()) {
                    Disk::secure(&[&pack_path, &index_path]).map_err(failed)?;
                }
            }
            None => self.disk.remove(&pack_path).map_err(failed)?,
        }
        let stored = [pack_path.with_extension("idx"), pack_path];
        let staged = self.intent.staged_steps().map(|(_, stage)| stage);
        self.disk.barrier(staged.chain(stored)).map_err(failed)?;
        journal.write(self.disk, &Line::Commit).map_err(failed)?;
        self.disk.barrier(std::iter::once(journal.path())).map_err(failed)
    }

    /// Stores what stands there, and writes the new content beside it.
    fn stage_change<W: io::Write>(
        &self,
        change: &Change,
        (step, stage): (&Step, PathBuf),
        pack: &mut PackWriter<W>,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        let keep = |pack: &mut PackWriter<W>, digest, bytes: &[u8]| {
            pack.add(&self.objects, digest, bytes)
                .map_err(|error| Error::io("store", &change.path, &error))
        };
        if let Some(before) = change.before {
            let bytes = read_as(&change.path, before.digest, buffer)
                .map_err(|error| Error::io("read", &change.path, &error))?
                .ok_or_else(|| stale(&change.path, "it changed after the plan was made"))?;
            keep(pack, before.digest, bytes)?;
        }
        let (Some(after), Some(write)) = (change.after, &change.write) else { return Ok(()) };
        let stored;
        let bytes: &[u8] = match write {
            Write::Bytes(bytes) => bytes,
            Write::Copy(source) => read_as(source, after.digest, buffer)
                .map_err(|error| Error::io("read", source, &error))?
                .ok_or_else(|| stale(source, "the source changed after the plan was made"))?,
            Write::Stored => {
                stored = self.objects.read(after.digest)?;
                &stored
            }
        };
        keep(pack, after.digest, bytes)?;
        let mode =
            change.mode.map_or_else(|| Mode::following(step.mode, after.executable), Mode::Exact);
        let written = self.disk.write(&stage, bytes, Some(mode));
        written.map_err(|error| Error::io("write", &change.path, &error))
    }

    fn take_steps(&self, journal: &mut Journal) -> Result<()> {
        let mut taken = 0;
        for (step, stage) in self.intent.staged_steps() {
            self.take(step, &stage)?;
            taken += 1;
            if taken % STRIDE == 0 || taken == self.intent.steps.len() {
                let line = journal.write(self.disk, &Line::Done(taken));
                line.map_err(|error| Error::io("write", &self.state, &error))?;
            }
        }
        Ok(())
    }

    /// Takes one step if its file is still what the plan saw.
    fn take(&self, step: &Step, stage: &Path) -> Result<()> {
        let is_as_planned = || -> Result<bool> {
            let actual =
                look_again(&step.path).map_err(|error| Error::io("read", &step.path, &error))?;
            Ok(recover::is(&actual, step.before))
        };
        let is_new = step.before.is_none() && step.after.is_some();
        if !is_new && !is_as_planned()? {
            return Err(stale(&step.path, "it changed after the plan was made"));
        }
        let taken = match step.after {
            Some(_) if is_new => self.disk.rename_new(stage, &step.path),
            Some(_) => self.disk.rename(stage, &step.path),
            None => self.disk.remove(&step.path),
        };
        match taken {
            Err(_) if is_new && !is_as_planned()? => {
                Err(stale(&step.path, "it changed after the plan was made"))
            }
            other => other.map_err(|error| Error::io("write", &step.path, &error)),
        }
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
    seen: HashSet<OsString>,
    missing: Vec<PathBuf>,
}

impl Folders {
    /// Notes the folders a file needs. `false` when one below `root` is a link, through which a file would go
    /// elsewhere; above a root, links are the user's own.
    fn need(&mut self, file: &Path, root: Option<&Path>) -> bool {
        let known = self.missing.len();
        for folder in file.ancestors().skip(1) {
            if self.seen.contains(folder.as_os_str()) {
                break;
            }
            self.seen.insert(folder.as_os_str().to_owned());
            let below = root.is_some_and(|root| folder != root && folder.starts_with(root));
            if below && folder.is_symlink() {
                return false;
            }
            if !folder.is_dir() {
                self.missing.push(folder.to_path_buf());
            } else if !below {
                break;
            }
        }
        self.missing[known..].reverse();
        true
    }
}

/// The bytes of a file if they still have `digest`. `buffer` is reused, so that a small file costs one read.
fn read_as<'b>(
    path: &Path,
    digest: Digest,
    buffer: &'b mut Vec<u8>,
) -> io::Result<Option<&'b [u8]>> {
    let read = fs::File::open(path)?.read(buffer)?;
    // A system may give less than it has; only the digest tells that it was all.
    if read < buffer.len() && Digest::of(&buffer[..read]) == digest {
        return Ok(Some(&buffer[..read]));
    }
    let whole = fs::read(path)?;
    let fits = Digest::of(&whole) == digest;
    if whole.len() > buffer.len() {
        buffer.resize(whole.len(), 0);
    }
    buffer[..whole.len()].copy_from_slice(&whole);
    Ok(fits.then_some(&buffer[..whole.len()]))
}

fn stale(path: &Path, why: &str) -> Error {
    Error::new(Code::PlanStale, format!("{}: {why}; nothing was written", path.display())).at(path)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    #[test]
    fn a_file_larger_than_the_buffer_is_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        let mut buffer = vec![0; 4];
        for text in ["", "one", "four", "more than four", "two"] {
            fs::write(&file, text).unwrap();
            let read = read_as(&file, Digest::of(text), &mut buffer).unwrap();
            assert_eq!(read, Some(text.as_bytes()));
            let other = read_as(&file, Digest::of("other"), &mut buffer).unwrap();
            assert_eq!(other, None, "{text}");
        }
    }

    #[test]
    fn missing_folders_are_noted_once_and_topmost_first() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let mut folders = Folders::default();
        assert!(folders.need(&root.join("a/b/one"), Some(root)));
        assert!(folders.need(&root.join("a/c/two"), Some(root)));
        assert_eq!(folders.missing, ["a", "a/b", "a/c"].map(|it| root.join(it)));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_below_the_root_is_refused_and_the_root_may_be_one() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (real, root) = (folder.path().join("real"), folder.path().join("root"));
        fs::create_dir_all(real.join("inner")).unwrap();
        symlink(&real, &root).unwrap();
        let need = |file: &str| Folders::default().need(&root.join(file), Some(&root));
        assert!(need("file") && need("inner/file") && need("new/file"));
        symlink(&real, real.join("link")).unwrap();
        assert!(!need("link/file"));
        assert!(!need("link/inner/file"), "the link is not the last folder");
    }
}
