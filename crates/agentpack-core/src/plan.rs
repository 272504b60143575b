//! What would change, and why: a pure function of a survey. Nothing here reads or writes.

mod data;
mod merged;
mod part;
mod refusal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::Host;
use crate::error::Result;
use crate::evolve::gathered;
use crate::manifest::Entry;
use crate::module::ModuleId;
use crate::owner::Owner;
use crate::path::posix;
use crate::render::{Content, LossNote, Output, Root};
use crate::survey::{Blocked, Managed, Observed, Survey};
use content_digest::Digest;

/// The reviewed unit: apply writes exactly this, or nothing.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The profile that chose the modules.
    pub profile: String,
    /// The hosts it is for, sorted.
    pub targets: Vec<Host>,
    /// Sorted by target, then path.
    pub changes: Vec<Change>,
    /// What the selected hosts cannot express.
    pub losses: Vec<LossNote>,
    /// The folders of the selected hosts, by owner, whether they hold files or not.
    pub roots: Vec<(Owner, PathBuf)>,
    /// Each manifest as it will stand, by owner and root.
    pub manifests: BTreeMap<(Owner, PathBuf), Vec<Arc<Entry>>>,
    /// Entries before, for files whose change may be left out.
    pub(crate) previous: BTreeMap<PathBuf, Managed>,
    /// Files whose manifest line changes although they do not.
    pub(crate) relisted: BTreeSet<PathBuf>,
    /// A manifest is missing or would differ.
    pub manifests_differ: bool,
    /// Modules that cannot be built now, with the reason; their files stay as they are.
    pub held: Vec<(ModuleId, String)>,
}

/// One file that would change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The selected host it is for.
    pub target: Owner,
    /// All hosts that read the file.
    pub readers: Vec<Host>,
    /// Who owns it in a manifest: a host, or `shared`.
    pub owner: Owner,
    /// The managed folder it lies in.
    pub root: PathBuf,
    /// The file that changes, absolute.
    pub path: PathBuf,
    /// Create, update or delete.
    pub op: Op,
    /// For updates: ours, or somebody else's.
    pub update_kind: Option<UpdateKind>,
    /// One phrase for a person.
    pub reason: String,
    /// Last written, desired and disk compared.
    pub state: State,
    /// What must stand there when it is written.
    pub before: Option<Stamp>,
    /// What will stand there afterwards; `None` for a delete.
    pub after: Option<Stamp>,
    /// Set when nothing can be written there.
    pub blocked: Option<Blocked>,
    /// Modules it is made of.
    pub modules: Vec<ModuleId>,
    /// Its bytes; `None` for a delete.
    pub write: Option<Write>,
    /// Permission bits to set, when they are known; else those of the file it replaces, or the default.
    pub mode: Option<u32>,
}

/// Content and execute bit of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Stamp {
    /// The digest of the bytes.
    #[serde(rename = "sha256")]
    pub digest: Digest,
    /// Whether any execute bit is set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub executable: bool,
}

/// Where the bytes to write come from.
#[derive(Debug, Clone)]
pub enum Write {
    /// A module's file, checked against the change's digest while it is copied.
    Copy(PathBuf),
    /// Content that was rendered in memory.
    Bytes(Vec<u8>),
    /// In the object store, by the change's digest.
    Stored,
}

/// What a change does to its file.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// The file does not exist yet.
    Create,
    /// The file gets other content or another mode.
    Update,
    /// A file that agentpack wrote is removed.
    Delete,
}

impl Op {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }
}

/// Whose file an update overwrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateKind {
    /// One that agentpack wrote.
    Managed,
    /// One that agentpack did not write; only with the user's consent.
    Adopt,
}

impl UpdateKind {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Managed => "managed_update",
            Self::Adopt => "adopt_update",
        }
    }
}

/// Last written, desired and disk, compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Never written, not there.
    New,
    /// Written before, gone from the disk.
    Missing,
    /// As written; the source has changed.
    PendingUpdate,
    /// The source is as written; the disk has changed.
    ModifiedByUser,
    /// Both have changed.
    Conflict,
    /// There, and not ours.
    Unmanaged,
    /// As written, and no longer wanted.
    Obsolete,
}

impl State {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Missing => "missing",
            Self::PendingUpdate => "pending_update",
            Self::ModifiedByUser => "modified_by_user",
            Self::Conflict => "conflict",
            Self::Unmanaged => "unmanaged",
            Self::Obsolete => "obsolete",
        }
    }

    /// Writing would overwrite something a person changed.
    pub fn is_user_edit(self) -> bool {
        matches!(self, Self::ModifiedByUser | Self::Conflict)
    }
}

/// How three digests compare; `last` is `None` for a file we never wrote.
pub(crate) fn compare(last: Option<Digest>, desired: Digest, disk: Digest) -> State {
    match last {
        None => State::Unmanaged,
        Some(last) if last == disk => State::PendingUpdate,
        Some(last) if last == desired => State::ModifiedByUser,
        Some(_) => State::Conflict,
    }
}

/// Compares what should be with what is.
pub fn plan(survey: &Survey) -> Result<Plan> {
    let mut planning = Planning {
        survey,
        changes: Vec::new(),
        listed: survey.desired.roots.iter().map(|_| Vec::new()).collect(),
        kept: BTreeMap::new(),
        relisted: BTreeSet::new(),
    };
    let mut managed = survey.managed.cursor();
    let mut disk = survey.disk.cursor();
    for (path, output) in survey.desired.outputs.iter() {
        let disk = disk.seek(path).expect("every desired path was looked at");
        planning.desired(path, output, managed.seek(path), disk)?;
    }
    let mut desired = survey.desired.outputs.cursor();
    for (path, managed) in survey.managed.iter() {
        if desired.seek(path).is_none() {
            planning.no_longer_desired(path, managed)?;
        }
    }
    let Planning { mut changes, listed, kept: mut manifests, relisted, .. } = planning;
    for (root, entries) in survey.desired.roots.iter().zip(listed) {
        if !entries.is_empty() {
            manifests.entry((root.owner, root.path.clone())).or_default().extend(entries);
        }
    }
    changes.sort_by(|a, b| (&a.target, &a.path).cmp(&(&b.target, &b.path)));
    for entries in manifests.values_mut() {
        entries.sort_by(|a, b| a.path.cmp(&b.path));
    }
    let without_manifest = |key: &(Owner, PathBuf)| !survey.roots_with_manifest.contains(key);
    let manifests_differ = !relisted.is_empty()
        || manifests.iter().any(|(key, entries)| !entries.is_empty() && without_manifest(key));
    let losses = survey.desired.losses.iter();
    let losses = losses.filter(|loss| survey.targets.contains(&loss.target)).cloned().collect();
    let touched = changes.iter().map(|change| &change.path).chain(&relisted);
    let previous =
        touched.filter_map(|path| Some((path.clone(), survey.managed.get(path)?.clone())));
    let previous = previous.collect();
    Ok(Plan {
        profile: survey.profile.clone(),
        targets: survey.targets.clone(),
        changes,
        losses,
        roots: selected_roots(survey),
        manifests,
        previous,
        relisted,
        manifests_differ,
        held: survey.held.clone(),
    })
}

fn selected_roots(survey: &Survey) -> Vec<(Owner, PathBuf)> {
    let selected = |root: &&Root| root.readers.iter().any(|host| survey.targets.contains(host));
    let roots = survey.desired.roots.iter().filter(selected);
    roots.map(|root| (root.owner, root.path.clone())).collect()
}

struct Planning<'p> {
    survey: &'p Survey,
    changes: Vec<Change>,
    /// Lines of wanted files, by the position of their root.
    listed: Vec<Vec<Arc<Entry>>>,
    /// Lines of files that are not in question, which stay as they are.
    kept: BTreeMap<(Owner, PathBuf), Vec<Arc<Entry>>>,
    relisted: BTreeSet<PathBuf>,
}

impl Planning<'_> {
    fn is_selected(&self, readers: impl IntoIterator<Item = Host>) -> bool {
        readers.into_iter().any(|host| self.survey.targets.contains(&host))
    }

    /// The host a change is reported under: the owner if it is in question, else the first reader that is.
    fn target(&self, owner: Owner, readers: &[Host]) -> Owner {
        let selected = |host: &&Host| self.survey.targets.contains(host);
        if owner.host().is_some_and(|host| selected(&&host)) {
            return owner;
        }
        let reader = readers.iter().find(selected).or(readers.first());
        reader.map_or(owner, |host| (*host).into())
    }

    /// Whether a file is made of a module that cannot be built now.
    fn is_held(&self, managed: &Managed) -> bool {
        let ids = &managed.entry.module_ids;
        self.survey.held.iter().any(|(held, _)| ids.contains(held))
    }

    fn keep(&mut self, managed: &Managed) {
        let key = (managed.owner, managed.root.to_path_buf());
        self.kept.entry(key).or_default().push(managed.entry.clone());
    }

    fn desired(
        &mut self,
        path: &Path,
        output: &Output,
        managed: Option<&Managed>,
        disk: &Observed,
    ) -> Result<()> {
        let root = &self.survey.desired.roots[output.root];
        if !self.is_selected(output.readers.iter().copied())
            || managed.is_some_and(|managed| self.is_held(managed))
        {
            if let Some(managed) = managed {
                self.keep(managed);
            }
            return Ok(());
        }
        if let (Some(digest), Observed::File(actual)) = (output.content.digest(), disk)
            && *actual == (Stamp { digest, executable: output.executable })
        {
            if let Some(known) = managed.filter(|known| is_line(known, root, digest, output)) {
                self.listed[output.root].push(known.entry.clone());
            } else {
                let entry = entry(root, path, digest, output, None);
                self.list(output.root, path, managed, entry);
            }
            return Ok(());
        }
        let readers: Vec<Host> = output.readers.iter().copied().collect();
        let mut change = Change {
            target: self.target(root.owner, &readers),
            readers,
            owner: root.owner,
            root: root.path.clone(),
            path: path.to_path_buf(),
            op: Op::Create,
            update_kind: None,
            reason: "file missing".into(),
            state: State::New,
            before: disk.stamp(),
            after: None,
            blocked: None,
            modules: output.modules.clone(),
            write: None,
            mode: None,
        };
        if let Content::Merge { format, pieces } = &output.content {
            let entry = merged::desired(self.survey, &mut change, managed, *format, pieces)?;
            self.finish(output.root, change, managed, entry);
            return Ok(());
        }
        let digest = output.content.digest().expect("whole files have a digest");
        let after = Stamp { digest, executable: output.executable };
        change.after = Some(after);
        change.write = Some(match &output.content {
            Content::File { patched: Some(bytes), .. } => Write::Bytes(bytes.to_vec()),
            Content::File { source, .. } => Write::Copy(source.clone()),
            Content::Bytes(bytes) => Write::Bytes(bytes.clone()),
            Content::Merge { .. } => unreachable!("merges are planned above"),
        });
        let last = managed.map(|managed| managed.entry.sha256);
        match disk {
            Observed::Absent => {
                if last.is_some() {
                    change.state = State::Missing;
                }
            }
            Observed::File(actual) if actual.digest == digest => {
                change.op = Op::Update;
                change.reason = "mode differs".into();
                (change.update_kind, change.state) = match last {
                    Some(_) => (Some(UpdateKind::Managed), State::PendingUpdate),
                    None => (Some(UpdateKind::Adopt), State::Unmanaged),
                };
            }
            Observed::File(actual) => {
                change.op = Op::Update;
                change.state = compare(last, digest, actual.digest);
                if change.state == State::Conflict && self.has_arrived(path, output) {
                    change.state = State::PendingUpdate;
                }
                (change.update_kind, change.reason) = match change.state {
                    State::Unmanaged => {
                        (Some(UpdateKind::Adopt), "would overwrite unmanaged existing file".into())
                    }
                    State::ModifiedByUser => (
                        Some(UpdateKind::Managed),
                        "content differs: edited since it was written".into(),
                    ),
                    State::Conflict => (
                        Some(UpdateKind::Managed),
                        "content differs: edited, and the source changed too".into(),
                    ),
                    _ => (Some(UpdateKind::Managed), "content differs".into()),
                };
            }
            Observed::Blocked(blocked) => block(&mut change, blocked),
        }
        let entry = entry(root, path, digest, output, None);
        self.finish(output.root, change, managed, entry);
        Ok(())
    }

    /// Whether the words of an edited file are those it should have, only that some stand after the last section.
    fn has_arrived(&self, path: &Path, output: &Output) -> bool {
        let Content::Bytes(wanted) = &output.content else { return false };
        let gathered = self.survey.texts.get(path).and_then(|text| gathered(text));
        gathered.is_some_and(|text| text.as_bytes() == wanted)
    }

    /// Notes a change, if it is one, and the manifest line of its file.
    fn finish(&mut self, root: usize, change: Change, managed: Option<&Managed>, entry: Entry) {
        if change.blocked.is_some() || change.before != change.after {
            self.listed[root].push(Arc::new(entry));
            self.changes.push(change);
        } else {
            self.list(root, &change.path, managed, entry);
        }
    }

    /// Notes the manifest line of a file that stays as it is.
    fn list(&mut self, root: usize, path: &Path, managed: Option<&Managed>, entry: Entry) {
        let home = &self.survey.desired.roots[root];
        let is_known = |known: &Managed| {
            *known.entry == entry
                && known.owner == home.owner
                && known.root.as_os_str() == home.path.as_os_str()
        };
        if !managed.is_some_and(is_known) {
            self.relisted.insert(path.to_path_buf());
        }
        self.listed[root].push(Arc::new(entry));
    }

    fn no_longer_desired(&mut self, path: &Path, managed: &Managed) -> Result<()> {
        let readers = managed.readers();
        let everything = self.survey.selection.target == "all";
        if self.survey.is_of_unnamed_project(managed) {
            self.keep(managed);
            return Ok(());
        }
        if !everything && !self.is_selected(readers.iter().copied()) || self.is_held(managed) {
            self.keep(managed);
            return Ok(());
        }
        let disk = &self.survey.disk[path];
        let mut change = Change {
            target: self.target(managed.owner, &readers),
            readers,
            owner: managed.owner,
            root: managed.root.to_path_buf(),
            path: path.to_path_buf(),
            op: Op::Delete,
            update_kind: None,
            reason: "no longer managed".into(),
            state: State::Obsolete,
            before: disk.stamp(),
            after: None,
            blocked: None,
            modules: managed.entry.module_ids.clone(),
            write: None,
            mode: None,
        };
        match disk {
            // What stands here now is not what we wrote, so it is not ours to remove.
            Observed::Absent | Observed::Blocked(_) => {
                self.relisted.insert(path.to_path_buf());
                return Ok(());
            }
            Observed::File(_) if managed.entry.merge.is_some() => {
                if !merged::withdrawn(self.survey, &mut change, managed)? {
                    self.relisted.insert(path.to_path_buf());
                    return Ok(());
                }
            }
            Observed::File(actual) if actual.digest != managed.entry.sha256 => {
                change.state = State::Conflict;
                change.reason = "no longer managed: edited since it was written".into();
            }
            Observed::File(_) => {}
        }
        self.changes.push(change);
        Ok(())
    }
}

fn block(change: &mut Change, blocked: &Blocked) {
    change.op = Op::Update;
    change.update_kind = Some(UpdateKind::Adopt);
    change.state = State::Unmanaged;
    change.reason = blocked.to_string();
    change.blocked = Some(blocked.clone());
}

/// Whether what is known of an output's path is already the line its whole file gets; costs no allocation.
fn is_line(known: &Managed, root: &Root, digest: Digest, output: &Output) -> bool {
    let entry = &known.entry;
    entry.sha256 == digest
        && entry.merge.is_none()
        && entry.module_ids == output.modules
        && entry.readers.iter().map(String::as_str).eq(listed_readers(root, output))
        && known.owner == root.owner
        && known.root.as_os_str() == root.path.as_os_str()
}

/// The readers a manifest line names: only where there may be several.
fn listed_readers<'o>(root: &Root, output: &'o Output) -> impl Iterator<Item = &'o str> {
    let shared = root.owner == Owner::SHARED || output.readers.len() > 1;
    output.readers.iter().filter(move |_| shared).map(|host| host.name())
}

/// The manifest line of an output.
fn entry(
    root: &Root,
    path: &Path,
    digest: Digest,
    output: &Output,
    merge: Option<crate::manifest::Merged>,
) -> Entry {
    let rel = path.strip_prefix(&root.path).expect("an output lies in its root");
    Entry {
        path: posix(rel),
        sha256: digest,
        module_ids: output.modules.clone(),
        readers: listed_readers(root, output).map(str::to_owned).collect(),
        merge,
    }
}

impl Plan {
    /// A plan that changes nothing.
    pub fn empty(profile: &str, targets: Vec<Host>) -> Self {
        Self {
            profile: profile.to_owned(),
            targets,
            changes: Vec::new(),
            losses: Vec::new(),
            roots: Vec::new(),
            manifests: BTreeMap::new(),
            previous: BTreeMap::new(),
            relisted: BTreeSet::new(),
            manifests_differ: false,
            held: Vec::new(),
        }
    }

    /// No file would change; a manifest still may.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Changes that overwrite a file we did not write.
    pub fn adoptions(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.update_kind == Some(UpdateKind::Adopt))
    }

    /// Changes that overwrite or delete something a person edited.
    pub fn user_edits(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.state.is_user_edit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digests_tell_who_changed_what() {
        let [a, b, c] = ["a", "b", "c"].map(Digest::of);
        assert_eq!(compare(None, a, b), State::Unmanaged);
        assert_eq!(compare(Some(b), a, b), State::PendingUpdate);
        assert_eq!(compare(Some(a), a, b), State::ModifiedByUser);
        assert_eq!(compare(Some(c), a, b), State::Conflict);
    }
}
