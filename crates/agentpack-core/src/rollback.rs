//! Going back: the runs after a snapshot, replayed backwards into a plan, within that snapshot's own
//! project, targets and roots. The plan is applied like any other, so a rollback can itself be undone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::Host;
use crate::digest::Digest;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::manifest::{self, Entry};
use crate::merge::{self, Reader, Standing};
use crate::path::RelPath;
use crate::plan::{Change, Op, Plan, Stamp, State, UpdateKind, Write};
use crate::snapshot::{self, Ledger, Objects, Snapshot};
use crate::survey::{Blocked, Managed, Observed, look_again};

/// What going back would do.
#[derive(Debug)]
pub struct Return {
    /// The changes, reviewed and applied like a deploy's.
    pub plan: Plan,
    /// The snapshot it goes back to.
    pub to: Snapshot,
    /// Folders the undone runs made, deepest first.
    pub emptied: Vec<PathBuf>,
}

/// Plans the way back to the state right after snapshot `id`.
pub fn plan_rollback(env: &Environment, id: &str) -> Result<Return> {
    let state = env.state();
    let to = snapshot::load(&state, id)?;
    let later: Vec<Snapshot> = snapshot::list(&state)?
        .into_iter()
        .filter(|other| (other.id.len(), &other.id) > (id.len(), &to.id))
        .collect();
    let mut files = listed_now(&state, &to)?;
    let mut emptied = BTreeSet::new();
    for snapshot in &later {
        let mut touched = false;
        for record in snapshot.changes.iter().filter(|record| to.covers(record)) {
            touched = true;
            let file = files
                .entry(record.path.clone())
                .or_insert_with(|| Way::new(&record.owner, &record.root));
            file.owner.clone_from(&record.owner);
            file.root.clone_from(&record.root);
            if !file.relisted {
                file.relisted = true;
                file.entry_then.clone_from(&record.entry_before);
            }
            if record.op.is_some() {
                if file.then.is_none() {
                    file.then = Some((record.before, record.before_mode));
                }
                file.target.clone_from(&record.target);
                file.written =
                    record.after.map_or(Written::Nothing, |stamp| Written::Bytes(stamp.digest));
            }
        }
        if touched {
            emptied.extend(snapshot.created_dirs.iter().cloned());
        }
    }
    let objects = Objects::load(&state)?;
    let targets: Vec<Host> = to.targets.iter().filter_map(|name| Host::named(name)).collect();
    let roots = to.roots.iter().map(|root| (root.owner.clone(), root.path.clone())).collect();
    let mut plan = Plan { manifests_differ: true, roots, ..Plan::empty("", targets) };
    for (path, file) in files {
        file.into_plan(&path, &to, &objects, &mut plan)?;
    }
    for entries in plan.manifests.values_mut() {
        entries.sort_by(|a, b| a.path.cmp(&b.path));
    }
    plan.changes.sort_by(|a, b| (&a.target, &a.path).cmp(&(&b.target, &b.path)));
    let emptied = emptied.into_iter().rev().collect();
    Ok(Return { plan, to, emptied })
}

/// One file on its way back.
struct Way {
    owner: String,
    root: PathBuf,
    target: String,
    /// Listed by a manifest now.
    entry_now: Option<Entry>,
    /// Listed at the snapshot, when `relisted`; else as now.
    entry_then: Option<Entry>,
    relisted: bool,
    /// The bytes at the snapshot, when later runs changed them.
    then: Option<(Option<Stamp>, Option<u32>)>,
    /// Later runs changed it, and the last of them left this.
    written: Written,
}

/// What the last run after the snapshot left.
#[derive(Clone, Copy)]
enum Written {
    /// No later run touched the file.
    Never,
    /// Nothing.
    Nothing,
    /// These bytes.
    Bytes(Digest),
}

impl Way {
    fn new(owner: &str, root: &Path) -> Self {
        Self {
            owner: owner.to_owned(),
            root: root.to_path_buf(),
            target: owner.to_owned(),
            entry_now: None,
            entry_then: None,
            relisted: false,
            then: None,
            written: Written::Never,
        }
    }

    fn into_plan(
        self,
        path: &Path,
        to: &Snapshot,
        objects: &Objects,
        plan: &mut Plan,
    ) -> Result<()> {
        let entry_then =
            if self.relisted { self.entry_then.clone() } else { self.entry_now.clone() };
        let key = (self.owner.clone(), self.root.clone());
        let entries = plan.manifests.entry(key).or_default();
        entries.extend(entry_then.clone().map(Arc::new));
        if let Some(entry) = &self.entry_now {
            let managed = Managed {
                owner: self.owner.as_str().into(),
                root: self.root.as_path().into(),
                entry: Arc::new(entry.clone()),
            };
            plan.previous.insert(path.to_path_buf(), managed);
        }
        if self.entry_now != entry_then {
            plan.relisted.insert(path.to_path_buf());
        }
        let disk = look_again(path).map_err(|error| Error::io("read", path, &error))?;
        let mut change = self.change(path, to, &disk);
        let merged =
            [&entry_then, &self.entry_now].into_iter().flatten().any(|entry| entry.merge.is_some());
        // A shared file nobody else touched since goes back byte for byte; else only our pieces do.
        let untouched = matches!(
            (self.written, change.before),
            (Written::Bytes(digest), Some(stamp)) if digest == stamp.digest
        );
        let wanted = if merged && !(untouched && self.then.is_some()) {
            merged_back(&mut change, self.entry_now.as_ref(), entry_then.as_ref(), &disk)?
        } else {
            self.whole_file(&mut change, &disk, objects)?
        };
        if wanted {
            plan.relisted.remove(path);
            plan.changes.push(change);
        }
        Ok(())
    }

    fn change(&self, path: &Path, to: &Snapshot, disk: &Observed) -> Change {
        let before = match disk {
            Observed::File { digest, executable } => {
                Some(Stamp { digest: *digest, executable: *executable })
            }
            _ => None,
        };
        let target = if to.targets.contains(&self.target) {
            self.target.clone()
        } else {
            to.targets.first().cloned().unwrap_or_else(|| self.target.clone())
        };
        Change {
            target,
            readers: Vec::new(),
            owner: self.owner.clone(),
            root: self.root.clone(),
            path: path.to_path_buf(),
            op: Op::Update,
            update_kind: Some(UpdateKind::Managed),
            reason: "changed after the snapshot".into(),
            state: State::PendingUpdate,
            before,
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
        if let Some(stamp) = then
            && !objects.has(stamp.digest)
        {
            let message = format!(
                "the content of {} at the snapshot is no longer stored",
                change.path.display()
            );
            return Err(Error::new(Code::SnapshotCorrupt, message).at(&change.path));
        }
        Ok(true)
    }
}

fn block(change: &mut Change, blocked: &Blocked) {
    change.reason = blocked.to_string();
    change.blocked = Some(blocked.clone());
}

/// Takes our pieces back to what they were and leaves the rest of a shared file as it is now.
fn merged_back(
    change: &mut Change,
    now: Option<&Entry>,
    then: Option<&Entry>,
    disk: &Observed,
) -> Result<bool> {
    let merged_now = now.and_then(|entry| entry.merge.as_ref());
    let merged_then = then.and_then(|entry| entry.merge.as_ref());
    let Some(some) = merged_now.or(merged_then) else { return Ok(false) };
    let (format, created) = (some.format, some.created);
    let pieces = |merged: Option<&manifest::Merged>| {
        merged.map(|merged| merged.pieces.clone()).unwrap_or_default()
    };
    let (have, want) = (pieces(merged_now), pieces(merged_then));
    let text = match disk {
        Observed::File { .. } => crate::hash_cache::read_text(&change.path, 32 << 20)?,
        Observed::Absent => String::new(),
        Observed::Blocked(blocked) => {
            block(change, blocked);
            return Ok(!want.is_empty());
        }
    };
    let unreadable = |merge::Unreadable(problem): merge::Unreadable| {
        let message = format!("{} cannot be parsed: {problem}", change.path.display());
        Error::new(Code::MergeTargetInvalid, message).at(&change.path)
    };
    let new = merge::merge(format, &text, &have, &want).map_err(unreadable)?;
    let reader = Reader::new(format, &text).map_err(unreadable)?;
    if new == text {
        return Ok(false);
    }
    if have.iter().any(|piece| reader.standing(piece) == Standing::Different) {
        change.state = State::Conflict;
        change.reason = "keys edited since they were written".into();
    }
    if created && want.is_empty() && merge::is_empty(format, &new) {
        (change.op, change.update_kind) = (Op::Delete, None);
        return Ok(true);
    }
    if change.before.is_none() {
        (change.op, change.update_kind) = (Op::Create, None);
    }
    let executable = change.before.is_some_and(|before| before.executable);
    change.after = Some(Stamp { digest: Digest::of(&new), executable });
    change.write = Some(Write::Bytes(new.into_bytes()));
    Ok(true)
}

/// What the manifests of the snapshot's roots list now.
fn listed_now(state: &Path, to: &Snapshot) -> Result<BTreeMap<PathBuf, Way>> {
    let mut files = BTreeMap::new();
    let mut ledger = None;
    for root in &to.roots {
        let entries =
            if let Some(manifest) = manifest::read(&root.path, &root.owner, &mut Vec::new()) {
                manifest.managed_files
            } else {
                if ledger.is_none() {
                    ledger = Some(Ledger::load(state)?);
                }
                ledger
                    .as_ref()
                    .map(|ledger| ledger.entries(&root.owner, &root.path))
                    .unwrap_or_default()
            };
        for entry in entries {
            let Ok(rel) = RelPath::new(&entry.path) else { continue };
            let mut way = Way::new(&root.owner, &root.path);
            way.entry_now = Some(entry);
            files.insert(rel.under(&root.path), way);
        }
    }
    Ok(files)
}
