//! `textDocument/definition`: where a participant, a macro or an include comes from.

use std::path::Path;

use diag::Span;
use gen_lsp_types as lsp;
use puml_ide::Analysis;
use puml_syntax::TextRange;

use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::{Context, Document};
use crate::{uri, workspace};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DefinitionParams,
) -> Result<Option<lsp::DefinitionResponse>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let offset = ruler.offset(at.position);
    let Some(analysis) = document.analysis_at(offset) else { return Ok(None) };
    let around = match puml_ide::undeclared(analysis, offset) {
        Some(code) => workspace::declared_around(ctx, document, code)?,
        None => None,
    };
    let here = || {
        let found = puml_ide::definition(analysis, offset);
        found.map(|it| location(ctx, document, analysis, it))
    };
    let place = around.map(|(place, _)| place).or_else(here);
    Ok(place.map(|it| lsp::DefinitionResponse::Definition(lsp::Definition::Location(it))))
}

/// A place in the document or in a file that it includes.
pub(crate) fn location(
    ctx: &Context,
    document: &Document,
    analysis: &Analysis,
    span: Span,
) -> lsp::Location {
    let encoding = ctx.client.encoding;
    let range = TextRange::new(span.start, span.end);
    if span.source == analysis.id() {
        return lsp::Location {
            uri: document.uri.clone(),
            range: document.ruler(encoding).range(range),
        };
    }
    let source = analysis.source(span.source);
    let ruler = Ruler { text: source.text(), lines: source.lines(), encoding };
    lsp::Location { uri: uri::of(Path::new(source.name())), range: ruler.range(range) }
}
