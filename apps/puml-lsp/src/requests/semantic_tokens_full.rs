//! `textDocument/semanticTokens/full`: what each piece of the text is.

use std::sync::PoisonError;

use gen_lsp_types as lsp;
use puml_ide::{Token, TokenKind};

use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::{Context, Document};

/// The protocol's names for the pieces; a token sends its place in this list.
const TYPES: [(&str, &[TokenKind]); 13] = [
    ("keyword", &[TokenKind::Keyword]),
    ("class", &[TokenKind::Participant, TokenKind::ParticipantDeclaration]),
    ("operator", &[TokenKind::Operator]),
    ("string", &[TokenKind::Text]),
    ("enumMember", &[TokenKind::Color]),
    ("number", &[TokenKind::Number]),
    ("decorator", &[TokenKind::Stereotype]),
    ("label", &[TokenKind::Anchor]),
    ("property", &[TokenKind::Property]),
    ("macro", &[TokenKind::Directive]),
    ("function", &[TokenKind::Macro]),
    ("comment", &[TokenKind::Comment]),
    ("method", &[TokenKind::Member]),
];

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::SemanticTokensParams,
) -> Result<Option<lsp::SemanticTokens>, Fault> {
    let document = ctx.document(&params.text_document.uri)?;
    let data = all(ctx, document);
    let id = remember(document, data.clone());
    Ok(Some(lsp::SemanticTokens { result_id: Some(id.to_string()), data }))
}

/// The names that tokens refer to.
pub(crate) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TYPES.iter().map(|it| it.0.to_owned()).collect(),
        token_modifiers: vec!["declaration".to_owned()],
    }
}

pub(super) fn all(ctx: &Context, document: &Document) -> Vec<lsp::SemanticToken> {
    let found = document.parts().iter().flat_map(|it| puml_ide::tokens(&it.analysis));
    encoded(document.ruler(ctx.client.encoding), &found.collect::<Vec<_>>())
}

/// Keeps what is sent, so that the next answer can be a difference; its id.
pub(super) fn remember(document: &Document, data: Vec<lsp::SemanticToken>) -> u64 {
    let mut sent = document.sent_tokens.lock().unwrap_or_else(PoisonError::into_inner);
    let id = sent.as_ref().map_or(1, |it| it.id + 1);
    *sent = Some(crate::server::SentTokens { id, data });
    id
}

/// Each token relative to the one before it.
pub(super) fn encoded(ruler: Ruler<'_>, tokens: &[Token]) -> Vec<lsp::SemanticToken> {
    let mut before = lsp::Position::default();
    tokens
        .iter()
        .map(|token| {
            let at = ruler.position(token.range.start);
            let delta_line = at.line - before.line;
            let delta_start =
                if delta_line == 0 { at.character - before.character } else { at.character };
            before = at;
            let place = TYPES.iter().position(|it| it.1.contains(&token.kind));
            let declares = token.kind == TokenKind::ParticipantDeclaration;
            lsp::SemanticToken {
                delta_line,
                delta_start,
                length: ruler.length(token.range),
                token_type: place.expect("every kind has a name") as u32,
                token_modifiers_bitset: u32::from(declares),
            }
        })
        .collect()
}
