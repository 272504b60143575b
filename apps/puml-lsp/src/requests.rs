//! The requests, one file each: parameters in, an answer of `puml-ide` in the protocol's words out.

mod code_action;
mod code_lens;
mod color_presentation;
mod completion;
pub(crate) mod definition;
pub(crate) mod diagnostic;
mod document_color;
mod document_highlight;
mod document_link;
mod document_symbol;
pub(crate) mod execute_command;
mod folding_range;
mod formatting;
mod hover;
mod incoming_calls;
mod inlay_hint;
mod on_type_formatting;
mod outgoing_calls;
mod prepare_call_hierarchy;
mod prepare_rename;
mod range_formatting;
mod references;
mod rename;
mod render_svg;
mod selection_range;
pub(crate) mod semantic_tokens_full;
mod semantic_tokens_full_delta;
mod semantic_tokens_range;
mod signature_help;
mod view_file_text;
mod workspace_diagnostic;
mod workspace_symbol;

use gen_lsp_types as lsp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fault::Fault;
use crate::server::Context;

/// Answers a request on a snapshot; the result is JSON text.
pub(crate) fn answer(ctx: &Context, method: &str, params: Value) -> Result<String, Fault> {
    match method {
        "textDocument/completion" => {
            typed::<lsp::CompletionRequest>(ctx, params, completion::answer)
        }
        "textDocument/hover" => typed::<lsp::HoverRequest>(ctx, params, hover::answer),
        "textDocument/signatureHelp" => {
            typed::<lsp::SignatureHelpRequest>(ctx, params, signature_help::answer)
        }
        "textDocument/prepareCallHierarchy" => {
            typed::<lsp::CallHierarchyPrepareRequest>(ctx, params, prepare_call_hierarchy::answer)
        }
        "callHierarchy/incomingCalls" => {
            typed::<lsp::CallHierarchyIncomingCallsRequest>(ctx, params, incoming_calls::answer)
        }
        "callHierarchy/outgoingCalls" => {
            typed::<lsp::CallHierarchyOutgoingCallsRequest>(ctx, params, outgoing_calls::answer)
        }
        "textDocument/definition" => {
            typed::<lsp::DefinitionRequest>(ctx, params, definition::answer)
        }
        "textDocument/references" => {
            typed::<lsp::ReferencesRequest>(ctx, params, references::answer)
        }
        "textDocument/documentHighlight" => {
            typed::<lsp::DocumentHighlightRequest>(ctx, params, document_highlight::answer)
        }
        "textDocument/documentSymbol" => {
            typed::<lsp::DocumentSymbolRequest>(ctx, params, document_symbol::answer)
        }
        "workspace/symbol" => {
            typed::<lsp::WorkspaceSymbolRequest>(ctx, params, workspace_symbol::answer)
        }
        "textDocument/prepareRename" => {
            typed::<lsp::PrepareRenameRequest>(ctx, params, prepare_rename::answer)
        }
        "textDocument/rename" => typed::<lsp::RenameRequest>(ctx, params, rename::answer),
        "textDocument/foldingRange" => {
            typed::<lsp::FoldingRangeRequest>(ctx, params, folding_range::answer)
        }
        "textDocument/selectionRange" => {
            typed::<lsp::SelectionRangeRequest>(ctx, params, selection_range::answer)
        }
        "textDocument/semanticTokens/full" => {
            typed::<lsp::SemanticTokensRequest>(ctx, params, semantic_tokens_full::answer)
        }
        "textDocument/semanticTokens/full/delta" => typed::<lsp::SemanticTokensDeltaRequest>(
            ctx,
            params,
            semantic_tokens_full_delta::answer,
        ),
        "textDocument/semanticTokens/range" => {
            typed::<lsp::SemanticTokensRangeRequest>(ctx, params, semantic_tokens_range::answer)
        }
        "textDocument/formatting" => {
            typed::<lsp::DocumentFormattingRequest>(ctx, params, formatting::answer)
        }
        "textDocument/rangeFormatting" => {
            typed::<lsp::DocumentRangeFormattingRequest>(ctx, params, range_formatting::answer)
        }
        "textDocument/onTypeFormatting" => {
            typed::<lsp::DocumentOnTypeFormattingRequest>(ctx, params, on_type_formatting::answer)
        }
        "textDocument/codeAction" => {
            typed::<lsp::CodeActionRequest>(ctx, params, code_action::answer)
        }
        "textDocument/inlayHint" => typed::<lsp::InlayHintRequest>(ctx, params, inlay_hint::answer),
        "textDocument/documentLink" => {
            typed::<lsp::DocumentLinkRequest>(ctx, params, document_link::answer)
        }
        "textDocument/documentColor" => {
            typed::<lsp::DocumentColorRequest>(ctx, params, document_color::answer)
        }
        "textDocument/colorPresentation" => {
            typed::<lsp::ColorPresentationRequest>(ctx, params, color_presentation::answer)
        }
        "textDocument/codeLens" => typed::<lsp::CodeLensRequest>(ctx, params, code_lens::answer),
        "textDocument/diagnostic" => {
            typed::<lsp::DocumentDiagnosticRequest>(ctx, params, diagnostic::answer)
        }
        "workspace/diagnostic" => {
            typed::<lsp::WorkspaceDiagnosticRequest>(ctx, params, workspace_diagnostic::answer)
        }
        "workspace/executeCommand" => {
            typed::<lsp::ExecuteCommandRequest>(ctx, params, execute_command::answer)
        }
        "puml/renderSvg" => custom(ctx, params, render_svg::answer),
        "puml/viewFileText" => custom(ctx, params, view_file_text::answer),
        _ => Err(Fault::UnknownMethod(method.to_owned())),
    }
}

fn typed<R: lsp::Request>(
    ctx: &Context,
    params: Value,
    answer: impl FnOnce(&Context, &R::Params) -> Result<R::Result, Fault>,
) -> Result<String, Fault> {
    custom(ctx, params, answer)
}

fn custom<P: DeserializeOwned, R: Serialize>(
    ctx: &Context,
    params: Value,
    answer: impl FnOnce(&Context, &P) -> Result<R, Fault>,
) -> Result<String, Fault> {
    let params = serde_json::from_value(params).map_err(|it| Fault::Params(it.to_string()))?;
    let result = answer(ctx, &params)?;
    if ctx.is_cancelled() {
        return Err(Fault::Cancelled);
    }
    Ok(serde_json::to_string(&result).expect("answers are plain data"))
}
