//! A text is opened: from now on the editor's version counts.

use std::sync::Arc;
use std::time::Duration;

use gen_lsp_types::DidOpenTextDocumentParams;

use crate::server::Server;

pub(super) fn take(server: &mut Server, params: DidOpenTextDocumentParams) {
    let uri = params.text_document.uri.clone();
    let document =
        Arc::clone(server.documents.open(params.text_document, &server.config, &server.open));
    if let Some(path) = &document.path {
        server.open.put(path, Arc::clone(document.text()));
    }
    server.schedule(&uri, Duration::ZERO);
}
