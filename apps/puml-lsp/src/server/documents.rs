//! The texts that are open, each with its current analysis.

use std::collections::HashMap;
use std::sync::Arc;

use gen_lsp_types as lsp;
use puml_source::OpenTexts;

use super::document::Document;
use crate::position::{Encoding, Ruler};
use crate::server::Config;

/// All open texts. Cloning it takes a snapshot.
#[derive(Clone, Default)]
pub(crate) struct Documents {
    open: HashMap<String, Arc<Document>>,
}

impl Documents {
    pub(crate) fn get(&self, uri: &lsp::Uri) -> Option<&Arc<Document>> {
        self.open.get(&uri.0)
    }

    /// All of them, by address.
    pub(crate) fn all(&self) -> Vec<&Arc<Document>> {
        let mut all: Vec<_> = self.open.values().collect();
        all.sort_by(|one, other| one.uri.0.cmp(&other.uri.0));
        all
    }

    pub(crate) fn open(
        &mut self,
        item: lsp::TextDocumentItem,
        config: &Config,
        open: &OpenTexts,
    ) -> &Arc<Document> {
        let uri = item.uri.0.clone();
        let document = Document::new(item, config, open);
        self.open.insert(uri.clone(), Arc::new(document));
        &self.open[&uri]
    }

    pub(crate) fn close(&mut self, uri: &lsp::Uri) -> Option<Arc<Document>> {
        self.open.remove(&uri.0)
    }

    /// Applies the changes of one notification, in order; the version before and the new one, or nothing for a text that
    /// is not open. What was worked out about a long text takes a while to free.
    pub(crate) fn change(
        &mut self,
        uri: &lsp::Uri,
        version: i32,
        changes: Vec<lsp::TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<(Arc<Document>, &Arc<Document>)> {
        let document = self.open.get_mut(&uri.0)?;
        let mut text: String = document.text().to_string();
        // Of the text as it is after the change before.
        let mut lines = None;
        let last = changes.len();
        for (change, number) in changes.into_iter().zip(1..) {
            match change {
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(it) => {
                    text = it.text;
                }
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(it) => {
                    let lines = lines.as_ref().unwrap_or(document.lines());
                    let ruler = Ruler { text: &text, lines, encoding };
                    let range = ruler.bytes(it.range);
                    text.replace_range(range.start as usize..range.end as usize, &it.text);
                }
            }
            if number < last {
                lines = Some(diag::LineIndex::new(&text));
            }
        }
        let next = Arc::new(document.next(version, text.into()));
        let before = std::mem::replace(document, next);
        Some((before, document))
    }

    /// Makes the analyses of some documents anew, because something around them changed.
    pub(crate) fn renew(
        &mut self,
        config: &Config,
        open: &OpenTexts,
        which: impl Fn(&Document) -> bool,
    ) -> Vec<lsp::Uri> {
        let mut renewed = Vec::new();
        for document in self.open.values_mut().filter(|it| which(it)) {
            let next = document.renewed(config, open);
            renewed.push(document.uri.clone());
            *document = Arc::new(next);
        }
        renewed
    }
}
