//! `workspace/symbol`: participants, groups and macros in all open texts and in the folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use puml_ide::{Analysis, Setting, Symbol};
use puml_source::Language;
use roots::{Entry, Folder, Kind, Roots};

use super::document_symbol::kind;
use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::Context;
use crate::uri;

/// How many files are read, how deep folders go, and how large a file may be.
const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 12;
const LARGEST: usize = 4 << 20;
/// How many symbols an answer has at most.
const MOST_SYMBOLS: usize = 500;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::WorkspaceSymbolParams,
) -> Result<Option<lsp::WorkspaceSymbolResponse>, Fault> {
    let query = params.query.to_lowercase();
    let mut search = Search { ctx, query, found: Vec::new() };
    for document in ctx.documents.all() {
        search.text(&document.uri, &document.analysis);
    }
    let folders: Vec<&PathBuf> = ctx.folders.iter().filter(|it| it.is_dir()).collect();
    let roots = Roots::at(&folders).map_err(|it| Fault::Refused(it.to_string()))?;
    for path in files(&folders) {
        if ctx.is_cancelled() {
            return Err(Fault::Cancelled);
        }
        if search.found.len() >= MOST_SYMBOLS {
            break;
        }
        let uri = uri::of(&path);
        if ctx.documents.all().iter().any(|it| it.path.as_deref() == Some(&path)) {
            continue;
        }
        let Ok(text) = roots.read_text(&path, LARGEST) else { continue };
        let setting = Arc::new(Setting::default());
        search.text(&uri, &Analysis::new(&path.to_string_lossy(), text, setting));
    }
    search.found.truncate(MOST_SYMBOLS);
    Ok(Some(lsp::WorkspaceSymbolResponse::WorkspaceSymbolList(search.found)))
}

struct Search<'a> {
    ctx: &'a Context,
    query: String,
    found: Vec<lsp::WorkspaceSymbol>,
}

impl Search<'_> {
    fn text(&mut self, uri: &lsp::Uri, analysis: &Analysis) {
        let encoding = self.ctx.client.encoding;
        let ruler = Ruler { text: analysis.text(), lines: analysis.lines(), encoding };
        self.symbols(uri, ruler, &puml_ide::symbols(analysis), None);
    }

    fn symbols(
        &mut self,
        uri: &lsp::Uri,
        ruler: Ruler<'_>,
        symbols: &[Symbol],
        container: Option<&str>,
    ) {
        for symbol in symbols {
            if symbol.name.to_lowercase().contains(&self.query) {
                let range = ruler.range(symbol.selection);
                self.found.push(lsp::WorkspaceSymbol {
                    location: lsp::Location { uri: uri.clone(), range }.into(),
                    data: None,
                    base_symbol_information: lsp::BaseSymbolInformation {
                        name: symbol.name.clone(),
                        kind: kind(symbol.kind),
                        tags: None,
                        container_name: container.map(str::to_owned),
                    },
                });
            }
            self.symbols(uri, ruler, &symbol.children, Some(&symbol.name));
        }
    }
}

/// The diagrams below the folders, in order of their paths.
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
        let is_skipped = name.to_string_lossy().starts_with('.')
            || ["node_modules", "target"].iter().any(|it| name == *it);
        let path = path.join(&name);
        match kind {
            Kind::Folder if depth < DEEPEST && !is_skipped => {
                if let Ok(below) = folder.beneath(Path::new(&name)) {
                    walk(&below, &path, depth + 1, found);
                }
            }
            Kind::File if Language::of_path(&path) == Some(Language::Puml) => found.push(path),
            _ => {}
        }
    }
}
