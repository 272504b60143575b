//! The log of one run: every line in a file, a few of them as events.
#![expect(clippy::disallowed_methods, reason = "the log grows in a file, and lines carry the time")]

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

use planner::{Digest, Hasher, Level};

use crate::clock::Timestamp;

/// Log events per second and session; further lines are counted, not sent.
const EVENTS_PER_SECOND: f64 = 10.0;

/// Takes lines from any thread.
pub(crate) struct RunLog {
    inner: Mutex<Inner>,
    prompts: Prompts,
}

/// Whether events may quote prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prompts {
    Shown,
    Redacted,
}

struct Inner {
    file: BufWriter<File>,
    digest: Hasher,
    size: u64,
    pending: Vec<Value>,
    dropped: u64,
    allowance: f64,
    refilled: Instant,
    /// The first write error; later lines are lost as well.
    failure: Option<io::Error>,
}

/// The log as far as it is on disk.
pub(crate) struct Checkpoint {
    pub(crate) sha256: Digest,
    pub(crate) size: u64,
    /// Lines chosen to be events since the last checkpoint.
    pub(crate) events: Vec<Value>,
}

impl RunLog {
    /// Starts a log at `path` with what was logged before.
    pub(crate) fn create(path: &Path, prompts: Prompts, before: &[u8]) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(before)?;
        let mut digest = Hasher::default();
        digest.update(before);
        let inner = Inner {
            file,
            digest,
            size: before.len() as u64,
            pending: Vec::new(),
            dropped: 0,
            allowance: EVENTS_PER_SECOND,
            refilled: Instant::now(),
            failure: None,
        };
        Ok(Self { inner: Mutex::new(inner), prompts })
    }

    /// A line about `task`, or about the run when there is none.
    pub(crate) fn line(&self, level: Level, task: Option<&str>, message: &str) {
        let mut inner = self.lock();
        inner.write(level.as_str(), task, message);
        inner.offer(level, task, message);
    }

    /// A prompt or answer: the file has it whole, events only if the session allows it.
    pub(crate) fn prompt(&self, task: &str, message: &str) {
        let mut inner = self.lock();
        inner.write("prompt", Some(task), message);
        let shown = match self.prompts {
            Prompts::Shown => message.to_owned(),
            Prompts::Redacted => format!("[prompt of {} bytes, redacted]", message.len()),
        };
        inner.offer(Level::Info, Some(task), &shown);
    }

    /// Brings every line to disk and hands out the events due.
    pub(crate) fn checkpoint(&self) -> io::Result<Checkpoint> {
        let mut inner = self.lock();
        if let Some(error) = inner.failure.take() {
            return Err(error);
        }
        inner.file.flush()?;
        let mut events = std::mem::take(&mut inner.pending);
        if inner.dropped > 0
            && let Some(last) = events.last_mut()
        {
            last["dropped"] = json!(std::mem::take(&mut inner.dropped));
        }
        Ok(Checkpoint { sha256: inner.digest.digest(), size: inner.size, events })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn write(&mut self, level: &str, task: Option<&str>, message: &str) {
        let mut line = format!("{} {level}", Timestamp::now());
        if let Some(task) = task {
            line.extend([" ", task, ":"]);
        }
        for (idx, part) in message.lines().enumerate() {
            line.push_str(if idx == 0 { " " } else { "\n    " });
            line.push_str(part);
        }
        line.push('\n');
        self.digest.update(line.as_bytes());
        self.size += line.len() as u64;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            self.failure.get_or_insert(error);
        }
    }

    fn offer(&mut self, level: Level, task: Option<&str>, message: &str) {
        let earned = self.refilled.elapsed().as_secs_f64() * EVENTS_PER_SECOND;
        self.refilled = Instant::now();
        self.allowance = (self.allowance + earned).min(EVENTS_PER_SECOND);
        if self.allowance < 1.0 {
            self.dropped += 1;
            return;
        }
        self.allowance -= 1.0;
        let mut event = json!({ "level": level.as_str(), "msg": message });
        if let Some(task) = task {
            event["task"] = json!(task);
        }
        self.pending.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(prompts: Prompts) -> (tempfile::TempDir, RunLog) {
        let folder = tempfile::tempdir().unwrap();
        let log = RunLog::create(&folder.path().join("run.log"), prompts, b"").unwrap();
        (folder, log)
    }

    #[test]
    fn a_burst_keeps_every_line_in_the_file_and_few_as_events() {
        let (folder, log) = log(Prompts::Shown);
        for line in 0..10_000 {
            log.line(Level::Info, Some("Noisy"), &format!("line {line}"));
        }
        let checkpoint = log.checkpoint().unwrap();
        let text = std::fs::read(folder.path().join("run.log")).unwrap();
        assert_eq!(text.split(|&byte| byte == b'\n').count(), 10_001);
        assert_eq!(checkpoint.size, text.len() as u64);
        assert_eq!(checkpoint.sha256, Digest::of(&text));
        let sent = checkpoint.events.len() as u64;
        let dropped = checkpoint.events.last().unwrap()["dropped"].as_u64().unwrap();
        assert_eq!(sent + dropped, 10_000, "every line is sent or counted");
        assert!(sent < 1000, "events are thinned out");
    }

    #[test]
    fn a_redacted_prompt_is_in_the_file_only() {
        let (folder, log) = log(Prompts::Redacted);
        log.prompt("WriteDetailedPlan", "a secret idea");
        let events = log.checkpoint().unwrap().events;
        assert!(!events[0].to_string().contains("secret"), "{events:?}");
        let text = std::fs::read_to_string(folder.path().join("run.log")).unwrap();
        assert!(text.contains("a secret idea"));
    }
}
