//! `textDocument/signatureHelp`: what the call takes whose arguments are being typed.

use gen_lsp_types as lsp;
use puml_ide::Signature;

use crate::fault::Fault;
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::SignatureHelpParams,
) -> Result<Option<lsp::SignatureHelp>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let offset = document.ruler(ctx.client.encoding).offset(at.position);
    let found = document.analysis_at(offset).and_then(|it| puml_ide::signature(it, offset));
    Ok(found.as_ref().map(told))
}

fn told(it: &Signature) -> lsp::SignatureHelp {
    // A label counts in UTF-16 units, whatever positions do.
    let units = |end: u32| it.label[..end as usize].encode_utf16().count() as u32;
    let parameters = it.parameters.iter().map(|range| lsp::ParameterInformation {
        label: lsp::ParameterInformationLabel::Tuple((units(range.start), units(range.end))),
        documentation: None,
    });
    let parameters = Some(parameters.collect());
    let documentation = (!it.documentation.is_empty())
        .then(|| lsp::Documentation::String(it.documentation.clone()));
    let active = Some(lsp::ActiveParameter::Int(it.active as u32));
    lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label: it.label.clone(),
            documentation,
            parameters,
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    }
}
