//! Diagrams or pictures changed on disk: what other files have a part in is worked out anew.

use gen_lsp_types::DidChangeWatchedFilesParams;

use crate::server::{Document, Server};

pub(super) fn take(server: &mut Server, params: &DidChangeWatchedFilesParams) {
    let only_open = params.changes.iter().all(|it| server.documents.get(&it.uri).is_some());
    if !only_open {
        server.renew(Document::includes);
    }
}
