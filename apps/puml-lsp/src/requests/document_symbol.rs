//! `textDocument/documentSymbol`: the outline.

use gen_lsp_types as lsp;
use puml_ide::{Symbol, SymbolKind};
use puml_syntax::TextRange;

use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::{Context, Document};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::DocumentSymbolParams,
) -> Result<Option<lsp::DocumentSymbolResponse>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let list = symbols(document).into_iter().map(|it| symbol(ruler, it)).collect();
    Ok(Some(lsp::DocumentSymbolResponse::DocumentSymbolList(list)))
}

/// The outline of a text. Of a page with several diagrams each stands on its own.
pub(super) fn symbols(document: &Document) -> Vec<Symbol> {
    let parts = document.parts();
    if !document.is_page() || parts.len() < 2 {
        return parts.iter().flat_map(|it| puml_ide::symbols(&it.analysis)).collect();
    }
    let numbered = parts.iter().enumerate().map(|(idx, part)| Symbol {
        name: format!("diagram {}", idx + 1),
        detail: String::new(),
        kind: SymbolKind::Diagram,
        range: part.body,
        selection: TextRange::at(part.body.start),
        children: puml_ide::symbols(&part.analysis),
    });
    numbered.collect()
}

fn symbol(ruler: Ruler<'_>, it: Symbol) -> lsp::DocumentSymbol {
    #[expect(deprecated, reason = "the field is part of the type")]
    lsp::DocumentSymbol {
        name: it.name,
        detail: (!it.detail.is_empty()).then_some(it.detail),
        kind: kind(it.kind),
        tags: None,
        deprecated: None,
        range: ruler.range(it.range),
        selection_range: ruler.range(it.selection),
        children: (!it.children.is_empty())
            .then(|| it.children.into_iter().map(|it| symbol(ruler, it)).collect()),
    }
}

pub(super) fn kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Diagram => lsp::SymbolKind::Module,
        SymbolKind::Element | SymbolKind::Class => lsp::SymbolKind::Class,
        SymbolKind::Interface | SymbolKind::Reference => lsp::SymbolKind::Interface,
        SymbolKind::Enum => lsp::SymbolKind::Enum,
        SymbolKind::Object => lsp::SymbolKind::Object,
        SymbolKind::Field => lsp::SymbolKind::Field,
        SymbolKind::Method => lsp::SymbolKind::Method,
        SymbolKind::State => lsp::SymbolKind::Constant,
        SymbolKind::Action | SymbolKind::Task => lsp::SymbolKind::Event,
        SymbolKind::Node => lsp::SymbolKind::Key,
        SymbolKind::Container => lsp::SymbolKind::Package,
        SymbolKind::Group => lsp::SymbolKind::Namespace,
        SymbolKind::Branch => lsp::SymbolKind::EnumMember,
        SymbolKind::Divider => lsp::SymbolKind::String,
        SymbolKind::Macro => lsp::SymbolKind::Function,
    }
}
