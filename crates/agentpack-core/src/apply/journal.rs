//! The write-ahead journal: what a run will do, how far it got, and whether it turned back.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::apply::disk::Disk;
use crate::plan::Stamp;
use crate::snapshot::Id;

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line<'i> {
    /// Everything the run intends; nothing else is touched before this stands.
    Begin(Cow<'i, Intent>),
    /// All content is staged; from here a killed run is finished, not undone.
    Commit,
    /// How many steps are done, for a person who reads the journal: recovery looks at the files themselves.
    Done(usize),
    /// Something went wrong after the commit; from here the run is undone.
    Abort,
}

/// The steps of a run, with all that is needed to finish or undo them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Intent {
    pub(super) id: Id,
    /// Made before the first step, topmost first.
    pub(super) folders: Vec<PathBuf>,
    pub(super) steps: Vec<Step>,
    /// Removed after the last step when empty, deepest first.
    pub(super) emptied: Vec<PathBuf>,
}

impl Intent {
    /// The steps with the place where the new content of each waits: beside its destination, so that a rename
    /// never crosses a device.
    pub(super) fn staged_steps(
        &self,
    ) -> impl DoubleEndedIterator<Item = (&Step, PathBuf)> + ExactSizeIterator {
        self.steps.iter().enumerate().map(|(number, step)| (step, self.stage(&step.path, number)))
    }

    /// Where the content of the step of that number waits.
    pub(super) fn stage(&self, path: &Path, number: usize) -> PathBuf {
        path.with_file_name(format!(".agentpack-stage.{}.{number}", self.id))
    }
}

/// One file that the run replaces, makes or removes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Step {
    pub(super) path: PathBuf,
    pub(super) before: Option<Stamp>,
    pub(super) mode: Option<u32>,
    pub(super) after: Option<Stamp>,
    /// A copy of what stood there, for files of our own that are not worth storing.
    pub(super) old: Option<PathBuf>,
}

/// The journal of the run in progress, open for appending.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

pub(super) fn path(state: &Path) -> PathBuf {
    state.join("journal.jsonl")
}

impl Journal {
    pub(super) fn create(disk: &Disk, state: &Path) -> io::Result<Self> {
        let path = path(state);
        let file = disk.create(&path)?;
        Ok(Self { path, file })
    }

    /// Continues a journal that a run left behind. A torn last line is closed off first.
    pub(super) fn reopen(disk: &Disk, state: &Path) -> io::Result<Self> {
        let path = path(state);
        let mut file = OpenOptions::new().append(true).open(&path)?;
        disk.append(&mut file, b"\n")?;
        Ok(Self { path, file })
    }

    pub(super) fn write(&mut self, disk: &Disk, line: &Line<'_>) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line).expect("a journal line has only text keys");
        bytes.push(b'\n');
        disk.append(&mut self.file, &bytes)
    }

    /// The journal's own file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The run is over: without a journal there is nothing to recover.
    pub(super) fn end(self, disk: &Disk) -> io::Result<()> {
        disk.remove(&self.path)
    }
}

/// What a journal says.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) intent: Option<Intent>,
    pub(super) committed: bool,
    pub(super) aborted: bool,
}

/// Reads the journal of a run that did not end; `None` when there is none. Torn lines count as unwritten.
pub(super) fn read(state: &Path) -> io::Result<Option<Progress>> {
    let bytes = match fs::read(path(state)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut progress = Progress::default();
    for line in bytes.split(|byte| *byte == b'\n') {
        match serde_json::from_slice::<Line<'_>>(line) {
            Ok(Line::Begin(intent)) => progress.intent = Some(intent.into_owned()),
            Ok(Line::Commit) => progress.committed = true,
            Ok(Line::Abort) => progress.aborted = true,
            Ok(Line::Done(_)) | Err(_) => {}
        }
    }
    Ok(Some(progress))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    #[test]
    fn a_line_torn_inside_a_letter_counts_as_unwritten() {
        let state = tempfile::tempdir().unwrap();
        let intent = Intent {
            id: Id::new(7),
            folders: vec!["/über/allen".into()],
            steps: Vec::new(),
            emptied: Vec::new(),
        };
        let begin = serde_json::to_vec(&Line::Begin(Cow::Borrowed(&intent))).unwrap();
        let torn = begin.iter().position(|byte| !byte.is_ascii()).unwrap() + 1;
        fs::write(path(state.path()), &begin[..torn]).unwrap();
        assert_eq!(read(state.path()).unwrap().unwrap().intent, None);
        let whole = [&begin[..], b"\n\"commit\"\n\xff\xfe"].concat();
        fs::write(path(state.path()), whole).unwrap();
        let progress = read(state.path()).unwrap().unwrap();
        assert_eq!((progress.intent, progress.committed), (Some(intent), true));
    }

    #[test]
    fn a_journal_that_cannot_be_read_is_not_taken_for_none() {
        let state = tempfile::tempdir().unwrap();
        assert!(read(state.path()).unwrap().is_none());
        fs::create_dir(path(state.path())).unwrap();
        assert!(read(state.path()).is_err());
    }
}
