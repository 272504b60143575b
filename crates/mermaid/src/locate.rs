//! From "the engine says no" to what a person can act on: the place, the reason, and a repair that is known to work.
//! Each usual mistake has a file of its own; what none of them explains keeps the engine's place.

mod activation;
mod attribute;
mod backward_arrow;
mod bracket_in_label;
mod clue;
mod code_fence;
mod comment;
mod date;
mod directive;
mod front_matter;
mod header;
mod html_entity;
mod keyword;
mod label;
mod link_label;
mod missing_colon;
mod missing_quotes;
mod name;
mod note_place;
mod number;
mod quote;
mod repair;
mod reserved_word;
mod second_root;
mod semicolon;
mod style;
mod suspect;
mod title;
mod typographic_sign;
mod unclosed_block;
mod unclosed_bracket;
mod unknown_shape;
mod wording;
mod wrong_arrow;

use diag::{Diagnostic, SourceId, Span};

use crate::engine::SyntaxError;
use crate::render::header as header_span;
use crate::{Limits, codes};
use clue::Clue;
use suspect::Suspect;

/// The rules in order of trust: a rule that explains more of the source comes first.
const RULES: &[fn(&Clue<'_>) -> Vec<Suspect>] = &[
    code_fence::suspects,
    front_matter::suspects,
    directive::suspects,
    header::suspects,
    html_entity::suspects,
    typographic_sign::suspects,
    comment::suspects,
    unknown_shape::suspects,
    quote::suspects,
    bracket_in_label::suspects,
    unclosed_bracket::suspects,
    reserved_word::suspects,
    backward_arrow::suspects,
    attribute::suspects,
    wrong_arrow::suspects,
    link_label::suspects,
    missing_colon::suspects,
    unclosed_block::suspects,
    activation::suspects,
    date::suspects,
    number::suspects,
    second_root::suspects,
    style::suspects,
    title::suspects,
    note_place::suspects,
    semicolon::suspects,
    keyword::suspects,
    missing_quotes::suspects,
    name::suspects,
];

/// More explanations than this do not help anybody, and comparing them takes time.
const MOST_SUSPECTS: usize = 300;

/// Findings for a source that the engine does not read, at least one.
pub(crate) fn diagnose(source: &str, error: &SyntaxError, limits: &Limits) -> Vec<Diagnostic> {
    let clue = Clue::new(source, error);
    let suspects: Vec<Suspect> =
        RULES.iter().flat_map(|rule| rule(&clue)).take(MOST_SUSPECTS).collect();
    let mut found = repair::confirmed(&clue, suspects, limits);
    if found.is_empty() {
        found.push(wording::generic(&clue, limits));
    }
    diag::sort(&mut found);
    found
}

/// The finding for a source that is understood and has no picture.
pub(crate) fn undrawable(source: &str, reason: &str) -> Diagnostic {
    let found = |message: &str, hint: &str| {
        Diagnostic::new(codes::CANNOT_DRAW, header_span(source), message).with_hint(hint)
    };
    if reason.contains("circular link") {
        return found(
            "the flows run in a circle, which a Sankey diagram cannot show",
            "remove the row that leads back to an earlier node",
        );
    }
    found(
        "the diagram is understood but could not be drawn",
        "simplify the diagram, or draw its parts one by one",
    )
}

/// A span of the one source.
fn span(range: std::ops::Range<usize>) -> Span {
    Span::new(SourceId(0), range.start as u32, range.end as u32)
}
