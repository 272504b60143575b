//! Finishes or undoes the run that a kill interrupted. Before its commit a run leaves no trace;
//! after it, the run is completed; once it had turned back itself, it is undone to the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::apply::disk::{Disk, Mode};
use crate::apply::journal::{self, Intent, Journal, Line, Step};
use crate::apply::run_lock::RunLock;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::plan::Stamp;
use crate::snapshot::{Id, Objects};
use crate::survey::{Observed, look_again};

/// What was done about an interrupted run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// The run's snapshot id.
    pub id: Id,
    /// Completed, rather than undone.
    pub completed: bool,
    /// Files somebody changed in the meantime; they were left alone.
    pub left_alone: Vec<PathBuf>,
}

impl Recovered {
    /// The warning a person sees.
    pub fn warning(&self) -> String {
        let what = if self.completed { "completed" } else { "undone" };
        let mut text = format!("an interrupted run ({}) was {what}", self.id);
        if !self.left_alone.is_empty() {
            let paths: Vec<_> =
                self.left_alone.iter().map(|path| path.display().to_string()).collect();
            text = format!("{text}; changed since and left alone: {}", paths.join(", "));
        }
        text
    }
}

/// Recovers if a run was interrupted and nobody is running now. Cheap when there is nothing to do.
pub fn recover(env: &Environment) -> Result<Option<Recovered>> {
    let state = env.state();
    if !journal::path(&state).exists() {
        return Ok(None);
    }
    match RunLock::try_acquire(&state)? {
        Some(_lock) => recover_held(&Disk::new(env.fsync), &state),
        None => Ok(None),
    }
}

/// Recovers while the run lock is held.
pub(super) fn recover_held(disk: &Disk, state: &Path) -> Result<Option<Recovered>> {
    let failed = |error: io::Error| Error::io("recover", &journal::path(state), &error);
    let Some(progress) = journal::read(state).map_err(failed)? else { return Ok(None) };
    let Some(intent) = progress.intent else {
        disk.remove(&journal::path(state)).map_err(failed)?;
        return Ok(None);
    };
    let mut left_alone = Vec::new();
    let completed = progress.committed && !progress.aborted;
    if completed {
        for (step, stage) in intent.staged_steps() {
            complete(disk, step, &stage, &mut left_alone).map_err(failed)?;
        }
        for folder in &intent.emptied {
            disk.remove_if_empty(folder).map_err(failed)?;
        }
        discard(disk, state, &intent, false).map_err(failed)?;
    } else {
        if progress.committed {
            let mut journal = Journal::reopen(disk, state).map_err(failed)?;
            journal.write(disk, &Line::Abort).map_err(failed)?;
            left_alone = undo(disk, state, &intent)?;
        }
        discard(disk, state, &intent, !progress.committed).map_err(failed)?;
    }
    disk.barrier(intent.steps.iter().map(|step| &step.path)).map_err(failed)?;
    disk.remove(&journal::path(state)).map_err(failed)?;
    Ok(Some(Recovered { id: intent.id, completed, left_alone }))
}

/// Whether a file is in a state.
pub(super) fn is(actual: &Observed, stamp: Option<Stamp>) -> bool {
    match (actual, stamp) {
        (Observed::Absent, None) => true,
        (Observed::File(actual), Some(stamp)) => actual.digest == stamp.digest,
        _ => false,
    }
}

/// Takes a step that was announced, unless it was taken or its file is no longer what it was.
fn complete(
    disk: &Disk,
    step: &Step,
    stage: &Path,
    left_alone: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let actual = look_again(&step.path)?;
    let staged = stage.symlink_metadata().is_ok();
    if is(&actual, step.before) && (step.after.is_none() || staged) {
        return match step.after {
            Some(_) if step.before.is_none() => disk.rename_new(stage, &step.path),
            Some(_) => disk.rename(stage, &step.path),
            None => disk.remove(&step.path),
        };
    }
    if !is(&actual, step.after) {
        left_alone.push(step.path.clone());
    }
    Ok(())
}

/// Puts back what stood there, last step first. Files changed by others since are left alone.
pub(super) fn undo(disk: &Disk, state: &Path, intent: &Intent) -> Result<Vec<PathBuf>> {
    let objects = Objects::load(state)?;
    let mut left_alone = Vec::new();
    for (step, stage) in intent.staged_steps().rev() {
        let failed = |error: io::Error| Error::io("restore", &step.path, &error);
        let actual = look_again(&step.path).map_err(failed)?;
        // A step not taken still has its content staged, even where before and after are equal.
        let staged = stage.symlink_metadata().is_ok();
        if is(&actual, step.before)
            && (staged || step.before.map(|b| b.digest) != step.after.map(|a| a.digest))
        {
            continue;
        }
        if !is(&actual, step.after) {
            left_alone.push(step.path.clone());
            continue;
        }
        let Some(before) = step.before else {
            disk.remove(&step.path).map_err(failed)?;
            continue;
        };
        let bytes = match &step.old {
            Some(old) => fs::read(old).map_err(failed)?,
            None => objects.read(before.digest)?,
        };
        if crate::Digest::of(&bytes) != before.digest {
            let message = format!("what stood at {} cannot be restored", step.path.display());
            return Err(Error::new(Code::SnapshotCorrupt, message).at(&step.path));
        }
        let mode = step.mode.map_or_else(|| Mode::following(None, before.executable), Mode::Exact);
        disk.remove(&stage).map_err(failed)?;
        disk.write(&stage, &bytes, Some(mode)).map_err(failed)?;
        disk.rename(&stage, &step.path).map_err(failed)?;
    }
    Ok(left_alone)
}

/// Removes what a run left beside its destinations; for one that never committed also its content.
pub(super) fn discard(
    disk: &Disk,
    state: &Path,
    intent: &Intent,
    with_content: bool,
) -> io::Result<()> {
    for (step, stage) in intent.staged_steps() {
        for path in std::iter::once(&stage).chain(&step.old) {
            if path.symlink_metadata().is_ok() {
                disk.remove(path)?;
            }
        }
    }
    if with_content {
        let pack = pack(state, intent.id);
        disk.remove(&pack.with_extension("idx"))?;
        disk.remove(&pack)?;
    }
    for folder in intent.folders.iter().rev() {
        if folder.is_dir() {
            disk.remove_if_empty(folder)?;
        }
    }
    Ok(())
}

/// The file a run's new content goes to.
pub(super) fn pack(state: &Path, id: Id) -> PathBuf {
    state.join("objects").join(format!("{id}.pack"))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;
    use crate::Digest;

    fn stamp(text: &str) -> Stamp {
        Stamp { digest: Digest::of(text), executable: false }
    }

    fn step(path: PathBuf, before: Option<Stamp>, after: Option<Stamp>) -> Step {
        Step { path, before, mode: None, after, old: None }
    }

    fn intent(steps: Vec<Step>) -> Intent {
        Intent { id: Id::new(7), folders: Vec::new(), steps, emptied: Vec::new() }
    }

    /// A state folder with a journal of these lines and the content of run 7.
    fn interrupted(intent: &Intent, lines: &str) -> tempfile::TempDir {
        let state = tempfile::tempdir().unwrap();
        let begin =
            serde_json::to_string(&Line::Begin(std::borrow::Cow::Borrowed(intent))).unwrap();
        fs::write(journal::path(state.path()), format!("{begin}\n{lines}")).unwrap();
        fs::create_dir(state.path().join("objects")).unwrap();
        fs::write(pack(state.path(), intent.id), "").unwrap();
        state
    }

    #[test]
    fn the_warning_says_what_happened_and_which_files_were_left_alone() {
        let mut recovered = Recovered { id: Id::new(7), completed: true, left_alone: Vec::new() };
        assert_eq!(recovered.warning(), "an interrupted run (7) was completed");
        recovered.completed = false;
        recovered.left_alone = vec!["/a".into(), "/b".into()];
        let expected = "an interrupted run (7) was undone; changed since and left alone: /a, /b";
        assert_eq!(recovered.warning(), expected);
    }

    #[test]
    fn a_run_that_never_committed_loses_its_content_and_another_one_keeps_it() {
        for (lines, is_kept) in
            [("", false), ("\"commit\"\n", true), ("\"commit\"\n\"abort\"\n", true)]
        {
            let intent = intent(Vec::new());
            let state = interrupted(&intent, lines);
            let recovered = recover_held(&Disk::new(false), state.path()).unwrap().unwrap();
            assert_eq!(recovered.completed, lines == "\"commit\"\n", "{lines}");
            assert_eq!(pack(state.path(), intent.id).exists(), is_kept, "{lines}");
            assert!(!journal::path(state.path()).exists(), "{lines}");
        }
    }

    #[test]
    fn a_step_that_was_not_taken_needs_no_undoing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "old").unwrap();
        let intent = intent(vec![step(file.clone(), Some(stamp("old")), Some(stamp("new")))]);
        let state = interrupted(&intent, "");
        let left_alone = undo(&Disk::new(false), state.path(), &intent).unwrap();
        assert_eq!(left_alone, Vec::<PathBuf>::new());
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }

    #[test]
    fn a_step_that_was_taken_is_undone_and_a_file_of_somebody_else_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let [taken, theirs] = ["a", "b"].map(|it| folder.path().join(it));
        fs::write(&taken, "new").unwrap();
        fs::write(&theirs, "typed").unwrap();
        let steps = [&taken, &theirs].map(|it| step(it.clone(), None, Some(stamp("new"))));
        let intent = intent(steps.into());
        let state = interrupted(&intent, "");
        let left_alone = undo(&Disk::new(false), state.path(), &intent).unwrap();
        assert_eq!(left_alone, std::slice::from_ref(&theirs));
        assert!(!taken.exists());
        assert_eq!(fs::read_to_string(&theirs).unwrap(), "typed");
    }
}
