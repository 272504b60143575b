//! Bringing an overlay up to date with its module by a three-way merge: what it was made on, what it says, and what
//! the module says now. Conflicts stay in the overlay's folder, marked, and are never deployed.

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::apply;
use crate::error::{Code, Error, Result};
use crate::git::Git;
use crate::hash_cache::{read_bytes, read_text};
use crate::module::{File, Ground, MAX_TEXT};
use crate::overlay::Spot;
use crate::overlay::metadata::{self, Baseline, Kind, Metadata, digest_text, store};
use crate::patch::{self, Patch};
use crate::path::RelPath;
use crate::three_way::{self, has_markers};

/// Whether files that say the same as the module stay in the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sparsify {
    /// Keep them.
    No,
    /// Remove them.
    Yes,
}

/// What a rebase did, file by file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rebased {
    /// Number of files checked.
    pub processed: usize,
    /// Files that follow the module now.
    pub updated: Vec<String>,
    /// Files that are no longer needed.
    pub deleted: Vec<String>,
    /// Files left as they are, and why.
    pub skipped: Vec<(String, &'static str)>,
    /// Files in which a person must choose.
    pub conflicts: Vec<String>,
}

impl Rebased {
    /// The report as JSON.
    pub fn data(&self) -> Json {
        let skipped: Vec<Json> = self
            .skipped
            .iter()
            .map(|(path, reason)| json!({"path": path, "reason": reason}))
            .collect();
        json!({
            "conflicts": self.conflicts, "deleted": self.deleted, "skipped": skipped, "updated": self.updated,
            "summary": {
                "conflict_files": self.conflicts.len(), "deleted_files": self.deleted.len(),
                "processed_files": self.processed, "skipped_files": skipped.len(),
                "updated_files": self.updated.len(),
            },
        })
    }
}

/// Rebases the overlay of a spot. With conflicts the rest is done all the same, and the error holds the report.
pub fn rebase(spot: &Spot<'_>, sparsify: Sparsify) -> Result<Rebased> {
    let ground = spot.ground()?;
    let dir = spot.dir();
    let Some(overlay) = &ground.overlay else {
        let message = format!("module {} has no {} overlay", spot.entry.id, spot.layer().name());
        return Err(Error::new(Code::OverlayNotFound, message).at(&dir));
    };
    let Some(baseline) = overlay.baseline.clone() else {
        let message = format!("{} has no readable baseline.json", dir.display());
        return Err(Error::new(Code::OverlayBaselineMissing, message).at(&dir));
    };
    let mut work = Work { spot, ground: &ground, baseline, dir, report: Rebased::default() };
    match overlay.metadata.kind {
        Kind::Dir => {
            for found in &overlay.files {
                work.whole_file(&found.rel, &found.file, sparsify)?;
            }
        }
        Kind::Patch => {
            for rel in &overlay.patches {
                work.patch(rel)?;
            }
        }
    }
    work.deletions(&overlay.metadata)?;
    spot.baseline(&ground.upstream).write(&work.dir)?;
    let Work { report, dir, .. } = work;
    if report.conflicts.is_empty() {
        return Ok(report);
    }
    let message = format!(
        "{} of {} files need a person; look for conflict markers below {}",
        report.conflicts.len(),
        report.processed,
        dir.display()
    );
    Err(Error::new(Code::OverlayRebaseConflict, message).with("report", report.data()).at(&dir))
}

struct Work<'w> {
    spot: &'w Spot<'w>,
    ground: &'w Ground,
    baseline: Baseline,
    dir: PathBuf,
    report: Rebased,
}

impl Work<'_> {
    fn whole_file(&mut self, rel: &RelPath, file: &File, sparsify: Sparsify) -> Result<()> {
        self.report.processed += 1;
        let name = rel.to_string();
        let ours = file.bytes()?;
        let Some(below) = self.ground.files.get(rel) else {
            if self.baseline.digest(rel.as_str()) == Some(&digest_text(&ours)) {
                self.forget(rel)?;
                self.report.deleted.push(name);
            } else if self.baseline.digest(rel.as_str()).is_some() {
                self.report.skipped.push((name, "deleted_upstream"));
            }
            return Ok(());
        };
        let theirs = below.bytes()?;
        let mut now = ours.clone();
        if ours != theirs {
            let base = self.base(rel, &theirs)?;
            if base == ours {
                now.clone_from(&theirs);
            } else if base != theirs {
                let texts = [&base, &ours, &theirs].map(|bytes| std::str::from_utf8(bytes));
                let [Ok(base), Ok(ours), Ok(theirs)] = texts else {
                    self.report.skipped.push((name, "binary"));
                    return Ok(());
                };
                let merged = three_way::merge(base, ours, theirs);
                if merged.conflicts > 0 {
                    self.report.conflicts.push(name.clone());
                }
                now = merged.text.into_bytes();
            }
        }
        if now == theirs && sparsify == Sparsify::Yes && file.executable == below.executable {
            self.forget(rel)?;
            self.report.deleted.push(name);
            return Ok(());
        }
        if now != ours {
            store(&rel.under(&self.dir), &now)?;
            if !self.report.conflicts.contains(&name) {
                self.report.updated.push(name);
            }
        }
        store(&metadata::base_file(&self.dir, rel), &theirs)
    }

    fn forget(&self, rel: &RelPath) -> Result<()> {
        for file in [rel.under(&self.dir), metadata::base_file(&self.dir, rel)] {
            apply::remove(&file, &self.dir).map_err(|error| Error::io("remove", &file, &error))?;
        }
        Ok(())
    }

    fn patch(&mut self, rel: &RelPath) -> Result<()> {
        self.report.processed += 1;
        let name = rel.to_string();
        let place = metadata::patch_file(&self.dir, rel);
        let text = read_text(&place, MAX_TEXT)?;
        let Some(below) = self.ground.files.get(rel) else {
            self.report.skipped.push((name, "deleted_upstream"));
            return Ok(());
        };
        let below = below.text()?;
        let invalid = |problem: String| {
            Error::new(Code::ConfigInvalid, format!("{}: {problem}", place.display())).at(&place)
        };
        let patch = Patch::parse(&text, rel.as_str()).map_err(invalid)?;
        let conflict = metadata::conflict_file(&self.dir, rel);
        let new = if conflict.is_file() {
            let resolved = read_text(&conflict, MAX_TEXT)?;
            if has_markers(&resolved) {
                self.report.conflicts.push(name);
                return Ok(());
            }
            apply::remove(&conflict, &self.dir)
                .map_err(|error| Error::io("remove", &conflict, &error))?;
            resolved
        } else if let Ok(new) = patch.apply(&below) {
            new
        } else {
            let base = self.base(rel, below.as_bytes())?;
            let base = String::from_utf8(base)
                .map_err(|error| invalid("its base is not text".into()).caused_by(error))?;
            let ours = patch.apply(&base).map_err(invalid)?;
            let merged = three_way::merge(&base, &ours, &below);
            if merged.conflicts > 0 {
                store(&conflict, merged.text.as_bytes())?;
                self.report.conflicts.push(name);
                return Ok(());
            }
            merged.text
        };
        let made = patch::make(rel.as_str(), &below, &new);
        if made.is_empty() {
            for file in [place, metadata::base_file(&self.dir, rel)] {
                apply::remove(&file, &self.dir)
                    .map_err(|error| Error::io("remove", &file, &error))?;
            }
            self.report.deleted.push(name);
            return Ok(());
        }
        if made != text {
            store(&place, made.as_bytes())?;
            self.report.updated.push(name);
        }
        store(&metadata::base_file(&self.dir, rel), below.as_bytes())
    }

    /// A deletion of a file that is gone has done its work.
    fn deletions(&mut self, known: &Metadata) -> Result<()> {
        let mut kept = known.clone();
        kept.delete.retain(|path| {
            RelPath::new(path).is_ok_and(|rel| self.ground.files.contains_key(&rel))
        });
        if kept.delete.len() < known.delete.len() {
            let gone = known.delete.iter().filter(|path| !kept.delete.contains(path));
            self.report.deleted.extend(gone.cloned());
            kept.write(&self.dir)?;
        }
        Ok(())
    }

    /// The file the overlay was made on: kept beside it, unchanged below it, in the cache, or in the history.
    fn base(&self, rel: &RelPath, below: &[u8]) -> Result<Vec<u8>> {
        if let Some(bytes) = metadata::kept_base(&self.dir, rel) {
            return Ok(bytes);
        }
        let Some(digest) = self.baseline.digest(rel.as_str()) else { return Ok(Vec::new()) };
        let fits = |bytes: &Vec<u8>| digest_text(bytes) == digest;
        if digest_text(below) == digest {
            return Ok(below.to_vec());
        }
        let origin = &self.baseline.upstream;
        let word = |name: &str| origin[name].as_str().filter(|text| !text.is_empty());
        let env = self.spot.env;
        let found = match word("kind") {
            Some("git") => word("url").zip(word("commit")).and_then(|(url, commit)| {
                let mut root = env.checkout(url, commit);
                root.extend(word("subdir"));
                read_bytes(&rel.under(&root), MAX_TEXT).ok()
            }),
            _ => word("repo_rel_path").zip(word("repo_git_rev")).and_then(|(path, commit)| {
                let git = Git::at(&env.repo);
                // A module that is one file is its own path.
                git.show(commit, &format!("{path}/{rel}")).or_else(|| git.show(commit, path))
            }),
        };
        found.filter(fits).ok_or_else(|| {
            let message = format!(
                "the `{rel}` that {} was made on is neither kept nor in the history",
                self.dir.display()
            );
            Error::new(Code::OverlayBaselineUnsupported, message).at(&rel.under(&self.dir))
        })
    }
}
