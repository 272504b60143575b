//! The diagram files and pages in the workspace's folders.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;
use puml_ide::SharedName;
use puml_source::{Files, Language, is_entered};
use roots::{Entry, Folder, Kind, Roots};

use crate::fault::Fault;
use crate::requests::definition::location;
use crate::server::{Context, Document};
use crate::uri;

/// How many files are read, how deep folders go, and how large a file may be.
const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 12;
const LARGEST: usize = 4 << 20;

/// Hands every file that is not open to `take`, in order of their paths, until that has enough.
pub(crate) fn each_closed(
    ctx: &Context,
    mut take: impl FnMut(&Document) -> Enough,
) -> Result<(), Fault> {
    let folders: Vec<&PathBuf> = ctx.folders.iter().filter(|it| it.is_dir()).collect();
    let roots = Roots::at(&folders).map_err(|it| Fault::Refused(it.to_string()))?;
    let open = ctx.documents.all();
    for path in files(&folders) {
        if ctx.is_cancelled() {
            return Err(Fault::Cancelled);
        }
        if open.iter().any(|it| it.path.as_deref() == Some(&path)) {
            continue;
        }
        let Ok(text) = roots.read_text(&path, LARGEST) else { continue };
        let item = lsp::TextDocumentItem {
            uri: uri::of(&path),
            language_id: lsp::LanguageKind::Custom("puml".into()),
            version: 0,
            text,
        };
        if take(&Document::new(item, &ctx.config, &ctx.open)) == Enough::Yes {
            break;
        }
    }
    Ok(())
}

/// Hands every other document of the workspace to `take`, those that are open first, until that has enough.
pub(crate) fn each_other(
    ctx: &Context,
    document: &Document,
    mut take: impl FnMut(&Document) -> Enough,
) -> Result<(), Fault> {
    for other in ctx.documents.all() {
        if other.uri != document.uri && take(other) == Enough::Yes {
            return Ok(());
        }
    }
    each_closed(ctx, take)
}

/// Where the workspace declares an element that a part of larger diagrams names, and what to look for elsewhere.
pub(crate) fn declared_around(
    ctx: &Context,
    document: &Document,
    code: &str,
) -> Result<Option<(lsp::Location, SharedName)>, Fault> {
    let mut found = None;
    each_other(ctx, document, |other| {
        let mut parts = other.parts().iter();
        found = parts.find_map(|it| {
            let (span, shared) = puml_ide::declared_around(&it.analysis, document.name(), code)?;
            Some((location(ctx, other, &it.analysis, span), shared))
        });
        if found.is_some() { Enough::Yes } else { Enough::No }
    })?;
    Ok(found)
}

/// Whether a search goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enough {
    Yes,
    No,
}

/// What any text of the workspace may include: files below its folders, the include roots and a document's own folder.
pub(crate) fn world(ctx: &Context, document: &Document) -> Files {
    let own = document.path.as_deref().and_then(Path::parent);
    let all = own.into_iter().chain(ctx.folders.iter().map(PathBuf::as_path));
    let all = all.chain(ctx.config.include_roots.iter().map(PathBuf::as_path));
    let advice = "allow its folder with the setting puml.includeRoots";
    let found = Roots::at(all.filter(|it| it.is_dir())).unwrap_or_else(|_| Roots::none(advice));
    let files = Files::beneath(found.advising(advice)).with_open(ctx.open.clone());
    files.with_libraries(ctx.config.library_folders.clone())
}

/// The diagrams and pages below the folders, in order of their paths.
fn files(folders: &[&PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in folders {
        if let Ok(folder) = Folder::at(root) {
            walk(&folder, root, 0, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Links are not followed: they may lead in circles or out of the folder.
fn walk(folder: &Folder, path: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for Entry { name, kind } in folder.entries(usize::MAX).unwrap_or_default() {
        if found.len() >= MOST_FILES {
            return;
        }
        let path = path.join(&name);
        match kind {
            Kind::Folder if depth < DEEPEST && is_entered(&name) => {
                if let Ok(below) = folder.beneath(Path::new(&name)) {
                    walk(&below, &path, depth + 1, found);
                }
            }
            Kind::File => {
                let language = Language::of_path(&path);
                if matches!(language, Some(Language::Puml | Language::Markdown)) {
                    found.push(path);
                }
            }
            _ => {}
        }
    }
}
