//! Folders come and go.

use gen_lsp_types::DidChangeWorkspaceFoldersParams;

use crate::server::Server;
use crate::uri;

pub(super) fn take(server: &mut Server, params: &DidChangeWorkspaceFoldersParams) {
    let removed: Vec<_> = params.event.removed.iter().filter_map(|it| uri::path(&it.uri)).collect();
    server.folders.retain(|it| !removed.contains(it));
    for folder in params.event.added.iter().filter_map(|it| uri::path(&it.uri)) {
        if !server.folders.contains(&folder) {
            server.folders.push(folder);
        }
    }
    // Relative include roots lie in the folders.
    server.reconfigure();
}
