//! How the disk differs from what was deployed: drift of the files, and source changes that wait to be deployed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::module::ModuleId;
use crate::owner::Owner;
use crate::path::posix;
use crate::plan::{Op, Plan, State};
use crate::survey::{Survey, extras};
use content_digest::Digest;

/// How the disk and the sources differ from what was last deployed.
#[derive(Debug, Clone)]
pub struct Status {
    /// Files that differ on disk.
    pub drift: Vec<Drift>,
    /// Files that are as written while their source has changed.
    pub pending: Vec<Drift>,
    /// Something was deployed here before.
    pub has_manifests: bool,
}

/// One file that differs.
#[derive(Debug, Clone)]
pub struct Drift {
    /// Whether the file is missing, changed or unexpected.
    pub kind: DriftKind,
    /// Last written, desired and disk compared; `None` for files that were never ours.
    pub state: Option<State>,
    /// The host whose file it is, or `shared`.
    pub target: Owner,
    /// The managed folder the file lies in, absolute.
    pub root: PathBuf,
    /// The file that differs, absolute.
    pub path: PathBuf,
    /// The digest of the desired content.
    pub expected: Option<Digest>,
    /// The digest of what is on disk; none if nothing is.
    pub actual: Option<Digest>,
    /// Modules it is made of.
    pub modules: Vec<ModuleId>,
}

/// The reference's three kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriftKind {
    /// There, with other content.
    Modified,
    /// The file was deployed and is gone.
    Missing,
    /// There, and not wanted.
    Extra,
}

impl DriftKind {
    /// The word in the JSON and in `only`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Modified => "modified",
            Self::Missing => "missing",
            Self::Extra => "extra",
        }
    }
}

/// Compares. The plan of the same survey already knows every file of ours; strangers are looked for in scanned roots.
pub fn status(survey: &Survey, plan: &Plan) -> Status {
    let (mut drift, mut pending) = (Vec::new(), Vec::new());
    for change in &plan.changes {
        let kind = match change.op {
            Op::Create => DriftKind::Missing,
            Op::Update => DriftKind::Modified,
            Op::Delete => DriftKind::Extra,
        };
        let entry = Drift {
            kind,
            state: Some(change.state),
            target: change.target,
            root: change.root.clone(),
            path: change.path.clone(),
            expected: change.after.map(|stamp| stamp.digest),
            actual: change.before.map(|stamp| stamp.digest),
            modules: change.modules.clone(),
        };
        if change.state == State::PendingUpdate { pending.push(entry) } else { drift.push(entry) }
    }
    for root in survey.desired.roots.iter().filter(|root| root.scan) {
        let Some(host) = root.readers.iter().find(|host| survey.targets.contains(host)) else {
            continue;
        };
        for path in extras(&root.path) {
            if survey.desired.outputs.contains(&path) || survey.managed.contains(&path) {
                continue;
            }
            drift.push(Drift {
                kind: DriftKind::Extra,
                state: None,
                target: (*host).into(),
                root: root.path.clone(),
                actual: crate::digest::of_file(&path).ok(),
                expected: None,
                modules: Vec::new(),
                path,
            });
        }
    }
    drift.sort_by(|a, b| {
        (&a.target, &a.root, a.kind, &a.path).cmp(&(&b.target, &b.root, b.kind, &b.path))
    });
    drift.dedup_by(|a, b| a.path == b.path && a.kind == b.kind);
    let has_manifests = !survey.roots_with_manifest.is_empty();
    Status { drift, pending, has_manifests }
}

impl Drift {
    /// The reference's JSON, with `state`.
    pub fn data(&self) -> Json {
        let text = |digest: Option<Digest>| digest.map(|digest| digest.prefixed());
        let mut data = json!({
            "actual": text(self.actual),
            "expected": text(self.expected),
            "kind": self.kind.name(),
            "path": self.path,
            "path_posix": posix(&self.path),
            "root": self.root,
            "root_posix": posix(&self.root),
            "target": self.target,
        });
        if let Some(state) = self.state {
            data["state"] = state.name().into();
        }
        data
    }
}

fn summary(drift: &[&Drift]) -> Json {
    let count = |kind| drift.iter().filter(|entry| entry.kind == kind).count();
    json!({
        "extra": count(DriftKind::Extra), "missing": count(DriftKind::Missing), "modified": count(DriftKind::Modified),
    })
}

impl Status {
    /// The reference's JSON, limited to the kinds in `only` when there are any, with `pending` added.
    pub fn data(&self, plan: &Plan, only: &[String], prefix: &str) -> Json {
        let wanted =
            |entry: &&Drift| only.is_empty() || only.iter().any(|kind| kind == entry.kind.name());
        let shown: Vec<&Drift> = self.drift.iter().filter(wanted).collect();
        let mut roots: BTreeMap<(&Owner, &Path), Vec<&Drift>> = BTreeMap::new();
        for entry in &shown {
            roots.entry((&entry.target, &entry.root)).or_default().push(entry);
        }
        let by_root: Vec<Json> = roots
            .iter()
            .map(|((target, root), drift)| {
                json!({"root": root, "root_posix": posix(root), "summary": summary(drift), "target": target})
            })
            .collect();
        let mut data = json!({
            "drift": shown.iter().map(|entry| entry.data()).collect::<Vec<_>>(),
            "profile": plan.profile,
            "summary": summary(&shown),
            "summary_by_root": by_root,
            "targets": plan.targets.iter().map(|host| host.name()).collect::<Vec<_>>(),
        });
        if !self.pending.is_empty() {
            data["pending"] = self.pending.iter().map(Drift::data).collect();
        }
        if !only.is_empty() {
            data["summary_total"] = summary(&self.drift.iter().collect::<Vec<_>>());
        }
        let actions = self.next_actions(prefix);
        if !actions.is_empty() {
            data["next_actions"] = actions.iter().map(|(_, command)| command.as_str()).collect();
            data["next_actions_detailed"] = actions
                .iter()
                .map(|(action, command)| json!({"action": action, "command": command}))
                .collect();
        }
        data
    }

    /// What to do about it: full commands behind `prefix`, in the order of the reference.
    fn next_actions(&self, prefix: &str) -> Vec<(&'static str, String)> {
        let has = |kind| self.drift.iter().any(|entry| entry.kind == kind);
        let changed =
            has(DriftKind::Modified) || has(DriftKind::Missing) || !self.pending.is_empty();
        let mut actions = Vec::new();
        if changed || has(DriftKind::Extra) {
            actions.push(("preview_diff", format!("{prefix} preview --diff --json")));
        }
        if changed || !self.has_manifests {
            actions.push(("deploy_apply", format!("{prefix} deploy --apply --yes --json")));
        }
        if has(DriftKind::Modified) && self.has_manifests {
            actions.push(("evolve_propose", format!("{prefix} evolve propose --dry-run --json")));
        }
        actions
    }
}
