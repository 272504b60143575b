//! A text is saved: others may include it by way of files that are not open.

use gen_lsp_types::DidSaveTextDocumentParams;

use crate::server::Server;

pub(super) fn take(server: &mut Server, params: &DidSaveTextDocumentParams) {
    let saved = &params.text_document.uri;
    if server.documents.all().iter().any(|it| it.uri != *saved && it.includes()) {
        server.renew(|it| it.uri != *saved && it.includes());
    }
}
