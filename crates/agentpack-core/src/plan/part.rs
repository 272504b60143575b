//! Parts of a plan: some changes taken, the others left as they are on disk and in the manifests.

use crate::path::posix;
use crate::plan::{Change, Op, Plan};

impl Plan {
    /// The plan without changes to edited files, which stay as they are and as they were recorded.
    #[must_use]
    pub fn keeping_edits(self) -> Self {
        self.only(|change| !change.state.is_user_edit())
    }

    /// The plan that only brings back files which are not there, of one module when one is named.
    #[must_use]
    pub fn restoring(self, module_id: Option<&str>) -> Self {
        self.only(|change| {
            let asked = module_id.is_none_or(|id| change.modules.iter().any(|own| *own == *id));
            change.op == Op::Create && change.blocked.is_none() && asked
        })
    }

    pub(crate) fn only(mut self, keep: impl Fn(&Change) -> bool) -> Self {
        let (taken, left): (Vec<Change>, Vec<Change>) =
            std::mem::take(&mut self.changes).into_iter().partition(keep);
        self.changes = taken;
        for change in left {
            if let Some(entries) = self.manifests.get_mut(&(change.owner, change.root.clone())) {
                let rel = change.path.strip_prefix(&change.root).map(posix).unwrap_or_default();
                entries.retain(|entry| entry.path != rel);
            }
            let Some(managed) = self.previous.get(&change.path) else { continue };
            let key = (managed.owner, managed.root.to_path_buf());
            let entries = self.manifests.entry(key).or_default();
            entries.retain(|entry| entry.path != managed.entry.path);
            entries.push(managed.entry.clone());
            entries.sort_by(|a, b| a.path.cmp(&b.path));
        }
        self
    }
}
