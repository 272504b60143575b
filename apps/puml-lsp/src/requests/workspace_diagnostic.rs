//! `workspace/diagnostic`: the findings of every diagram file and page in the folders, open or not.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::PoisonError;

use gen_lsp_types as lsp;

use super::diagnostic::{diagnostics, result_id};
use crate::fault::Fault;
use crate::server::{Context, Document};
use crate::workspace::{self, Enough};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::WorkspaceDiagnosticParams,
) -> Result<lsp::WorkspaceDiagnosticReport, Fault> {
    let known: HashMap<&str, &str> = params
        .previous_result_ids
        .iter()
        .map(|it| (it.uri.0.as_str(), it.value.as_str()))
        .collect();
    let mut items = Vec::new();
    for document in ctx.documents.all() {
        items.push(report(ctx, document, Some(document.version), &known));
    }
    workspace::each_closed(ctx, |document| {
        // A page without a diagram has nothing that could be wrong.
        if !document.parts().is_empty() {
            items.push(report(ctx, document, None, &known));
        }
        Enough::No
    })?;
    Ok(lsp::WorkspaceDiagnosticReport { items })
}

/// The findings of a document; those of a file that nothing else has a part in are worked out once for each text.
fn findings(ctx: &Context, document: &Document, version: Option<i32>) -> Vec<lsp::Diagnostic> {
    if version.is_some() || document.includes() {
        return diagnostics(ctx, document);
    }
    let mut hasher = DefaultHasher::new();
    (document.text(), format!("{:?}", ctx.config)).hash(&mut hasher);
    let digest = hasher.finish();
    let lock = || ctx.known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, items)) = lock().get(&document.uri.0)
        && *known == digest
    {
        return items.clone();
    }
    let items = diagnostics(ctx, document);
    lock().insert(document.uri.0.clone(), (digest, items.clone()));
    items
}

fn report(
    ctx: &Context,
    document: &Document,
    version: Option<i32>,
    known: &HashMap<&str, &str>,
) -> lsp::WorkspaceDocumentDiagnosticReport {
    let items = findings(ctx, document, version);
    let id = result_id(&items);
    let uri = document.uri.clone();
    if known.get(uri.0.as_str()) == Some(&id.as_str()) {
        let unchanged = lsp::UnchangedDocumentDiagnosticReport { result_id: id };
        return lsp::WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report: unchanged,
        }
        .into();
    }
    lsp::WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: lsp::FullDocumentDiagnosticReport {
            result_id: Some(id),
            items,
        },
    }
    .into()
}
