//! `textDocument/codeAction`: what can be done here.

use gen_lsp_types as lsp;
use puml_ide::{Action, ActionKind, Which};

use super::{diagnostic, rename};
use crate::fault::Fault;
use crate::server::{Context, Document};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CodeActionParams,
) -> Result<Option<Vec<lsp::CodeActionResponse>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let selected = document.ruler(ctx.client.encoding).bytes(params.range);
    let only = &params.context.only;
    // A kind that is asked for stands for all kinds below it.
    let wanted = |kind: &str| match only {
        None => true,
        Some(only) => only.iter().any(|it| {
            let it = it.as_str();
            it.is_empty() || kind == it || kind.starts_with(&format!("{it}."))
        }),
    };
    let which = Which {
        fixes: wanted("quickfix"),
        fix_all: wanted("source.fixAll"),
        refactors: wanted("refactor.rewrite"),
    };
    let found = puml_ide::actions(&document.analysis, selected, which);
    let all = found.into_iter().map(|it| action(ctx, document, it).into()).collect();
    Ok(Some(all))
}

fn action(ctx: &Context, document: &Document, it: Action) -> lsp::CodeAction {
    let ruler = document.ruler(ctx.client.encoding);
    lsp::CodeAction {
        title: it.title,
        kind: Some(match it.kind {
            ActionKind::Fix => lsp::CodeActionKind::QuickFix,
            ActionKind::FixAll => lsp::CodeActionKind::SourceFixAll,
            ActionKind::Wrap | ActionKind::Rewrite => lsp::CodeActionKind::RefactorRewrite,
        }),
        diagnostics: it.repairs.map(|it| vec![diagnostic::diagnostic(ctx, document, it)]),
        is_preferred: it.preferred.then_some(true),
        edit: Some(rename::changes(document, ruler.edits(&it.edits))),
        ..Default::default()
    }
}
