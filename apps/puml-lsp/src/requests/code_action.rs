//! `textDocument/codeAction`: what can be done here.

use gen_lsp_types as lsp;
use puml_ide::{Action, ActionKind, Which};

use super::{diagnostic, rename};
use crate::fault::Fault;
use crate::server::{Context, Document, Part};

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
    let mut all = Vec::new();
    for part in document.parts() {
        let is_meant = part.body.start <= selected.end && selected.start <= part.body.end;
        if is_meant {
            let found = puml_ide::actions(&part.analysis, selected, which);
            all.extend(found.into_iter().filter_map(|it| action(ctx, document, part, it)));
        }
    }
    Ok(Some(all.into_iter().map(Into::into).collect()))
}

/// An action in the protocol's words; nothing where it would change the prose around a fence.
fn action(ctx: &Context, document: &Document, part: &Part, it: Action) -> Option<lsp::CodeAction> {
    let count = it.edits.len();
    let edits = part.own(it.edits);
    if edits.len() < count {
        return None;
    }
    let ruler = document.ruler(ctx.client.encoding);
    Some(lsp::CodeAction {
        title: it.title,
        kind: Some(match it.kind {
            ActionKind::Fix => lsp::CodeActionKind::QuickFix,
            ActionKind::FixAll => lsp::CodeActionKind::SourceFixAll,
            ActionKind::Wrap | ActionKind::Rewrite => lsp::CodeActionKind::RefactorRewrite,
        }),
        diagnostics: it.repairs.map(|it| vec![diagnostic::diagnostic(ctx, document, part, it)]),
        is_preferred: it.preferred.then_some(true),
        edit: Some(rename::changes(document, ruler.edits(&edits))),
        ..Default::default()
    })
}
