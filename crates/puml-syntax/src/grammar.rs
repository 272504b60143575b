//! What a line of any family may be: one file per construct, and the pieces that constructs are made of.

pub mod chrome;
pub mod color;
mod directive;
mod line_style;
mod link;
pub mod name;
#[cfg(test)]
mod probe;
mod scale;
mod skinparam;
mod sprite;
mod stereotype;
mod style;
pub mod table;
mod tag;

pub use directive::{call, directive, directives};
pub use line_style::{line_style, outline};
pub use link::link;
pub use scale::scale;
pub use skinparam::skinparam;
pub use sprite::sprite;
pub use stereotype::stereotypes;
pub use style::style;
pub use tag::tags;

use diag::Diagnostic;

use crate::ast::{Kind, Shared};
use crate::context::{Context, Miss, Read};
use crate::cursor::Cursor;
use crate::parser::Stage;
use crate::reader::Reader;

/// One construct: takes a line or says why not.
pub type Rule<K> = fn(Cursor<'_>, Stage, &mut Context, &mut Reader<'_>) -> Read<K>;

/// The constructs of all families. A family puts them into its own rules where the reference has them.
pub fn shared_rules<K: Kind>() -> [Rule<K>; 9] {
    [
        |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(K::from),
        |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, _| chrome::settings(cursor, ctx).map(K::from),
        |cursor, _, ctx, reader| sprite(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, reader| style(cursor, ctx, reader).map(K::from),
        |cursor, _, ctx, _| scale(cursor, ctx).map(K::from),
    ]
}

/// The first rule that takes a line; where none does, the finding of the one that came furthest, if
/// any began.
pub fn first_match<K>(
    rules: &[Rule<K>],
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Result<K, Option<Box<Diagnostic>>> {
    let mut furthest: Option<Box<Diagnostic>> = None;
    for rule in rules {
        let reported = ctx.diagnostics.len();
        match rule(cursor, stage, ctx, reader) {
            Ok(kind) => return Ok(kind),
            Err(miss) => {
                ctx.diagnostics.truncate(reported);
                if let Miss::Broken(finding) = miss
                    && furthest.as_ref().is_none_or(|it| it.span.start < finding.span.start)
                {
                    furthest = Some(finding);
                }
            }
        }
    }
    Err(furthest)
}

/// A command that the reference takes and that changes nothing.
pub fn inert<K: Kind>(keyword: crate::TextRange) -> K {
    K::from(Shared::Inert { keyword })
}
