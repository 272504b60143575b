//! A text is closed: the file on disk counts again, and its findings go.

use gen_lsp_types::DidCloseTextDocumentParams;

use crate::server::Server;

pub(super) fn take(server: &mut Server, params: DidCloseTextDocumentParams) {
    let uri = params.text_document.uri;
    let closed = server.documents.close(&uri);
    if let Some(path) = closed.and_then(|it| it.path.clone()) {
        server.open.forget(&path);
    }
    server.withdraw(uri);
}
