//! Tells clients when diagrams of the project come, go or change. Looks again and again, which works on every file
//! system; the larger the project, the longer the pauses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use toolserver::{Changes, Roots};

use crate::project::{File, diagrams};

/// Between two looks, at least.
const PAUSE: Duration = Duration::from_secs(1);
/// A look takes at most one part in this many of the time.
const SHARE: u32 = 50;
/// Sets of roots that are watched; a server sees more only if a client keeps changing its mind.
const MOST_PROJECTS: usize = 8;

/// What is watched, and who is told.
#[derive(Clone)]
pub(crate) struct ProjectWatch {
    changes: Changes,
    projects: Arc<Mutex<Vec<Project>>>,
}

struct Project {
    roots: Roots,
    /// What the last look found; nothing before the first.
    seen: Option<Vec<File>>,
}

impl ProjectWatch {
    pub(crate) fn new() -> Self {
        Self { changes: Changes::default(), projects: Arc::default() }
    }

    /// What the server listens to.
    pub(crate) fn changes(&self) -> Changes {
        self.changes.clone()
    }

    /// Watches these folders as soon as the first look at them is done. Returns at once: a server must not wait for a
    /// large project before it answers.
    pub(crate) fn expect(&self, roots: &Roots) {
        self.add(roots, None);
    }

    /// Watches these folders from now on. Cheap when they are watched already.
    pub(crate) fn follow(&self, roots: &Roots) {
        let is_watched = |it: &Project| it.roots == *roots && it.seen.is_some();
        if !self.lock().iter().any(is_watched) {
            // What is there now is no news.
            self.add(roots, Some(diagrams(roots).files));
        }
    }

    fn add(&self, roots: &Roots, seen: Option<Vec<File>>) {
        let mut projects = self.lock();
        if let Some(known) = projects.iter_mut().find(|it| it.roots == *roots) {
            known.seen = known.seen.take().or(seen);
            return;
        }
        if roots.is_empty() || projects.len() >= MOST_PROJECTS {
            return;
        }
        projects.push(Project { roots: roots.clone(), seen });
        if projects.len() == 1 {
            let (watched, changes) = (Arc::downgrade(&self.projects), self.changes.clone());
            // Without a thread there is no news, and everything else works.
            let _ = std::thread::Builder::new()
                .name("news".to_owned())
                .spawn(move || watch(&watched, &changes));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Project>> {
        lock(&self.projects)
    }
}

fn lock(projects: &Mutex<Vec<Project>>) -> MutexGuard<'_, Vec<Project>> {
    projects.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs as long as the server is there.
fn watch(projects: &Weak<Mutex<Vec<Project>>>, changes: &Changes) {
    while let Some(projects) = projects.upgrade() {
        let start = Instant::now();
        let known: Vec<Roots> = lock(&projects).iter().map(|it| it.roots.clone()).collect();
        for (index, roots) in known.iter().enumerate() {
            let now = diagrams(roots).files;
            // Projects are added and never taken away, so the place stays right.
            let before = lock(&projects)[index].seen.replace(now.clone());
            announce(&before.unwrap_or_else(|| now.clone()), &now, changes);
        }
        drop(projects);
        std::thread::sleep(PAUSE.max(start.elapsed() * SHARE));
    }
}

fn announce(before: &[File], now: &[File], changes: &Changes) {
    if before == now {
        return;
    }
    let is_listed = |files: &[File], path: &str| files.iter().any(|it| it.path == path);
    let has_come = now.iter().any(|it| !is_listed(before, &it.path));
    let has_gone = before.iter().any(|it| !is_listed(now, &it.path));
    for file in now.iter().filter(|it| is_listed(before, &it.path) && !before.contains(it)) {
        changes.resource_updated(file.uri());
    }
    if has_come || has_gone {
        changes.list_changed();
        changes.resource_updated("puml://project/diagrams");
    }
    changes.resource_updated("puml://project/diagnostics");
}
