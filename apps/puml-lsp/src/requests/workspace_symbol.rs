//! `workspace/symbol`: participants, groups and macros in all open texts and in the folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use puml_ide::{Analysis, Setting, Symbol};

use super::document_symbol::kind;
use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::Context;
use crate::uri;
use crate::world::is_diagram;

/// How many files are read, how deep folders go, and how large a file may be.
const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 12;
const LARGEST: u64 = 4 << 20;
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
    for path in files(ctx) {
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
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
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
fn files(ctx: &Context) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in &ctx.folders {
        walk(folder, 0, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        if found.len() >= MOST_FILES {
            return;
        }
        let path = entry.path();
        let name = entry.file_name();
        let skipped = name.to_string_lossy().starts_with('.')
            || ["node_modules", "target"].iter().any(|it| name == *it);
        // Links are not followed: they may lead in circles or out of the folder.
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth < DEEPEST && !skipped {
            walk(&path, depth + 1, found);
        } else if kind.is_file()
            && is_diagram(&path)
            && entry.metadata().is_ok_and(|it| it.len() <= LARGEST)
        {
            found.push(path);
        }
    }
}
