//! The settings changed: they come along, or are asked for.

use gen_lsp_types::DidChangeConfigurationParams;

use crate::server::Server;

pub(super) fn take(server: &mut Server, params: DidChangeConfigurationParams) {
    if server.client.has_configuration {
        server.ask_configuration();
    } else {
        server.configure(params.settings);
    }
}
