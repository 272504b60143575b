//! Rolling back: the runs after a snapshot, or one run, replayed backwards into a plan. The plan is applied like any
//! other, so a rollback can itself be undone. How shared files go back piece by piece is in `rollback/pieces.rs`.

mod pieces;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::Host;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::manifest::{self, Entry};
use crate::owner::Owner;
use crate::path::RelPath;
use crate::plan::{Change, Op, Plan, Stamp, State, UpdateKind, Write};
use crate::snapshot::{self, Id, Kind, Ledger, ManagedRoot, Objects, Record, Snapshot};
use crate::survey::{Blocked, Managed, Observed, look_again};
use content_digest::Digest;

/// What rolling back would do.
#[derive(Debug)]
pub struct Rollback {
    /// The changes, reviewed and applied like a deploy's.
    pub plan: Plan,
    /// Folders the undone runs made, deepest first.
    pub emptied: Vec<PathBuf>,
}

/// Plans the return to the state right after snapshot `id`, within that snapshot's project, targets and folders.
/// The state before the first deploy of a project reaches everything that any run of the project wrote.
pub fn plan_rollback(env: &Environment, id: Id) -> Result<Rollback> {
    let state = env.state();
    let to = snapshot::load(&state, id)?;
    if !to.kind.is_listed() {
        let message = format!("snapshot {id} was pruned; choose another one");
        return Err(Error::new(Code::SnapshotNotFound, message).with("snapshot_id", id.to_string()));
    }
    let later = snapshot::ids(&state).into_iter().filter(|other| *other > id).collect();
    let later = snapshot::history(&state, later)?;
    let reach = Reach::of(&to, &later);
    replay(&state, &reach, &later)
}

/// Plans to undo run `id`: every file it wrote goes back to what it was before. Files that only other runs wrote
/// are not touched.
pub fn plan_undo(env: &Environment, id: Id) -> Result<Rollback> {
    let state = env.state();
    let run = snapshot::load(&state, id)?;
    if !matches!(run.kind, Kind::Deploy | Kind::Rollback) {
        let message =
            format!("snapshot {id} is not a run; `agentpack rollback --to {id}` goes back to it");
        return Err(Error::new(Code::SnapshotNotFound, message).with("snapshot_id", id.to_string()));
    }
    let later = snapshot::ids(&state).into_iter().filter(|other| *other >= id).collect();
    let later = snapshot::history(&state, later)?;
    let reach = Reach::of_run(&run);
    replay(&state, &reach, &later)
}

/// Which files a rollback may touch.
struct Reach {
    /// Hosts whose files are in reach; every host when `None`.
    targets: Option<Vec<Owner>>,
    /// Hosts the plan is reported for.
    reported: Vec<Owner>,
    roots: BTreeSet<ManagedRoot>,
    /// Every file below the roots when `None`.
    paths: Option<HashSet<PathBuf>>,
}

impl Reach {
    fn of(to: &Snapshot, later: &[Snapshot]) -> Self {
        let mut reach = Self {
            targets: Some(to.targets.clone()),
            reported: to.targets.clone(),
            roots: to.roots.iter().cloned().collect(),
            paths: None,
        };
        if to.kind == Kind::BeforeFirstDeploy {
            reach.targets = None;
            for run in later.iter().filter(|run| run.project == to.project && run.kind.is_listed())
            {
                reach.roots.extend(run.roots.iter().cloned());
                reach.report(&run.targets);
            }
        }
        reach
    }

    fn of_run(run: &Snapshot) -> Self {
        let in_project = |root: &Path| root.starts_with(&run.project).then(|| run.project.clone());
        let roots = run.changes.iter().map(|record| (record.owner, &record.root));
        let roots: BTreeSet<_> = roots.collect();
        let managed = |(owner, root): (Owner, &PathBuf)| ManagedRoot {
            owner,
            path: root.clone(),
            project: in_project(root),
        };
        Self {
            targets: None,
            reported: run.targets.clone(),
            roots: roots.into_iter().map(managed).collect(),
            paths: Some(run.changes.iter().map(|record| record.path.clone()).collect()),
        }
    }

    fn report(&mut self, targets: &[Owner]) {
        for target in targets {
            if !self.reported.contains(target) {
                self.reported.push(*target);
            }
        }
    }

    fn covers(&self, record: &Record, roots: &HashSet<(Owner, &OsStr)>) -> bool {
        let is_for = |targets: &Vec<Owner>| {
            let entries = record.entry_before.iter().chain(&record.entry_after);
            let mut readers = entries.flat_map(|entry| &entry.readers);
            targets.contains(&record.target)
                || readers.any(|host| targets.iter().any(|it| it.name() == host))
        };
        roots.contains(&(record.owner, record.root.as_os_str()))
            && self.targets.as_ref().is_none_or(is_for)
            && self.has(&record.path)
    }

    fn has(&self, path: &Path) -> bool {
        self.paths.as_ref().is_none_or(|paths| paths.contains(path))
    }
}

/// Walks the runs after the point to go back to, oldest first, and plans what each file needs.
fn replay(state: &Path, reach: &Reach, later: &[Snapshot]) -> Result<Rollback> {
    let mut files = listed_now(state, reach)?;
    let mut emptied = BTreeSet::new();
    let roots: HashSet<_> =
        reach.roots.iter().map(|root| (root.owner, root.path.as_os_str())).collect();
    for snapshot in later {
        let mut touched = false;
        for record in snapshot.changes.iter().filter(|record| reach.covers(record, &roots)) {
            touched = true;
            let file = files
                .entry(record.path.clone())
                .or_insert_with(|| History::new(record.owner, &record.root));
            file.note(record);
        }
        if touched {
            emptied.extend(snapshot.created_dirs.iter().cloned());
        }
    }
    let objects = Objects::load(state)?;
    let targets: Vec<Host> = reach.reported.iter().filter_map(|it| it.host()).collect();
    let roots = reach.roots.iter().map(|root| (root.owner, root.path.clone())).collect();
    let mut plan = Plan { roots, ..Plan::empty("", targets) };
    for (path, file) in files {
        if reach.has(&path) {
            file.into_plan(&path, reach, &objects, &mut plan)?;
        } else if let Some(entry) = file.entry_now {
            plan.manifests.entry((file.owner, file.root)).or_default().push(Arc::new(entry));
        }
    }
    for entries in plan.manifests.values_mut() {
        entries.sort_by(|a, b| a.path.cmp(&b.path));
    }
    plan.changes.sort_by(|a, b| (&a.target, &a.path).cmp(&(&b.target, &b.path)));
    Ok(Rollback { plan, emptied: emptied.into_iter().rev().collect() })
}

/// What happened to one file since the point to go back to.
struct History {
    owner: Owner,
    root: PathBuf,
    target: Owner,
    /// Listed by a manifest now.
    entry_now: Option<Entry>,
    /// Listed at that point, when `relisted`; else as now.
    entry_then: Option<Entry>,
    relisted: bool,
    /// The bytes at that point, when later runs changed them.
    then: Option<(Option<Stamp>, Option<u32>)>,
    written: Written,
    /// Somebody else wrote the file between two runs.
    interleaved: bool,
}

/// What the last run left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// No later run touched the file.
    Never,
    /// It removed the file.
    Nothing,
    /// A file with these bytes.
    Bytes(Digest),
}

impl Written {
    fn of(stamp: Option<Stamp>) -> Self {
        stamp.map_or(Self::Nothing, |stamp| Self::Bytes(stamp.digest))
    }
}

impl History {
    fn new(owner: Owner, root: &Path) -> Self {
        Self {
            owner,
            root: root.to_path_buf(),
            target: owner,
            entry_now: None,
            entry_then: None,
            relisted: false,
            then: None,
            written: Written::Never,
            interleaved: false,
        }
    }

    fn note(&mut self, record: &Record) {
        self.owner = record.owner;
        self.root.clone_from(&record.root);
        if !self.relisted {
            self.relisted = true;
            self.entry_then.clone_from(&record.entry_before);
        }
        if record.op.is_none() {
            // A file that a run accepted as it stood is what that run left.
            if let Some(entry) = record.entry_after.as_ref().filter(|entry| entry.merge.is_none())
                && self.written != Written::Never
            {
                self.written = Written::Bytes(entry.sha256);
            }
            return;
        }
        self.interleaved |= record.interleaved
            || self.written != Written::Never && self.written != Written::of(record.before);
        if self.then.is_none() {
            self.then = Some((record.before, record.before_mode));
        }
        self.target = record.target;
        self.written = Written::of(record.after);
    }

    fn into_plan(
        self,
        path: &Path,
        reach: &Reach,
        objects: &Objects,
        plan: &mut Plan,
    ) -> Result<()> {
        let entry_then =
            if self.relisted { self.entry_then.clone() } else { self.entry_now.clone() };
        let key = (self.owner, self.root.clone());
        let entries = plan.manifests.entry(key).or_default();
        entries.extend(entry_then.clone().map(Arc::new));
        if let Some(entry) = &self.entry_now {
            let managed = Managed {
                owner: self.owner,
                root: self.root.as_path().into(),
                entry: Arc::new(entry.clone()),
            };
            plan.previous.insert(path.to_path_buf(), managed);
        }
        if self.entry_now != entry_then {
            plan.relisted.insert(path.to_path_buf());
        }
        let disk = look_again(path).map_err(|error| Error::io("read", path, &error))?;
        let mut change = self.change(path, reach, &disk);
        let wanted = if self.goes_back_by_pieces(entry_then.as_ref(), change.before) {
            let pieces = pieces::Pieces {
                now: self.entry_now.as_ref(),
                then: entry_then.as_ref(),
                file_then: self.stored_then(&change.path, objects)?,
            };
            pieces.plan(&mut change, &disk)?
        } else {
            self.whole_file(&mut change, &disk, objects)?
        };
        if wanted {
            plan.relisted.remove(path);
            plan.changes.push(change);
        }
        Ok(())
    }

    /// A shared file that nobody else wrote since goes back byte for byte; else only our pieces do.
    fn goes_back_by_pieces(&self, then: Option<&Entry>, before: Option<Stamp>) -> bool {
        let is_shared = |entry: Option<&Entry>| entry.map(|entry| entry.merge.is_some());
        let shared = match (is_shared(then), is_shared(self.entry_now.as_ref())) {
            (Some(then), Some(now)) => then && now,
            (then, now) => then.or(now).unwrap_or(false),
        };
        let untouched = self.then.is_some()
            && !self.interleaved
            && before.is_some_and(|stamp| self.written == Written::Bytes(stamp.digest));
        shared && !untouched
    }

    /// The text of the file at the point to go back to; `None` when it was not there or is not text.
    fn stored_then(&self, path: &Path, objects: &Objects) -> Result<Option<String>> {
        let Some((Some(stamp), _)) = self.then else { return Ok(None) };
        if !objects.has(stamp.digest) {
            return Err(no_longer_stored(path));
        }
        Ok(String::from_utf8(objects.read(stamp.digest)?).ok())
    }

    fn change(&self, path: &Path, reach: &Reach, disk: &Observed) -> Change {
        let target = if reach.reported.contains(&self.target) {
            self.target
        } else {
            reach.reported.first().copied().unwrap_or(self.target)
        };
        Change {
            target,
            readers: Vec::new(),
            owner: self.owner,
            root: self.root.clone(),
            path: path.to_path_buf(),
            op: Op::Update,
            update_kind: Some(UpdateKind::Managed),
            reason: "changed after the snapshot".into(),
            state: State::PendingUpdate,
            before: disk.stamp(),
            after: None,
            blocked: None,
            modules: self.entry_now.iter().flat_map(|entry| entry.module_ids.clone()).collect(),
            write: None,
            mode: None,
        }
    }

    /// Fills a change of a file that is wholly ours; `false` when nothing is to be done.
    fn whole_file(&self, change: &mut Change, disk: &Observed, objects: &Objects) -> Result<bool> {
        let listed = self.entry_now.as_ref().map(|entry| entry.sha256);
        let (then, mode) = match &self.then {
            Some((stamp, mode)) => (*stamp, *mode),
            // Untouched by later runs: it should still be what was listed.
            None => match listed {
                Some(digest) if objects.has(digest) => {
                    let executable = change.before.is_some_and(|before| before.executable);
                    (Some(Stamp { digest, executable }), None)
                }
                _ => return Ok(false),
            },
        };
        let digest = |stamp: Option<Stamp>| stamp.map(|stamp| stamp.digest);
        if let Observed::Blocked(blocked) = disk {
            return Ok(then.is_some() && {
                block(change, blocked);
                true
            });
        }
        if digest(change.before) == digest(then) {
            return Ok(false);
        }
        let expected = match self.written {
            Written::Never => listed,
            Written::Nothing => None,
            Written::Bytes(digest) => Some(digest),
        };
        let edited = change.before.is_some() && digest(change.before) != expected;
        change.after = then;
        change.mode = mode;
        change.write = then.map(|_| Write::Stored);
        (change.op, change.update_kind) = match (change.before, then) {
            (None, _) => (Op::Create, None),
            (_, None) => (Op::Delete, None),
            _ => (Op::Update, Some(UpdateKind::Managed)),
        };
        if edited {
            change.state =
                if self.then.is_some() { State::Conflict } else { State::ModifiedByUser };
            change.reason = "edited since it was written".into();
        } else if change.op == Op::Create {
            change.state = State::Missing;
            change.reason = "file missing".into();
        }
        match then {
            Some(stamp) if !objects.has(stamp.digest) => Err(no_longer_stored(&change.path)),
            _ => Ok(true),
        }
    }
}

fn no_longer_stored(path: &Path) -> Error {
    let message = format!("the content of {} at the snapshot is no longer stored", path.display());
    Error::new(Code::SnapshotCorrupt, message).at(path)
}

/// What stands there now is somebody's work, so `--keep-edits` leaves it and takes back the rest.
fn block(change: &mut Change, blocked: &Blocked) {
    change.state = State::Conflict;
    change.reason = blocked.to_string();
    change.blocked = Some(blocked.clone());
}

/// What the manifests of the roots in reach list now.
fn listed_now(state: &Path, reach: &Reach) -> Result<BTreeMap<PathBuf, History>> {
    let mut files = BTreeMap::new();
    let mut ledger = None;
    for root in &reach.roots {
        let entries = if let Some(manifest) =
            manifest::read(&root.path, root.owner, &mut Vec::new())
        {
            manifest.managed_files
        } else {
            if ledger.is_none() {
                ledger = Some(Ledger::load(state)?);
            }
            ledger.as_ref().map(|ledger| ledger.entries(root.owner, &root.path)).unwrap_or_default()
        };
        for entry in entries {
            let Ok(rel) = RelPath::new(&entry.path) else { continue };
            let mut file = History::new(root.owner, &root.path);
            file.entry_now = Some(entry);
            files.insert(rel.under(&root.path), file);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests;
