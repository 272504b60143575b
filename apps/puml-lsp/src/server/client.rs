//! What the client can do, read once from its first message.

use std::path::PathBuf;

use gen_lsp_types as lsp;

use crate::position::Encoding;
use crate::uri;

/// The abilities that change what is sent.
#[expect(clippy::struct_excessive_bools, reason = "independent abilities of a client")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    /// Asks for diagnostics itself, so none are pushed.
    pub(crate) pulls_diagnostics: bool,
    pub(crate) refreshes_diagnostics: bool,
    pub(crate) takes_snippets: bool,
    pub(crate) has_configuration: bool,
    pub(crate) watches_configuration: bool,
    pub(crate) watches_files: bool,
    /// Has a preview of its own behind the command `puml.preview`.
    pub(crate) has_preview: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self::of(&lsp::InitializeParams::default())
    }
}

impl Client {
    pub(super) fn of(params: &lsp::InitializeParams) -> Self {
        let all = &params.capabilities;
        let workspace = all.workspace.clone().unwrap_or_default();
        let document = all.text_document.clone().unwrap_or_default();
        let offered = all.general.as_ref().and_then(|it| it.position_encodings.as_ref());
        let utf8 = offered.is_some_and(|it| it.contains(&lsp::PositionEncodingKind::UTF8));
        let snippets = document.completion.and_then(|it| it.completion_item);
        let refresh = workspace.diagnostics.and_then(|it| it.refresh_support);
        let files = workspace.did_change_watched_files.and_then(|it| it.dynamic_registration);
        let settings = workspace.did_change_configuration.and_then(|it| it.dynamic_registration);
        let options = params.initialization_options.as_ref();
        let preview = options.and_then(|it| it.get("preview")).and_then(serde_json::Value::as_bool);
        Self {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            pulls_diagnostics: document.diagnostic.is_some(),
            refreshes_diagnostics: refresh.unwrap_or_default(),
            takes_snippets: snippets.and_then(|it| it.snippet_support).unwrap_or_default(),
            has_configuration: workspace.configuration.unwrap_or_default(),
            watches_configuration: settings.unwrap_or_default(),
            watches_files: files.unwrap_or_default(),
            has_preview: preview.unwrap_or_default(),
        }
    }
}

/// The folders that the client has open.
#[expect(deprecated, reason = "older clients have one root and no folders")]
pub(super) fn folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders_initialize_params.workspace_folders {
        Some(lsp::WorkspaceFolders::WorkspaceFolderList(all)) => {
            all.iter().filter_map(|it| uri::path(&it.uri)).collect()
        }
        Some(lsp::WorkspaceFolders::Null) | None => {
            params.root_uri.iter().filter_map(uri::path).collect()
        }
    }
}
