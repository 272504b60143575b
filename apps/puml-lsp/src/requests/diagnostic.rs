//! `textDocument/diagnostic`: the findings, for clients that ask; the same that are pushed to others.

use gen_lsp_types as lsp;
use puml_ide::Finding;
use puml_syntax::TextRange;
use serde_json::json;

use super::definition::location;
use crate::fault::Fault;
use crate::server::{Context, Document, Part};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentDiagnosticParams,
) -> Result<lsp::DocumentDiagnosticReport, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let items = diagnostics(ctx, document);
    let id = result_id(&items);
    if params.previous_result_id.as_ref() == Some(&id) {
        let unchanged = lsp::UnchangedDocumentDiagnosticReport { result_id: id };
        return Ok(lsp::RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: unchanged,
        }
        .into());
    }
    Ok(lsp::RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: lsp::FullDocumentDiagnosticReport {
            result_id: Some(id),
            items,
        },
    }
    .into())
}

/// Everything there is to say about a document.
pub(crate) fn diagnostics(ctx: &Context, document: &Document) -> Vec<lsp::Diagnostic> {
    let parts = document.parts().iter();
    let all = parts.flat_map(|part| {
        let found = puml_ide::findings(&part.analysis).into_iter();
        found.map(move |it| diagnostic(ctx, document, part, it))
    });
    all.collect()
}

/// One finding in the protocol's words.
pub(super) fn diagnostic(
    ctx: &Context,
    document: &Document,
    part: &Part,
    it: Finding,
) -> lsp::Diagnostic {
    let name = it.diagnostic.code.name;
    // A finding about a whole text belongs to the fence that the text stands in.
    let inside = |at: u32| at.clamp(part.body.start, part.body.end);
    let range = TextRange::new(inside(it.range.start), inside(it.range.end));
    let related: Vec<_> = it
        .related
        .into_iter()
        .map(|(span, message)| lsp::DiagnosticRelatedInformation {
            location: location(ctx, document, &part.analysis, span),
            message,
        })
        .collect();
    let fixes: Vec<&str> = it.diagnostic.fixes.iter().map(|it| it.title.as_str()).collect();
    lsp::Diagnostic {
        range: document.ruler(ctx.client.encoding).range(range),
        severity: Some(match it.diagnostic.severity {
            diag::Severity::Error => lsp::DiagnosticSeverity::Error,
            diag::Severity::Warning => lsp::DiagnosticSeverity::Warning,
            diag::Severity::Info => lsp::DiagnosticSeverity::Information,
        }),
        code: Some(lsp::Code::String(name.to_owned())),
        code_description: ctx.config.code_pages.as_ref().map(|pages| lsp::CodeDescription {
            href: lsp::Uri(format!("{}/{name}.md", pages.trim_end_matches('/'))),
        }),
        source: Some("puml".to_owned()),
        message: lsp::Message::String(it.message),
        tags: None,
        related_information: (!related.is_empty()).then_some(related),
        data: (!fixes.is_empty()).then(|| json!({ "fixes": fixes })),
    }
}

/// Equal findings have equal ids, so that a client need not take them twice.
pub(super) fn result_id(items: &[lsp::Diagnostic]) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    for item in items {
        format!("{item:?}").hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}
