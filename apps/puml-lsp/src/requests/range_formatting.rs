//! `textDocument/rangeFormatting`: the canonical layout of the lines of a selection.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentRangeFormattingParams,
) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let Some(form) = ctx.form(document, params.options) else { return Ok(None) };
    let ruler = document.ruler(ctx.client.encoding);
    // In order and inside the text, however the client selected it.
    let selected = ruler.range(ruler.bytes(params.range));
    let (first, last) = (selected.start.line, selected.end.line);
    // A selection that ends before the first letter of a line does not mean that line.
    let last = if selected.end.character == 0 && last > first { last - 1 } else { last };
    let parts = document.parts().iter();
    let edits =
        parts.flat_map(|it| it.own(puml_ide::format_lines(&it.analysis, first, last, form)));
    Ok(Some(ruler.edits(&edits.collect::<Vec<_>>())))
}
