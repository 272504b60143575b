//! `textDocument/foldingRange`: what can be folded away.

use gen_lsp_types as lsp;
use puml_ide::FoldKind;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::FoldingRangeParams,
) -> Result<Option<Vec<lsp::FoldingRange>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let found = document.parts().iter().flat_map(|it| puml_ide::folds(&it.analysis));
    let fold = |it: puml_ide::Fold| lsp::FoldingRange {
        start_line: it.first,
        end_line: it.last,
        kind: Some(match it.kind {
            FoldKind::Region => lsp::FoldingRangeKind::Region,
            FoldKind::Comment => lsp::FoldingRangeKind::Comment,
        }),
        ..Default::default()
    };
    Ok(Some(found.map(fold).collect()))
}
