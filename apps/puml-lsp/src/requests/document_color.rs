//! `textDocument/documentColor`: the colours of the text.

use gen_lsp_types as lsp;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentColorParams,
) -> Result<Vec<lsp::ColorInformation>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let part = |byte: u8| f32::from(byte) / 255.0;
    let color = |it: puml_ide::Color| {
        let [red, green, blue, alpha] = it.rgba.map(part);
        let color = lsp::Color { red, green, blue, alpha };
        lsp::ColorInformation { range: ruler.range(it.range), color }
    };
    let found = document.parts().iter().flat_map(|it| puml_ide::colors(&it.analysis));
    Ok(found.map(color).collect())
}
