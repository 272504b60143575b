//! `textDocument/codeLens`: above each diagram, what can be done with it.

use gen_lsp_types as lsp;

use super::execute_command::RENDER;
use crate::fault::Fault;
use crate::server::Context;

/// A command of the editor, offered only where the client says that it has it.
const PREVIEW: &str = "puml.preview";

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CodeLensParams,
) -> Result<Option<Vec<lsp::CodeLens>>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let mut found = Vec::new();
    for (idx, lens) in super::render_svg::lenses(document) {
        let arguments = vec![document.uri.0.clone().into(), idx.into()];
        let offered = [("Preview", PREVIEW), ("Render SVG", RENDER)];
        for (title, command) in offered.into_iter().skip(usize::from(!ctx.client.has_preview)) {
            // An unsaved text has no folder to draw into.
            if command == RENDER && document.path.is_none() {
                continue;
            }
            found.push(lsp::CodeLens {
                range: ruler.range(lens.range),
                command: Some(lsp::Command {
                    title: title.to_owned(),
                    tooltip: None,
                    command: command.to_owned(),
                    arguments: Some(arguments.clone()),
                }),
                data: None,
            });
        }
    }
    Ok(Some(found))
}
