//! `textDocument/documentLink`: included files and addresses.

use gen_lsp_types as lsp;
use puml_ide::LinkTarget;

use crate::fault::Fault;
use crate::server::Context;
use crate::uri;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentLinkParams,
) -> Result<Option<Vec<lsp::DocumentLink>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let link = |it: puml_ide::Link| {
        let target = match it.target {
            LinkTarget::File(path) => uri::of(&document.files.find(document.name(), &path).ok()?),
            LinkTarget::Address(address) => lsp::Uri(address),
        };
        Some(lsp::DocumentLink {
            range: ruler.range(it.range),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    };
    let found = document.parts().iter().flat_map(|it| puml_ide::links(&it.analysis));
    Ok(Some(found.filter_map(link).collect()))
}
