//! A text is edited. Documents that include others may include this one.

use std::sync::Arc;

use gen_lsp_types::DidChangeTextDocumentParams;

use crate::server::Server;

pub(super) fn take(server: &mut Server, params: DidChangeTextDocumentParams) {
    let uri = params.text_document.text_document_identifier.uri;
    let version = params.text_document.version;
    let encoding = server.client.encoding;
    let changed = server.documents.change(&uri, version, params.content_changes, encoding);
    let Some((before, document)) = changed else { return };
    let document = Arc::clone(document);
    server.discard(before);
    server.schedule_after_edit(&uri);
    let Some(path) = &document.path else { return };
    server.open.put(path, Arc::clone(document.text()));
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let names_it = |text: &str| text.contains("!include") && text.contains(name.as_str());
    let dependants = server.documents.all();
    if dependants.iter().any(|it| it.uri != uri && names_it(it.text())) {
        server.renew(|it| it.uri != uri && names_it(it.text()));
    }
}
