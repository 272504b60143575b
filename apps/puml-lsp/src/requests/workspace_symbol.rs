//! `workspace/symbol`: participants, groups and macros in all open texts and in the folders.

use gen_lsp_types as lsp;
use puml_ide::{Analysis, Symbol};

use super::document_symbol::kind;
use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::Context;
use crate::workspace::{self, Enough};

/// How many symbols an answer has at most.
const MOST_SYMBOLS: usize = 500;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::WorkspaceSymbolParams,
) -> Result<Option<lsp::WorkspaceSymbolResponse>, Fault> {
    let query = params.query.to_lowercase();
    let mut search = Search { ctx, query, found: Vec::new() };
    for document in ctx.documents.all() {
        for part in document.parts() {
            search.text(&document.uri, &part.analysis);
        }
    }
    workspace::each_closed(ctx, |document| {
        for part in document.parts() {
            search.text(&document.uri, &part.analysis);
        }
        if search.found.len() >= MOST_SYMBOLS { Enough::Yes } else { Enough::No }
    })?;
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
