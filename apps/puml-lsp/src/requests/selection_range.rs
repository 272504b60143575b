//! `textDocument/selectionRange`: what a selection grows into.

use gen_lsp_types as lsp;
use puml_syntax::TextRange;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::SelectionRangeParams,
) -> Result<Option<Vec<lsp::SelectionRange>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let grown = |position: lsp::Position| {
        let at = ruler.offset(position);
        let whole = || vec![TextRange::new(0, ruler.text.len() as u32)];
        let analysis = document.analysis_at(at);
        let ranges = analysis.map_or_else(whole, |it| puml_ide::selections(it, at));
        let nested = ranges.into_iter().rev().fold(None, |parent, range| {
            Some(Box::new(lsp::SelectionRange { range: ruler.range(range), parent }))
        });
        *nested.expect("the whole text is always among the selections")
    };
    Ok(Some(params.positions.iter().map(|it| grown(*it)).collect()))
}
