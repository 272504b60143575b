//! Starting an overlay: its folder, what it was made on, and if asked the files to edit.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::Result;
use crate::module::File;
use crate::overlay::metadata::{self, Kind, Metadata, store};
use crate::overlay::{Baseline, Spot};
use crate::path::RelPath;

/// How an overlay is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditOptions {
    /// `None` keeps the kind of one that is there.
    pub kind: Option<Kind>,
    /// Which files are put into it.
    pub fill: Fill,
}

/// Which files of the module a folder overlay starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// All, when the overlay is new.
    New,
    /// None: files are added by hand.
    Sparse,
    /// All that are missing, also in an overlay that is there.
    Missing,
}

/// What starting an overlay did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The overlay is new.
    pub created: bool,
    /// Whether it holds whole files or patches; an existing overlay keeps its kind.
    pub kind: Kind,
    /// Files put into it.
    pub copied: Vec<String>,
}

/// Starts an overlay, or completes one.
pub fn edit(spot: &Spot<'_>, options: EditOptions) -> Result<Edited> {
    let ground = spot.ground()?;
    let dir = spot.dir();
    let created = ground.overlay.is_none();
    let known = ground.overlay.as_ref().map(|overlay| &overlay.metadata);
    let kind = known.map_or(options.kind.unwrap_or_default(), |metadata| metadata.kind);
    if let (Some(metadata), Some(wanted)) = (known, options.kind)
        && metadata.kind != wanted
    {
        let message = format!(
            "the overlay {} is of kind `{}`; remove it to start one of kind `{}`",
            dir.display(),
            metadata.kind.name(),
            wanted.name()
        );
        return Err(crate::Error::new(crate::Code::Usage, message).at(&dir));
    }
    if created {
        Metadata { kind, delete: Vec::new() }.write(&dir)?;
        store(&metadata::folder(&dir).join("module_id"), spot.entry.id.as_str().as_bytes())?;
        spot.baseline(&ground.upstream).write(&dir)?;
    } else if Baseline::read(&dir).is_none() {
        spot.baseline(&ground.upstream).write(&dir)?;
    }
    let fills = match options.fill {
        Fill::New => created,
        Fill::Sparse => false,
        Fill::Missing => true,
    };
    let mut copied = Vec::new();
    if fills && kind == Kind::Dir {
        let wanted = ground
            .files
            .iter()
            .filter(|(rel, _)| ground.overlay.as_ref().is_none_or(|overlay| !overlay.touches(rel)));
        copied = copy(&dir, &wanted.collect())?;
    }
    Ok(Edited { created, kind, copied })
}

fn copy(dir: &Path, files: &BTreeMap<&RelPath, &File>) -> Result<Vec<String>> {
    for (rel, file) in files {
        let bytes = file.bytes()?;
        store(&metadata::base_file(dir, rel), &bytes)?;
        metadata::store_file(&rel.under(dir), &bytes, file.executable)?;
    }
    Ok(files.keys().map(ToString::to_string).collect())
}
