//! `textDocument/inlayHint`: numbers of messages and names behind codes.

use gen_lsp_types as lsp;
use puml_ide::HintKind;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::InlayHintParams,
) -> Result<Option<Vec<lsp::InlayHint>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let within = ruler.bytes(params.range);
    let parts = document.parts().iter();
    let found = parts.flat_map(|it| puml_ide::hints(&it.analysis, within, ctx.config.hints));
    let hint = |it: puml_ide::Hint| {
        let number = it.kind == HintKind::Number;
        lsp::InlayHint {
            position: ruler.position(it.at),
            label: lsp::Label::String(it.label),
            kind: (!number).then_some(lsp::InlayHintKind::Parameter),
            text_edits: None,
            tooltip: None,
            padding_left: Some(!number),
            padding_right: Some(number),
            data: None,
        }
    };
    Ok(Some(found.map(hint).collect()))
}
