//! What the server announces that it can do, and what it asks the client to tell it.

use gen_lsp_types as lsp;
use serde_json::json;

use crate::position::Encoding;
use crate::requests::{execute_command, semantic_tokens_full};
use crate::server::Client;

/// The answer to the client's first message.
pub(crate) fn announced(client: &Client) -> lsp::ServerCapabilities {
    let encoding = match client.encoding {
        Encoding::Utf8 => lsp::PositionEncodingKind::UTF8,
        Encoding::Utf16 => lsp::PositionEncodingKind::UTF16,
    };
    lsp::ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            save: Some(lsp::Save::Bool(true)),
            ..Default::default()
        })),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(
                ["!", "#", "<", "@", "%", "$", "-", "/", " ", ":"].map(str::to_owned).to_vec(),
            ),
            ..Default::default()
        }),
        hover_provider: Some(true.into()),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
            ..Default::default()
        }),
        call_hierarchy_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QuickFix,
                    lsp::CodeActionKind::RefactorRewrite,
                    lsp::CodeActionKind::SourceFixAll,
                ]),
                ..Default::default()
            },
        )),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        document_link_provider: Some(lsp::DocumentLinkOptions::default()),
        color_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: None,
        }),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..Default::default()
        })),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: execute_command::COMMANDS.map(str::to_owned).to_vec(),
            ..Default::default()
        }),
        semantic_tokens_provider: Some(lsp::SemanticTokensProvider::SemanticTokensOptions(
            lsp::SemanticTokensOptions {
                legend: semantic_tokens_full::legend(),
                range: Some(true.into()),
                full: Some(lsp::Full::SemanticTokensFullDelta(lsp::SemanticTokensFullDelta {
                    delta: Some(true),
                })),
                work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
            },
        )),
        inlay_hint_provider: Some(true.into()),
        diagnostic_provider: Some(lsp::DiagnosticProvider::DiagnosticOptions(
            lsp::DiagnosticOptions {
                identifier: Some("puml".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..Default::default()
            },
        )),
        workspace: Some(lsp::WorkspaceOptions {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            ..Default::default()
        }),
        experimental: Some(json!({ "renderSvg": true, "viewFileText": true })),
        ..Default::default()
    }
}

/// Asks to be told about diagrams and pictures that change on disk.
pub(crate) fn watched_files() -> lsp::Registration {
    registration(
        "workspace/didChangeWatchedFiles",
        json!({ "watchers": [{ "globPattern": "**/*.{puml,plantuml,iuml,pu,wsd,md,markdown,adoc,asciidoc,svg,png,jpg,jpeg}" }] }),
    )
}

/// Asks to be told about changes of the settings.
pub(crate) fn watched_configuration() -> lsp::Registration {
    registration("workspace/didChangeConfiguration", json!({ "section": "puml" }))
}

fn registration(method: &str, options: serde_json::Value) -> lsp::Registration {
    lsp::Registration {
        id: format!("puml {method}"),
        method: method.to_owned(),
        register_options: Some(options),
    }
}
