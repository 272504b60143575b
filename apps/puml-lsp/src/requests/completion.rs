//! `textDocument/completion`: what may be typed here.

use std::path::Path;

use gen_lsp_types as lsp;
use puml_ide::{Completion, CompletionKind, Listed, completions};
use puml_source::{Files, Language};
use roots::{Entry, Kind};

use crate::fault::Fault;
use crate::position::{Encoding, Ruler};
use crate::server::Context;

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::CompletionParams,
) -> Result<Option<lsp::CompletionResponse>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let ruler = document.ruler(ctx.client.encoding);
    let list = |folder: &str| listed(&document.files, folder);
    let offset = ruler.offset(at.position);
    let Some(analysis) = document.analysis_at(offset) else { return Ok(None) };
    let mut found = completions(analysis, offset, &list);
    if let Some(sign) = params.context.as_ref().and_then(|it| it.trigger_character.as_ref()) {
        let line = document.ruler(Encoding::Utf8).position(offset).character as usize;
        let before = &ruler.text[offset as usize - line..offset as usize];
        found.retain(|it| it.is_called_for(sign, before));
    }
    let items = found.iter().enumerate().map(|(idx, it)| item(ctx, ruler, idx, it)).collect();
    let list = lsp::CompletionList { is_incomplete: false, items, ..Default::default() };
    Ok(Some(lsp::CompletionResponse::CompletionList(list)))
}

/// What can be included from a folder, written relative to the document or to a root: files first, then folders.
fn listed(files: &Files, folder: &str) -> Vec<Listed> {
    let mut found = Vec::new();
    for Entry { name, kind } in files.list(folder, 2_000) {
        let path = Path::new(&name);
        let name = name.to_string_lossy().into_owned();
        let is_shown = !name.starts_with('.');
        let is_diagram = Language::of_path(path) == Some(Language::Puml);
        match kind {
            Kind::Folder if is_shown => found.push((1, Listed::Folder(name))),
            Kind::File | Kind::Link if is_shown && is_diagram => {
                found.push((0, Listed::File(name)));
            }
            _ => {}
        }
    }
    found
        .sort_by(|one, other| one.0.cmp(&other.0).then_with(|| label(&one.1).cmp(label(&other.1))));
    found.dedup();
    found.into_iter().map(|it| it.1).collect()
}

fn label(listed: &Listed) -> &str {
    match listed {
        Listed::File(name) | Listed::Folder(name) => name,
    }
}

fn item(ctx: &Context, ruler: Ruler<'_>, idx: usize, it: &Completion) -> lsp::CompletionItem {
    let snippet = it.snippet.as_ref().filter(|_| ctx.client.takes_snippets);
    let plain = match it.kind {
        // Without places to fill in, markup is what would be typed.
        CompletionKind::Markup => it.inserted().0,
        _ => it.label.clone(),
    };
    let range = ruler.range(it.replaces);
    let new_text = snippet.cloned().unwrap_or(plain);
    lsp::CompletionItem {
        label: it.label.clone(),
        kind: Some(kind(it.kind)),
        detail: (!it.detail.is_empty()).then(|| it.detail.clone()),
        documentation: (!it.documentation.is_empty()).then(|| {
            lsp::Documentation::MarkupContent(lsp::MarkupContent {
                kind: lsp::MarkupKind::Markdown,
                value: it.documentation.clone(),
            })
        }),
        // Clients sort by label otherwise, and the likeliest would not come first.
        sort_text: Some(format!("{idx:04}")),
        insert_text_format: Some(match snippet {
            Some(_) => lsp::InsertTextFormat::Snippet,
            None => lsp::InsertTextFormat::PlainText,
        }),
        text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(lsp::TextEdit { range, new_text })),
        ..lsp::CompletionItem::default()
    }
}

fn kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Member => lsp::CompletionItemKind::Field,
        CompletionKind::Participant => lsp::CompletionItemKind::Class,
        CompletionKind::Keyword | CompletionKind::Directive => lsp::CompletionItemKind::Keyword,
        CompletionKind::Arrow => lsp::CompletionItemKind::Operator,
        CompletionKind::Color => lsp::CompletionItemKind::Color,
        CompletionKind::Property => lsp::CompletionItemKind::Property,
        CompletionKind::Value => lsp::CompletionItemKind::Value,
        CompletionKind::Theme => lsp::CompletionItemKind::EnumMember,
        CompletionKind::File => lsp::CompletionItemKind::File,
        CompletionKind::Folder => lsp::CompletionItemKind::Folder,
        CompletionKind::Markup => lsp::CompletionItemKind::Snippet,
        CompletionKind::Function => lsp::CompletionItemKind::Function,
        CompletionKind::Variable => lsp::CompletionItemKind::Variable,
        CompletionKind::Stereotype => lsp::CompletionItemKind::Interface,
    }
}
