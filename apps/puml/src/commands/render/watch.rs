//! `puml render --watch`: draws again when a source changes.

use std::{
    path::{Path, PathBuf},
    sync::mpsc,
    time::{Duration, Instant},
};

use notify::{RecursiveMode, Watcher as _};

use super::Render;
use crate::{
    exit::{Failure, Outcome},
    inputs, terminal,
};

/// Editors write a file in several steps; they are taken as one.
const DEBOUNCE: Duration = Duration::from_millis(80);

/// Draws once, then after every change, until the process is ended.
pub(super) fn run(arguments: &Render) -> Result<Outcome, Failure> {
    if arguments.inputs.iter().any(|it| it == "-") {
        return Err(Failure::Usage("--watch needs files; standard input does not change".into()));
    }
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(|it| unwatchable(&it))?;
    for folder in folders(&inputs::expand(&arguments.inputs)?) {
        watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(|it| unwatchable(&it))?;
    }
    draw(arguments);
    while let Ok(change) = changes.recv() {
        if concerns(&change) {
            settle(&changes);
            draw(arguments);
        }
    }
    Ok(Outcome::Fine)
}

/// Waits until no source has changed for a moment. Other events, such as somebody reading a picture, do not count.
fn settle(changes: &mpsc::Receiver<notify::Result<notify::Event>>) {
    let mut until = Instant::now() + DEBOUNCE;
    while let Ok(change) = changes.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if concerns(&change) {
            until = Instant::now() + DEBOUNCE;
        }
    }
}

/// A source that cannot be drawn now may be mended in a moment: the watch goes on.
fn draw(arguments: &Render) {
    if let Err(failure) = super::once(arguments) {
        terminal::tell_error(&failure.to_string());
    }
}

fn folders(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = files
        .iter()
        .map(|it| {
            it.parent()
                .filter(|it| !it.as_os_str().is_empty())
                .unwrap_or(Path::new("."))
                .to_path_buf()
        })
        .collect();
    folders.sort();
    folders.dedup();
    folders
}

/// Changes of sources count; our own pictures do not.
fn concerns(event: &notify::Result<notify::Event>) -> bool {
    let Ok(event) = event else { return false };
    !event.kind.is_access() && event.paths.iter().any(|it| inputs::is_source(it))
}

fn unwatchable(error: &notify::Error) -> Failure {
    Failure::Usage(format!("cannot watch: {error}"))
}
