//! `puml render --watch`: draws again when a source changes.

use std::{
    path::{Path, PathBuf},
    sync::mpsc,
    time::{Duration, Instant},
};

use diagrams::Language;
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
    // What is there to draw is not asked: the first source may come later.
    for (folder, depth) in folders(arguments) {
        watcher.watch(&folder, depth).map_err(|it| unwatchable(&it))?;
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

/// The folders of the sources and of what they may include; folders and patterns with all that lies below them.
fn folders(arguments: &Render) -> Vec<(PathBuf, RecursiveMode)> {
    let sources = arguments.inputs.iter().map(|it| {
        let is_deep = Path::new(it).is_dir() || it.contains("**");
        let depth = if is_deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        (inputs::root(it), depth)
    });
    let compiling = &arguments.compiling;
    let roots = compiling.include_root.iter().chain(&compiling.library);
    let roots = roots.map(|it| (it.clone(), RecursiveMode::Recursive));
    let here = |folder: PathBuf| if folder.as_os_str().is_empty() { ".".into() } else { folder };
    let mut all: Vec<_> =
        sources.chain(roots).map(|(folder, depth)| (here(folder), depth)).collect();
    // A folder that is watched twice would lose the deeper watch.
    all.sort_by_key(|(folder, depth)| (folder.clone(), *depth != RecursiveMode::Recursive));
    all.dedup_by(|one, other| one.0 == other.0);
    all
}

/// Changes of sources count; our own pictures do not.
fn concerns(event: &notify::Result<notify::Event>) -> bool {
    let Ok(event) = event else { return false };
    !event.kind.is_access() && event.paths.iter().any(|it| Language::of_path(it).is_some())
}

fn unwatchable(error: &notify::Error) -> Failure {
    Failure::Usage(format!("cannot watch: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_in_quick_succession_are_taken_as_one() {
        let (sender, changes) = mpsc::channel();
        for name in ["a.puml", "a.svg", "b.puml"] {
            let event = notify::Event::new(notify::EventKind::Any).add_path(name.into());
            sender.send(Ok(event)).unwrap();
        }
        settle(&changes);
        assert!(changes.try_recv().is_err(), "everything was waited for");
    }

    #[test]
    fn pictures_are_no_reason_to_draw_again() {
        let event =
            |name: &str| Ok(notify::Event::new(notify::EventKind::Any).add_path(name.into()));
        assert_eq!(
            ["a.puml", "a.mmd", "a.md", "a.svg", "a.png"].map(|it| concerns(&event(it))),
            [true, true, true, false, false]
        );
    }
}
